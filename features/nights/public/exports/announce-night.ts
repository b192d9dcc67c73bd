/** Chooses the night that the first screen of the home page announces, and its words. */

import type { EntityOf } from '../../../../platform/content/shared/resources.ts'
import { fallbackLanguage, localize } from '../../../../platform/content/shared/translations.ts'
import { wallClock } from '../../../../platform/shared/dates.ts'
import type { Language } from '../../../../platform/shared/languages.ts'
import { formatShortDate, sortByNightTime, timeOfDay } from '../../../../platform/shared/night-dates.ts'
import { getPageTexts } from '../../../../platform/site-layout/page-texts.ts'
import { computeHours, computeSets, computeStage, type NightStage } from '../../shared/night-hours.ts'
import { isSoldOut } from '../../shared/night-state.ts'
import { stampTexts } from '../night-texts.ts'
import { listTickets } from '../tickets.ts'
import { isOff } from './night-summary.ts'

type Night = EntityOf<'events'>

export interface Announcement {
  slug: string
  isOn: boolean
  /** 'AHORA', 'HOY 23:59', the date and hour of a later night, or the stamp of a cancelled night. */
  lead: string
  /** The artists who play now, otherwise the title of the night. */
  name: string
  /** 'es' when the name is Spanish on a page in another language. */
  nameLang: 'es' | undefined
  /** End of these sets, or of the night: 'hasta las 05:00'. null when it is unknown, and before doors. */
  until: string | null
  /** 'AGOTADA' or the price. null without a known price. A night that is on has no price. */
  sale: string | null
}

/** Maximum number of artists in the announcement. The page of the night lists them all. */
const NAMES = 2

/**
 * Announces the night that is on, otherwise the next one. A cancelled or postponed night is announced only on its own day,
 * with its stamp, when no other night takes place on that day.
 * @param nights the coming nights and those of the last night, the earliest first
 * @returns null when there is no night to announce
 */
export function announceNight(
  nights: readonly Night[],
  now: number,
  timeZone: string,
  language: Language,
): Announcement | null {
  const left = nights
    .map((night) => ({ night, ...computeStage(night, now, timeZone) }))
    .filter(({ stage }) => stage !== 'closed')
  const isToday = ({ stage }: NightStage) => stage !== 'ahead'
  const coming = left.filter(({ night }) => !isOff(night))
  const chosen =
    coming.find(({ stage }) => stage === 'now') ?? coming.find(isToday) ?? left.find(isToday) ?? coming[0]
  if (!chosen) return null
  const { night, stage, playing } = chosen
  const localized = localize(language, night)
  const words = getPageTexts(language)
  const stamps = stampTexts[language]
  const soldOut = isSoldOut(night, now, timeZone) ? stamps.soldout : null
  const artists = sortByNightTime(night.date, night.lineup)
  const announcement = {
    slug: night.slug,
    isOn: false,
    name: localized.title ?? (joinNames(artists) || words.theNight),
    nameLang: fallbackLanguage(localized, 'title'),
    until: null,
  }
  if (isOff(night)) return { ...announcement, lead: stamps[night.status], sale: null }
  if (stage === 'now') {
    const onStage = artists.filter(({ _id }) => playing.includes(_id))
    return {
      ...announcement,
      ...(onStage.length > 0 && { name: joinNames(onStage), nameLang: undefined }),
      isOn: true,
      lead: words.stages.now,
      until: formatEnd(night, playing, timeZone, language),
      sale: soldOut,
    }
  }
  const day = isToday(chosen) ? words.today : formatShortDate(night.date, language).toUpperCase()
  return {
    ...announcement,
    lead: [day, timeOfDay(night.date)].filter(Boolean).join(' '),
    sale: soldOut ?? listTickets(night, now, timeZone, { language }).button?.price ?? null,
  }
}

function joinNames(artists: readonly { name: string }[]): string {
  const more = artists.length - NAMES
  const names = artists.slice(0, NAMES).map(({ name }) => name)
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(' / ')
}

/** Returns the end of the sets, or of the night when no set has an hour. null when the ends differ or are unknown. */
function formatEnd(night: Night, playing: readonly string[], timeZone: string, language: Language) {
  const end = night.endsAt === null ? null : computeHours(night, timeZone).end
  const ends = computeSets(night, timeZone)
    .filter(({ _id }) => playing.includes(_id))
    .map(({ to }) => to ?? end)
  const [until, ...others] = new Set(ends.length > 0 ? ends : [end])
  if (until === undefined || until === null || others.length > 0) return null
  return getPageTexts(language).until(wallClock(until, timeZone).slice(11))
}
