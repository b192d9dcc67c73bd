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
      description: '<p>Una hora.<br>\nSin cortes.</p>',
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

  test('names its owner when the settings have an address', async () => {
    expect((await read()).feed.itunes?.owner).toBeUndefined()
    const put = (podcastOwner: unknown) => club.send('PUT', '/api/site/home', { as, body: { podcastOwner } })
    for (const refused of ['no es un mail', 'josé@club.example'])
      await expectProblem(await put(refused), 'invalid-fields')
    expect((await put('radio@ñandú.example')).status).toBe(200)
    expect((await read()).feed.itunes?.owner?.email).toBe('radio@xn--and-6ma2c.example')
    expect((await put('\u200bradio@club.example ')).status).toBe(200)
    expect((await read()).feed.itunes?.owner).toEqual({ name: identity.name, email: 'radio@club.example' })
    expect((await put(null)).status).toBe(200)
    expect((await read()).text).not.toContain('itunes:owner')
  })

  /**
   * Rules that validators check and that need no network. [psp]: required or recommended by the Podcast Standards Project
   * (PSP-1). [apple]: required by Apple Podcasts. [w3c]: reported by the W3C Feed Validation Service.
   */
  test('keeps the rules of PSP-1, of Apple Podcasts and of the W3C validator', async () => {
    const audio = await uploaded('ruled-sound', createMp3({ frames: 400, fill: 9 }))
    const flyer = await createPicture('#654321', 1500, 1500)
    for (const title of ['Una', 'A <3 B & C'])
      await made('podcast', { title, intro: 'Con <b> y &.\n\nFin.', audio, flyer })
    const { text, feed } = await read()
    const items = feed.items ?? []
    const names = [...text.matchAll(/<([a-z]+:?[a-z]*)[ >]/gi)].map(([, name]) => String(name))
    const count = (name: string) => names.filter((one) => one === name).length
    const dates = [...text.matchAll(/<pubDate>([^<]*)</g)].map(([, date]) => String(date))
    const rules: Record<string, boolean> = {
      '[psp] RSS 2.0 in UTF-8': text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"'),
      '[psp] namespaces with the exact spelling of their owners':
        text.includes('xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"') &&
        text.includes('xmlns:podcast="https://podcastindex.org/namespace/1.0"') &&
        text.includes('xmlns:atom="http://www.w3.org/2005/Atom"'),
      '[psp] one atom:link to the feed itself': count('atom:link') === 1,
      '[psp] title, link, language and description of the channel': Boolean(
        feed.title && feed.link && feed.language && feed.description,
      ),
      '[psp] description of the channel: at most 4000 bytes':
        Buffer.byteLength(feed.description ?? '') <= 4000,
      '[psp] podcast:guid and podcast:locked': count('podcast:guid') === 1 && count('podcast:locked') === 1,
      '[psp] guid of each item, not empty': items.every(({ guid }) => guid?.value),
      '[psp] one enclosure with url, length and type': items.every(
        ({ enclosures: [one] = [] }) => one?.url && Number(one.length) > 0 && one.type,
      ),
      '[psp] description of an item: at most 10,000 characters': items.every(
        ({ description = '' }) => description.length > 0 && description.length <= 10_000,
      ),
      '[apple] itunes:image, one category of its list, itunes:explicit with true or false':
        Boolean(feed.itunes?.image) &&
        text.includes('<itunes:category text="Music"/>') &&
        [...text.matchAll(/<itunes:explicit>([^<]*)</g)].every(([, value]) => value === 'false'),
      '[apple] itunes:duration in seconds': [...text.matchAll(/<itunes:duration>([^<]*)</g)].every(
        ([, value]) => /^\d+$/.test(String(value)),
      ),
      '[apple] names of audio files end in mp3 or m4a': items.every(({ enclosures: [one] = [] }) =>
        /\.(mp3|m4a)$/.test(String(one?.url)),
      ),
      '[apple] addresses of pictures of items end in jpg or png': items.every(({ itunes }) =>
        /\.(jpg|png)$/.test(itunes?.image ?? '.jpg'),
      ),
      '[w3c] dates of RFC 822': dates.every((date) =>
        /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date),
      ),
      '[w3c] guids differ': new Set(items.map(({ guid }) => guid?.value)).size === items.length,
      '[w3c] absolute addresses': [...text.matchAll(/(?:url|href)="([^"]*)"|<(?:link|url)>([^<]*)</g)].every(
        ([, attribute, element]) => String(attribute ?? element).startsWith(`${SITE_URL}/`),
      ),
      '[w3c] image has the title and the link of the channel':
        feed.image?.title === feed.title && feed.image?.link === feed.link,
      '[w3c] HTML of descriptions is well formed, without scripts or relative links': items.every(
        ({ description }) => /^(<p>([^<>]|<br>\n)*<\/p>\n?)+$/.test(String(description)),
      ),
    }
    expect(items.length).toBeGreaterThanOrEqual(2)
    expect(Object.keys(rules).filter((rule) => !rules[rule])).toEqual([])
    const head = await club.send('HEAD', audio)
    const part = await club.send('GET', audio, { headers: { Range: 'bytes=0-9' } })
    expect([head.status, head.headers.get('Accept-Ranges'), part.status]).toEqual([200, 'bytes', 206])
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
