/** Names that scripts of the browser and components of the server share. */

export const CAROUSEL_TAG = 'beat-carousel'
export const FILM_TAG = 'beat-film'
export const LETTERS_TAG = 'beat-letters'
export const PLAYER_TAG = 'embed-player'
export const SHARE_TAG = 'share-page'
export const DIRECTIONS_TAG = 'direction-links'
export const MAP_TAG = 'street-map'
export const CONTACT_FORM_TAG = 'contact-form'
export const SAVED_PLACE_TAG = 'saved-place'

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
      [DIRECTIONS_TAG]: React.HTMLAttributes<HTMLElement>
      [MAP_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-lat': number; 'data-lon': number }
      [SAVED_PLACE_TAG]: React.HTMLAttributes<HTMLElement> & {
        'data-night': string
        'data-code'?: string
        /** End of the night. ms since 1970 */
        'data-until'?: number
      }
      [CONTACT_FORM_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-words': string | undefined }
    }
  }
}
