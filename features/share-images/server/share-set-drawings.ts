/** Prepares the pictures of nights and news items: the data that each picture shows, and the function that draws it. */
import type { Picture } from '../../../platform/content/shared/entity-parts.ts'
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import { type ShareFormat, shareFormats } from '../../../platform/content/shared/share-set.ts'
import type { ShareSetResource } from '../../../platform/content/shared/share-set-resources.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { parseNightDate, sortByNightTime } from '../../../platform/shared/night-dates.ts'
import { formatNewsTitle } from '../../../platform/shared/public-paths.ts'
import { getStamp, stampLabels } from '../../nights/shared/night-state.ts'
import type { CaptionProps } from './card-parts.ts'
import type { DrawnText } from './characters.ts'
import { drawNewsCard, drawNightCard } from './drawing-process.ts'

/** A picture of an item's share image set. */
export interface Drawing {
  /** Everything visible in the picture besides the flyer or photo. A hash of it is part of the file name. */
  shown: unknown
  /** The flyer or photo. */
  picture: Picture
  /** Minimum width at which the flyer or photo is sharp in the picture. px */
  width: number
  /** The texts of the item and of the club in the picture. */
  texts: readonly DrawnText[]
  /** @param bytes a JPEG of the flyer or photo. null when the store does not have it */
  draw(bytes: Uint8Array | null): Promise<Uint8Array>
}

/** @param now ms since 1970 */
type DrawingOf = (item: AnyEntity, format: ShareFormat, site: SiteSettings, now: number) => Drawing

/** Returns the caption of a card: the club's mark with a text on each side. */
export const createCaption = ({ identity, look }: SiteSettings, right: string): CaptionProps => ({
  left: identity.name,
  right,
  accent: look.accent,
})

/** Formats a date as 'SÁB 28 NOV 23:30'. */
function formatShortDate(date: string): string {
  const { weekday, day, month, time } = parseNightDate(date)
  const words = [weekday.slice(0, 3), String(Number(day)), month.slice(0, 3), time]
  return words
    .filter((word) => word !== null)
    .join(' ')
    .toLocaleUpperCase('es')
}

/** Titles are drawn in capitals. */
const createTitleText = (title: string): DrawnText => ({
  face: 'archivo',
  text: title.toLocaleUpperCase('es'),
})

const createSmallText = (text: string): DrawnText => ({ face: 'chivoMono', text })

export const formatPlace = ({ neighbourhood, city }: SiteSettings['identity']): string =>
  [neighbourhood, city].filter((part) => part !== null).join(', ')

function ofNight(item: AnyEntity, format: ShareFormat, site: SiteSettings, now: number): Drawing {
  const night = item as EntityOf<'events'>
  const { flyerLarge: picture } = night.images
  const isPreview = format === 'preview'
  const stamp = getStamp(night, now, site.identity.timeZone)
  const words = {
    date: formatShortDate(night.date),
    title: night.title ?? site.identity.name,
    stamp: stamp && stampLabels[stamp],
    // A preview has no room for the line-up.
    lineup: isPreview ? [] : sortByNightTime(night.date, night.lineup).map(({ name }) => name),
  }
  const caption = createCaption(site, isPreview ? '' : formatPlace(site.identity))
  const { width, height } = picture
  return {
    shown: { words, caption },
    picture,
    width: isPreview ? shareFormats.preview.height : shareFormats[format].width,
    texts: [
      createTitleText(words.title),
      ...[...words.lineup, caption.left, caption.right].map(createSmallText),
    ],
    draw: (bytes) => drawNightCard(format, words, bytes && { bytes, width, height }, caption),
  }
}

function ofNews(item: AnyEntity, format: ShareFormat, site: SiteSettings): Drawing {
  const news = item as EntityOf<'news'>
  const title = formatNewsTitle(news)
  const caption = createCaption(site, formatDate(news.date))
  return {
    shown: { title, caption },
    picture: news.images.photo,
    width: shareFormats[format].width,
    texts: [createTitleText(title), createSmallText(caption.left)],
    draw: (bytes) => drawNewsCard(format, title, bytes, caption),
  }
}

export const createDrawing: Record<ShareSetResource, DrawingOf> = { events: ofNight, news: ofNews }
