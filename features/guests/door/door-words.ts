/** Spanish texts of the door's page. */
import type { EntryKind } from '../shared/door-state.ts'
import type { Arrival, DoorGuest } from '../shared/guests.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { refusalWords } from '../shared/refusal-words.ts'

export const NOT_SECURE =
  'La puerta necesita una dirección https para guardar lo que pasa en este teléfono. Pedí el enlace con https.'
export const NO_STORAGE =
  'Este navegador no deja guardar nada, y sin eso se perderían ingresos. Abrí el enlace en una ventana común, no privada, o en otro teléfono.'
export const NOT_STORED = 'Este teléfono no tiene lugar. Borrá fotos o aplicaciones y probá de nuevo.'
export const LIST_UNSAVED =
  'No hay lugar para guardar la lista en este teléfono: no cierres esta página mientras no haya red.'

/** Formats by time zone. Making one takes longer than a row of the search. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats '23:21'. @param at ms since 1970 */
export function formatTime(at: number, timeZone: string): string {
  const format =
    timeFormats.get(timeZone) ??
    new Intl.DateTimeFormat('es-AR', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  timeFormats.set(timeZone, format)
  return format.format(at)
}

/** @param since when the network was lost, as `formatTime` writes it. null with network */
export function formatNetwork(isOnline: boolean | null, queued: number, since: string | null): string {
  if (isOnline === null)
    return queued === 0
      ? 'Conectando'
      : `Conectando: ${formatCount(queued, 'ingreso', 'ingresos')} por mandar`
  if (isOnline)
    return queued === 0
      ? 'Con red: todo mandado'
      : `Con red: mandando ${formatCount(queued, 'ingreso', 'ingresos')}`
  return `Sin red${since === null ? '' : ` desde las ${since}`} · ${queued === 0 ? 'nada' : formatNumber(queued)} por mandar`
}

/** Formats '2 de 4'. */
export const formatArrived = (arrived: number, { companions }: Pick<DoorGuest, 'companions'>): string =>
  `${arrived} de ${companions + 1}`

/** Formats 'Entró 23:22, Puerta 1; 23:40, Puerta 2'. @param own name of this phone */
export const formatArrivals = (arrivals: readonly Arrival[], own: string, timeZone: string): string =>
  arrivals.length === 0
    ? ''
    : `Entró ${arrivals
        .map(({ at, device }) =>
          [formatTime(Date.parse(at), timeZone), device ?? own].filter(Boolean).join(', '),
        )
        .join('; ')}`

/** `revoked`: an administrator ended this phone. `ended`: the door was closed, or the session was lost. */
export type DoorEnd = 'expired' | 'ended' | 'revoked'

const ends: Record<DoorEnd, string> = {
  expired: 'Esta puerta ya terminó. Los nombres se borraron de este teléfono.',
  ended: 'Se cerró el acceso de este teléfono. Los nombres se borraron.',
  revoked:
    'Sacaron este teléfono de la puerta: ya no anota. Los nombres se borraron, y lo que faltaba mandar cuenta solo si quien administra el sitio lo suma.',
}

export const formatEnd = (end: DoorEnd): string => ends[end]

export const formatUnsent = (queued: number): string =>
  `${formatCount(queued, 'ingreso', 'ingresos')} sin mandar: ${queued === 1 ? 'queda guardado' : 'quedan guardados'} y se ${queued === 1 ? 'manda' : 'mandan'} cuando haya red. No cierres esta página.`

export const formatRefused = (refused: number): string =>
  `El servidor no aceptó ${formatCount(refused, 'ingreso', 'ingresos')} de este teléfono.`

/** Names of kinds of entries. */
export const kindNames: Record<EntryKind, string> = {
  guest: 'De la lista',
  ticket: 'Con entrada',
  walkIn: 'Sin lista',
  exit: 'Salida',
  undo: 'Deshecho',
}

/** Formats the refusal of a ticket. '' for a valid ticket */
export const formatRefusal = ({ refusal }: Pick<DoorGuest, 'refusal'>): string =>
  refusal === undefined ? '' : refusalWords[refusal]

/** Shown when all conditions of a list have ended. */
export const OUT_OF_HOURS = 'Fuera de hora'

/** A guest without a name: it was deleted, or its name was erased. */
export const NO_NAME = 'Sin nombre'
