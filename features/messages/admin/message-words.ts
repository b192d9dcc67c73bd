/** Spanish wording for messages, answers and their delivery. */

import { formatMoment } from '../../../platform/admin-layout/admin-words.ts'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import { toHeaderLine } from '../../../platform/mail/shared/header-line.ts'
import type { AnswerDelivery, AnswerWay, Delivery, DeliveryState } from '../shared/delivery-state.ts'
import type { Answered, Message } from '../shared/messages.ts'

/** Words for the state of a delivery, as lists show them. */
export const stateWords: Record<DeliveryState, string> = {
  delivered: 'Entregado',
  waiting: 'Por salir',
  failing: 'Sin entregar',
  kept: 'Queda acá',
}

/** Describes the delivery of a message in a sentence. */
export function describeDelivery(
  { state, deliveredAt, nextAttemptAt, reason }: Delivery,
  timeZone: string,
): string {
  switch (state) {
    case 'delivered':
      return reason
        ? `Llegó al correo del club el ${formatMoment(deliveredAt ?? '', timeZone)}, pero no a todas las direcciones.`
        : `Llegó al correo del club el ${formatMoment(deliveredAt ?? '', timeZone)}.`
    case 'waiting':
      return 'Está por salir hacia el correo del club.'
    case 'failing':
      return `Todavía no llegó al correo del club. Se vuelve a intentar el ${formatMoment(nextAttemptAt ?? '', timeZone)}.`
    case 'kept':
      return reason
        ? 'Queda acá: este no salió por mail.'
        : 'Queda acá: el sitio no tiene un servidor de correo, así que a nadie le llegó por mail.'
  }
}

/**
 * Returns the label of the button that sends the mail immediately. null when there is nothing to send, or no mail server.
 */
export function getSendLabel({ state, reason }: Delivery): string | null {
  switch (state) {
    case 'delivered':
      return 'Enviar de nuevo'
    case 'failing':
      return 'Probar ahora'
    case 'kept':
      return reason ? 'Mandar por mail' : null
    case 'waiting':
      return null
  }
}

/**
 * Describes the delivery of an answer's mail in a sentence.
 * @param to the address of the visitor, as the screen shows it
 */
export function describeAnswerDelivery(
  { state, deliveredAt, nextAttemptAt, reason }: AnswerDelivery,
  to: string,
  timeZone: string,
): string {
  switch (state) {
    case 'delivered':
      return `Entregada a ${to} el ${formatMoment(deliveredAt ?? '', timeZone)}.`
    case 'waiting':
      return reason ? `Por salir hacia ${to}.` : `Está por salir hacia ${to}.`
    case 'failing':
      return `Todavía no llegó a ${to}. Se vuelve a intentar el ${formatMoment(nextAttemptAt ?? '', timeZone)}.`
    case 'failed':
      return `No llegó a ${to}, y ya no se intenta.`
  }
}

/** Returns the name that the author had when the answer was sent, or the author's e-mail address. */
const getAuthorName = ({ by, byName }: Answered): string => byName ?? formatEmail(by)

/** Returns for example 'Respondido por Sole'. */
export const describeAnswered = (answered: Answered): string => `Respondido por ${getAuthorName(answered)}`

/** Returns for example 'Respondido por Sole el 22-11-2026 19:40, desde su correo'. */
export const describeAnswer = (answer: Answered, timeZone: string): string =>
  `${describeAnswered(answer)} el ${formatMoment(answer.at, timeZone)}${wayWords[answer.way]}`

const wayWords: Record<AnswerWay, string> = {
  site: '',
  own: ', desde su correo',
  elsewhere: ', por otro lado',
}

/** Fills the placeholders of a template in one pass, so placeholders inside inserted values are not filled. */
export const fillTemplate = (text: string, { nombre, club }: { nombre: string; club: string }): string =>
  text.replace(/\{(nombre|club)\}/g, (_, name) => (name === 'club' ? club : nombre))

/**
 * Mail programs truncate long addresses, so a `mailto:` address has at most this many characters of text: the answer and
 * the quoted message.
 */
const WRITTEN_MAX = 1500
const QUOTED_MAX = 700

/**
 * Creates a `mailto:` address (RFC 6068) with the answer, and as much of the quoted message as fits.
 * @param club the name of the club
 */
export function createReplyAddress(
  { from, body }: Pick<Message, 'from' | 'body'>,
  text: string,
  club: string,
): string {
  const room = Math.max(0, Math.min(QUOTED_MAX, WRITTEN_MAX - text.length))
  const start = body.length > room ? `${body.slice(0, room).trimEnd().toWellFormed()}…` : body
  const quoted = room === 0 ? '' : `\n\n${start.replace(/^/gm, '> ')}`
  const subject = encodeURIComponent(toHeaderLine(`Tu mensaje a ${club}`))
  const encodedBody = encodeURIComponent((text + quoted).toWellFormed().replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(from).replace('%40', '@')}?subject=${subject}&body=${encodedBody}`
}
