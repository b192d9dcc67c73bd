/** '23/11/26, 06:02', by the machine's own clock, as the operator's other tools tell it. @param at ms since 1970, or ISO 8601 */
export const wallClock = (at: number | string): string =>
  new Date(at).toLocaleString('es-AR', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
