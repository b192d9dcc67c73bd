import type { RowValue } from '../../../platform/content/admin/form/field-values.ts'
import { parseMoment } from '../../../platform/content/admin/publication/choice.ts'
import { isAfterStart, LATE } from '../shared/late-moments.ts'

/** Largest number of artists that the warning names. */
const NAMED_MAX = 3

/**
 * Returns the warning about artists with a reveal after the start of the night. Blank without them.
 * @param now ms since 1970
 */
export function warnOfLateReveal(rows: RowValue[], date: string, now: number, timeZone: string): string {
  const late = rows.filter(({ revealAt }) =>
    isAfterStart(parseMoment(String(revealAt ?? ''), timeZone), date, now, timeZone),
  )
  if (late.length === 0) return ''
  if (late.length === rows.length) return LATE
  const names = late.slice(0, NAMED_MAX).map(({ name }) => name || '…')
  const rest = late.length > NAMED_MAX ? ` y ${late.length - NAMED_MAX} más` : ''
  return `${late.length === 1 ? 'Se revela' : 'Se revelan'} después de que empieza la fecha: ${names.join(', ')}${rest}.`
}
