/** Mails about messages: to the club, and answers to visitors. */
import { formatEmail, hasUnusualLetters } from '../../../platform/auth/shared/emails.ts'
import {
  buildPageLink,
  createSignature,
  joinParagraphs,
  type MailAuthor,
  type MailText,
  type SiteUrl,
} from '../../../platform/mail/templates.ts'
import { formatDate, wallClock } from '../../../platform/shared/dates.ts'
import type { ContactMessage } from '../shared/contact-message.ts'
import { MESSAGE_MAILS } from '../shared/message-limits.ts'
import { MESSAGES_PATH } from '../shared/message-paths.ts'

/** Mail to the club with a visitor's message. Replies are sent to the visitor. */
export const composeContactMail = ({ person, from, body }: ContactMessage): MailText => ({
  recipient: null,
  replyTo: from,
  subject: `Mensaje de ${person}`,
  text: joinParagraphs(
    `${person} <${formatEmail(from)}> escribió desde la página de contacto:`,
    body,
    hasUnusualLetters(from)
      ? `--\nPara contestarle a ${person}, copiá su dirección: si respondés este mail, no le llega.`
      : `--\nSi respondés este mail, le llega a ${person}.`,
  ),
})

interface AnswerToMessage {
  /** The visitor's message. `createdAt` in ms since 1970 */
  message: Pick<ContactMessage, 'from' | 'body'> & { createdAt: number }
  text: string
  replyTo: string[]
}

/** Mail to a visitor: the club's answer, with the message quoted below it. */
export const composeAnswerMail = (
  club: MailAuthor,
  { message, text, replyTo }: AnswerToMessage,
): MailText => {
  const [day = '', time] = wallClock(message.createdAt, club.timeZone).split('T')
  const quoted = message.body.replace(/^/gm, '> ')
  return {
    recipient: message.from,
    replyTo,
    subject: `Tu mensaje a ${club.name}`,
    text: joinParagraphs(text, `El ${formatDate(day)} a las ${time} nos escribiste:\n${quoted}`),
  }
}

/** Mail to the club about many messages. It replaces single mails, at most once an hour. */
export const composeManyMessagesMail = (club: MailAuthor, siteUrl: SiteUrl): MailText => ({
  recipient: null,
  subject: 'Están llegando más mensajes que de costumbre',
  text: joinParagraphs(
    'Hola:',
    `En una hora llegaron más de ${MESSAGE_MAILS} mensajes desde la página de contacto. Por un rato no te mandamos un mail por cada uno: quedan guardados en el sitio, en Mensajes, y desde ahí los podés leer y contestar.`,
    siteUrl && buildPageLink(siteUrl, MESSAGES_PATH),
    createSignature(club),
  ),
})
