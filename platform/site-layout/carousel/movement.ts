/** The movements of a carousel. */
export interface Movement {
  /** Moves by this number of slides. */
  move(by: number): void
  /** Ends a drag. @param from scroll position before the drag @param distance of the drag in CSS px */
  endDrag(from: number, distance: number): void
  /** Moves the focus to the next slide (1) or to the previous one (-1). */
  focusNext(by: number): void
}
