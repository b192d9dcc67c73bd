import type { PointerEvent } from 'react'
import { followPointer } from '../fields/rows/use-reorder.ts'

/** A drag scrolls the page within this distance from the edge of the window, px. */
const EDGE = 72
/** Distance of a scroll step, px. */
const SCROLL_STEP = 14
/** Time between two scroll steps, ms. */
const SCROLL_MS = 16

/**
 * Drags a row by its handle. The row follows the pointer, and the other rows make room. The order of the elements changes
 * only when the row is dropped.
 */
export function dragRow(
  list: HTMLElement | null,
  event: PointerEvent<HTMLButtonElement>,
  from: number,
  onDropped: (to: number) => void,
): void {
  const rows = [...(list?.children ?? [])] as HTMLElement[]
  const row = rows[from]
  if (event.button !== 0 || !row) return
  event.preventDefault()
  const handle = event.currentTarget
  handle.focus({ preventScroll: true })
  handle.setPointerCapture(event.pointerId)
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
  }, SCROLL_MS)
  const onMove = ({ clientY }: globalThis.PointerEvent) => {
    y = clientY
    follow()
  }
  followPointer(event.pointerId, onMove, (isDropped) => {
    clearInterval(scroller)
    delete row.dataset.dragged
    for (const one of rows) one.style.translate = ''
    if (isDropped) onDropped(to)
  })
}
