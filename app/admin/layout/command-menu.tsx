/**
 * Goes anywhere by a few letters: Ctrl-K, Cmd-K, or the button. A combobox with a listbox (WAI-ARIA Authoring Practices,
 * "Combobox", list autocomplete): the focus stays in the text, the arrows move through what was found.
 */
import './command-menu.css'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { declarationOf, resourceNames } from '../../../contract/content/resources.ts'
import { QUERY_MAX } from '../../../contract/limits.ts'
import { nameOf } from '../../../contract/names.ts'
import { api } from '../../client/api.ts'
import { editPath, isScreen } from '../paths.ts'
import { type Command, findCommands } from './commands.ts'
import { asAdministrator } from './session-end.ts'

export function CommandMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)

  const open = () => {
    if (dialog.current?.open) return
    setOpen(true)
    dialog.current?.showModal()
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      // The text editor has a use of its own for it.
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      event.preventDefault()
      if (dialog.current?.open) dialog.current.close()
      // Over a question that waits for its answer nothing else opens.
      else if (!document.querySelector('dialog[open]')) open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })

  return (
    <>
      <button
        type="button"
        className="admin-bar-item command-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="m12.7 12.7 4.3 4.3" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        <span className="admin-bar-words">Ir a…</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does */}
      <dialog
        ref={dialog}
        className="command-menu"
        aria-label="Ir a…"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) dialog.current?.close()
        }}
      >
        {isOpen && <Commands close={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

function Commands({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { items, isSearching, failure } = useItems(typed)
  const list = useRef<HTMLDivElement>(null)

  const commands = [...findCommands(typed), ...items]
  const chosen = commands[Math.min(active, commands.length - 1)]
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`

  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function go(command: Command) {
    close()
    if (isScreen(command.to)) void navigate(command.to)
    else location.assign(command.to)
  }

  function onKeyDown(event: React.KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && commands.length > 0) {
      event.preventDefault()
      setActive((now) => (Math.min(now, commands.length - 1) + step + commands.length) % commands.length)
    }
    // Not the Enter that ends a word in an input method.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (chosen) go(chosen)
    }
  }

  const told =
    failure ||
    (isSearching ? 'Buscando…' : commands.length === 1 ? '1 resultado' : `${commands.length} resultados`)
  return (
    <>
      <div className="command-field">
        <input
          className="control"
          // biome-ignore lint/a11y/noAutofocus: whoever opens it wants to type
          autoFocus
          role="combobox"
          aria-label="A dónde, o qué buscás"
          placeholder="A dónde, o qué buscás"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={QUERY_MAX}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" onClick={close}>
          Cerrar
        </button>
      </div>
      <p className="command-told" role="status">
        {told}
      </p>
      <div ref={list} id={`${id}-list`} className="command-list" role="listbox" aria-label="Resultados">
        {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div key={group} role="group" aria-label={group}>
            <p className="command-group mono" aria-hidden="true">
              {group}
            </p>
            {members.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: as above (aria-activedescendant)
              <div
                key={command.to}
                id={optionId(command)}
                role="option"
                className="command"
                aria-selected={command === chosen}
                onClick={() => go(command)}
              >
                {command.label}
              </div>
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && !isSearching && (
        <p className="command-none">Nada se llama así. Probá con el comienzo de una palabra.</p>
      )}
    </>
  )
}

const ITEMS_A_RESOURCE = 4
const SEARCH_DELAY_MS = 200
/** One letter finds half of everything. */
const WORTH_SEARCHING = 2

/** Items of content that have the words, each as a way to its screen. */
function useItems(typed: string): { items: Command[]; isSearching: boolean; failure: string } {
  const q = typed.trim()
  const [answer, setAnswer] = useState<{ q: string; items: Command[]; failure: string }>({
    q: '',
    items: [],
    failure: '',
  })
  const isWorthIt = q.length >= WORTH_SEARCHING

  useEffect(() => {
    if (!isWorthIt) return
    let isOver = false
    const timer = setTimeout(async () => {
      const answers = await Promise.all(
        resourceNames.map((name) =>
          asAdministrator(api.list(name, { q, state: 'all', limit: ITEMS_A_RESOURCE })),
        ),
      )
      if (isOver) return
      const items = answers.flatMap((one, index) => {
        const declaration = declarationOf(resourceNames[index] as (typeof resourceNames)[number])
        if (!one.ok) return []
        return one.value.map((item) => ({
          to: editPath(declaration, item._id),
          label: nameOf(declaration, item),
          group: declaration.words.many,
        }))
      })
      const failed = answers.find((one) => !one.ok)
      setAnswer({ q, items, failure: failed && !failed.ok ? failed.problem.detail : '' })
    }, SEARCH_DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, isWorthIt])

  if (!isWorthIt) return { items: [], isSearching: false, failure: '' }
  // What was found for other words stands for nothing now.
  if (answer.q !== q) return { items: [], isSearching: true, failure: '' }
  return { items: answer.items, isSearching: false, failure: answer.failure }
}
