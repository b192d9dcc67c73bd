import type { EditorView } from '@tiptap/pm/view'

/** Between the caret and what sticks over the text, px. */
const ROOM = 8

/** Scrolls the caret into sight. ProseMirror knows the edges of the window, not what sticks to them. */
export function showCaret(view: EditorView): boolean {
  const { top, bottom } = view.coordsAtPos(view.state.selection.head)
  const upper = stickyBottom(view.dom.closest('.rich')?.querySelector('.rich-toolbar')) + ROOM
  const lower = innerHeight - (document.querySelector<HTMLElement>('.action-bar')?.offsetHeight ?? 0) - ROOM
  if (bottom > lower) scrollBy(0, bottom - lower)
  else if (top < upper) scrollBy(0, top - upper)
  return true
}

/** Where its lower edge is while it sticks. */
function stickyBottom(toolbar: Element | null | undefined): number {
  if (!toolbar) return 0
  const { top } = getComputedStyle(toolbar)
  return Number.parseFloat(top) + toolbar.getBoundingClientRect().height
}
