/**
 * The command menu, opened by Ctrl-K, Cmd-K or a button. It is a combobox with a listbox (WAI-ARIA Authoring Practices,
 * "Combobox", list autocomplete): the focus stays in the text field, and arrow keys choose a result. The code of the
 * results loads when the menu is first opened.
 */
import './command-menu.css'
import { useEffect, useId, useState } from 'react'
import { QUERY_MAX } from '../shared/limits.ts'
import { Button } from './button.tsx'
import type { Keys } from './command-list.tsx'
import { lazyPart } from './lazy-part.tsx'
import { type Overlay, useOverlay } from './overlay.tsx'

const Found = lazyPart(
  'ir a',
  async () => (await import('./command-list.tsx')).default,
  () => <p className="command-told">Un momento…</p>,
)

export function CommandMenu() {
  const { dialog, isOpen, open, close, leaveFor, onClose } = useOverlay()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      // The text editor also uses Ctrl-K, and prevents the default action when it has handled the keys.
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      event.preventDefault()
      if (dialog.current?.open) close()
      // The menu does not open over another dialog.
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape also closes it */}
      <dialog
        ref={dialog}
        className="command-menu"
        aria-label="Ir a…"
        onClose={onClose}
        onClick={(event) => {
          if (event.target === event.currentTarget) close()
        }}
      >
        {isOpen && <Commands close={close} leaveFor={leaveFor} />}
      </dialog>
    </>
  )
}

function Commands({ close, leaveFor }: Pick<Overlay, 'close' | 'leaveFor'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [keys, setKeys] = useState<Keys>(NO_KEYS)
  const [isGoing, setGoing] = useState(false)

  function onKeyDown(event: React.KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      keys.move(step)
    }
    // With an input method (IME), Enter ends a word and must not choose a result.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      setGoing(true)
    }
  }

  return (
    <>
      <div className="command-field">
        <input
          className="control"
          // biome-ignore lint/a11y/noAutofocus: users open the menu to type
          autoFocus
          role="combobox"
          aria-label="A dónde, o qué buscás"
          placeholder="A dónde, o qué buscás"
          aria-expanded={keys.activeId !== undefined}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={keys.activeId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={QUERY_MAX}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setGoing(false)
          }}
          onKeyDown={onKeyDown}
        />
        <Button onClick={close}>Cerrar</Button>
      </div>
      <Found id={id} typed={typed} isGoing={isGoing} onKeys={setKeys} leaveFor={leaveFor} />
    </>
  )
}

const NO_KEYS: Keys = { activeId: undefined, move: () => {} }
