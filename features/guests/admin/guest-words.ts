/** Spanish wording of the screens about lists and the door. */
import { wallClock } from '../../../platform/shared/dates.ts'
import { addHourArticle, formatLongDate } from '../../../platform/shared/night-dates.ts'
import { readTypedNumber } from '../../../platform/shared/typed-number.ts'
import type { DoorDevices, Guest, GuestList, ListBody } from '../shared/guests.ts'
import { formatConditions } from '../shared/list-hours.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'

export const formatPeople = (count: number): string => formatCount(count, 'persona', 'personas')

/** Formats a part of a whole: '64 %'. null without a whole */
export const formatShare = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${Math.round((part / whole) * 100)} %`

/** Reads a typed whole number, with or without separators of thousands. null for any other text */
export function readWholeNumber(typed: string): number | null {
  const value = readTypedNumber(typed, 0)
  return value !== null && Number.isInteger(value) && value >= 0 && value < 1e9 ? value : null
}

/** Formats a time in words: 'el jueves 26 de noviembre a las 12:00'. @param instant ISO 8601 */
export function formatLongMoment(instant: string, timeZone: string): string {
  const clock = wallClock(new Date(instant), timeZone)
  return `el ${formatLongDate(clock)} a ${addHourArticle(clock.slice(11))}`
}

/** Describes when a list closes: 'Cierra a las 22:00', 'Cerró a la 01:00'. @param now ms since 1970 */
export const describeClosing = (
  { closesAt }: Pick<GuestList, 'closesAt'>,
  now: number,
  timeZone: string,
): string =>
  `${Date.parse(closesAt) > now ? 'Cierra' : 'Cerró'} a ${addHourArticle(wallClock(new Date(closesAt), timeZone).slice(11))}`

/** Describes why links add no names to a list. null when it is open */
export function describeClosed(
  list: Pick<GuestList, 'closesAt'>,
  { isCalledOff, now, timeZone }: { isCalledOff: boolean; now: number; timeZone: string },
): string | null {
  if (isCalledOff) return 'Está cerrada, porque la fecha no se hace: con el enlace no se suman nombres.'
  if (Date.parse(list.closesAt) > now) return null
  return `Está cerrada. ${describeClosing(list, now, timeZone)}: con el enlace no se suman nombres. Para abrirla, cambiá «Cierra a las» en los ajustes.`
}

export const describePlaces = (left: number): string =>
  left === 0
    ? 'La lista está completa'
    : `${left === 1 ? 'Queda' : 'Quedan'} ${formatCount(left, 'lugar', 'lugares')}`

/** Formats a name with its companions: 'Ana Gómez +2'. */
export const formatGuest = ({ name, companions }: Pick<Guest, 'name' | 'companions'>): string =>
  companions === 0 ? name : `${name} +${companions}`

/** Describes how many people of a guest arrived. null before the first one */
export function describeArrival({
  arrived,
  companions,
}: Pick<Guest, 'arrived' | 'companions'>): string | null {
  if (arrived === 0) return null
  const people = companions + 1
  if (arrived > people) return `Entraron ${arrived}, y eran ${people}`
  return people === 1 ? 'Entró' : `${arrived === 1 ? 'Entró' : 'Entraron'} ${arrived} de ${people}`
}

export const addedByWords: Record<Guest['addedBy'], string | null> = {
  administrator: null,
  link: 'Por el enlace',
  public: 'Se anotó en el sitio',
}

/** Characters of a code that are shown. Its begin and its end tell it from others. */
const CODE_SHOWN = 18

export const shortenCode = (code: string): string =>
  code.length <= CODE_SHOWN ? code : `${code.slice(0, 9)}…${code.slice(-8)}`.toWellFormed()

/** Returns a name that no list of the night has: 'Lista', 'Lista 2'. */
export function nameNewList(lists: readonly Pick<GuestList, 'name'>[], noun = 'Lista'): string {
  const taken = new Set(lists.map(({ name }) => name.toLocaleLowerCase('es')))
  for (let number = 1; ; number++) {
    const name = number === 1 ? noun : `${noun} ${number}`
    if (!taken.has(name.toLocaleLowerCase('es'))) return name
  }
}

const listFacts: Record<keyof Omit<ListBody, 'kind'>, (list: ListBody) => string> = {
  name: ({ name }) => `se llama «${name}»`,
  quota: ({ quota }) => (quota === null ? 'no tiene cupo' : `el cupo es ${formatNumber(quota)}`),
  closes: ({ closes }) => (closes === null ? 'cierra al abrir' : `cierra a ${addHourArticle(closes)}`),
  conditions: ({ conditions }) => `las condiciones son «${formatConditions(conditions)}»`,
  maxCompanions: ({ maxCompanions }) => `se puede ir con hasta ${maxCompanions}`,
  isPublic: ({ isPublic }) => (isPublic ? 'es pública' : 'no es pública'),
  note: ({ note }) => (note === null ? 'no tiene nota' : `la nota es «${note}»`),
}

/** Describes the settings of a list that another administrator changed: 'el cupo es 50, cierra a las 22:00'. */
export const describeListChanges = (before: ListBody, after: ListBody): string =>
  (Object.keys(listFacts) as (keyof typeof listFacts)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => listFacts[field](after))
    .join(', ')

/** A phone without a name: its session was erased. */
export const NO_PHONE_NAME = 'Un teléfono'

/** A phone calls every few seconds, and its time is stored once a minute. After this time it has no network. ms */
const UNSEEN_MS = 3 * 60_000

/** Describes what a phone has still to send, as far as the server can know. null when there is nothing to say */
export function describeUnsent(
  { unsent, seenAt }: Pick<DoorDevices['devices'][number], 'unsent' | 'seenAt'>,
  now: number,
): string | null {
  if (unsent !== null && unsent > 0) return `Le falta mandar ${formatCount(unsent, 'ingreso', 'ingresos')}`
  if (now - Date.parse(seenAt) > UNSEEN_MS) return 'Desde entonces puede deber ingresos'
  return unsent === 0 ? 'Mandó todo' : null
}

/** Describes late entries: '3 de la lista, 2 sin lista, 1 salida'. */
export const describeLate = ({
  guests,
  tickets,
  walkIns,
  exits,
  undos,
}: Pick<DoorDevices['late'][number], 'guests' | 'tickets' | 'walkIns' | 'exits' | 'undos'>): string =>
  [
    guests > 0 && `${formatNumber(guests)} de la lista`,
    tickets > 0 && `${formatNumber(tickets)} con entrada`,
    walkIns > 0 && `${formatNumber(walkIns)} sin lista`,
    exits > 0 && formatCount(exits, 'salida', 'salidas'),
    undos > 0 && formatCount(undos, 'deshecho', 'deshechos'),
  ]
    .filter(Boolean)
    .join(', ')
