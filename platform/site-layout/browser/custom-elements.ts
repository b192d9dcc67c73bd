/** Defines custom elements by a function that runs when the element enters the page. */
import { whenActive } from './page-events.ts'

/** Function of an element that has entered the page. @param signal aborted when the element leaves the page */
export type Connect = (element: HTMLElement, signal: AbortSignal) => void

/** Custom elements by tag. */
export type Elements = Record<string, Connect>

/** Delays loading a custom element's code until such an element enters the page. */
export const lazyConnect =
  (load: () => Promise<Connect>): Connect =>
  (element, signal) =>
    load().then((connect) => signal.aborted || connect(element, signal), console.error)

export function defineElement(tag: string, connect: Connect): void {
  customElements.define(
    tag,
    class extends HTMLElement {
      #life = new AbortController()

      connectedCallback() {
        this.#life = new AbortController()
        const { signal } = this.#life
        whenActive(() => signal.aborted || connect(this, signal))
      }

      disconnectedCallback() {
        this.#life.abort()
      }
    },
  )
}

/** Returns the target of the event, or its nearest ancestor, that matches the selector. */
export const closest = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
