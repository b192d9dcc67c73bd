/** A message to the club, as POST /mail/sendMail takes it. */
export interface ContactMessage {
  person: string
  from: string
  body: string
}

export const CONTACT_FIELDS = ['person', 'from', 'body'] as const

/** What a visitor is told when the message was sent, beside Enviado. */
export const SENT_WORDS = 'Gracias. Te contestamos pronto.'
export const SENT_WORDS_IN_ENGLISH = 'Thank you. We will answer soon.'

/**
 * A field of the form that people never see and programs fill in. What fills it is answered like a success and stored
 * nowhere. It belongs to the form alone: to the API it is one more unknown field, because there a 201
 * means stored, and nothing that a caller adds may turn that into a lie.
 */
export const TRAP_FIELD = 'website'

/** Query key of /contact after a form without JavaScript was sent: the page then says Enviado. */
export const SENT_KEY = 'enviado'

/** Where the pictures of the map come from: the only other site that a page asks for anything before a click. */
export const MAP_TILES_ORIGIN = 'https://tile.openstreetmap.org'
