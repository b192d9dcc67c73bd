/** Reads from the words of a line how many people come with a guest. */
import { fold } from '../../../../platform/shared/text/fold.ts'

/** Returns the words of a text with blanks between them. */
export const words = (text: string): Set<string> => new Set(text.split(/\s+/))

const NUMBERS = new Map(
  [
    ...words(`uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve
  veinte`),
  ].map((word, index) => [word, index + 1] as const),
)
for (const word of ['un', 'una']) NUMBERS.set(word, 1)

/** Words for one companion, without accents. */
const ONE = words(
  `novio novia novie senora senor sra sr marido mujer esposo esposa pareja acompanante acomp acompa acompanhante amigo amiga amigue partner manager pololo
  polola hermano hermana hermanito hermanita hermane hijo hija primo prima mama papa madre padre tio tia sobrino sobrina cunado cunada suegra suegro
  invitado invitada companero companera compa roomie cuate colega socio socia chavo chava morro morra chico chica pibe piba cita chongo alguien otro otra
  persona guest ligue parce guacho gurisa guri vecino vecina ex mina tipo date`,
)
const SEVERAL = new Set([...ONE].map((word) => (/[aeiou]$/.test(word) ? `${word}s` : `${word}es`)))
for (const word of ['mas', 'pax', 'gente', 'flia', 'familia', 'conocidos', 'senores']) SEVERAL.add(word)

/** Words between a connection and the number or the person: "con su novia", "y 2 de sus amigos". */
const BETWEEN = words('a su sus mi mis tu tus el la los las de del al otros otras')

/** Words between a guest and the companions. "y" and "e" also connect two names. */
const CONNECTIONS = words('+ y e & con mas junto plus trae lleva invita')

/** Words after a number that counts all people of the line, the guest included. */
const PEOPLE = words(
  'personas persona pers pax entradas entrada lugares lugar tickets ticket accesos pases pase invitados cupos',
)
/** Words before such a number. */
const TOTAL = words('x por somos son seremos serian seriamos eran para van vamos total')

export interface Companions {
  /** Words before the first companions. */
  before: string[]
  /** Words after them, and the words for the companions. */
  left: string[]
  /** null for a line without companions. */
  companions: number | null
  /** False when the line has companions without their number, or a total below one. */
  isSure: boolean
  /** True when the line has the number of all its people. */
  isTotal: boolean
}

const MAX_DIGITS = 3
const LONGEST_NUMBER = 'diecinueve'.length
export const readNumber = (word: string | undefined): number | null => {
  if (word === undefined || word.length > LONGEST_NUMBER) return null
  if (/^\d+$/.test(word)) return word.length <= MAX_DIGITS ? Number(word) : null
  return NUMBERS.get(fold(word)) ?? null
}

/** True for a word for a companion, such as "novia". */
export const isCompanyWord = (word: string): boolean => ONE.has(plain(word)) || SEVERAL.has(plain(word))

/** True when a word can begin companions after "y": "una amiga", "su novia", "2". */
export const startsCompany = (word: string): boolean =>
  isCompanyWord(word) || BETWEEN.has(plain(word)) || CONNECTIONS.has(plain(word)) || readNumber(word) !== null

/** True when a number before the word counts companions or people: "2 amigas", "6 pax". */
export const isCounted = (word: string): boolean => isCompanyWord(word) || PEOPLE.has(plain(word))

const plain = (word: string | undefined): string =>
  word === undefined ? '' : fold(word).replace(/[.,:;!?]+$/, '')

/** Splits a text into words. Signs such as "+2" and "x3" become two words. */
export const splitWords = (text: string): string[] =>
  text
    .replace(/(^|[^\p{L}])[cw]\/ ?(?!u\b)(?=[\p{L}\d])/giu, '$1con ')
    .replace(/([+&])/g, ' $1 ')
    .replace(/(^|[^\p{L}\p{N}])x(\d{1,3})(?![\p{L}\p{N}])/giu, '$1 x $2 ')
    .replace(/(^|[^\p{L}\p{N}])(\d{1,3})x(?![\p{L}\p{N}])/giu, '$1 x $2 ')
    .replace(/(^|[^\p{L}\p{N}])(\d{1,2})(pax|pers|personas)(?![\p{L}\p{N}])/giu, '$1 $2 $3 ')
    .split(/ +/)
    .filter(Boolean)

interface Phrase {
  /** Index of the word after the phrase. */
  end: number
  companions: number
  said: string[]
  isSure: boolean
}

/** Reads a phrase that begins at a connection: "+ 2 amigas", "y novio", "más dos", "con su pareja". */
function readCompany(words: readonly string[], at: number): Phrase | null {
  // "Mas" is a surname.
  if (!CONNECTIONS.has(plain(words[at])) || words[at] === 'Mas') return null
  let end = at + 1
  // "más" and "con" can follow another connection: "y más 2", "junto con 1".
  if (['mas', 'con'].includes(plain(words[end]))) end++
  const skip = () => {
    while (BETWEEN.has(plain(words[end]))) end++
  }
  skip()
  const word = words[end]?.replace(/[.,:;!?]+$/, '')
  const [, range] = /^\d{1,2}[/-](\d{1,2})$/.exec(word ?? '') ?? []
  const number = readNumber(range ?? word)
  if (number !== null) end++
  const afterNumber = end
  skip()
  const who = plain(words[end])
  if (ONE.has(who) || SEVERAL.has(who)) {
    const isPlural = !ONE.has(who)
    return {
      end: end + 1,
      companions: number ?? 1,
      said: who === 'mas' ? [] : [words[end] as string],
      isSure: range === undefined && (number !== null || !isPlural),
    }
  }
  return number === null
    ? null
    : { end: afterNumber, companions: number, said: [], isSure: range === undefined }
}

/** Reads a number that counts the guest too: "x 3", "somos 3", "3 personas". */
function readTotal(words: readonly string[], at: number): Phrase | null {
  const isBefore = TOTAL.has(plain(words[at])) && readNumber(words[at + 1]) !== null
  if (isBefore) {
    const hasWord = PEOPLE.has(plain(words[at + 2]))
    return toTotal(readNumber(words[at + 1]) as number, at + (hasWord ? 3 : 2))
  }
  const number = readNumber(words[at])
  const who = plain(words[at + 1])
  if (number === null) return null
  if (PEOPLE.has(who)) return toTotal(number, at + 2)
  if (at === 0 || !(ONE.has(who) || SEVERAL.has(who))) return null
  return { end: at + 2, companions: number, said: [words[at + 1] as string], isSure: true }
}

const toTotal = (people: number, end: number): Phrase => ({
  end,
  companions: Math.max(0, people - 1),
  said: [],
  isSure: people >= 1,
})

/** Finds all phrases about companions in the words of a line. Numbers of "+1 +1" are added. */
export function readCompanions(words: readonly string[]): Companions {
  const result: Companions = { before: [], left: [], companions: null, isSure: true, isTotal: false }
  let at = 0
  while (at < words.length) {
    const company = readCompany(words, at)
    const phrase = company ?? readTotal(words, at)
    if (!phrase) {
      const target = result.companions === null ? result.before : result.left
      target.push(words[at] as string)
      at++
      continue
    }
    result.companions = (result.companions ?? 0) + phrase.companions
    result.isSure &&= phrase.isSure
    result.isTotal ||= company === null
    result.left.push(...phrase.said)
    at = phrase.end
  }
  // "+1 o +2"
  if (result.companions !== null && result.left.some((word) => plain(word) === 'o')) result.isSure = false
  return result
}
