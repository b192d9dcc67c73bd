/** Names that scripts of the browser and components of the server share. */

export const CAROUSEL_TAG = 'beat-carousel'
export const FILM_TAG = 'beat-film'
export const LETTERS_TAG = 'beat-letters'
export const PLAYER_TAG = 'embed-player'
export const SHARE_TAG = 'share-page'

/** Set on <html> of a page whose address contains a secret. */
export const PRIVATE_ATTRIBUTE = 'data-private'

/** Set on <html> when React has hydrated a screen. */
export const HYDRATED_ATTRIBUTE = 'data-hydrated'

/** Fired on `document` when React has hydrated a screen. */
export const HYDRATED_EVENT = 'hydrated'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [CAROUSEL_TAG]: React.HTMLAttributes<HTMLElement> & {
        'data-kind': 'fade' | 'row'
        'data-every': number
      }
      [LETTERS_TAG]: React.HTMLAttributes<HTMLElement>
      [FILM_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-sources': string }
      [PLAYER_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-player': string; 'data-frame': string }
      [SHARE_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-title': string }
    }
  }
}
