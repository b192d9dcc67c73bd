import type { Group } from '../../../contract/site/site.ts'

/**
 * The notice as it is shown at a moment: without its text before and after its time.
 * @param now ms since 1970
 * @returns `changesIn`: ms until it comes or goes; null: it stays as it is
 */
export function noticeAt(
  notice: Group<'notice'>,
  now: number,
): { notice: Group<'notice'>; changesIn: number | null } {
  if (notice.text === null) return { notice, changesIn: null }
  const from = notice.from === null ? Number.NEGATIVE_INFINITY : Date.parse(notice.from)
  const until = notice.until === null ? Number.POSITIVE_INFINITY : Date.parse(notice.until)
  const isShown = from <= now && now < until
  const next = [from, until].find((at) => at > now && Number.isFinite(at) && now < until)
  return {
    notice: isShown ? notice : { ...notice, text: null },
    changesIn: next === undefined ? null : next - now,
  }
}
