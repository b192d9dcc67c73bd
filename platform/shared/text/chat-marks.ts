/** Removes what programs add to a line: the date and author of a chat, marks of emphasis, emoji. */
import { fold } from './fold.ts'
import { limitMarks } from './text.ts'

/** Longest part of a line that is read. The longest name of a guest with its note is shorter. UTF-16 code units */
export const LINE_MAX = 480

const DATE = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}`
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.? ?m\.?)?`

/** "[22/11/26, 21:03:15] " of iOS, "22/11/26, 21:03 - " of Android, "[21:03, 22/11/2026] " of WhatsApp Web. */
const STAMP = new RegExp(
  String.raw`^(?:\[(?:${DATE},? ${TIME}|${TIME},? ${DATE})\] ?|${DATE},? ${TIME} [-–] )`,
  'i',
)
/** The author after a stamp. A message of the program itself has none. */
const AUTHOR = /^([^:]{1,60}): ?/

const FORWARDED = /^(?:reenviad[oa](?: muchas veces)?|forwarded(?: many times)?)\b:? ?/i
const EDITED = / ?<(?:se edit[oó] este mensaje|this message was edited)\.?>$/i

/** The line above a message that was copied from Telegram: "Mica, [25.11.26 22:14]". */
const TELEGRAM = new RegExp(String.raw`^.{1,60}, \[${DATE},? ${TIME}\]:?$`, 'i')

/** Messages that the program writes in place of a picture, a deleted message or a change of the group. Without accents */
const SYSTEM =
  /^<[^>]*>$|\b(?:omitid[oa]|omitted)$|elimin(?:o|aste) (?:este|el) mensaje|mensaje (?:fue )?eliminado|message was deleted|cifrad[oa]s? de extremo|end-to-end encrypted|\b(?:se uni(?:o|eron)|te uniste|salio|saliste|creo (?:el|este) grupo|(?:cambio|cambiaste) (?:el|la|su|los)|anadi(?:o|ste)|fijo un mensaje)\b|\barchivo adjunto\b|\.(?:jpe?g|opus|mp4|pdf|webp|vcf)\b|^(?:llamada|videollamada) (?:perdida|de voz)|^(?:mensaje|nota) de voz\b|^audio \(?\d|^(?:encuesta|poll|option|opcion|ubicacion):|^(?:missed|voice) |^you (?:removed|added|created|changed)\b|^respondiste a su historia|^(?:respondio|reacciono) (?:a|con)\b|^null$|^visto$|^enviado hace |^editado\b|^(?:responder|me gusta|ver traduccion|foto del perfil de .*)$|^(?:ver|ocultar) (?:mas |las )?respuestas|^(?:hace )?\d+ ?(?:d|h|min|sem|semanas?|dias?|horas?|minutos?)(?:\d* ?me gusta)?(?: ?responder)?$|· autora?$/

export interface ChatLine {
  text: string
  /** True when the line has the date of a chat. */
  isMessage: boolean
  /** True when the program wrote the line. */
  isSystem: boolean
}

/** Returns a line as one line of NFKC without invisible characters. "º" stays, because NFKC would turn "3º" into "3o". */
const toPlainLine = (line: string): string =>
  limitMarks(line.slice(0, LINE_MAX).toWellFormed())
    .split('º')
    .map((part) => part.normalize('NFKC'))
    .join('º')
    .replace(/\u200d/g, '')
    .replace(/[\p{Cc}\p{Cf}\s\u2800]+/gu, ' ')
    .trim()

/** True for a message of the program. @param text without emoji and marks */
export const isSystemText = (text: string): boolean => SYSTEM.test(fold(text))

/** Removes the date and author of a chat, and the mark of an edited message. */
export function readChatLine(line: string): ChatLine {
  const plain = toPlainLine(line)
  const stamp = STAMP.exec(plain)
  const message = stamp ? plain.slice(stamp[0].length) : plain
  const author = stamp ? AUTHOR.exec(message) : null
  const text = (author ? message.slice(author[0].length) : message).replace(EDITED, '')
  return {
    text: text.trim(),
    isMessage: stamp !== null,
    isSystem: (stamp !== null && !author) || TELEGRAM.test(text) || isSystemText(text),
  }
}

/** True for a line between two "~", which chats show struck out. */
export const isStruckOut = (text: string): boolean => /^[\s*_]*~[^~]+~[\s*_]*$/.test(text)

const KEYCAPS = /(?:\d\ufe0f?\u20e3)+/g
const EMOJI =
  /(?:[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u2600-\u27bf]|\ufe0e|\ufe0f|\u20e3)+/gu

/** A cross beside the name of a guest that has cancelled. */
const CROSS = /[❌✖✗✘🚫]/u
export const hasCross = (text: string): boolean => CROSS.test(text)

/**
 * Removes marks of emphasis, emoji, the mark of a forwarded line, and quotes around the whole line. A number in keycaps at
 * the beginning becomes "10) ", elsewhere its digits.
 */
export function removeMarks(text: string): string {
  return text
    .replace(KEYCAPS, (keycaps, at: number) => {
      const digits = keycaps.replace(/\D/g, '')
      return text.slice(0, at).replace(EMOJI, '').trim() === '' ? `${digits}) ` : digits
    })
    .replace(/^(\P{L}*)🔟/u, '$110) ')
    .replaceAll('➕', '+')
    .replace(EMOJI, ' ')
    .replace(/~{1,2}[^~]+~{1,2}/g, ' ')
    .replace(/[*`]|(?<![\p{L}\p{N}])[_']|[_'](?![\p{L}\p{N}])/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^["“”«»]([^"“”«»]*)["“”«»]$/u, '$1')
    .replace(FORWARDED, '')
    .trim()
}
