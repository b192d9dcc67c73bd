/** Fills a club with a given number of items, through the functions that the API calls to write. */
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { getDeclaration, type ResourceName, resourceNames } from '../../platform/content/shared/resources.ts'
import { connect } from '../../platform/db/connect.ts'
import { insertItem, replaceMediaRefs } from '../../platform/db/item-writes.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { raiseRevision } from '../../platform/db/revisions.ts'
import { claimSlug } from '../../platform/db/slugs.ts'
import { createImages } from '../../platform/media/server/images.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { createLog } from '../../platform/process/log.ts'
import { fold } from '../../platform/shared/text/fold.ts'
import { createRequiredValues } from '../support/required-values.ts'

/** Words of all generated texts. The items represent ten years of a busy club. */
const WORDS =
  'bajo bombo cabina cable cola cúpula disco eco fiesta galpón humo luz madrugada niebla noche parlante pista puerta ritmo río sótano subte techno vinilo'.split(
    ' ',
  )

const createWords = (index: number, count: number): string =>
  Array.from({ length: count }, (_, place) => WORDS[(index * 7 + place * place + place) % WORDS.length]).join(
    ' ',
  )

const HOUR_MS = 3_600_000
const createDay = (index: number): string =>
  new Date(1_800_000_000_000 - index * HOUR_MS).toISOString().slice(0, 10)

/** Number of recent nights: two a week, some of them in the future. All further nights are long past. */
const RECENT_NIGHTS = 264
const NIGHTS_TO_COME_DAYS = 60
const HOURS_BETWEEN_NIGHTS = 84
const createNightDate = (index: number): string => {
  const recent = Math.min(index, RECENT_NIGHTS)
  const hours = recent * HOURS_BETWEEN_NIGHTS + (index - recent)
  return new Date(Date.now() + (NIGHTS_TO_COME_DAYS * 24 - hours) * HOUR_MS).toISOString().slice(0, 10)
}

/** Returns the title of a news item. */
export const createTitle = (index: number): string => `${createWords(index, 3).replaceAll(' ', '-')}-${index}`

/** Returns the slug of an item. Only resources with pages have slugs. */
export const createSlug = (resource: ResourceName, index: number): string =>
  resource === 'events' ? `${createNightDate(index)}-${index}` : `${resource}-${index}`

/** Returns the optional fields of a night of a busy club: a text, six artists and three offers. */
function createNightDetails(index: number): Record<string, unknown> {
  const lineup = Array.from({ length: 6 }, (_, place) => ({
    _id: randomUUIDv7(),
    name: `Artista ${index} ${place}`,
    role: 'live',
    room: createWords(place, 1),
    from: `0${place}:00`,
    to: `0${place + 1}:00`,
  }))
  const offers = ['Anticipada', 'General', 'Puerta'].map((name, place) => ({
    _id: randomUUIDv7(),
    name,
    price: String(1000 * (place + 1)),
    currency: 'ARS',
    url: `https://club.example/${index}/${place}`,
  }))
  return {
    title: createWords(index, 4),
    description: `<p>${createWords(index, 60)}</p><p>${createWords(index + 1, 40)}</p>`,
    lineup: JSON.stringify(lineup),
    offers: JSON.stringify(offers),
  }
}

function createValues(resource: ResourceName, index: number, picture: string): Record<string, unknown> {
  const url = `https://club.example/${index}`
  switch (resource) {
    case 'events':
      return { flyerLarge: picture, flyerGrid: picture, date: `${createNightDate(index)}T23:59`, url }
    case 'residents':
      return { name: `Residente ${index}`, pressKit: url }
    case 'agency':
      return {
        name: `Artista ${index}`,
        photo: picture,
        biography: createWords(index, 60),
        instagram: url,
        soundcloud: url,
        nationality: 'Argentina',
        pressKit: url,
      }
    case 'news': {
      const newsTitle = createTitle(index)
      return {
        newsTitle,
        titleKey: fold(newsTitle),
        photo: picture,
        date: createDay(index),
        newsDescription: createWords(index, 20),
        newsBody: `<p>${createWords(index, 80)}</p><p>${createWords(index + 1, 80)}</p>`,
      }
    }
    default:
      return createRequiredValues(getDeclaration(resource), createWords(index, 30), picture)
  }
}

/** Creates a JPEG like a phone's, with 12 megapixels and detail everywhere. */
export const createPhoto = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 20 + seed },
      background: '#888',
    },
  })
    .blur(1.2)
    .jpeg({ quality: 85 })
    .toBuffer()

export async function fillClub(
  place: { databaseUrl: string | null; dataDir: string },
  counts: Readonly<Record<string, number>>,
  { areNightsDetailed = false } = {},
): Promise<void> {
  const database = connect(place)
  await migrate(database)
  const images = createImages({
    database,
    store: openLocalMedia(join(place.dataDir, 'media')),
    log: createLog('error'),
    deletionTime: async () => Date.now(),
  })
  const small = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#622' } })
    .png()
    .toBuffer()
  const stored = await images.store(`data:image/png;base64,${small.toString('base64')}`)
  if (!stored.ok) throw new Error(stored.message)
  await database.write(async (tx) => {
    for (const resource of resourceNames) {
      const count = counts[resource] ?? 0
      for (let index = 0; index < count; index++) {
        const id = randomUUIDv7()
        const path = getDeclaration(resource).page?.path
        const slug =
          path !== undefined
            ? await claimSlug(
                tx,
                database.dialect,
                { path, resource, id },
                { wanted: createSlug(resource, index), own: null },
              )
            : null
        const item = {
          id,
          at: Date.now(),
          by: null,
          values: {
            ...createValues(resource, index, stored.id),
            ...(resource === 'events' && areNightsDetailed && createNightDetails(index)),
            ...(slug !== null && { slug }),
            alt: '{}',
          },
        }
        await insertItem(tx, database.dialect, resource, item)
        if (index === 0) await replaceMediaRefs(tx, resource, item.id, [stored.id])
      }
      if (count > 0) await raiseRevision(tx, resource, count)
    }
  })
  await images.stop()
  await database.close()
}
