/** Creates the text of a share image set: plain text that administrators paste beside a picture. */
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import type { ShareSetResource } from '../../../platform/content/shared/share-set-resources.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import {
  formatLongDate,
  formatUntilHour,
  parseNightDate,
  sortByNightTime,
} from '../../../platform/shared/night-dates.ts'
import { findLowestPrice, formatPrice } from '../../../platform/shared/prices.ts'
import { formatNewsTitle } from '../../../platform/shared/public-paths.ts'
import { capitalised } from '../../../platform/shared/text/text.ts'
import { getSale, getStamp, stampLabels } from '../../nights/shared/night-state.ts'

/** Maximum length of the text, including the link. Characters */
const TEXT_MAX = 1000

const APART = '\n\n'

/** @param link null when there is none @param now ms since 1970 @returns at most `TEXT_MAX` characters */
type TextOf = (item: AnyEntity, site: SiteSettings, link: string | null, now: number) => string

function ofNight(
  item: AnyEntity,
  { identity, contact }: SiteSettings,
  link: string | null,
  now: number,
): string {
  const night = item as EntityOf<'events'>
  const stamp = getStamp(night, now, identity.timeZone)
  const state = [
    stamp && stampLabels[stamp],
    night.previousDate && `antes ${formatDate(night.previousDate)}`,
    night.statusNote,
  ]
  const { time } = parseNightDate(night.date)
  const hours = [time && `${time} h`, night.endsAt && `${formatUntilHour(night.endsAt)} h`].filter(Boolean)
  const { street } = contact.address
  const head = [
    state.filter(Boolean).join(' · '),
    night.title ?? identity.name,
    [capitalised(formatLongDate(night.date)), ...hours].join(', '),
    [identity.name, street, identity.neighbourhood].filter(Boolean).join(', '),
  ]
  const foot = [
    describeTickets(night, now, identity.timeZone),
    night.ageMin ? `Desde los ${night.ageMin} años` : '',
  ]
  const names = sortByNightTime(night.date, night.lineup).map(({ from, name, role }) =>
    [from, name, role && `(${role})`].filter(Boolean).join(' '),
  )
  const end = [lines(foot), link ?? '']
    .filter((part) => part !== '')
    .map((part) => APART + part)
    .join('')
  const begin = shortenText(lines(head), TEXT_MAX - end.length)
  const middle = listFittingNames(names, TEXT_MAX - begin.length - end.length - APART.length)
  return begin + (middle === '' ? '' : APART + middle) + end
}

function ofNews(item: AnyEntity, _site: SiteSettings, link: string | null): string {
  const news = item as EntityOf<'news'>
  const end = link === null ? '' : APART + link
  const words = formatNewsTitle(news) + APART + news.newsDescription
  return shortenText(words, Math.max(0, TEXT_MAX - end.length)) + end
}

export const createShareText: Record<ShareSetResource, TextOf> = { events: ofNight, news: ofNews }

const lines = (parts: string[]): string => parts.filter((part) => part !== '').join('\n')

/** Lists as many names as fit, and the number of the others. */
function listFittingNames(names: string[], room: number): string {
  const all = names.join('\n')
  if (all.length <= room) return all
  for (let count = names.length - 1; count > 0; count--) {
    const some = `${names.slice(0, count).join('\n')}\ny ${names.length - count} más`
    if (some.length <= room) return some
  }
  return ''
}

/** Describes the cheapest ticket that is neither sold out nor ended. */
function describeTickets(night: EntityOf<'events'>, now: number, timeZone: string): string {
  const sale = getSale(night, now, timeZone)
  if (sale === null) return ''
  if (sale.isSoldOut) {
    const hasDoor = sale.offers.some(({ availability }) => availability === 'door')
    return hasDoor ? 'Anticipadas agotadas. Quedan en la puerta' : 'Entradas agotadas'
  }
  const availableOffers = sale.offers.filter(({ availability }) => availability !== 'soldout')
  const least = findLowestPrice(availableOffers)
  if (least === null) return ''
  if (least === 'free') return 'Entrada libre'
  const paid = `${least.isFrom ? 'desde ' : ''}${formatPrice(least.price, least.currency)}`
  return availableOffers.some(({ price }) => price === 0) ? `Entrada libre o ${paid}` : `Entradas ${paid}`
}

/** Shortens a text between two words. */
function shortenText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, Math.max(0, most - 1)).toWellFormed()
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n')) + 1).trimEnd() || cut}…`
}
