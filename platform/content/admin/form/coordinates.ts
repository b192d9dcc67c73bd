/** Reads a pair of coordinates from a pasted text: degrees, degrees with minutes, or a link of a map. */

export interface Coordinates {
  lat: number
  lon: number
}

/** Longer texts are not coordinates. A link of Google Maps has less than 500 characters. */
export const COORDINATES_MAX = 2_000

const DECIMAL = String.raw`(-?\d{1,3}(?:\.\d{1,15})?)`
const SIDE = '[NSEWO]'
const DEGREES = String.raw`(\d{1,3})\s?°\s?(?:(\d{1,2}(?:[.,]\d{1,10})?)\s?['′’]\s?)?(?:(\d{1,2}(?:[.,]\d{1,10})?)\s?(?:["″”]|['′’]{2})\s?)?(${SIDE})`

/** Coordinates in links: of a pin, of a search, of the centre of the map. `geo:` is RFC 5870. */
const linkPatterns = [
  `!3d${DECIMAL}!4d${DECIMAL}`,
  `[?&](?:q|query|ll|destination|daddr)=${DECIMAL}(?:,|%2C)${DECIMAL}`,
  `@${DECIMAL},${DECIMAL}`,
  `^geo:${DECIMAL},${DECIMAL}`,
  `#map=[\\d.]+/${DECIMAL}/${DECIMAL}`,
].map((pattern) => new RegExp(pattern, 'i'))

const decimalPair = new RegExp(`^\\(?${DECIMAL}(?:\\s*[,;]\\s*|\\s+)${DECIMAL}\\)?$`)
/** Numbers with a comma before the decimals, as Argentina writes them. */
const withCommas = /^\(?(-?\d{1,3},\d{1,15})(?:\s*;\s*|\s+|,\s+)(-?\d{1,3},\d{1,15})\)?$/
const withMinutes = new RegExp(`^${DEGREES}[\\s,;]*${DEGREES}$`, 'i')

/** Returns the coordinates in a text. null for a text without a pair of coordinates on the globe */
export function parseCoordinates(pasted: string): Coordinates | null {
  const text = pasted
    .slice(0, COORDINATES_MAX + 1)
    .trim()
    .replaceAll('−', '-')
  if (text.length > COORDINATES_MAX) return null
  const pair = findPair(text)
  if (!pair) return null
  const [lat, lon] = pair
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

function findPair(text: string): [lat: number, lon: number] | null {
  const degrees = withMinutes.exec(text)
  if (degrees) return readDegrees(degrees)
  const decimal = decimalPair.exec(text) ?? withCommas.exec(text)
  const found = decimal ?? linkPatterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  return found ? [toNumber(found[1]), toNumber(found[2])] : null
}

/** Accepts latitude and longitude in either order. */
function readDegrees(match: RegExpExecArray): [number, number] | null {
  const [first, second] = [match.slice(1, 5), match.slice(5, 9)]
  const isLatitude = (part: string[]) => /[NS]/i.test(part[3] ?? '')
  const [lat, lon] = isLatitude(first) ? [first, second] : [second, first]
  if (!isLatitude(lat) || isLatitude(lon)) return null
  return [toDecimal(lat), toDecimal(lon)]
}

function toDecimal([degrees, minutes, seconds, side = '']: (string | undefined)[]): number {
  const value = toNumber(degrees) + toNumber(minutes) / 60 + toNumber(seconds) / 3600
  return /[SWO]/i.test(side) ? -value : value
}

const toNumber = (text = '0'): number => Number(text.replace(',', '.'))
