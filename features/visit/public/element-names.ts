/** Custom elements of directions. Scripts of the browser and components of the server share them. */

export const DIRECTIONS_TAG = 'direction-links'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [DIRECTIONS_TAG]: React.HTMLAttributes<HTMLElement>
    }
  }
}
