import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { formatItemCount } from '../../../admin-layout/admin-words.ts'
import { Button } from '../../../admin-layout/button.tsx'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { verbs } from '../../../admin-layout/paths.ts'
import { findPlace, getDeclarationAt } from '../../../admin-layout/screen-list.ts'
import { Heading } from '../../../admin-layout/screen-parts.tsx'
import { ChunkError, loadChunk } from '../../../api/client/load-chunk.ts'
import { FROM_KEY, readPublicOrigin } from '../../../api/client/session.ts'
import { Bar } from '../../../forms/action-bar.tsx'
import { AllRowsCheckbox, ChosenCount, useChoosing } from '../../../forms/choosing.tsx'
import { FormProblemRow, useFormProblem } from '../../../forms/form-problem.tsx'
import { getItemSelector, type Undoable, useUndo } from '../../../forms/undo.tsx'
import { moveFocus } from '../../../ui/focus.ts'
import { notify } from '../../../ui/notify.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { ItemActions, RemoveItems } from '../item/item-actions.tsx'
import type { ItemNames } from '../item/remove-items.tsx'
import { ItemList } from './item-list.tsx'
import { type LoadedItems, loadItems } from './item-query.ts'
import { readJustCreated } from './just-created.ts'
import { countFilters } from './list-filters.tsx'

// Loaded on demand, because most lists open without a new item and are not ordered by hand.
const NewItem = lazyPart('nuevo', async () => (await import('./new-item.tsx')).NewItem)
const OrderList = lazyPart('orden', async () => (await import('./order-list.tsx')).OrderList)

const none: ItemNames = new Map()

export const clientLoader = loadItems

/**
 * The list of a resource. It has three addresses: the menu of the section, the list to edit items and the list to delete
 * items.
 */
export default function ItemListScreen() {
  const { pathname } = useLocation()
  return <ListScreen key={pathname} />
}

/** Shows the list. At the address to delete items, the list opens with checkboxes. The menu also shows a new item. */
function ListScreen() {
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const declaration = useMemo(() => getDeclarationAt(pathname), [pathname])
  const place = findPlace(pathname)?.screen
  const isMenu = place === 'menu'
  const isRemoving = place === 'remove'
  const made = isMenu ? readJustCreated(state) : null
  const loaded = useLoaderData<LoadedItems>()
  const { revalidate } = useRevalidator()
  const [isChoosing, setChoosing] = useState(isRemoving)
  const [isOrdering, setOrdering] = useState(false)
  const { chosen, setChosen, choose, chooseNone } = useChoosing<string>()
  const [removing, setRemoving] = useState(none)
  const { lastOpened, rememberPosition } = useScrollPosition(address)
  const { words, noticeMs: ms } = declaration
  const undo = useUndo({ ms, onUndone: () => revalidate() })
  const bulk = useBulkChange({ declaration, chosen, setChosen, onChanged: undo.offer })

  async function showChanged(undoable?: Undoable, gone = none) {
    setChosen(new Map([...chosen].filter(([id]) => !gone.has(id))))
    await revalidate()
    if (undoable) undo.offer(undoable)
    else moveFocus(null)
  }

  const action = useRowActions({ declaration, address, isRemoving, rememberPosition, showChanged })

  if (isOrdering)
    return (
      <div key="order" className="screen">
        <Heading>Ordenar {words.several ?? words.many.toLowerCase()}</Heading>
        <OrderList
          declaration={declaration}
          onDone={() => {
            setOrdering(false)
            void revalidate()
          }}
        />
      </div>
    )

  const items = loaded.answer.ok ? loaded.answer.value : []
  return (
    <div
      key="list"
      className="screen list-screen"
      data-menu={(isMenu && loaded.q === '' && countFilters(loaded) === 0) || undefined}
    >
      <Heading action={place === 'update' && <CreateLink declaration={declaration} />}>
        {isRemoving ? `Borrar ${words.one}` : words.many}
      </Heading>
      {isMenu && <SectionEntries declaration={declaration} />}
      {made && <NewItem declaration={declaration} made={made} />}
      <ItemList
        {...loaded}
        declaration={declaration}
        lastOpened={lastOpened}
        tools={
          items.length > 0 && !isMenu
            ? {
                actions: (
                  <Button
                    aria-pressed={isChoosing}
                    onClick={() => {
                      chooseNone()
                      setChoosing(!isChoosing)
                    }}
                  >
                    Elegir<span className="unseen"> varios</span>
                  </Button>
                ),
                order: declaration.ordered && <Button onClick={() => setOrdering(true)}>Ordenar</Button>,
              }
            : null
        }
        {...(isChoosing && { chosen, choose })}
        action={action}
      >
        {isChoosing && (
          <AllRowsCheckbox
            count={items.length}
            isChosen={items.every(({ _id }) => chosen.has(_id))}
            onChoose={(isChosen) =>
              choose(
                items.map((item) => [item._id, formatDatedItemName(declaration, item)]),
                isChosen,
              )
            }
          />
        )}
      </ItemList>
      {(chosen.size > 0 || bulk.problem || undo.rows) && (
        <Bar>
          {bulk.problem && <FormProblemRow problem={bulk.problem} />}
          {undo.rows}
          {chosen.size > 0 && (
            <>
              <ChosenCount count={chosen.size} done={bulk.doneCount} onNone={chooseNone} />
              <Button onClick={() => void bulk.change('publish')}>Publicar</Button>
              <Button onClick={() => void bulk.change('unpublish')}>Pasar a borrador</Button>
              <Button kind="danger" onClick={() => setRemoving(chosen)}>
                Borrar {chosen.size === 1 ? 'el elegido' : `los ${chosen.size}`}
              </Button>
            </>
          )}
        </Bar>
      )}
      {removing.size > 0 && (
        <RemoveItems
          declaration={declaration}
          items={removing}
          onChanged={(undoable) => void showChanged(undoable, removing)}
          onClose={() => setRemoving(none)}
        />
      )}
    </div>
  )
}

interface SectionProps {
  declaration: Declaration
}

const CreateLink = ({ declaration: { admin, words } }: SectionProps) => (
  <Link className="button" to={admin.create}>
    Crear<span className="unseen"> {words.one}</span>
  </Link>
)

/** The entries of the section's menu, as the specification prescribes them. */
function SectionEntries({ declaration: { admin, words } }: SectionProps) {
  return (
    <nav className="section-entries" aria-label={words.many}>
      {(['create', 'update', 'remove'] as const).map((screen) => (
        <Link key={screen} className="button" to={admin[screen]}>
          {verbs[screen]}
          <span className="unseen"> {words.one}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The item that was opened from each list, and the scroll position at that time (px), by address of the list. */
const positions = new Map<string, { id: string; y: number }>()

/** Restores the scroll position of a list after an administrator returns from an item's form. */
function useScrollPosition(address: string) {
  const [position] = useState(() => positions.get(address))
  // This is an effect because effects run after the router has scrolled to the top. Rendering must not scroll, because
  // React can render a screen more than once before the browser shows it.
  useEffect(() => {
    if (!position) return
    positions.delete(address)
    scrollTo(0, position.y)
  }, [position, address])
  return {
    lastOpened: position?.id,
    rememberPosition: (id: string) => positions.set(address, { id, y: scrollY }),
  }
}

interface RowActionsOptions {
  declaration: Declaration & { name: ResourceName }
  address: string
  isRemoving: boolean
  rememberPosition(id: string): void
  showChanged(undoable: Undoable | undefined, gone: ItemNames): Promise<void>
}

/**
 * Returns a function that renders the buttons of a row. The function changes only with the address, so that memoized rows
 * are not rendered again.
 */
function useRowActions({
  declaration,
  address,
  isRemoving,
  rememberPosition,
  showChanged,
}: RowActionsOptions) {
  const from = readPublicOrigin(useSearchParams()[0])
  const latest = useRef({ rememberPosition, showChanged })
  latest.current = { rememberPosition, showChanged }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a list of its own
  return useCallback(
    (item: AnyEntity) => (
      <ItemActions
        declaration={declaration}
        item={item}
        onChanged={(undoable) => void latest.current.showChanged(undoable, new Map([[item._id, '']]))}
        onEdit={() => latest.current.rememberPosition(item._id)}
        first={isRemoving ? 'remove' : 'edit'}
        search={from === null ? '' : `?${new URLSearchParams({ [FROM_KEY]: from })}`}
      />
    ),
    [declaration, address, from, isRemoving],
  )
}

const bulkWords = {
  publish: { done: 'Publicaste', failed: 'No se publicó' },
  unpublish: { done: 'Pasaste a borrador', failed: 'No pasó a borrador' },
}

interface BulkChangeOptions {
  declaration: Declaration & { name: ResourceName }
  chosen: ItemNames
  setChosen(chosen: ItemNames): void
  onChanged(undoable: Undoable): void
}

/** Publishes or hides the chosen items. Items that could not be changed stay chosen, and the problem names them. */
function useBulkChange({ declaration, chosen, setChosen, onChanged }: BulkChangeOptions) {
  const { name: resource, words, noticeMs: ms } = declaration
  const { revalidate } = useRevalidator()
  /** Number of finished items. null while no change is running. */
  const [doneCount, setDoneCount] = useState<number | null>(null)
  const { problem, report, clearProblem } = useFormProblem(ms)

  async function change(to: keyof typeof bulkWords) {
    if (doneCount !== null) return
    clearProblem()
    setDoneCount(0)
    const bulk = await loadChunk('cambios', () => import('./bulk.ts')).catch((error: ChunkError) => error)
    if (bulk instanceof ChunkError) {
      console.error(bulk)
      setDoneCount(null)
      report(bulk.message)
      return
    }
    const { changeAll, joinNames } = bulk
    const { done, failed, detail, undo } = await changeAll(resource, chosen, to, setDoneCount)
    setDoneCount(null)
    setChosen(failed)
    const which = done.size === 1 ? joinNames(done.values()) : formatItemCount(done.size, words)
    const sentence = `${bulkWords[to].done} ${which}.`
    if (failed.size > 0) report(`${bulkWords[to].failed} ${joinNames(failed.values())}. ${detail}`)
    if (done.size === 0) {
      if (failed.size === 0) notify({ title: 'Actualizado', text: 'Ya estaba así: no cambió nada.', ms })
      return
    }
    notify({ title: 'Actualizado', text: sentence, ms })
    await revalidate()
    const [first] = done.keys()
    onChanged({
      said: sentence,
      back: `Como antes: ${which}.`,
      takesFocus: true,
      next: getItemSelector(first),
      undo,
    })
  }

  return { problem, doneCount, change }
}
