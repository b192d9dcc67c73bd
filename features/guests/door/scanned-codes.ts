/** Finds the guests that a scanned code names. */
import type { DoorGuest } from '../shared/guests.ts'

export interface ScannedCode {
  text: string
  format: 'QRCode' | 'Code128' | 'PDF417'
}

/** Characters of a code that are read. A QR code has at most 4,296 letters (ISO/IEC 18004). */
const READ_MAX = 5_000
/** A shorter code is only found inside another text between signs, because it could be part of any number. */
const INSIDE_MIN = 6

/**
 * Returns the guests of a code. It is exact first: a ticket whose code is the text itself. Then a code that differs in case
 * or in leading zeros, which spreadsheets remove, and then a known code inside an address, JSON, or an order with a ticket:
 * each only when one guest fits. The barcode of an Argentine identity document finds its owner's tickets.
 */
export function findScanned(guests: readonly DoorGuest[], code: ScannedCode): DoorGuest[] {
  const text = readText(code)
  if (text === '') return []
  const document = readDocument(code)
  if (document) return guests.filter((guest) => guest.document === document.number)
  const coded = guests.flatMap((guest) => (guest.code ? [{ guest, code: guest.code }] : []))
  const exact = coded.filter(({ code }) => code === text)
  if (exact.length > 0) return exact.map(({ guest }) => guest)
  const loose = loosen(text)
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u))
  const lower = text.toLowerCase()
  const ways: ((code: string) => boolean)[] = [
    (code) => loosen(code) === loose,
    (code) => words.has(code),
    (code) => code.length >= INSIDE_MIN && lower.includes(code.toLowerCase()),
  ]
  for (const fits of ways) {
    const found = coded.filter(({ code }) => fits(code))
    if (found.length > 0) return found.length === 1 ? found.map(({ guest }) => guest) : []
  }
  return []
}

/** Removes case and leading zeros. */
const loosen = (code: string): string => code.toLowerCase().replace(/^0+(?=.)/, '')

/** Returns the text without the signs of GS1: the symbology in front, and the separators (GS1 General Specifications, 7.8). */
const readText = ({ text }: ScannedCode): string =>
  text
    .slice(0, READ_MAX)
    .replace(/^\][A-Za-z]\d/, '')
    .replaceAll('\u001d', '')
    .trim()

interface ScannedDocument {
  /** Digits without leading zeros. */
  number: string
  /** Surname and the first of the given names, because lists seldom have the second. */
  name: string
}

/**
 * Reads the barcode of an Argentine identity document, whose fields stand between @. New cards have the number of the
 * procedure, surname, names, sex and document; older ones begin with the document. null for another code
 */
export function readDocument(code: ScannedCode): ScannedDocument | null {
  const fields = readText(code).split('@')
  if (fields.length < 7) return null
  const [, first = '', , , older = '', names = ''] = fields
  const isOlder = /^[MF]?\d{6,8}$/.test(first.trim())
  const [, surname = '', given = '', , number = ''] = fields
  const digits = (isOlder ? first : number).replace(/\D/g, '').replace(/^0+/, '')
  if (digits.length < 6 || digits.length > 8) return null
  const [last, others] = isOlder ? [older, names] : [surname, given]
  return { number: digits, name: `${last.trim()} ${others.trim().split(' ')[0]}`.trim() }
}

/**
 * Returns a query for the search: the code of several guests, or the name on a document without a ticket. '' for another code
 * without a guest.
 */
export function getScanQuery(code: ScannedCode, guests: number): string {
  const document = readDocument(code)
  if (document) return guests > 0 ? document.number : document.name
  return guests > 0 ? readText(code) : ''
}
