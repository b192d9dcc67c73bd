/** Draws the share images that are not kept: of pages, artists, recordings and the podcast. */
import { createSemaphore } from '../../../platform/http/semaphore.ts'
import type { Site } from '../../../platform/settings/shared/site-settings.ts'
import { shareImages } from './share-images.ts'

/** Each takes a third of a second of one processor, so one is drawn at a time. */
const drawing = createSemaphore(1)

type Draw<Name extends keyof typeof shareImages> = (typeof shareImages)[Name]

export const drawPageCard: Draw<'pageCard'> = (...given) =>
  drawing.run(1, () => shareImages.pageCard(...given))
export const drawNewsCard: Draw<'newsCard'> = (...given) =>
  drawing.run(1, () => shareImages.newsCard(...given))
export const drawNightCard: Draw<'nightCard'> = (...given) =>
  drawing.run(1, () => shareImages.nightCard(...given))
export const drawPodcastCover: Draw<'podcastCover'> = (...given) =>
  drawing.run(1, () => shareImages.podcastCover(...given))

/** The line at the foot of a card. */
export const captionOf = ({ identity, look }: Site, right: string) => ({
  left: identity.name,
  right,
  accent: look.accent,
})
