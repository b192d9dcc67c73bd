/** Numbers of visits, as one says them. */
import type { Compared } from './visits.ts'

const figures = new Intl.NumberFormat('es-AR', { useGrouping: 'always' })

export const figure = (count: number): string => figures.format(count)

export const visitsWords = (count: number): string => (count === 1 ? '1 visita' : `${figure(count)} visitas`)

export const clicksWords = (count: number): string => (count === 1 ? '1 clic' : `${figure(count)} clics`)

/** Past this many times as much, a percentage says nothing. */
const TIMES_FROM = 3

/** 'el doble', '12 % más', 'igual'; null: there was nothing to compare with. */
export function changeWords({ count, before }: Compared): string | null {
  if (before === 0) return null
  if (count >= before * TIMES_FROM) return `${figure(Math.floor(count / before))} veces`
  const percent = Math.round((count / before - 1) * 100)
  if (percent === 0) return 'igual'
  return `${Math.abs(percent)} % ${percent > 0 ? 'más' : 'menos'}`
}

/** How many of those who looked went on. '7 %', 'menos del 1 %'; null: nobody looked. */
export function shareWords(clicks: number, views: number): string | null {
  if (views === 0) return null
  const percent = Math.round((clicks / views) * 100)
  return percent === 0 && clicks > 0 ? 'menos del 1 %' : `${percent} %`
}

/**
 * What the home tells: 'Esta semana: 1.234 visitas, 12 % más que la pasada'. On a Monday morning a day that has begun would
 * stand beside a whole one: then nothing is compared.
 */
export function weekWords(week: Compared, isFirstDay: boolean): { count: string; change: string } {
  const change = isFirstDay ? null : changeWords(week)
  const than =
    change === 'igual'
      ? ', igual que la pasada'
      : `, ${change} ${change?.endsWith('veces') ? 'las de la pasada' : 'que la pasada'}`
  return { count: visitsWords(week.count), change: change === null ? '' : than }
}
