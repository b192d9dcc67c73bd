/** Finds the prices in a line of a message: "Anticipadas $12.000", "Early 10k / General 15k", "Gratis antes de la 1". */
import { fold } from '../../../../platform/shared/text/fold.ts'
import { readTypedNumber } from '../../../../platform/shared/typed-number.ts'
import { findHours } from '../pasted-line-up/hours.ts'

export interface FoundOffer {
  name: string
  price: number
  /** ISO 4217 code. null for "$", which is that of the club's country */
  currency: string | null
  availability: 'available' | 'soldout' | 'door'
  /** `HH:mm`, or blank. */
  until: string
}

const CURRENCIES: [RegExp, string][] = [
  [/€|\beur(?:os?)?\b/i, 'EUR'],
  [/\b(?:usd|dolares|dólares)\b|us\$|u\$[sd]/i, 'USD'],
  [/\bars\b/i, 'ARS'],
  [/\bclp\b/i, 'CLP'],
  [/\bmxn\b/i, 'MXN'],
  [/\buyu\b|\$u/i, 'UYU'],
  [/\bbrl\b|r\$/i, 'BRL'],
  [/£|\bgbp\b/i, 'GBP'],
]
const SIGN = String.raw`(?:u\$[sd]|us\$|ar\$|r\$|\$u|[$€£]|\b(?:usd|ars|clp|mxn|uyu|eur|brl|gbp)\b\.?)`
const AFTER = String.raw`(?:[€£]|\$(?!\s?\d)|(?:usd|ars|clp|mxn|uyu|eur(?:os?)?|brl|gbp|pesos|d[oó]lares)\b)(?!\s?\d)`
const NUMBER = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:,\d{2})?|\d+(?:[.,]\d{1,2})?`
const AMOUNT = new RegExp(
  String.raw`(${SIGN})?\s?(?<![\d.,/])(${NUMBER})(?![\d:])\s?(k\b|mil\b|lucas\b)?(?:[.,]-)?\s?(${AFTER})?`,
  'giu',
)
const FREE = /\b(?:gratis|gratuit[oa]s?|free|sin cargo|entrada libre|liberad[oa]s?|gratuidad)\b/

const SOLD_OUT = /\b(?:agotad[oa]s?|sold ?out|no hay mas|esgotad[oa]s?)\b/
const AT_THE_DOOR = /\b(?:en )?(?:la )?(?:puerta|door|taquilla|boleteria|portaria)\b/
/** Words before an amount that is not the price of a ticket. */
const OTHER =
  /\b(?:guardarrop\w*|ropero|ropa|estacionamiento|parking|barra|tragos?|cervezas?|birras?|copas? a|chupitos?|merch|remeras?|transporte|bus|micro|camping|multa|sorteo|premio|cachet|taxi|uber|cochera|locker|vasos?|agua|cloakroom|coat|valet|av|avda|avenida|calle|calz|calzada)\b/
const TICKET =
  /\b(?:entradas?|boletos?|tickets?|ingressos?|anticipadas?|preventas?|early|general(?:es)?|puerta|door|taquilla|fase|tanda|lote|vip|promo|mesa|combo|bono|precio|prices?|advance|presale|final|release|lista|2x1|estudiantes?|cover|pase|abono)\b/

/** Returns the offers of a line, and of a line below it that has only a price. */
export function findOffers(line: string, isUnderTickets: boolean): FoundOffer[] {
  const folded = fold(line)
  if (OTHER.test(folded) && !TICKET.test(folded)) return []
  const isTicketLine = isUnderTickets || TICKET.test(folded)
  const offers: FoundOffer[] = []
  let heading = ''
  for (const segment of splitOffers(line)) {
    const read = readOffer(segment, isTicketLine)
    if (read === null) {
      if (/\p{L}/u.test(segment) && offers.length === 0) heading = segment
      continue
    }
    offers.push(read.name === '' ? { ...read, name: cleanName(heading) } : read)
  }
  return offers
}

/** Splits a line at the signs between prices. A dot or comma between digits is part of a number. */
const splitOffers = (line: string): string[] =>
  line.split(
    /\s*(?:\||·|•|;|\.\s(?=\p{L})|\s\/{1,2}\s|\s[-–—]\s(?=[^\d$€]*\p{L}.*\d)|,(?!\d)|(?<=[\dk€]) ?\/(?=\s?\p{L})|\s(?:y|and|\+)\s(?=[$€£]\s?\d)|(?<=[\dk€]|lucas|mil|pesos)\s(?:y|and)\s(?=\p{L})|\s\+\s(?=\p{L}))\s*/u,
  )

function readOffer(segment: string, isTicketLine: boolean): FoundOffer | null {
  const folded = fold(segment)
  if (OTHER.test(folded)) return null
  const amounts = [...segment.matchAll(AMOUNT)]
  const isPlain = isTicketLine && !/(?:\d[\s-]?){8,}/.test(segment)
  const amount =
    amounts.find(([, sign, , thousands, unit]) => (sign ?? thousands ?? unit) !== undefined) ??
    amounts.find(([, , number = '']) => isPlain && isPlainPrice(number))
  const availability = SOLD_OUT.test(folded) ? 'soldout' : AT_THE_DOOR.test(folded) ? 'door' : 'available'
  if (amount) {
    const [whole, sign = '', number = '', thousands = '', unit = ''] = amount
    const price = readTypedNumber(number + (thousands === '' ? '' : 'k'), 2)
    if (price === null) return null
    const before = segment.slice(0, amount.index)
    const after = segment.slice(amount.index + whole.length)
    const rest = `${before} ${after}`
    const currency = CURRENCIES.find(([pattern]) => pattern.test(`${sign} ${unit}`))?.[1] ?? null
    return { name: nameOffer(before, after), price, currency, availability, until: readUntil(rest) }
  }
  if (!FREE.test(folded) || /\b(?:2x1|consumicion|wifi|agua|estacionamiento)\b/.test(folded)) return null
  return { name: cleanName(segment), price: 0, currency: null, availability, until: readUntil(segment) }
}

/** The name is in brackets after the price, before it, or after it. */
const nameOffer = (before: string, after: string): string =>
  (before.trim().split(' ').length > 2
    ? cleanName(/^\s*\(([^()]{2,30})\)/.exec(after.replace(PAYMENT, ' '))?.[1] ?? '')
    : '') ||
  cleanName(before) ||
  cleanName(after)

/** A number without a sign is a price of at least three digits, in a line about tickets. Longer ones are telephones. */
const isPlainPrice = (number: string): boolean => /^\d{3,6}$/.test(number.replace(/\D/g, ''))

const UNTIL = /\b(?:hasta|antes de|before|until|till)\b(?: las?)? ?(.{1,12})/i

/** "hasta las 2", "antes de la 1:30" */
function readUntil(text: string): string {
  const [, hour = ''] = UNTIL.exec(text) ?? []
  return findHours(`a las ${hour}`)?.from ?? ''
}

/** Words in brackets about how a ticket is paid. */
const PAYMENT = /\([^()]*(?:efectivo|efvo|gastos|cargo|fees?|service|qr|cash)[^()]*\)/giu

/** Longest name of an offer. Characters */
const NAME_MAX = 60

function cleanName(text: string): string {
  const name = text
    .replace(/[([][^()[\]]*(?:agotad|sold ?out)[^()[\]]*[)\]]|\b(?:agotad[oa]s?|sold ?out)\b!*/giu, ' ')
    .replace(PAYMENT, ' ')
    .replace(/^\s*(?:entradas?|tickets?|precios?|valor(?:es)?|boletos?)\s*[:：]\s*/iu, '')
    .replace(/[([]\s*[)\]]/g, ' ')
    .replace(/\s(?:a|at|de|por)\s*$/iu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:.,;=>→*/·•|+]+|[\s\-–—:.,;=>→*/·•|+(]+$/gu, '')
  return name.length > NAME_MAX ? '' : name
}
