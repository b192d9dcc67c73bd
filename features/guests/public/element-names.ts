/** Custom elements of guests. Scripts of the browser and components of the server share them. */

export const SAVED_PLACE_TAG = 'saved-place'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [SAVED_PLACE_TAG]: React.HTMLAttributes<HTMLElement> & {
        'data-night': string
        'data-code'?: string
        /** End of the night. ms since 1970 */
        'data-until'?: number
      }
    }
  }
}
