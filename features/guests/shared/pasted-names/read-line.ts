/** Reads one line of a pasted list. */
import { fold } from '../../../../platform/shared/text/fold.ts'
import { GUEST_NAME_MAX, GUEST_NOTE_MAX } from '../guest-limits.ts'
import { normalizeName } from '../guest-names.ts'
import {
  type Companions,
  isCounted,
  readCompanions,
  readNumber,
  splitWords,
  startsCompany,
  words,
} from './companions.ts'
import {
  explainNoPerson,
  isPronoun,
  isSection,
  readRequest,
  readRole,
  readsAsSentence,
  removeThanks,
  SENTENCE_WORDS,
} from './no-person.ts'
import type { PastedLine, Person } from './pasted-line.ts'

export type ReadLine = Omit<PastedLine, 'line' | 'text'>

const NOBODY = { name: '', companions: 0, note: null }
export const skip = (reason: string): ReadLine => ({ verdict: 'skip', ...NOBODY, reason })

/** Identity documents, telephone numbers and e-mail addresses, with the word before them. */
const NUMBER_OF_A_PERSON =
  /(?:\b(?:d\.?n\.?i|c\.?i|c[eé]dula|rut|run|curp|ine|nif|nie|doc|documento|pasaporte|tel|tfno|cel|celu|celular|m[oó]vil|wsp|wa|whatsapp|n[°o])\b[.:°]* ?)?(?:(?<![\p{L}\p{N}.])[a-z]{4}\d{6}[a-z\d]{8}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.@])[xyz]-?\d{7}-?[a-z](?![\p{L}\p{N}])|(?<![\p{L}\p{N}.+])(?:\+\d{2,3} ?)?\(?\d(?:[ .()-]{0,2}\d){5,14}(?:-?[a-z](?![\p{L}\p{N}]))?(?![\p{L}\p{N}])|[^\s@,;()]{1,64}@[^\s@,;()]{1,64}\.[a-z]{2,}\b)/giu

/** A time before the name, as a chat writes it: "21:03 Ana". */
const TIME_FIRST = /^\d{1,2}:\d{2}(?: ?hs?\b)? ?(?=\p{L})/iu

/** "$600", "$ 14.400", "600 pesos", "25 años" */
const AMOUNT = /\$ ?\d[\d.,]*|\b\d[\d.,]* ?(?:pesos|usd|euros|€|años|%|x1)(?!\p{L})/giu
const DATE = /(?<!\+ ?)\b\d{1,2}(?:[/.-]\d{1,2}[/.-]\d{2,4}|\/\d{1,2})\b/g

/** First words of a note that follows a name without a sign. */
const NOTE_STARTS = words(
  `pago pagado pagada paga pagan pagaron debe llega llegan llegara viene vienen va van vendra dni ci rut curp tel cel ig insta cumple cumpleanera cumpleanero
  free gratis vip confirmado confirmada confirma confirmo confirmadisimo entra entran ingresa ok okay listo lista vacio libre disponible sena seno
  transfirio transferencia transf ya seguro segura quizas capaz talvez posible prensa fotografa fotografo menor celiaca celiaco tarde temprano abono abonado
  hasta antes despues sin no mesa de: falta pendiente solo sola`,
)
/** First words of a company after a sign: "Ana — Radio Horizonte". */
const MEDIA = words('radio revista diario canal fm podcast')
/** Notes of a guest that has cancelled. */
export const NOT_COMING =
  /\b(?:no (?:viene|va|vienen|van|puede|llega)|se baj[oa]|baja|cancel[oa]|cancelado|cancelada)\b/

/** Signs between a name and what follows it. */
const BREAK = / [-–—/|→] |[,;|]|: | [-–—/]|[-–—/] /

/** One or several words that look like a name, not like a note. */
const isNameLike = (part: string): boolean =>
  /\p{L}{2}/u.test(part) &&
  part.split(' ').length <= 5 &&
  ![NOTE_STARTS, MEDIA].some((known) => known.has(fold(part.split(' ')[0] ?? ''))) &&
  !readsAsSentence(part)

/** Longest line of a guest with a note. A line with more words is a message. */
const WORDS_MAX = 40

/** "Thiago Acosta ¿+1?", "¿Rochi?" */
const ASKED = /^([^¿?]*)¿([^¿?]*)\?+$/

/** Names at the end of a message. */
const NAMES_AFTER_COLON = /^[^:]{2,80}: (\p{Lu}.*)$/u

/** Reads a line whose number was removed. @param isListed true when it had one */
export function readLine(typed: string, isListed = false): ReadLine {
  // A no-break space keeps "van" in its surname.
  const thanked = typed.replace(/\b(van) (?=de[rn]?\b|dyck\b|gogh\b)/gi, '$1\u00a0')
  const bare = removeThanks(thanked)
  const text = isListed || /[+\d]|\p{Lu}\S* \p{Lu}/u.test(bare) ? bare : thanked
  if (text.split(' ').length > WORDS_MAX) return skip(SENTENCE_WORDS)
  const asked = ASKED.exec(text)
  if (asked?.[1] && isCompany(asked[2] as string)) return readLine(`${asked[1]}${asked[2]}?`, isListed)
  const request = readRequest(text)
  const found = request === null ? readRole(text) : null
  const role = found?.isSure || isNameLike(found?.name ?? '') ? found : null
  const reason = request === null && role === null ? explainNoPerson(text, isListed) : null
  if (reason !== null) {
    // "Somos 2: Ana y Beto"
    const [, named] = reason === SENTENCE_WORDS ? (NAMES_AFTER_COLON.exec(text) ?? []) : []
    const read = named === undefined ? null : readLine(named, true)
    return read?.verdict === 'guest' ? check(read, 'Es un pedido: fijate si va.') : (read ?? skip(reason))
  }
  const { notes, ...parts } = takeNotes(request?.name ?? role?.name ?? text)
  const read = readPeople({ ...parts, notes: role ? [role.role, ...notes] : notes })
  if (read.verdict !== 'guest') return read
  if (request?.doubt) return check(read, request.doubt)
  if (text.includes('?')) return check(read, 'Parece una duda.')
  // "Torta: la trae Nelly"
  if (role?.isSure === false || (!role && !request && /\p{L}: \p{L}/u.test(text)))
    return check(read, '¿Es un nombre?')
  if (!isListed && read.companions === 0 && read.note === null && isHandle(read.name))
    return check(read, 'Parece un usuario.')
  // "Arriba Pulso!"
  if (!isListed && read.companions === 0 && /\p{L} ?!/u.test(parts.main))
    return check(read, 'Parece un mensaje.')
  return read
}

/** "lu.paz_" without "@", as above a comment. */
const isHandle = (name: string): boolean =>
  /^[a-z\d._]*[._\d][a-z\d._]*$/.test(name) && /[a-z]{2}/.test(name) && !/^\d/.test(name)

/** "Gómez, Ana", "de la Fuente, Amanda", "Zúñiga, A." at the beginning of a line. */
const TURNED =
  /^(\p{L}[\p{L}'’. -]{1,40}?) ?, ?(\p{Lu}[\p{L}'’.-]*(?: (?:de |del |la |los )*\p{Lu}[\p{L}'’.-]*){0,3}(?: "[^"]{1,30}")?)(?![\p{L}\p{N}])/u

/** True when a line can be "Apellido, Nombre", with companions and notes after it. */
export const isTurnedName = (text: string): boolean => {
  const [found, surname = ''] = TURNED.exec(text) ?? []
  return found !== undefined && !/ [yeYE&] \p{Lu}/u.test(text.slice(surname.length).replace(/[([+].*$/, ''))
}

/** Turns "Gómez, Ana +1" into "Ana Gómez +1". A no-break space keeps "Puig i Ferrer, Jordi" one person. */
export const turnName = (text: string): string =>
  text.replace(TURNED, (_, surname: string, name: string) => `${name} ${surname.replaceAll(' ', '\u00a0')}`)

/** True when most lines that can have a name are "Apellido, Nombre". */
export function areTurned(texts: readonly string[]): boolean {
  const turned = texts.filter(isTurnedName).length
  return turned >= 2 && turned > texts.filter((text) => explainNoPerson(text) === null).length / 2
}

interface Parts {
  /** The line without notes. */
  main: string
  notes: string[]
  /** Numbers in brackets: "(2)". */
  counts: number[]
}

/** Takes times, documents, telephones and brackets out of a line. */
function takeNotes(text: string): Parts {
  const notes: string[] = []
  const counts: number[] = []
  const keep = (note: string) => {
    const clean = note.trim()
    if (clean !== '') notes.push(clean)
    return ' '
  }
  const main = text
    .replace(/^(\+ ?\d{1,2}) (?=\p{Lu})(.*)$/u, '$2 $1')
    .replace(/\+ ?\((\p{L}+)\)/gu, '+ $1')
    .replace(/(?<!\p{L})[cw]\/ ?(?!u(?!\p{L}))(?=[\p{L}\d])/giu, 'con ')
    .replace(/(?<!\p{L})s\/ ?(?=acomp)/giu, 'sin ')
    .replace(/^@[\w.]{2,40} (?=\p{Lu})/u, keep)
    .replace(TIME_FIRST, keep)
    .replace(/[([{]([^()[\]{}]*)(?:[)\]}]|$)/g, (_, inside: string) => {
      const content = inside.trim()
      const count = readNumber(content)
      if (count !== null && count < 100) {
        counts.push(count)
        return ' '
      }
      // "(2 amigas)" joins the line with the sign that it lacks.
      const phrase = [content, ...(/^\d+ \p{L}/u.test(content) ? [`+ ${content}`] : [])].find(isCompany)
      // "(con Beto)" too.
      return phrase === undefined && !/^(?:[ye+&]|con) \p{Lu}/u.test(content)
        ? keep(content)
        : ` ${phrase ?? content} `
    })
    .replace(/(?<=\+ ?\d{1,2}): (.*)/, (_, rest: string) => keep(rest))
    .replace(AMOUNT, keep)
    .replace(DATE, keep)
    .replace(/[<>]/g, ' ')
    .replace(NUMBER_OF_A_PERSON, (found) => (hasPersonNumber(found) ? keep(found) : found))
    .replace(/(?<=\p{L}.* )@[\w.]{2,40}/gu, keep)
  return { main: main.replace(/ +/g, ' ').trim(), notes, counts }
}

/** True for a text with companions alone: "+1", "x3", "y novio". */
export function isCompany(text: string): boolean {
  const { companions, before } = readCompanions(splitWords(text))
  return companions !== null && before.length === 0
}

/** "+1 1155…" is a companion and a telephone, and numbers with fewer than seven digits are neither. */
const hasPersonNumber = (text: string): boolean => text.includes('@') || text.replace(/\D/g, '').length >= 7

function readPeople({ main, notes, counts }: Parts): ReadLine {
  const people: Person[] = []
  const left: string[] = []
  let head = ''
  // "Mora + ..."
  const doubts: Doubts = { counts, isSure: !/\+ ?\.*$/.test(main), isSaid: false, isTotal: false }
  for (const [index, segment] of splitAtBreaks(main).entries()) {
    const read = readSegment(segment)
    const rest = read.before.join(' ')
    const noted = cutNote(rest)
    if (index === 0) head = rest
    const isName = index === 0 || (readNumber(rest) === null && isNameLike(rest) && startsAsName(rest, head))
    const isCount =
      !doubts.isSaid && !left.some(Boolean) && notes.length === 0 && (readNumber(rest) ?? 100) < 100
    if (isName) people.push(...splitPeople(noted.name).map((name) => ({ name, companions: 0 })))
    else if (isCount) counts.push(readNumber(rest) as number)
    left.push(isName ? noted.note : isCount ? '' : rest, read.left.join(' '))
    if (read.companions === null) continue
    // "Ana +1, Beto +2": companions belong to the name before them.
    const last = people.at(-1)
    if (last) last.companions += read.companions
    else people.push({ name: '', companions: read.companions })
    // "Ana +1, después Beto +1"
    doubts.isSure &&= read.isSure && (isName || !doubts.isSaid || !/\p{Lu}\p{Ll}/u.test(rest))
    doubts.isSaid = true
    doubts.isTotal ||= read.isTotal
  }
  const note = joinNotes([left.filter(Boolean).join(' '), ...notes])
  const [{ name: raw, companions } = { name: '', companions: 0 }] = people
  for (const person of people) person.name = cleanName(person.name)
  const name = cleanName(raw)
  const base = { name, companions, note }
  if (name === '')
    return note !== null && !doubts.isSaid && counts.length === 0
      ? skip('No tiene ningún nombre.')
      : check(base, 'No encontramos el nombre.')
  if (readsAsSentence(raw)) return skip(SENTENCE_WORDS)
  if (/^(?:sra?|srta|dra?)\.?$/i.test(name)) return check(base, '¿Cuántas personas son?')
  if (isPronoun(name))
    return main.includes('?') ? skip(SENTENCE_WORDS) : check({ ...base, name: '' }, 'No dice el nombre.')
  return people.length > 1 ? proposeSplit(people, base) : judge(base, doubts)
}

/** Reads a part of a line. "1 acompañante" joins the line with the word that it lacks, "6 pax" and "25 años" do not. */
function readSegment(segment: string): Companions {
  const read = readCompanions(splitWords(segment))
  const [, counted = ''] = /^\d{1,3} (\S+)/u.exec(segment) ?? []
  return read.companions === null && isCounted(counted) ? readCompanions(splitWords(`y ${segment}`)) : read
}

/** True when a segment can be another name: it begins as the first name does, with a capital or all in lower case. */
const startsAsName = (segment: string, name: string): boolean =>
  /^\p{Lu}/u.test(segment) || !/\p{Lu}/u.test(name)

/** "y" between the companions of a guest and another guest: "Beto +1 y Lalo +1" */
const NEXT_GUEST = /(?<=(?:[+x] ?|(?:m[aá]s|con) )\d{1,2}) (?:[ye&]|\+) (?=(\p{L}[^ ]+))/giu

function splitAtBreaks(text: string): string[] {
  return text
    .replace(NEXT_GUEST, (found, word: string) =>
      startsCompany(word) || NOTE_STARTS.has(fold(word)) ? found : ' | ',
    )
    .split(BREAK)
    .map((part) => part.trim().replace(/^[-–—/.,;: ]+|[-–—/,;: ]+$/g, ''))
    .filter(Boolean)
}

/** Splits a name from a note that follows it: "Ana Gómez pagó". */
function cutNote(words: string): { name: string; note: string } {
  const all = words.split(' ')
  // "Guido Mesa"
  const at = all.findIndex(
    (word, index) =>
      NOTE_STARTS.has(fold(word).replace(/[.,:;!]+$/, '')) &&
      !(index === 1 && all.length === 2 && /^(?:Mesa|Segur[oa]|Libre|Tarde|Sol[oa])$/.test(word)),
  )
  return at === -1
    ? { name: words, note: '' }
    : { name: all.slice(0, at).join(' '), note: all.slice(at).join(' ') }
}

const splitPeople = (name: string): string[] =>
  name
    .split(/ (?:y|Y|e|i|and) | con (?=\p{Lu})| ?[&+] ?|(?<=\p{L}{3})\/(?=\p{Lu}\p{Ll})/u)
    .filter((part) => cleanName(part) !== '')

function proposeSplit(people: Person[], base: Person & { note: string | null }): ReadLine {
  const companions = people.reduce((sum, person) => sum + person.companions, people.length - 1)
  const split = people.map((person) => ({ ...person, name: cutName(person.name) }))
  return {
    ...check({ ...base, name: cutName(base.name), companions }, `¿Son ${people.length} personas?`),
    split,
  }
}

interface Doubts {
  counts: number[]
  isSure: boolean
  /** True when the line has the number of companions. */
  isSaid: boolean
  /** True when that number counts the guest too. */
  isTotal: boolean
}

/** Names of several people. */
const GROUP =
  /^(?:equipo$|(?:familia|flia\.?|fam\.?|los|las|hermanos|hermanas|primos|primas|pareja|hnos\.?|hnas\.?|esposos|matrimonio|equipo|barra|amigos|amigas|gente|grupo) )/i

function judge(
  guest: Person & { note: string | null },
  { counts, isSure, isSaid, isTotal }: Doubts,
): ReadLine {
  if (guest.name.length > GUEST_NAME_MAX)
    return check({ ...guest, name: cutName(guest.name) }, 'El nombre es demasiado largo.')
  const [count] = counts
  if (count !== undefined && !isSaid)
    return check({ ...guest, companions: Math.max(0, count - 1) }, `¿${count} personas en total?`)
  // "Familia Paz x4" has the number of its people.
  if (isSection(guest.name) || (GROUP.test(guest.name) && !(isTotal && guest.name.includes(' '))))
    return check({ ...guest, companions: isSaid ? guest.companions : 3 }, '¿Cuántas personas son?')
  if (!isSure) return check(guest, '¿Cuántas personas son?')
  if (/ [oó] \p{Lu}/u.test(guest.name)) return check(guest, 'Parece una duda.')
  const trailing = /^(.+) (\d{1,2})$/.exec(guest.name)
  if (trailing && !/^(?:dj|mc) /i.test(guest.name)) {
    const [, name = '', number] = trailing
    if (!isSaid)
      return check(
        { ...guest, name: cleanName(name), companions: Math.max(0, Number(number) - 1) },
        `¿${number} personas en total?`,
      )
  }
  if (guest.note !== null && NOT_COMING.test(fold(guest.note))) return check(guest, 'Parece que no viene.')
  return { verdict: 'guest', ...guest, reason: null }
}

export const check = (
  { name, companions, note }: Person & { note: string | null },
  reason: string,
): ReadLine => ({ verdict: 'check', name, companions, note, reason })

const cutName = (name: string): string => name.slice(0, GUEST_NAME_MAX).toWellFormed()

const cleanName = (name: string): string =>
  normalizeName(
    name
      .replace(/^["“”«»]([^"“”«»]*)["“”«»]$/, '$1')
      .replace(/[?!]+(?!\p{L})|[¿¡]/gu, ' ')
      .replace(/^[\s.,;:/-]+|[\s,;:/·•√-]+$| \.+$|(?<=\p{L}{4})\.$|\.{2,}$/gu, ''),
  )

function joinNotes(notes: readonly string[]): string | null {
  const text = normalizeName(
    notes
      .map((note) => note.trim())
      .filter(Boolean)
      .join(', '),
  )
  return text === '' ? null : text.slice(0, GUEST_NOTE_MAX).toWellFormed()
}
