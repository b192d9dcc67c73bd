import './order-list.css'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { listItems } from '../../../admin-layout/list-items.ts'
import { ProblemText } from '../../../admin-layout/screen-parts.tsx'
import type { Answer } from '../../../api/client/call.ts'
import type { ProblemDetails } from '../../../api/shared/problems.ts'
import { Bar } from '../../../forms/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../../../forms/form-problem.tsx'
import { useUndo } from '../../../forms/undo.tsx'
import { PAGE_SIZE_MAX } from '../../../shared/limits.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import type { Declaration } from '../../shared/fields.ts'
import { formatItemName } from '../../shared/item-names.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { useReorder } from '../fields/rows/use-reorder.ts'
import { findPreviousId, moveItemBehind, moveItemTo } from './moves.ts'
import { dragRow } from './order-drag.ts'

type OrderedDeclaration = Declaration & { name: ResourceName }

/** Largest number of attempts to save a move. An attempt fails when another administrator changed the order before it. */
const ATTEMPTS = 4

/**
 * The order on the server. Saves one move at a time, because each move is based on the order that the previous save
 * returned.
 */
function useSavedOrder(declaration: OrderedDeclaration) {
  const resource = declaration.name
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const saved = useRef<{ ids: string[]; etag: string | null }>({ ids: [], etag: null })
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  async function read(): Promise<ProblemDetails | null> {
    const [order, items] = await Promise.all([
      adminApi.get(`/order/${resource}`),
      listItems(resource, { order: 'manual', state: 'all', limit: PAGE_SIZE_MAX }),
    ])
    if (!order.ok) return order.problem
    if (!items.ok) return items.problem
    saved.current = { ids: order.value.ids, etag: order.etag }
    setNames(new Map(items.value.map((item) => [item._id, formatItemName(declaration, item)])))
    return null
  }

  async function write(id: string, behind: string | null): Promise<Answer<unknown>> {
    for (let attempt = 1; ; attempt++) {
      const next = moveItemBehind(saved.current.ids, id, behind)
      const { etag } = saved.current
      const answer = await adminApi.put(`/order/${resource}`, { body: { ids: next }, etag })
      if (answer.ok) {
        saved.current = { ids: answer.value.ids, etag: answer.etag }
        return answer
      }
      // Another administrator moved, added or deleted an item, so the move is repeated in the new order.
      const isStale = answer.problem.status === 412 || answer.problem.status === 400
      if (!isStale || attempt === ATTEMPTS || (await read()) !== null) return answer
    }
  }

  /** Saves a move. @param behind the item before the new place. null for the first place */
  function save(id: string, behind: string | null): Promise<Answer<unknown>> {
    const answer = queue.current.then(() => write(id, behind))
    queue.current = answer
    return answer
  }

  return { names, saved, read, save }
}

interface OrderListProps {
  declaration: OrderedDeclaration
  onDone: () => void
}

/** A list of all items of a resource, including hidden items. Each move is saved at once. */
export function OrderList({ declaration, onDone }: OrderListProps) {
  const { noticeMs: ms, words } = declaration
  const { names, saved, read, save } = useSavedOrder(declaration)
  const [ids, setIds] = useState<string[] | null>(null)
  const [refusal, setRefusal] = useState<ProblemDetails | null>(null)
  const { problem, reportProblem, clearProblem } = useFormProblem(ms)
  const undo = useUndo({ ms, onUndone: async () => setIds(saved.current.ids) })
  const { list, announced, announce, move, onKey } = useReorder({
    ids: () => ids ?? [],
    onMove: (id, to, control) => void moveAndSave(id, to, control),
    announcement: (id, place, count) => `«${names.get(id) ?? ''}», lugar ${place} de ${count}.`,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the list opens
  useEffect(() => {
    void read().then((refusal) => {
      setRefusal(refusal)
      if (refusal === null) setIds(saved.current.ids)
    })
  }, [])

  async function moveAndSave(id: string, to: number, control: string | undefined) {
    if (ids === null) return
    const next = moveItemTo(ids, id, to)
    const [was, behind] = [findPreviousId(ids, id), findPreviousId(next, id)]
    const name = names.get(id) ?? ''
    clearProblem()
    setIds(next)
    const answer = await save(id, behind)
    if (!answer.ok) {
      setIds(saved.current.ids)
      announce('')
      reportProblem(answer.problem, {
        again: () => move(id, to, control),
        failedAction: { sentence: `«${name}» quedó donde estaba.`, label: `mover «${name}»` },
      })
      return
    }
    // Shows the changes of other administrators, unless another move is still being saved.
    setIds((shown) => (shown === next ? saved.current.ids : shown))
    undo.offer({
      said: `«${name}» pasó al lugar ${to + 1}.`,
      back: `«${name}» volvió a su lugar.`,
      next: `[data-row="${id}"] ${HANDLE}`,
      undo: () => save(id, was),
    })
  }

  if (refusal) return <ProblemText problem={refusal} />
  if (ids === null) return <p className="total">Buscando el orden…</p>
  if (ids.length > PAGE_SIZE_MAX) return <p>A mano se ordenan hasta {PAGE_SIZE_MAX}, y acá hay más.</p>
  return (
    <>
      <p>El sitio {words.article === 'la' ? 'las' : 'los'} muestra en este orden. Lo nuevo entra primero.</p>
      <p className="unseen" {...liveRegion}>
        {announced}
      </p>
      <ol className="order-list" ref={list}>
        {ids.map((id, index) => (
          <OrderRow
            key={id}
            id={id}
            index={index}
            count={ids.length}
            name={names.get(id)}
            onMove={(to, control) => move(id, to, control)}
            onDrag={(event) => dragRow(list.current, event, index, (to) => move(id, to, HANDLE))}
            onKey={(event) => onKey(event, id, HANDLE, { ArrowUp: index - 1, ArrowDown: index + 1 })}
          />
        ))}
      </ol>
      <Bar>
        {problem && <FormProblemRow problem={problem} />}
        {undo.rows}
        <button type="button" className="button button-strong" onClick={onDone}>
          Listo
        </button>
      </Bar>
    </>
  )
}

const HANDLE = '.order-handle'

interface OrderRowProps {
  id: string
  index: number
  count: number
  name: string | undefined
  /** Moves the row. @param control selector of the control that moved the row */
  onMove: (to: number, control: string) => void
  onDrag: (event: PointerEvent<HTMLButtonElement>) => void
  onKey: (event: KeyboardEvent) => void
}

function OrderRow({ id, index, count, name, onMove, onDrag, onKey }: OrderRowProps) {
  const step = (to: number, className: string, sign: string, verb: string) => (
    <button
      type="button"
      className={`order-step ${className}`}
      aria-disabled={to < 0 || to >= count || undefined}
      onClick={() => onMove(to, `.${className}`)}
    >
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">
        {verb} {name}
      </span>
    </button>
  )
  return (
    <li data-row={id} className="order-row">
      <button
        type="button"
        className="order-handle"
        aria-label={`Mover ${name}`}
        aria-description="Arrastrá, o usá las flechas de arriba y abajo."
        onPointerDown={onDrag}
        onKeyDown={onKey}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <PlaceField
        label={`Lugar de ${name}, de ${count}`}
        place={index + 1}
        onMove={(place) => onMove(Math.max(0, Math.min(count, place) - 1), '.order-place')}
      />
      <span className="order-name">{name}</span>
      {step(index - 1, 'order-up', '↑', 'Subir')}
      {step(index + 1, 'order-down', '↓', 'Bajar')}
    </li>
  )
}

interface PlaceFieldProps {
  label: string
  place: number
  onMove: (place: number) => void
}

/** The place of a row as a number. Typing another number and Enter moves the row to that place. */
function PlaceField({ label, place, onMove }: PlaceFieldProps) {
  const [typed, setTyped] = useState(`${place}`)
  useEffect(() => setTyped(`${place}`), [place])
  const move = () => {
    const wanted = Number.parseInt(typed, 10)
    if (Number.isNaN(wanted) || wanted === place) setTyped(`${place}`)
    else onMove(wanted)
  }
  return (
    <input
      className="control mono order-place"
      inputMode="numeric"
      maxLength={3}
      aria-label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={move}
      onKeyDown={({ key }) => {
        if (key === 'Enter') move()
      }}
    />
  )
}
