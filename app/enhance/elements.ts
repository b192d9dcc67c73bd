/** Behaviour that belongs to an element: it begins when the element comes into the page, whoever put it there. */

/** @param signal aborted when the element has left the page */
export type Live = (element: HTMLElement, signal: AbortSignal) => void

export function defineLive(tag: string, live: Live): void {
  customElements.define(
    tag,
    class extends HTMLElement {
      #life = new AbortController()

      connectedCallback() {
        this.#life = new AbortController()
        const { signal } = this.#life
        const begin = () => live(this, signal)
        // While the page is being read an element comes before what it holds.
        if (document.readyState === 'loading')
          document.addEventListener('DOMContentLoaded', begin, { signal })
        else begin()
      }

      disconnectedCallback() {
        this.#life.abort()
      }
    },
  )
}

/**
 * Hears what happens on the page before everybody else. While React takes a page over it stops at the document what it
 * cannot answer yet: further in, a key or a tap of that moment would be heard by nobody.
 */
export const hear = <Type extends keyof WindowEventMap>(
  type: Type,
  handle: (event: WindowEventMap[Type]) => void,
  signal?: AbortSignal,
) => addEventListener(type, handle, { capture: true, ...(signal && { signal }) })

/** What the nearest element with this selector was that an event came from. */
export const closest = ({ target }: Event, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null
