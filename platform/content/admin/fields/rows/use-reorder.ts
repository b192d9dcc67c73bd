import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface ReorderOptions {
  /** Returns the ids in their current order, even before React renders that order. */
  ids: () => readonly string[]
  /** Moves a row, and updates everything that depends on the order. */
  onMove: (id: string, to: number, control?: string) => void
  /** Returns the new place of a row in words, for screen readers. */
  announcement: (id: string, place: number, count: number) => string
}

/**
 * Moves the rows of a list, announces the new place, and keeps the focus on the control that moved the row. Each row has
 * its id in the attribute `data-row`.
 */
export function useReorder({ ids, onMove, announcement }: ReorderOptions) {
  const list = useRef<HTMLOListElement>(null)
  const [announced, announce] = useState('')
  const focusIn = useFocusInRow(list)

  /**
   * Moves a row.
   * @param control selector of the row's control to focus, because an element that moves in the page loses the focus
   */
  function move(id: string, to: number, control?: string) {
    const now = ids()
    const from = now.indexOf(id)
    if (from < 0 || to === from || to < 0 || to >= now.length) return
    onMove(id, to, control)
    announce(announcement(id, to + 1, now.length))
    if (control !== undefined) focusIn(id, control)
  }

  /** Handles a key on the handle of a row. @param targets the row's new place for each key */
  function onKey(event: KeyboardEvent, id: string, control: string, targets: Record<string, number>) {
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(id, to, control)
  }

  return { list, announced, announce, focusIn, move, onKey }
}

/** Returns a function that focuses a control of a row after the next render. */
function useFocusInRow(list: RefObject<HTMLElement | null>) {
  const [focus, setFocus] = useState<{ id: string; control: string } | null>(null)
  useEffect(() => {
    if (!focus) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(focus.id)}"]`)
    const control = row?.querySelector<HTMLElement>(focus.control)
    control?.focus()
    // Typing replaces a proposed value.
    if (control instanceof HTMLInputElement) control.select()
    setFocus(null)
  }, [focus, list])
  return (id: string, control: string) => setFocus({ id, control })
}

/**
 * Follows a pressed pointer until it is released.
 * @param onEnd `isDropped` is false when the browser cancels the pointer
 */
export function followPointer(
  pointerId: number,
  onMove: (event: PointerEvent) => void,
  onEnd: (isDropped: boolean) => void,
): void {
  const following = new AbortController()
  const { signal } = following
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    following.abort()
    onEnd(event.type === 'pointerup')
  }
  // The listener is on the window, because the handle can leave the page and return while its row moves.
  window.addEventListener('pointermove', (event) => event.pointerId === pointerId && onMove(event), {
    signal,
  })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}
