/** A message to the club, in the form that POST /mail/sendMail accepts. */
export interface ContactMessage {
  person: string
  from: string
  body: string
}

export const CONTACT_FIELDS = ['person', 'from', 'body'] as const

/** Text below the confirmation "Enviado". */
export const SENT_WORDS = 'Gracias. Te contestamos pronto.'
export const SENT_WORDS_IN_ENGLISH = 'Thank you. We will answer soon.'

/**
 * Name of a form field that people cannot see and that spam programs fill in. If the field has a value, the form is
 * answered as if the message had been stored, but it is discarded. The API ignores this field like all unknown fields,
 * because its 201 means that the message was stored.
 */
export const TRAP_FIELD = 'website'

/** Query key with which /contact is opened after the form was sent without JavaScript. The page then shows "Enviado". */
export const SENT_KEY = 'enviado'
