/** Formats numbers of visits in Spanish. */
import type { Compared } from './visit-answers.ts'

const figures = new Intl.NumberFormat('es-AR', { useGrouping: 'always' })

export const formatCount = (count: number): string => figures.format(count)

export const formatVisits = (count: number): string =>
  count === 1 ? '1 visita' : `${formatCount(count)} visitas`

export const formatClicks = (count: number): string =>
  count === 1 ? '1 clic' : `${formatCount(count)} clics`

/** From three times the earlier number on, the comparison is worded as a factor instead of a percentage. */
const TIMES_FROM = 3

/** Describes the change: 'el doble', '12 % más', 'igual'. null when there is no earlier number. */
export function formatChange({ count, before }: Compared): string | null {
  if (before === 0) return null
  if (count >= before * TIMES_FROM) return `${formatCount(Math.floor(count / before))} veces`
  const percent = Math.round((count / before - 1) * 100)
  if (percent === 0) return 'igual'
  return `${Math.abs(percent)} % ${percent > 0 ? 'más' : 'menos'}`
}

/** Formats the share of visits with a click: '7 %', 'menos del 1 %'. null when there were no visits. */
export function formatShare(clicks: number, views: number): string | null {
  if (views === 0) return null
  const percent = Math.round((clicks / views) * 100)
  return percent === 0 && clicks > 0 ? 'menos del 1 %' : `${percent} %`
}

/**
 * Returns the text of the weekly summary on the home screen: 'Esta semana: 1.234 visitas, 12 % más que la pasada'. Mondays
 * have no comparison, because the first day is not over yet.
 */
export function summarizeWeek(week: Compared, isFirstDay: boolean): { count: string; change: string } {
  const change = isFirstDay ? null : formatChange(week)
  const than =
    change === 'igual'
      ? ', igual que la pasada'
      : `, ${change} ${change?.endsWith('veces') ? 'las de la pasada' : 'que la pasada'}`
  return { count: formatVisits(week.count), change: change === null ? '' : than }
}
