/** How a message and what became of it are told to a person. */
import type { Delivery, DeliveryState, Message } from '../../../contract/messages/messages.ts'
import { moment } from '../layout/moment.ts'

/** In a list. */
export const stateWords: Record<DeliveryState, string> = {
  delivered: 'Entregado',
  waiting: 'Por salir',
  failing: 'Sin entregar',
  kept: 'Queda acá',
}

/** In a sentence. */
export function deliverySentence(
  { state, deliveredAt, nextAttemptAt, reason }: Delivery,
  timeZone: string,
): string {
  switch (state) {
    case 'delivered':
      return reason
        ? `Llegó al correo del club el ${moment(deliveredAt ?? '', timeZone)}, pero no a todas las direcciones.`
        : `Llegó al correo del club el ${moment(deliveredAt ?? '', timeZone)}.`
    case 'waiting':
      return 'Está por salir hacia el correo del club.'
    case 'failing':
      return `Todavía no llegó al correo del club. Se vuelve a intentar el ${moment(nextAttemptAt ?? '', timeZone)}.`
    case 'kept':
      return reason
        ? 'Queda acá: este no salió por mail.'
        : 'Queda acá: el sitio no tiene un servidor de correo, así que a nadie le llegó por mail.'
  }
}

/** What the button says by which its mail is sent by hand; null: there is nothing to send, or no way. */
export function sendingWords({ state, reason }: Delivery): string | null {
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

/** Mail programs cut long addresses. Characters of the quoted message. */
const QUOTED_MAX = 700

/** Opens the answer in the reader's own mail program (RFC 6068), the message quoted under it. @param club its name */
export function replyAddress(
  { from, person, body }: Pick<Message, 'from' | 'person' | 'body'>,
  club: string,
): string {
  const start = body.length > QUOTED_MAX ? `${body.slice(0, QUOTED_MAX).trimEnd().toWellFormed()}…` : body
  const quoted = start.replace(/^/gm, '> ').replaceAll('\n', '\r\n')
  const subject = encodeURIComponent(`Tu mensaje a ${club}`)
  const text = encodeURIComponent(`Hola, ${person}:\r\n\r\n\r\n\r\n${quoted}`)
  return `mailto:${encodeURIComponent(from).replace('%40', '@')}?subject=${subject}&body=${text}`
}
