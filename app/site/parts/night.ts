/** How the date of a night is set as type. */

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

export interface Night {
  weekday: string
  /** Two digits. */
  day: string
  month: string
  /** `HH:mm`, where the date has one. */
  time: string | null
}

/** Taken from the first characters of the date, never shifted by a time zone. */
export function nightOf(date: string): Night {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number) as [number, number, number]
  return {
    weekday: weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '',
    day: date.slice(8, 10),
    month: months[month - 1] ?? '',
    time: /^.{10}T(\d\d:\d\d)/.exec(date)?.[1] ?? null,
  }
}
