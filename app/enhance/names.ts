/** What the script in the page's head and the framework have to call by the same name. */

/** Fired on `document` by the framework once every part of the page has come alive. */
export const ALIVE_EVENT = 'pagealive'
/** Fired on `document` when Cerrar Sesión did not succeed; the stored user stays (specification §4). */
export const SIGN_OUT_FAILED_EVENT = 'signoutfailed'
export const SIGN_OUT_FAILED = 'No pudimos cerrar la sesión. Probá de nuevo en un momento.'
/** Session storage key of the page that a click is leading to (see detour.ts). */
export const GOING_KEY = 'going'

/**
 * Local storage key: this browser was sent the club's own type; 'here' or absent. Where it is absent public pages wait
 * for it (see type.ts), and the back office does without, since it weighs more than a menu there (see admin/admin.css).
 */
export const TYPE_KEY = 'type'

/** Custom elements: they are defined before the body is read, and live without the framework. */
export const CAROUSEL_TAG = 'beat-carousel'
export const FILM_TAG = 'beat-film'
export const LETTERS_TAG = 'beat-letters'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [CAROUSEL_TAG]: React.HTMLAttributes<HTMLElement> & {
        'data-kind': 'fade' | 'row'
        'data-every': number
      }
      [LETTERS_TAG]: React.HTMLAttributes<HTMLElement>
      [FILM_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-sources': string }
    }
  }
}
