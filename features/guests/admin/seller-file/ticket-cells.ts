/** Reads single cells of a seller's file: quantity, status, document and names. */
import { fold } from '../../../../platform/shared/text/fold.ts'
import { DOCUMENT_DIGITS, GUEST_NAME_MAX, PLACES_MAX } from '../../shared/guest-limits.ts'
import { getNameKey, normalizeName } from '../../shared/guest-names.ts'
import type { TicketRefusal } from '../../shared/tickets.ts'
import type { Cell } from './seller-file.ts'

/** Programs write states as 'AWAITING_PAYMENT'. */
const words = (cell: Cell): string =>
  fold(String(cell))
    .replace(/[\s_]+/g, ' ')
    .trim()

const QUANTITY =
  /^(?:x ?)?(\d{1,4})(?:[.,]0+)?(?: ?x)?(?: ?(?:entradas?|tickets?|personas?|pax|lugar(?:es)?|places?|u|un|unidad(?:es)?))?$/

/** Reads '4', 'x4' or '4 entradas'. null for any other text, for 0, and over the places of a ticket */
export function readQuantity(cell: Cell): number | null {
  const quantity = Number(QUANTITY.exec(words(cell))?.[1] ?? 0)
  return quantity > 0 && quantity <= PLACES_MAX ? quantity : null
}

const UNPAID =
  /\b(?:un ?paid|not paid|impag[oa]|pendientes?|pending|awaiting|por pagar|a pagar|adeuda|(?:no|not|sin) (?:pag|abon|acredit|confirm|cobr|paid|approv)\w*|rechazad[oa]|rejected|declined|failed|fallid[oa])\b/
const REFUNDED =
  /^(?!no\b|not\b|non\b|parcial|partial).*\b(?:refunded|refund|reembols\w+|devuelt[oa]|devolucion|reintegr\w+|charge ?back|contracargo)\b/
const CANCELLED =
  /^(?!no\b|not\b|parcial|partial).*\b(?:cancel\w*|anulad[oa]s?|void(?:ed)?|deleted?|eliminad[oa]|borrad[oa]|invalid[oa]?|revoked|revocad[oa]|de baja)\b/
const VALID =
  /^(?:(?:paid|pagad[oa]s?|pago|abonad[oa]|confirmed|confirmad[oa]s?|completed?|complet(?:ad)?[oa]|active|activ[oa]s?|valid|valid[oa]s?|checked[ -]?in|check[ -]?in|acreditad[oa]s?|aprobad[oa]s?|approved|ok|attending|asistira|asistio|issued|emitid[oa]s?|vendid[oa]s?|sold|used|usad[oa]s?|utilizad[oa]s?|ingres[oa]|ingresad[oa]|presente|free|gratis|cortesia|cobrad[oa]|entregad[oa]|enviad[oa]|sent|si|yes|true|1)\b ?)+$/
/** Words of a column 'Paid'. */
const NO = /^(?:no|false|0)$/

/** Reads a status. Returns the refusal, null for a valid ticket, and 'unknown' for any other word. */
export function readStatus(cell: Cell): TicketRefusal | null | 'unknown' {
  const status = words(cell)
  if (status === '') return null
  if (UNPAID.test(status) || NO.test(status)) return 'unpaid'
  if (REFUNDED.test(status)) return 'refunded'
  if (CANCELLED.test(status)) return 'cancelled'
  return VALID.test(status) ? null : 'unknown'
}

/** Reads a cell of a column such as 'Refunded'. null when it is neither yes nor no */
export function readFlag(cell: Cell): boolean | null {
  const flag = words(cell)
  if (/^(?:si|s|yes|y|true|1|x)$/.test(flag)) return true
  return /^(?:no|n|false|0|-)?$/.test(flag) ? false : null
}

/** Reads a status below its heading, which can be the status: 'yes' below 'Refunded'. */
export function readStatusBelow(heading: Cell, cell: Cell): ReturnType<typeof readStatus> {
  const meant = readStatus(heading)
  const flag = meant === null || meant === 'unknown' ? null : readFlag(cell)
  if (flag === null) return readStatus(cell)
  return flag ? meant : null
}

export const isKnownStatus = (cell: Cell): boolean => cell !== '' && readStatus(cell) !== 'unknown'

/** Reads '30.111.222' and 'DNI 30111222' as digits. null for a passport, and for other numbers of digits */
export function readDocument(cell: Cell): string | null {
  const text = words(cell)
    .replace(/^(?:dni|doc|documento|cuit|cuil|ci|le|lc)\b[.:]?/, '')
    // Programs that read the column as decimals write '30111222.0'.
    .replace(/^(\d+)[.,]0$/, '$1')
  if (/[^\d.,\s-]/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length >= DOCUMENT_DIGITS.min && digits.length <= DOCUMENT_DIGITS.max ? digits : null
}

const SEPARATOR = /\s*(?:[;/&\n\r]|\s[yY]\s)\s*/
const OUTER_SEPARATORS = /^[\s,;/&]+|[\s,;/&]+$/g
const COMMA = /\s*,\s*/

/** "Apellido, Nombre": one comma, and no other separator. */
const TURNED = /^([^,;/&\n]+),\s*([^,;/&\n]+)$/

export const canBeTurned = (cell: Cell): boolean => {
  const [found, surname = '', name = ''] = TURNED.exec(String(cell)) ?? []
  return found !== undefined && !SEPARATOR.test(name) && surname.trim() !== '' && name.trim() !== ''
}

/** True for "Ana Gómez, Beto Paz": each part is a whole name. */
const areWholeNames = (cell: string): boolean =>
  cell.split(COMMA).every((part) => part.trim().split(/\s+/).length > 1)

const turn = (cell: string): string => cell.replace(TURNED, '$2 $1')

const splitNames = (cell: string): string[] =>
  cell
    .split(SEPARATOR)
    .flatMap((part) => part.split(COMMA))
    .map(normalizeName)
    .filter((part) => /\p{L}/u.test(part))

/**
 * Reads the names in a cell. Several names are places of one ticket, except in "Apellido, Nombre".
 * @param quantity of the row. null without one
 * @param areTurned true when the column has "Apellido, Nombre"
 */
export function readNames(cell: string, quantity: number | null, areTurned: boolean): string[] {
  const names = splitNames(cell)
  if (names.length < 2) {
    const name = normalizeName(cell).replace(OUTER_SEPARATORS, '')
    return name === '' ? [] : [name]
  }
  const isTurned = areTurned
    ? !(quantity === 2 && areWholeNames(cell))
    : quantity === null
      ? !areWholeNames(cell)
      : quantity !== 2
  if (isTurned && canBeTurned(cell)) return [normalizeName(turn(cell))]
  // The quantity of the row decides how many people a cell names: "Ortega y Gasset" is one.
  if (quantity === 1) return [normalizeName(cell)]
  if (areTurned && SEPARATOR.test(cell)) return cell.split(SEPARATOR).map((part) => normalizeName(turn(part)))
  return names
}

export const NAMELESS = 'Sin nombre'

/** Joins different names, as many as fit: 'Ana, Beto y 3 más'. */
export function joinNames(names: readonly string[]): string {
  const different = [...new Map(names.map((name) => [getNameKey(name) || name, name])).values()]
  const whole = different.join(', ')
  if (whole.length <= GUEST_NAME_MAX) return whole || NAMELESS
  for (let shown = different.length - 1; shown > 0; shown--) {
    const text = `${different.slice(0, shown).join(', ')} y ${different.length - shown} más`
    if (text.length <= GUEST_NAME_MAX) return text
  }
  return `${(different[0] ?? '').slice(0, GUEST_NAME_MAX - 1).toWellFormed()}…`
}
