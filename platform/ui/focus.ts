/** Moves the focus away from elements that leave the page, because browsers would reset it to the start (WCAG 2.4.3). */

/** Focuses an element, and scrolls to it. The heading of the screen takes the focus when the element is not there. */
export const moveFocus = (next: HTMLElement | null | undefined): void =>
  (next?.isConnected ? next : document.querySelector('h1'))?.focus()

/**
 * Creates the ref of an element that can leave the page while the focus is inside.
 * @param findNext returns the element that takes the focus. Called after the change of the page
 */
export const passFocus =
  (findNext: () => HTMLElement | null | undefined) => (element: HTMLElement | null) => () => {
    if (!element?.contains(document.activeElement)) return
    // React calls this before it removes the element, and also when only the ref has changed.
    queueMicrotask(() => {
      if (!element.isConnected && document.activeElement === document.body) moveFocus(findNext())
    })
  }
