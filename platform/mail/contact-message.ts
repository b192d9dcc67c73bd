/** A message to the club, as POST /mail/sendMail takes it. */
export interface ContactMessage {
  person: string
  from: string
  body: string
}

export const CONTACT_FIELDS = ['person', 'from', 'body'] as const

/** Shown to the visitor below Enviado. */
export const SENT_WORDS = 'Gracias. Te contestamos pronto.'
export const SENT_WORDS_IN_ENGLISH = 'Thank you. We will answer soon.'

/**
 * A form field that is invisible for people, and that programs fill in. A filled form gets the answer of a success, but is not
 * stored. The API ignores this field as it ignores all unknown ones, because its 201 means that the message was stored.
 */
export const TRAP_FIELD = 'website'

/** Query key of /contact after a form was sent without JavaScript. The page then shows Enviado. */
export const SENT_KEY = 'enviado'

/** Origin of the map's pictures: the only other site that a page requests before a click. */
export const MAP_TILES_ORIGIN = 'https://tile.openstreetmap.org'
