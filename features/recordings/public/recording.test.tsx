/** Pages of podcasts and episodes, as visitors receive them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findItemPage } from '../../../platform/content/shared/item-pages.ts'
import type { AnyEntity, EntityOf } from '../../../platform/content/shared/resources.ts'
import type { AudioUpload } from '../../../platform/media/shared/audio-upload.ts'
import { createMp3 } from '../../../test/support/audio.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer, readStructuredData } from '../../../test/support/page-renderer.tsx'
import * as artistPage from '../../artists/public/artist.tsx'
import * as home from '../../home/public/home-page.tsx'
import * as night from '../../nights/public/night.tsx'
import { type RecordingResource, recordingResources } from '../shared/recording-resources.ts'
import * as recordingPage from './recording-page.tsx'

const ORIGIN = 'https://club.example'
const AUDIO = 'https://soundcloud.com/club/uno'
const SHORT = 'https://on.soundcloud.com/AbCdEf'

describe('pages with recordings', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let artist: AnyEntity
  beforeAll(async () => {
    const pages: [RegExp, unknown][] = [
      [/^\/$/, home],
      [/^\/fechas\/(?<slug>[^/]+)$/, night],
      [/^\/artistas\/(?<slug>[^/]+)$/, artistPage],
      [/^\/podcast\/(?<slug>[^/]+)$/, recordingPage],
      [/^\/episodios\/(?<slug>[^/]+)$/, recordingPage],
    ]
    place = await createDatabase()
    club = await openTestClub(place, {
      env: { SITE_URL: ORIGIN },
      render: createRenderer(pages, ORIGIN),
      resolveLink: async (link) => (link === SHORT ? AUDIO : link),
    })
    as = (await club.signIn()).cookie
    artist = await send('POST', 'residents', { ...(await createDraft('residents')), name: 'Ana Ñandú' })
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const send = async (method: string, path: string, body: object): Promise<AnyEntity> => {
    const response = await club.send(method, `/api/${path}`, { as, body })
    expect([200, 201]).toContain(response.status)
    return (await response.json()) as AnyEntity
  }
  const made = async (resource: RecordingResource, change: object = {}) =>
    send('POST', resource, { ...(await createDraft(resource)), url: AUDIO, ...change })
  const read = async (path: string) => {
    const response = await club.send('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const readRedirect = async (path: string) => {
    const response = await club.send('GET', path)
    return [response.status, response.headers.get('Location')]
  }

  describe.each(recordingResources)('%s', (resource) => {
    const folder = resource === 'podcast' ? '/podcast/' : '/episodios/'

    test('has an address made from its title, or from its id without a title', async () => {
      const named = await made(resource, { title: 'Sesión nº 1: ¡Ñandú!' })
      expect(findItemPage(resource, named)).toBe(`${folder}sesion-no-1-nandu`)
      expect(findItemPage(resource, await made(resource, { title: 'Sesion no 1 nandu' }))).toBe(
        `${folder}sesion-no-1-nandu-2`,
      )
      const nameless = await made(resource)
      expect(findItemPage(resource, nameless)).toBe(`${folder}${nameless._id}`)
      // The old address redirects.
      const renamed = await send('PUT', `${resource}/${named._id}`, { title: 'Otra' })
      expect(await readRedirect(`${folder}sesion-no-1-nandu`)).toEqual([301, `${folder}otra`])
      expect(findItemPage(resource, renamed)).toBe(`${folder}otra`)
    })

    test('has its title as heading, or its date without a title', async () => {
      const getHeading = async (item: AnyEntity) =>
        /<h1[^>]*>(.*?)<\/h1>/s.exec(await read(findItemPage(resource, item)))?.[1]
      expect(await getHeading(await made(resource, { title: 'Con título' }))).toBe('Con título')
      const intro = 'Una frase larga. Y otra.'
      const nameless = await made(resource, { intro })
      expect(await getHeading(nameless)).toMatch(
        new RegExp(
          `^${resource === 'podcast' ? 'Podcast' : 'Episodio'} del [a-záé]+ \\d+ de [a-z]+ de \\d{4}$`,
        ),
      )
      expect(await read(findItemPage(resource, nameless))).toContain(
        `<p class="recording-intro">${intro}</p>`,
      )
    })

    test('requests nothing from another site before the click', async () => {
      const html = await read(findItemPage(resource, await made(resource, { title: 'Sin preguntar' })))
      expect(html).toContain('&quot;frame&quot;:&quot;https://w.soundcloud.com/player/?url=')
      expect(html).not.toMatch(/<iframe|(?:src|srcset)="https?:/i)
      expect(html).toContain(`href="${AUDIO}"`)
    })

    test('plays an audio file of the club without scripts and other sites', async () => {
      const body = createMp3({ fill: resource.length })
      const sent = await club.send(
        'PUT',
        `/api/media/audio/own-${resource}?offset=0&size=${body.byteLength}`,
        {
          as,
          body,
          headers: { 'Content-Type': 'application/octet-stream' },
        },
      )
      const { audio } = (await sent.json()) as AudioUpload
      const html = await read(findItemPage(resource, await made(resource, { title: 'Propio', audio })))
      expect(html).toMatch(new RegExp(`<audio [^>]*controls="" preload="none" src="${audio}"`))
      expect(html).not.toMatch(/data-island="player"|<iframe/)
      expect(html).toContain(`href="${AUDIO}"`)
      expect(readStructuredData(html).associatedMedia).toMatchObject({
        '@type': 'AudioObject',
        contentUrl: ORIGIN + audio,
        encodingFormat: 'audio/mpeg',
      })
    })

    test('has no link to itself when the club has its only audio', async () => {
      const body = createMp3({ fill: 90 + resource.length })
      const sent = await club.send(
        'PUT',
        `/api/media/audio/only-${resource}?offset=0&size=${body.byteLength}`,
        { as, body, headers: { 'Content-Type': 'application/octet-stream' } },
      )
      const { audio } = (await sent.json()) as AudioUpload
      const item = await made(resource, { title: 'Solo acá', audio, url: ORIGIN + folder })
      const path = findItemPage(resource, item)
      expect(item.url).toBe(ORIGIN + path)
      const own = await read(path)
      expect(own).not.toMatch(/Abrir en|recording-out/)
      expect(readStructuredData(own)).not.toHaveProperty('sameAs')
      const home = await read('/')
      expect(home).toMatch(new RegExp(`<a class="sleeve" href="${path}"`))
      expect(home).not.toContain(`href="${ORIGIN}${path}"`)
      // Without the audio, nothing is left to play.
      await send('PUT', `${resource}/${item._id}`, { audio: null })
      expect(await read(path)).not.toMatch(/<audio|recording-out/)
    })

    test('replaces a short link by its target when saved, and keeps a link without a target', async () => {
      const item = await made(resource, { url: SHORT })
      expect(item.url).toBe(AUDIO)
      expect(await read(findItemPage(resource, item))).toContain(
        '&quot;frame&quot;:&quot;https://w.soundcloud.com/',
      )
      expect(
        await send('PUT', `${resource}/${item._id}`, { url: 'https://on.soundcloud.com/x' }),
      ).toMatchObject({
        url: 'https://on.soundcloud.com/x',
      })
      expect(await read(findItemPage(resource, item))).not.toContain('data-island="player"')
      expect(await send('PUT', `${resource}/${item._id}`, { url: SHORT })).toMatchObject({ url: AUDIO })
    })

    test('shows a transcript, which search finds, and has no trace of a missing one', async () => {
      const item = await made(resource, { title: 'Con palabras' })
      expect(item).toMatchObject({ transcript: null, sound: resource === 'podcast' ? 'music' : 'talk' })
      expect(await read(findItemPage(resource, item))).not.toMatch(/transcripci/i)
      const transcript = '<p><strong>Rita:</strong> Hércules y hercios.</p>'
      const spoken = await send('PUT', `${resource}/${item._id}`, {
        transcript: `${transcript}<script>x</script>`,
        sound: 'talk',
      })
      expect(spoken).toMatchObject({ transcript, sound: 'talk' })
      const html = await read(findItemPage(resource, spoken))
      expect(html).toMatch(/href="#transcripcion".*<h2[^>]* id="transcripcion"/s)
      expect(html).toContain(transcript)
      const found = await (await club.send('GET', `/api/${resource}?q=hercios`)).json()
      expect(found).toMatchObject({ data: [{ _id: item._id }] })
      expect((await send('PUT', `${resource}/${item._id}`, { transcript: null })).transcript).toBeNull()
    })

    test('shows an unknown address as a link', async () => {
      const html = await read(
        findItemPage(resource, await made(resource, { url: 'https://radio.example/1' })),
      )
      expect(html).not.toContain('data-island="player"')
      expect(html).toMatch(/<a[^>]+href="https:\/\/radio.example\/1"[^>]*>Escuchar/)
    })

    test('describes the recording, its artist and its player as structured data', async () => {
      const item = await made(resource, {
        title: 'Set </script>',
        artist: { resource: 'residents', _id: artist._id },
      })
      const data = readStructuredData(await read(findItemPage(resource, item)))
      expect(data).toMatchObject({
        '@type': 'PodcastEpisode',
        '@id': `${ORIGIN}${folder}set-script#recording`,
        name: 'Set </script>',
        description: item.intro,
        datePublished: item.createdAt,
        url: `${ORIGIN}${folder}set-script`,
        creator: { '@type': 'MusicGroup', name: 'Ana Ñandú', url: `${ORIGIN}/artistas/ana-nandu` },
        associatedMedia: { '@type': 'AudioObject', embedUrl: expect.stringContaining('w.soundcloud.com') },
        image: [expect.stringContaining('/media/'), expect.stringContaining(`/share/${resource}/`)],
      })
      const card = await club.send('GET', data.image[1].slice(ORIGIN.length))
      expect([card.status, card.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    })

    test('does not show a hidden recording, and does not name a hidden artist', async () => {
      const hidden = await send('POST', 'residents', {
        ...(await createDraft('residents')),
        name: 'Zorzal',
        draft: true,
      })
      const publishAt = new Date(club.clock.now + 60_000).toISOString()
      const item = await made(resource, {
        title: 'Secreta',
        publishAt,
        artist: { resource: 'residents', _id: hidden._id },
      })
      const path = findItemPage(resource, item)
      const map = async () =>
        (await (await club.send('GET', '/sitemap.xml')).text()).includes(`>${ORIGIN}${path}<`)
      expect(await readRedirect(path)).toEqual([302, '/404'])
      expect((await club.send('GET', `/share/${resource}/${item._id}.jpg`)).status).toBe(404)
      expect(await map()).toBe(false)
      club.clock.now += 60_000
      const html = await read(path)
      expect(html).not.toContain('Zorzal')
      expect(readStructuredData(html)).toMatchObject({ datePublished: publishAt })
      expect(await map()).toBe(true)
      expect((await club.send('DELETE', `/api/${resource}/${item._id}`, { as })).status).toBe(204)
      expect(await readRedirect(path)).toEqual([302, '/404'])
    })
  })

  test('lists the nights of its artist', async () => {
    const reference = { resource: 'residents', _id: artist._id }
    const night = { ...(await createDraft('events')), date: '2099-01-01', lineup: [{ artist: reference }] }
    await send('POST', 'events', { ...night, title: 'Vuelve' })
    await send('POST', 'events', { ...night, title: 'Volvió', date: '2020-01-01' })
    const html = await read(findItemPage('podcast', await made('podcast', { artist: reference })))
    for (const words of ['Ana Ñandú', 'Vuelve', 'Volvió']) expect(html).toContain(words)
    // Nights that do not take place are left out.
    for (const date of ['2098-01-01', '2019-01-01'])
      await send('POST', 'events', { ...night, title: `Caída ${date}`, date, status: 'cancelled' })
    const later = await read(findItemPage('podcast', await made('podcast', { artist: reference })))
    expect([...new Set(later.match(/Vuelve|Caída|Volvió/g))]).toEqual(['Vuelve', 'Volvió'])
    const other = await read(findItemPage('podcast', await made('podcast')))
    for (const words of ['Vuelve', 'Volvió']) expect(other).not.toContain(words)
    // The page of the night also lists the recordings of its artists.
    const there = await read('/fechas/2099-01-01-vuelve')
    expect(there).toMatch(/Cómo llegar.*<\/article>.*Para escuchar.*href="\/podcast\//s)
    // Recordings replace the directions when the night is over.
    const over = await read('/fechas/2020-01-01-volvio')
    expect(over).toMatch(/Para escuchar.*href="\/podcast\/.*<\/article>/s)
    expect(over).not.toContain('Cómo llegar')
  })

  test('describes both series on the home page with the properties that Google documents', async () => {
    await made('podcast')
    await made('episode')
    const graph: Record<string, unknown>[] = readStructuredData(await read('/'))['@graph']
    const series = graph.filter((node) => node['@type'] === 'PodcastSeries')
    expect(series).toHaveLength(2)
    for (const each of series) {
      for (const property of ['name', 'url', 'description', 'image', 'author', 'hasPart'])
        expect(each, property).toHaveProperty(property)
      const episodes = each.hasPart as object[]
      expect(episodes.length).toBeGreaterThan(0)
      for (const episode of episodes) {
        expect(episode).toHaveProperty('@type', 'PodcastEpisode')
        for (const property of ['name', 'url', 'description', 'image'])
          expect(episode, property).toHaveProperty(property)
      }
    }
  })

  test('shows the recordings of an artist with a player', async () => {
    const player = await send('POST', 'residents', { ...(await createDraft('residents')), name: 'Ema Ñandú' })
    await made('podcast', {
      title: 'Sesión 41',
      url: 'https://soundcloud.com/ema/sesion-41',
      artist: { resource: 'residents', _id: player._id },
    })
    const html = await read('/artistas/ema-nandu')
    expect(html.replace(/<[^>]+>/g, ' ')).toContain('Sesión 41')
    expect(html).toContain('&quot;player&quot;:&quot;SoundCloud&quot;')
    // The title of the player's frame.
    expect(html).toContain('Sesión 41 · Reproductor de SoundCloud')
    expect(await read('/')).toContain('Sesión 41')
  })

  test('names no hidden or deleted artist in the API', async () => {
    const guest = await send('POST', 'residents', { ...(await createDraft('residents')), name: 'Visita' })
    const { _id } = await made('podcast', { artist: { resource: 'residents', _id: guest._id } })
    const shownArtist = async () =>
      ((await (await club.send('GET', `/api/podcast/${_id}`)).json()) as EntityOf<'podcast'>).artist?._id ??
      null
    expect(await shownArtist()).toBe(guest._id)
    await send('PUT', `residents/${guest._id}`, { draft: true })
    expect(await shownArtist()).toBeNull()
    await send('PUT', `residents/${guest._id}`, { draft: false })
    expect(await shownArtist()).toBe(guest._id)
    await club.send('DELETE', `/api/residents/${guest._id}`, { as })
    expect(await shownArtist()).toBeNull()
  })

  test('links the home page to the host of the recording and to its own page', async () => {
    const item = await made('podcast', { title: 'En la portada', url: 'https://soundcloud.com/club/portada' })
    const html = await read('/')
    expect(html).toContain(`<a href="${findItemPage('podcast', item)}">Escuchar acá`)
    expect(html).toContain('<a class="sleeve" href="https://soundcloud.com/club/portada" target="_blank"')
  })
})
