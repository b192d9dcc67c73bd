/**
 * Islands: React components of public pages that also run in the browser.
 *
 *     export const Share = island('share', 'interaction', ({ title }: { title: string }) => …)
 *
 * The server renders an island with its page, inside an element that has its name and props. The manifest of the feature
 * lists it (`index.islands.ts`), and browser/hydrate-islands.ts decides when React takes it over. Props are JSON or React elements.
 * The browser keeps the HTML of the elements, so their code and data do not reach it. An island is a root of its own: it
 * reads no contexts of the page, and `useId` returns other ids than on the server.
 */
import { type FunctionComponent, isValidElement, type ReactNode, useContext } from 'react'
import { PageDelivery } from '../../pages/delivery/page-delivery.ts'
import { SLOT_KEY, SLOT_TAG as Slot, ISLAND_TAG as Tag } from './island-names.ts'

/**
 * When React takes over an island: when a visitor uses it. Also when it is on the screen after the page has loaded: always ('visible'),
 * while motion is allowed ('moving'), or when local storage has a key ('stored:<key>').
 */
type When = 'interaction' | 'visible' | 'moving' | `stored:${string}`

export type Island<P extends object = never> = FunctionComponent<P> & { readonly island: string }

/** In the browser an island is its component. On the server the component is inside the element of the island. */
export const island = <P extends object>(
  name: string,
  when: When,
  Component: FunctionComponent<P>,
): Island<P> => Object.assign(import.meta.env.SSR ? wrap(name, when, Component) : Component, { island: name })

const wrap = <P extends object>(
  name: string,
  when: When,
  Component: FunctionComponent<P>,
): FunctionComponent<P> =>
  function Island(props) {
    const { screen, isEmbed } = useContext(PageDelivery)
    // React hydrates a whole screen, and a frame for other sites has no scripts.
    if (screen || isEmbed) return <Component {...props} />
    const [json, wrapped] = separateElements(props)
    return (
      <Tag data-island={name} data-when={when} data-props={json}>
        <Component {...wrapped} />
      </Tag>
    )
  }

/** @returns the JSON of the props, with a number for each element, and the props with each element in its numbered part */
function separateElements<P extends object>(props: P): [string, P] {
  let count = 0
  const json = JSON.stringify(props, (key, value) => {
    if (typeof value === 'function')
      throw new Error(`${key} is a function, which cannot be a prop of an island`)
    return isValidElement(value) ? { [SLOT_KEY]: count++ } : value
  })
  let wrappedCount = 0
  const wrapElements = (value: unknown): unknown => {
    if (isValidElement(value)) return <Slot data-part={wrappedCount++}>{value as ReactNode}</Slot>
    if (Array.isArray(value)) return value.map(wrapElements)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wrapElements(each)]))
  }
  return [json, wrapElements(props) as P]
}
