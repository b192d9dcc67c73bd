/** Results of the command menu: screens, forms for new items, actions, and existing items. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Declaration } from '../content/shared/fields.ts'
import { formatItemName } from '../content/shared/item-names.ts'
import { type AnyEntity, getDeclaration, resourceNames } from '../content/shared/resources.ts'
import { formatDate } from '../shared/dates.ts'
import { liveRegion } from '../ui/live-region.ts'
import { type Command, getWords, listEntries } from './commands.ts'
import { loadCommands } from './feature-parts.ts'
import { listItems } from './list-items.ts'
import { editPath } from './paths.ts'

/** Handlers of the keys that the text field receives, because the text field has the focus. */
export interface Keys {
  /** Id of the option that Enter chooses. */
  activeId: string | undefined
  /** @param by 1 for the next option, -1 for the previous one */
  move(by: number): void
}

interface CommandListProps {
  id: string
  typed: string
  /** True when Enter was pressed before the results had arrived. */
  isGoing: boolean
  onKeys(keys: Keys): void
  /** Closes the menu and goes to an address. @param state of the history entry of a screen */
  leaveFor(path: string, state?: unknown): void
}

export default function CommandList({ id, typed, isGoing, onKeys, leaveFor }: CommandListProps) {
  /**
   * The option chosen with the arrow keys. It is valid only for these typed words: typing others chooses the first option
   * again.
   */
  const [active, setActive] = useState<{ typed: string; key: string | null }>({ typed, key: null })
  const { items, isSearching, failure } = useItems(typed)
  const list = useRef<HTMLDivElement>(null)

  const actions = useActions()
  // The actions take the first places of an empty menu. Entries that move under a finger would be tapped by mistake.
  const isWaiting = actions === null && getWords(typed).length === 0
  const commands = isWaiting
    ? []
    : [...listEntries(typed, actions?.list ?? [], actions?.areFirst ?? false), ...items]
  const count = commands.length
  const index = findActive(commands, active.typed === typed ? active.key : null)
  /** The options of the last render. The key handler reads them, because actions and items arrive after the first render. */
  const latest = useRef(commands)
  latest.current = commands
  const chosen = commands[index]
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`
  const activeId = chosen && optionId(chosen)

  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${index}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])

  // This is a layout effect, so that the keys work as soon as the list is visible.
  useLayoutEffect(() => {
    onKeys({
      activeId,
      // Reads the index from the latest state, because the previous key press may not be rendered yet.
      move: (by) =>
        setActive((now) => {
          const options = latest.current
          const from = findActive(options, now.typed === typed ? now.key : null)
          const next = options[(from + by + options.length) % options.length]
          return next ? { typed, key: getKey(next) } : now
        }),
    })
  }, [onKeys, activeId, typed])

  const isGone = useRef(false)
  const go = (command: Command) => {
    if (isGone.current) return
    isGone.current = true
    // The page's own script ends the session (browser/sign-out.ts), and reports a failure.
    if (command.isSignOut) {
      list.current?.closest('dialog')?.close()
      document.querySelector<HTMLElement>('[data-sign-out]')?.click()
    } else leaveFor(command.to, command.state)
  }

  // When Enter was pressed before the results had arrived, this opens the chosen result as soon as they arrive.
  useEffect(() => {
    if (isGoing && chosen) go(chosen)
  })

  const status =
    failure ||
    (isSearching || isWaiting
      ? 'Buscando…'
      : commands.length === 1
        ? '1 resultado'
        : `${commands.length} resultados`)
  return (
    <>
      <p className="command-told" {...liveRegion}>
        {status}
      </p>
      <div ref={list} id={`${id}-list`} className="command-list" role="listbox" aria-label="Resultados">
        {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
          <div key={group} role="group" aria-label={group}>
            <p className="command-group mono" aria-hidden="true">
              {group}
            </p>
            {members.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the text field refers to the option by aria-activedescendant
              <div
                key={getKey(command)}
                id={optionId(command)}
                role="option"
                className="command"
                aria-selected={command === chosen}
                onClick={() => go(command)}
              >
                <bdi>{command.label}</bdi>
              </div>
            ))}
          </div>
        ))}
      </div>
      {count === 0 && !isSearching && !isWaiting && (
        <p className="command-none">Nada se llama así. Probá con el comienzo de una palabra.</p>
      )}
    </>
  )
}

const getKey = ({ to, label }: Command): string => `${to} ${label}`

/** Returns the index of the chosen option: the first one, unless the arrow keys chose another. */
const findActive = (commands: Command[], key: string | null): number =>
  Math.max(
    0,
    commands.findIndex((command) => getKey(command) === key),
  )

/** Longest time for which an empty menu waits for the actions, because a longer wait is noticed. ms */
const ACTIONS_WAIT_MS = 1_000

interface Actions {
  list: Command[]
  /** True when they arrived in time for the first places. Later they go to the end, where they move no other entry. */
  areFirst: boolean
}

/**
 * Loads the entries that perform an action. Features declare them in index.parts.ts. null until they arrive or
 * `ACTIONS_WAIT_MS` is over.
 */
function useActions(): Actions | null {
  const [actions, setActions] = useState<Actions | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => setActions((now) => now ?? { list: [], areFirst: false }), ACTIONS_WAIT_MS)
    void loadCommands().then((list) => {
      if (!isOver) setActions((now) => ({ list, areFirst: now === null }))
    })
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return actions
}

const ITEMS_A_RESOURCE = 4
const SEARCH_DELAY_MS = 200
/** Minimum length of a search for items. A single letter would find too many. */
const QUERY_MIN = 2

/** Searches items by the typed words. */
function useItems(typed: string): { items: Command[]; isSearching: boolean; failure: string } {
  const q = typed.trim()
  const [answer, setAnswer] = useState<{ q: string; items: Command[]; failure: string }>({
    q: '',
    items: [],
    failure: '',
  })
  const isWorthIt = q.length >= QUERY_MIN

  useEffect(() => {
    if (!isWorthIt) return
    let isOver = false
    const timer = setTimeout(async () => {
      const answers = await Promise.all(
        resourceNames.map((name) => listItems(name, { q, state: 'all', limit: ITEMS_A_RESOURCE })),
      )
      if (isOver) return
      const items = answers.flatMap((one, index) => {
        const declaration = getDeclaration(resourceNames[index] as (typeof resourceNames)[number])
        if (!one.ok) return []
        return one.value
          .map((item) => ({
            to: editPath(declaration, item._id),
            label: getItemName(declaration, item),
            group: declaration.words.many,
          }))
          .toSorted((a, b) => Number(isNameMatch(b, q)) - Number(isNameMatch(a, q)))
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
  // These results belong to words that were typed before, so they are not shown.
  if (answer.q !== q) return { items: [], isSearching: true, failure: '' }
  return { items: answer.items, isSearching: false, failure: answer.failure }
}

/** Returns the name of an item. Nights also get their day, because two nights can have the same name. */
function getItemName(declaration: Declaration, item: AnyEntity): string {
  const { orderBy, nameField, displayNameField } = declaration
  const date = item[orderBy ?? '']
  const isDated =
    typeof date === 'string' && (orderBy !== nameField || typeof item[displayNameField ?? ''] === 'string')
  return isDated
    ? `${formatItemName(declaration, item)} · ${formatDate(date)}`
    : formatItemName(declaration, item)
}

/** True when the name of the item contains the words. Otherwise only its texts do. */
const isNameMatch = ({ label }: Command, q: string): boolean =>
  getWords(q).every((part) => getWords(label).some((word) => word.startsWith(part)))
