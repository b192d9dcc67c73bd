import { listItems } from './list-items.ts'
import './order-list.css'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { ProblemText } from '../../../admin-layout/screen-parts.tsx'
import type { Answer } from '../../../api/client/call.ts'
import type { ProblemDetails } from '../../../api/shared/problems.ts'
import { PAGE_SIZE_MAX } from '../../../shared/limits.ts'
import { nameOf } from '../../../shared/names.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { ResourceName } from '../../shared/resources.ts'
import { Bar } from '../form/action-bar.tsx'
import { FormProblemRow, useFormProblem } from '../form/form-problem.tsx'
import { useUndo } from '../item/undo.tsx'
import { beforeIt, movedBehind, movedTo } from './moves.ts'

interface OrderListProps {
  declaration: Declaration & { name: ResourceName }
  onDone: () => void
}

interface Ordered {
  ids: string[]
  etag: string | null
}

/** Somebody may order them at the same moment, and again. */
const ATTEMPTS = 4

/** So near an edge of the window (px) a drag scrolls it, so many px at a time. */
const EDGE = 72
const SCROLL_STEP = 14

/** All items of a resource in one list, hidden ones too, to be put in order. Each move is saved at once. */
export function OrderList({ declaration, onDone }: OrderListProps) {
  const { name: resource, noticeMs: ms, words } = declaration
  const [ids, setIds] = useState<string[] | null>(null)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [refusal, setRefusal] = useState<ProblemDetails | null>(null)
  const [said, setSaid] = useState('')
  /** The order as it was last saved, and the moves that are on their way. */
  const saved = useRef<Ordered>({ ids: [], etag: null })
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const list = useRef<HTMLOListElement>(null)
  /** What has the focus once the row has moved. */
  const focused = useRef<{ id: string; part: string } | null>(null)
  const { problem, reportProblem, clearProblem } = useFormProblem(ms)
  const undo = useUndo({ ms, onUndone: async () => setIds(saved.current.ids) })

  async function read(): Promise<ProblemDetails | null> {
    const [order, items] = await Promise.all([
      adminApi.get(`/order/${resource}`),
      listItems(resource, { order: 'manual', state: 'all', limit: PAGE_SIZE_MAX }),
    ])
    if (!order.ok) return order.problem
    if (!items.ok) return items.problem
    saved.current = { ids: order.value.ids, etag: order.etag }
    setNames(new Map(items.value.map((item) => [item._id, nameOf(declaration, item)])))
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the list opens
  useEffect(() => {
    void read().then((refusal) => {
      setRefusal(refusal)
      if (refusal === null) setIds(saved.current.ids)
    })
  }, [])

  // A row that moves in the page loses the focus.
  useEffect(() => {
    const { id = '', part = '' } = (ids && focused.current) ?? {}
    const row = [...(list.current?.children ?? [])].find((one) => (one as HTMLElement).dataset.id === id)
    row?.querySelector<HTMLElement>(`.${part}`)?.focus()
    focused.current = null
  }, [ids])

  /** One move after the other, each on top of what is saved by then. */
  function save(id: string, behind: string | null): Promise<Answer<unknown>> {
    const work = async (): Promise<Answer<unknown>> => {
      for (let attempt = 1; ; attempt++) {
        const next = movedBehind(saved.current.ids, id, behind)
        const { etag } = saved.current
        const answer = await adminApi.put(`/order/${resource}`, { body: { ids: next }, etag })
        if (answer.ok) {
          saved.current = { ids: answer.value.ids, etag: answer.etag }
          return answer
        }
        // Somebody ordered them, or there are others than before: the move is made in what they left.
        const isStale = answer.problem.status === 412 || answer.problem.status === 400
        if (!isStale || attempt === ATTEMPTS || (await read()) !== null) return answer
      }
    }
    const answer = queue.current.then(work)
    queue.current = answer
    return answer
  }

  async function move(id: string, to: number, part: string) {
    if (ids === null) return
    const index = ids.indexOf(id)
    const target = Math.max(0, Math.min(ids.length - 1, to))
    if (target === index) return
    const next = movedTo(ids, id, target)
    const [was, behind] = [beforeIt(ids, id), beforeIt(next, id)]
    focused.current = { id, part }
    clearProblem()
    setIds(next)
    const name = names.get(id) ?? ''
    setSaid(`«${name}», lugar ${target + 1} de ${ids.length}.`)
    const answer = await save(id, behind)
    if (!answer.ok) {
      setIds(saved.current.ids)
      setSaid('')
      reportProblem(answer.problem, {
        again: () => void move(id, target, part),
        failedAction: { sentence: `«${name}» quedó donde estaba.`, label: `mover «${name}»` },
      })
      return
    }
    // With what others did meanwhile; while more is on its way, that says it.
    setIds((shown) => (shown === next ? saved.current.ids : shown))
    undo.offer({
      said: `«${name}» pasó al lugar ${target + 1}.`,
      back: `«${name}» volvió a su lugar.`,
      undo: () => save(id, was),
    })
  }

  /** The row follows the finger and the others make room; nothing moves in the page before it is let go. */
  function drag(event: PointerEvent<HTMLButtonElement>, id: string) {
    if (ids === null || event.button !== 0 || !list.current) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.focus({ preventScroll: true })
    handle.setPointerCapture(event.pointerId)
    const rows = [...list.current.children] as HTMLElement[]
    const from = ids.indexOf(id)
    const row = rows[from]
    if (!row) return
    const tops = rows.map((one) => one.offsetTop)
    const height = row.offsetHeight
    const start = event.clientY + scrollY
    let y = event.clientY
    let to = from
    row.dataset.dragged = ''

    const follow = () => {
      const by = y + scrollY - start
      const middle = (tops[from] ?? 0) + by + height / 2
      to = rows.filter((one, at) => at !== from && (tops[at] ?? 0) + one.offsetHeight / 2 < middle).length
      row.style.translate = `0 ${by}px`
      for (const [at, one] of rows.entries()) {
        if (at === from) continue
        const shift = at > from && at <= to ? -height : at < from && at >= to ? height : 0
        one.style.translate = shift === 0 ? '' : `0 ${shift}px`
      }
    }
    const scroller = setInterval(() => {
      const step = y < EDGE ? -SCROLL_STEP : y > innerHeight - EDGE * 2 ? SCROLL_STEP : 0
      if (step === 0) return
      scrollBy(0, step)
      follow()
    }, 16)
    const onMove = (moved: globalThis.PointerEvent) => {
      y = moved.clientY
      follow()
    }
    const end = (isDropped: boolean) => {
      clearInterval(scroller)
      handle.removeEventListener('pointermove', onMove)
      handle.removeEventListener('pointerup', onDrop)
      handle.removeEventListener('pointercancel', onCancel)
      delete row.dataset.dragged
      for (const one of rows) one.style.translate = ''
      if (isDropped) void move(id, to, 'order-handle')
    }
    const onDrop = () => end(true)
    const onCancel = () => end(false)
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('pointerup', onDrop)
    handle.addEventListener('pointercancel', onCancel)
  }

  if (refusal) return <ProblemText problem={refusal} />
  if (ids === null) return <p className="total">Buscando el orden…</p>
  if (ids.length > PAGE_SIZE_MAX) return <p>A mano se ordenan hasta {PAGE_SIZE_MAX}, y acá hay más.</p>
  const step = (id: string, to: number, part: string, sign: string, verb: string) => (
    <button
      type="button"
      className={`order-step ${part}`}
      aria-disabled={to < 0 || to >= ids.length || undefined}
      onClick={() => void move(id, to, part)}
    >
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">
        {verb} {names.get(id)}
      </span>
    </button>
  )
  return (
    <>
      <p>El sitio {words.article === 'la' ? 'las' : 'los'} muestra en este orden. Lo nuevo entra primero.</p>
      <p className="unseen" role="status">
        {said}
      </p>
      <ol className="order-list" ref={list}>
        {ids.map((id, index) => (
          <li key={id} data-id={id} className="order-row">
            <button
              type="button"
              className="order-handle"
              aria-label={`Mover ${names.get(id)}`}
              aria-description="Arrastrá, o usá las flechas de arriba y abajo."
              onPointerDown={(event) => drag(event, id)}
              onKeyDown={(event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (by === undefined) return
                event.preventDefault()
                void move(id, index + by, 'order-handle')
              }}
            >
              <span aria-hidden="true">⠿</span>
            </button>
            <PlaceField
              label={`Lugar de ${names.get(id)}, de ${ids.length}`}
              place={index + 1}
              onMove={(place) => void move(id, place - 1, 'order-place')}
            />
            <span className="order-name">{names.get(id)}</span>
            {step(id, index - 1, 'order-up', '↑', 'Subir')}
            {step(id, index + 1, 'order-down', '↓', 'Bajar')}
          </li>
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

interface PlaceFieldProps {
  label: string
  place: number
  onMove: (place: number) => void
}

/** The place as a number: another one, and Enter, moves the row there. */
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
