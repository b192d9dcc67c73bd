/**
 * Moves a club with data of every kind to another database and media store, and back. API responses and files must stay
 * equal.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { analyticsOf } from '../../features/analytics/index.server.ts'
import { listFieldsOfKind } from '../../platform/content/shared/fields.ts'
import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { createMp3 } from '../../test/support/audio.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { hashPictures } from '../../test/support/club-snapshot.ts'
import { createPostgresDatabase, createSqliteDatabase } from '../../test/support/empty-databases.ts'
import { createFilm } from '../../test/support/films.ts'
import { sha256 } from './archive-format.ts'
import { openArchive, openFolderTarget } from './archive-target.ts'
import { createBackup } from './create-backup.ts'
import { restore } from './restore-backup.ts'

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const disposals: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const dispose of disposals.reverse()) await dispose()
})

async function newHome(kind: 'sqlite and disk' | 'postgres and s3') {
  const place = await (kind === 'sqlite and disk'
    ? createSqliteDatabase()
    : createPostgresDatabase(inject('postgresUrl')))
  disposals.push(place.dispose)
  return {
    ...place,
    mediaUrl: kind === 'sqlite and disk' ? join(place.dataDir, 'media') : buckets.create('/pictures'),
  }
}
type Home = Awaited<ReturnType<typeof newHome>>

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const LINKS = { instagram: 'https://www.instagram.com/otra' }

/** Creates data of every kind. @returns a session cookie, and the preview path of a hidden item */
async function createAllContent(club: TestClub): Promise<{ cookie: string; preview: string }> {
  const { cookie } = await club.signIn()
  const sendAndExpect = async (
    method: string,
    path: string,
    body?: unknown,
    { as = cookie, status = 200, headers = {} as Record<string, string> } = {},
  ) => {
    const answer = await club.send(method, path, { body, as, headers })
    const text = await answer.text()
    expect([method, path, answer.status, text.slice(0, 300)]).toEqual([
      method,
      path,
      status,
      expect.anything(),
    ])
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }
  const create = async (resource: Parameters<typeof createDraft>[0], more: Record<string, unknown> = {}) =>
    String(
      (
        await sendAndExpect(
          'POST',
          `/api/${resource}`,
          { ...(await createDraft(resource)), ...more },
          { status: 201 },
        )
      )._id,
    )

  const artists: string[] = []
  for (const name of ['Ñandú', 'Zorzal', 'Hornero']) artists.push(await create('residents', { name }))
  await sendAndExpect('PUT', '/api/order/residents', { ids: [artists[1], artists[2], artists[0]] })
  await sendAndExpect('DELETE', `/api/residents/${await create('residents', { name: 'Gone' })}`, undefined, {
    status: 204,
  })
  const night = await create('events', {
    title: 'Noche larga',
    // A restore erases the names of nights that are over.
    date: '2090-03-04T23:59',
    description: '<p>Toda la <strong>noche</strong>.</p>',
    offers: [{ name: 'Anticipada', price: 5000, url: 'https://club.example/entradas', until: '01:00' }],
    lineup: [{ artist: { resource: 'residents', _id: artists[0] }, from: '02:00' }, { name: 'De visita' }],
    en: { title: 'Long night' },
  })
  const conditions = [{ until: '01:00', label: 'Gratis' }]
  const list = await sendAndExpect(
    'POST',
    `/api/events/${night}/lists`,
    { name: 'Cumpleaños', conditions },
    { status: 201 },
  )
  await sendAndExpect('POST', `/api/lists/${list._id}/guests`, { text: 'Ñandú Gómez +1' }, { status: 201 })
  await sendAndExpect('POST', `/api/lists/${list._id}/link`, undefined, { status: 201 })
  const sound = createMp3({ frames: 500 })
  const uploaded = await sendAndExpect(
    'PUT',
    `/api/media/audio/whole-sound?offset=0&size=${sound.byteLength}`,
    sound,
    {
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  )
  const withAudio = resourceNames.filter((name) => listFieldsOfKind(getDeclaration(name), 'audio').length > 0)
  for (const resource of withAudio) {
    await create(resource, { audio: uploaded.audio })
    await create(resource)
  }
  await create('agency')
  const news = await create('news')
  await sendAndExpect('PUT', `/api/news/${news}`, { newsTitle: 'Otro título', alt: { photo: 'La puerta' } })
  const draft = await create('news', { newsTitle: 'Escondida', draft: true })
  const preview = await sendAndExpect('POST', `/api/news/${draft}/preview`, undefined, { status: 201 })

  await sendAndExpect('PUT', '/api/site/links', LINKS)
  await sendAndExpect('PUT', '/api/site/look', { poster: await createPicture('#123', 64, 36) })
  await sendAndExpect('POST', '/api/site/film', createFilm(), {
    status: 201,
    headers: { 'Content-Type': 'video/mp4' },
  })
  await sendAndExpect('PUT', '/api/messages/templates', {
    templates: [{ name: 'Horario', text: 'A las 23.' }],
  })
  const message = { person: 'Eva', from: 'eva@club.example', body: '¿A qué hora abren?' }
  const { _id } = await sendAndExpect('POST', '/api/mail/sendMail', message, { as: '', status: 201 })
  await sendAndExpect(
    'POST',
    `/api/messages/${_id}/answers`,
    { text: 'A las 23.', way: 'own' },
    { status: 201 },
  )
  await sendAndExpect('POST', '/api/invitations', { name: 'Abierta' }, { status: 201 })
  const { url } = await sendAndExpect('POST', '/api/invitations', { name: 'Nueva' }, { status: 201 })
  const guest = {
    token: String(url).replace(/^.*=/, ''),
    email: 'nueva@club.example',
    password: 'bailar hasta que salga',
  }
  await sendAndExpect('POST', '/api/invitations/accept', { ...guest, name: 'Nueva' }, { as: '', status: 201 })
  await sendAndExpect(
    'POST',
    '/api/visits',
    { path: '/news', source: 'afiche' },
    {
      as: '',
      status: 204,
      headers: { 'User-Agent': BROWSER },
    },
  )
  const clicked = await club.send('GET', `/ir/${night}/url`, { headers: { 'User-Agent': BROWSER } })
  expect(clicked.status).toBe(302)
  await analyticsOf(club.platform).flush()
  club.images.start()
  await club.images.idle()
  await club.images.stop()
  return { cookie, preview: new URL(String(preview.url), 'http://club.test').pathname }
}

/** Matches paths whose responses depend on the process and not on the club's data. */
const PROCESS_PATHS = /^\/api\/(health|metrics|openapi\.json|docs|auth\/sessions)/

/** Requests every GET route that needs at most a session. @returns the responses by path, with the hash of each file */
async function readAllResponses(club: TestClub, cookie: string): Promise<Record<string, string>> {
  const told: Record<string, string> = {}
  const { paths } = (await (await club.send('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const day = new Date(club.clock.now).toISOString().slice(0, 10)
  const days = `from=${new Date(club.clock.now - 86_400_000).toISOString().slice(0, 10)}&to=${day}`
  const open = Object.keys(paths).filter((path) => paths[path]?.get && !path.includes('{'))
  expect(open.length).toBeGreaterThan(30)
  for (const path of open.map((each) => (each.startsWith('/api') ? each : `/api${each}`))) {
    if (PROCESS_PATHS.test(path)) continue
    for (const as of [cookie, '']) {
      const asked = /\/visits$/.test(path) ? `${path}?${days}` : path
      const answer = await club.send('GET', asked, { as })
      told[`${as ? 'administrator' : 'visitor'} ${path}`] = `${answer.status} ${await answer.text()}`
    }
  }
  const messages = JSON.parse((told['administrator /api/messages'] ?? '').slice(4)) as {
    data: { _id: string }[]
  }
  for (const { _id } of messages.data)
    told[`message ${_id}`] = await (await club.send('GET', `/api/messages/${_id}`, { as: cookie })).text()
  const [night] = ((await (await club.send('GET', '/api/events')).json()) as { data: { _id: string }[] }).data
  const listsPath = `/api/events/${night?._id}/lists`
  told[listsPath] = await (await club.send('GET', listsPath, { as: cookie })).text()
  for (const { _id } of (JSON.parse(told[listsPath]) as { data: { _id: string }[] }).data)
    told[`/api/lists/${_id}/guests`] = await (
      await club.send('GET', `/api/lists/${_id}/guests`, { as: cookie })
    ).text()
  for (const path of new Set(
    Object.values(told)
      .join()
      .match(/\/media\/[\w.-]+\.\w+/g),
  )) {
    const answer = await club.send('GET', path)
    told[path] = `${answer.status} ${sha256(Buffer.from(await answer.arrayBuffer()))}`
  }
  return { ...told, ...(await hashPictures(await openMedia(club.env.mediaUrl))) }
}

/** True for a preview. Only previews have noindex. */
const isPreview = async (club: TestClub, path: string) =>
  (await club.send('GET', path)).headers.get('X-Robots-Tag') === 'noindex'

test('moving a club from SQLite and a disk to PostgreSQL and S3, and back, keeps all data except credentials', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'club-moves-'))
  disposals.push(() => rm(folder, { recursive: true, force: true }))
  let club = await openTestClub(await newHome('sqlite and disk'))
  disposals.push(() => club.stop())
  const { cookie, preview } = await createAllContent(club)
  const { now } = club.clock
  const before = await readAllResponses(club, cookie)
  expect(await isPreview(club, preview)).toBe(true)
  for (const [kind, count] of [
    ['film', /\.mp4$/],
    ['sound', /\.mp3$/],
    ['picture', /\.avif$/],
  ] as const)
    expect([kind, Object.keys(before).filter((path) => count.test(path)).length]).not.toEqual([kind, 0])
  expect(
    Object.entries(before).filter(([key, told]) => key.startsWith('/media') && !told.startsWith('200')),
  ).toEqual([])
  for (const [path, says] of [
    ['/api/invitations', 'Abierta'],
    ['/api/messages/templates', 'Horario'],
    ['/api/visits', '"path":"/news"'],
    ['/api/site', LINKS.instagram],
    ['/api/events', 'Long night'],
    ['/api/events', 'De visita'],
    ['/api/admin', 'nueva@club.example'],
  ] as const)
    expect([path, before[`administrator ${path}`]]).toEqual([path, expect.stringContaining(says)])

  expect(Object.values(before).filter((told) => /Cumpleaños|Ñandú Gómez/.test(told))).toHaveLength(2)

  for (const kind of ['postgres and s3', 'sqlite and disk'] as const) {
    const { where } = await createBackup({
      club: club.env,
      store: await openMedia(club.env.mediaUrl),
      target: openFolderTarget(folder),
      name: `to ${kind}.tar`,
    })
    await club.stop()
    const home: Home = await newHome(kind)
    await restore({ archive: await openArchive(where), club: home, store: await openMedia(home.mediaUrl) })
    club = await openTestClub(home, { env: { MEDIA_URL: home.mediaUrl } })
    club.clock.now = now
    // A restore drops sessions, because they may have been revoked since the backup.
    expect((await club.send('GET', '/api/admin', { as: cookie })).status).toBe(401)
    expect(await isPreview(club, preview)).toBe(false)
    const again = await club.signIn()
    expect(await readAllResponses(club, again.cookie)).toEqual({
      ...before,
      'administrator /api/invitations': '200 []',
    })
  }
})
