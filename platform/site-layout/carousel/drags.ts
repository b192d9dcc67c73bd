import { type HTMLAttributes, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Movement } from './movement.ts'

/** Distance from which a press is a drag and not a click. CSS px */
const DRAG_PX = 6

/** Handlers run in the capture phase, before the links in the carousel. A click that ends a drag must not open a link. */
export function useDrags(track: RefObject<HTMLElement | null>, isRow: boolean, endDrag: Movement['endDrag']) {
  const press = useRef<{ x: number; from: number } | null>(null)
  const wasDragged = useRef(false)
  const [isPressed, setPressed] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const release = ({ type, clientX }: PointerEvent) => {
    setPressed(false)
    setDragged(false)
    if (!press.current) return
    const { x, from } = press.current
    press.current = null
    if (wasDragged.current) endDrag(from, type === 'pointercancel' ? 0 : x - clientX)
  }
  const drags: HTMLAttributes<HTMLElement> = {
    onPointerDownCapture({ button, clientX, pointerType }) {
      if (button !== 0) return
      wasDragged.current = false
      setPressed(true)
      // The browser itself scrolls a row by touch.
      if (isRow && pointerType === 'touch') return
      press.current = { x: clientX, from: track.current?.scrollLeft ?? 0 }
    },
    onPointerMoveCapture({ clientX, pointerId, currentTarget }) {
      if (!press.current) return
      const distance = press.current.x - clientX
      if (!wasDragged.current && Math.abs(distance) < DRAG_PX) return
      if (!wasDragged.current) {
        wasDragged.current = true
        currentTarget.setPointerCapture(pointerId)
        setDragged(true)
      }
      if (isRow && track.current) track.current.scrollLeft = press.current.from + distance
    },
    onPointerUpCapture: release,
    onPointerCancelCapture: release,
    onDragStartCapture: (event) => event.preventDefault(),
    onClickCapture(event) {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { isPressed, isDragged, drags }
}
