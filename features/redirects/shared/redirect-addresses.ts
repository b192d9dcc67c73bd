/** Reads and compares the addresses of redirects: which texts are addresses, and how two spellings are the same. */
import { FROM_MAX, TO_MAX } from './redirect-limits.ts'

export type ReadAddress = { ok: true; value: string } | { ok: false; error: string }

const accept = (value: string): ReadAddress => ({ ok: true, value })
const refuse = (error: string): ReadAddress => ({ ok: false, error })

/** Resolves paths. The name is reserved (RFC 2606), so no address of a club has it. */
const BASE = 'https://club.invalid'

/** A line break would begin another header. The URL parser drops line breaks and tabs without an error. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/
const ENCODED_CONTROL = /%(?:[01][\da-f]|7f)/i
/** An escape without two hexadecimal digits. Escapes of bytes that are not UTF-8 are valid: former sites had them. */
const BAD_ESCAPE = /%(?![\da-f]{2})/i

const tooLong = (max: number): ReadAddress => refuse(`Puede tener hasta ${max} caracteres.`)

/** Removes slashes at the end of a path, and writes escapes in capitals. */
const normalizePath = (pathname: string): string =>
  trimSlashes(pathname).replace(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase())

function trimSlashes(pathname: string): string {
  let end = pathname.length
  while (end > 0 && pathname[end - 1] === '/') end--
  return pathname.slice(0, end)
}

/** Refuses a path that browsers or proxies could read in another way. null: it has one meaning */
function findPathFault(path: string): string | null {
  if (!path.startsWith('/')) return 'Tiene que empezar con una barra, como /agenda.php.'
  // Browsers read `//` and `/\` as the beginning of another site's address.
  if (path.startsWith('//') || path.includes('\\'))
    return 'Tiene que empezar con una sola barra, y no puede tener barras invertidas.'
  if (BAD_ESCAPE.test(path) || ENCODED_CONTROL.test(path)) return 'Tiene un % que no es de una dirección.'
  return null
}

/** Reads the old address of a redirect. @returns the path and its query, as a request sends them */
export function readFrom(typed: string): ReadAddress {
  if (typed.length > FROM_MAX) return tooLong(FROM_MAX)
  if (CONTROL.test(typed)) return refuse('Tiene caracteres que una dirección no puede tener.')
  const text = typed.trim()
  const fault = findPathFault(text)
  if (fault !== null) return refuse(fault)
  if (text.includes('#')) return refuse('No puede tener #: los navegadores no mandan lo que le sigue.')
  const url = URL.parse(BASE + text)
  // `/.//x` resolves to `//x`.
  if (url === null || url.pathname.startsWith('//')) return refuse('No es una ruta del sitio.')
  const path = normalizePath(url.pathname)
  if (path === '') return refuse('Es la portada: el sitio ya responde ahí.')
  const value = path + url.search
  return value.length > FROM_MAX ? tooLong(FROM_MAX) : accept(value)
}

/**
 * Reads the new address of a redirect.
 * @param origins origins of this site. Their addresses become paths, so that loops are found
 */
export function readTo(typed: string, origins: readonly string[]): ReadAddress {
  if (typed.length > TO_MAX) return tooLong(TO_MAX)
  if (CONTROL.test(typed)) return refuse('Tiene caracteres que una dirección no puede tener.')
  const text = typed.trim()
  if (text === '') return refuse('Falta la dirección nueva.')
  const value = /^https?:\/\//i.test(text) ? readHttpAddress(text, origins) : readPath(text)
  if (value === null)
    return refuse('Tiene que ser una ruta del sitio, como /fechas, o una dirección que empiece con https://.')
  return value.length > TO_MAX ? tooLong(TO_MAX) : accept(value)
}

function readPath(text: string): string | null {
  const url = findPathFault(text) === null ? URL.parse(BASE + text) : null
  return url === null || url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

function readHttpAddress(text: string, origins: readonly string[]): string | null {
  const url = text.includes('\\') ? null : URL.parse(text)
  // A name before the host makes an address look like that of another site: https://club.example@evil.example
  if (url === null || url.username !== '' || url.password !== '') return null
  // The protocol does not matter, because the site's proxy may lead from http to https.
  if (!origins.some((origin) => URL.parse(origin)?.host === url.host)) return url.href
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

/** Returns the spellings under which a redirect of a request is stored: with its query, then without. */
export function listLookups({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string[] {
  // Longer addresses have no redirect, so they are not normalised either. A path can have slashes at its end.
  if (pathname.length > 2 * FROM_MAX) return []
  const path = normalizePath(pathname)
  return search === '' || path.length + search.length > FROM_MAX ? [path] : [path + search, path]
}

/** Splits a path of this site, as `readFrom` and `readTo` return it. null for an address of another site */
const splitPath = (address: string): URL | null =>
  address.startsWith('/') ? URL.parse(BASE + address) : null

export const getPathname = (from: string): string => splitPath(from)?.pathname ?? ''

/** True when a redirect to `to` would lead on through a redirect from `from`. */
export function isStepTo(from: string, to: string): boolean {
  const url = splitPath(to)
  return url !== null && listLookups(url).includes(from)
}

export interface RowFault {
  row: number
  side: 'from' | 'to'
  message: string
}

/**
 * Finds rows that repeat an old address, and rows that lead to an old address. The latter would be a loop or a chain, and each
 * step of a chain costs the visitor a request.
 * @param rows as `readFrom` and `readTo` return their addresses
 */
export function findRowFaults(rows: readonly { from: string; to: string }[]): RowFault[] {
  const firstRows = new Map<string, number>()
  const faults: RowFault[] = []
  for (const [row, { from }] of rows.entries()) {
    const first = firstRows.get(from)
    if (first === undefined) firstRows.set(from, row)
    else faults.push({ row, side: 'from', message: `Repite la de la fila ${first + 1}.` })
  }
  for (const [row, { to }] of rows.entries()) {
    const url = splitPath(to)
    const next = url && listLookups(url).find((each) => firstRows.has(each))
    if (next == null) continue
    const message =
      firstRows.get(next) === row
        ? 'Vuelve a la misma dirección.'
        : `Lleva a ${next}, que también es una dirección vieja: poné la última.`
    faults.push({ row, side: 'to', message })
  }
  return faults.sort((one, other) => one.row - other.row)
}
