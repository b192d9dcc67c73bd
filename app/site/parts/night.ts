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

/** 'sábado 28 de noviembre', with the year where it is told apart by it. */
export function longDate(date: string, { year = false } = {}): string {
  const { weekday, day, month } = nightOf(date)
  return `${weekday} ${Number(day)} de ${month}${year ? ` de ${date.slice(0, 4)}` : ''}`
}

/** '28.11': what fits the width of a flyer. */
export const figures = (date: string): string => `${date.slice(8, 10)}.${date.slice(5, 7)}`

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
