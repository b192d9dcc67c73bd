/** Names in the HTML of islands, for the server and the browser. */

/** The element of an island. */
export const ISLAND_TAG = 'react-island'

/** The element around HTML of the server inside an island. */
export const SLOT_TAG = 'server-part'

/** Marks the place of such HTML in the JSON of the props. Its value is the number in `data-part`. */
export const SLOT_KEY = '$html'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [ISLAND_TAG]: React.HTMLAttributes<HTMLElement> & {
        'data-island': string
        'data-when': string
        'data-props': string
      }
      [SLOT_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-part': number }
    }
  }
}
