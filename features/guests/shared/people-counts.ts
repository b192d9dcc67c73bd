/** Numbers of people as Argentina writes them, and the places that a list still has. */

import { FILLING } from './guest-limits.ts'

const NUMBER = new Intl.NumberFormat('es-AR')

export const formatNumber = (count: number): string => NUMBER.format(count)

/** Formats a number of things: '1 persona', '1.200 personas'. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

interface Filled {
  quota: number | null
  invited: number
}

/** Returns the number of people who still fit on a list. null without a quota */
export const countPlaces = ({ quota, invited }: Filled): number | null =>
  quota === null ? null : Math.max(quota - invited, 0)

/** True when most places of a list are taken. */
export const isFilling = ({ quota, invited }: Filled): boolean => quota !== null && invited >= quota * FILLING
