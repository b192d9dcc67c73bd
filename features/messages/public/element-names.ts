/** Custom elements of /contact. Scripts of the browser and components of the server share them. */

export const MAP_TAG = 'street-map'
export const CONTACT_FORM_TAG = 'contact-form'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [MAP_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-lat': number; 'data-lon': number }
      [CONTACT_FORM_TAG]: React.HTMLAttributes<HTMLElement> & { 'data-words': string | undefined }
    }
  }
}
