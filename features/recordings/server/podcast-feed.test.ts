/** The podcast feed through HTTP. The test parses it with another library than the one that writes it. */
import { parseRssFeed } from 'feedsmith'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity, ResourceName } from '../../../platform/content/shared/resources.ts'
import type { AudioUpload } from '../../../platform/media/shared/audio-upload.ts'
import { createM4a, createMp3 } from '../../../test/support/audio.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import { PODCAST_COVER_PATH, PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import { createPodcastGuid } from './podcast-feed.ts'

const SITE_URL = 'https://club.example'
const { identity, home } = createSiteSettings()

test('createPodcastGuid derives the GUID of a feed from its address without the scheme', () => {
  // Example from the documentation of podcastindex.org.
  expect(createPodcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe(
    '917393e3-1b1e-5cef-ace4-edaa54e1f810',
  )
  expect(createPodcastGuid('http://mp3s.nashownotes.com/pc20rss.xml/')).toBe(
    '917393e3-1b1e-5cef-ace4-edaa54e1f810',
  )
})

describe('the podcast feed', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { SITE_URL } })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const made = async (resource: ResourceName, change: object): Promise<AnyEntity> => {
    const answer = await club.send('POST', `/api/${resource}`, {
      as,
      body: { ...(await createDraft(resource)), ...change },
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as AnyEntity
  }
  const uploaded = async (key: string, body: Buffer): Promise<string> => {
    const answer = await club.send('PUT', `/api/media/audio/${key}?offset=0&size=${body.byteLength}`, {
      as,
      body,
      headers: { 'Content-Type': 'application/octet-stream' },
    })
    return String(((await answer.json()) as AudioUpload).audio)
  }
  const read = async () => {
    const answer = await club.send('GET', PODCAST_FEED_PATH)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ])
    const text = await answer.text()
    return { text, feed: parseRssFeed(text) }
  }

  test('has the properties that directories require, and all visible recordings with an audio file', async () => {
    expect((await read()).feed.items ?? []).toEqual([])
    const artist = await made('residents', { name: 'Ana & Ñandú' })
    const sound = createMp3({ frames: 3_829, fill: 7 })
    const first = await made('podcast', {
      title: 'Uno <b> & ]]>',
      intro: 'Una hora.\nSin cortes.',
      artist: { resource: 'residents', _id: artist._id },
      audio: await uploaded('first-sound', sound),
      flyer: await createPicture('#123456', 1500, 1500),
    })
    await made('podcast', { title: 'Sin archivo' })
    await made('podcast', { title: 'Borrador', draft: true, audio: first.audio })
    const publishAt = new Date(Math.ceil(club.clock.now / 1000) * 1000 + 60_000).toISOString()
    await made('episode', { publishAt, audio: await uploaded('other-sound', createM4a()) })

    const { feed } = await read()
    expect(feed).toMatchObject({
      title: `${identity.name} · Podcast`,
      link: `${SITE_URL}/`,
      description: home.podcast,
      language: 'es-ar',
      atom: { links: [{ href: SITE_URL + PODCAST_FEED_PATH, rel: 'self', type: 'application/rss+xml' }] },
      podcast: { guid: createPodcastGuid(SITE_URL + PODCAST_FEED_PATH) },
      itunes: {
        author: identity.name,
        categories: [{ text: 'Music' }],
        explicit: false,
        image: SITE_URL + PODCAST_COVER_PATH,
      },
    })
    expect(feed.items).toHaveLength(1)
    expect(feed.items?.[0]).toMatchObject({
      title: 'Uno <b> & ]]>',
      description: 'Una hora.\nSin cortes.',
      link: `${SITE_URL}/podcast/uno-b`,
      guid: { value: `urn:uuid:${first._id}`, isPermaLink: false },
      enclosures: [{ url: SITE_URL + first.audio, length: sound.byteLength, type: 'audio/mpeg' }],
      itunes: { duration: 100, explicit: false, author: 'Ana & Ñandú' },
    })
    expect(feed.items?.[0]?.itunes?.image).toMatch(/^https:\/\/club\.example\/media\/.*\.jpg$/)
    const file = await club.send('HEAD', String(first.audio))
    expect(file.headers.get('Content-Length')).toBe(String(sound.byteLength))

    // The scheduled recording is now visible, and first in the feed.
    club.clock.now = Date.parse(publishAt)
    const later = (await read()).feed.items ?? []
    expect(later.map(({ enclosures }) => enclosures?.[0]?.type)).toEqual(['audio/mp4', 'audio/mpeg'])
    expect(new Date(String(later[0]?.pubDate)).toISOString()).toBe(publishAt)

    // The feed does not name a hidden artist, and omits a recording in the trash.
    await club.send('PUT', `/api/residents/${artist._id}`, { as, body: { draft: true } })
    expect((await read()).text).not.toContain('Ñandú')
    await club.send('DELETE', `/api/podcast/${first._id}`, { as })
    expect((await read()).feed.items).toHaveLength(1)
  })

  test('has a cover of the size that directories require', async () => {
    const answer = await club.send('GET', PODCAST_COVER_PATH)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(512_000)
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: 1400,
      height: 1400,
      format: 'jpeg',
      channels: 3,
    })
  })

  test('needs SITE_URL', async () => {
    const elsewhere = await createDatabase()
    const other = await openTestClub(elsewhere)
    try {
      await expectProblem(await other.send('GET', PODCAST_FEED_PATH), 'not-found')
    } finally {
      await other.stop()
      await elsewhere.dispose()
    }
  })
})
