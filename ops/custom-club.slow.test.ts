/** Tests a club with other settings than the defaults: feeds, calendars, share images and mails use them at once. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AuditLogEntry } from '../platform/content/shared/audit-log-answers.ts'
import { settingsNames } from '../platform/settings/shared/settings-names.ts'
import type { SiteSettings } from '../platform/settings/shared/site-settings.ts'
import { createDraft, openTestClub, type TestClub } from '../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../test/support/databases.ts'
import { createSiteSettings } from '../test/support/site-settings.ts'

const SITE_URL = 'https://club.example'
const password = 'una clave bien larga'

const settingsNamed = (name: string): SiteSettings => {
  const shipped = createSiteSettings()
  return createSiteSettings({
    identity: { ...shipped.identity, name, neighbourhood: null, timeZone: 'Asia/Tokyo' },
    contact: {
      ...shipped.contact,
      address: { street: 'Calle 1', town: 'Tokio', country: null },
      position: { lat: null, lon: null },
    },
    links: {
      ...shipped.links,
      instagram: null,
      facebook: null,
      soundcloud: null,
      residentAdvisor: null,
      youtube: null,
      ticketing: null,
    },
    news: { ...shipped.news, meta: { title: `Diario de ${name}`, description: `De ${name}.` } },
    history: { ...shipped.history, lead: `La historia de ${name}.` },
  })
}

let place: TestDatabase
let club: TestClub
let as: string
beforeAll(async () => {
  place = await createDatabase()
  // Mails stay in the outbox, because its sender is not started.
  club = await openTestClub(place, { env: { SITE_URL, SMTP_URL: 'smtp://127.0.0.1:9' } })
  club.clock.now = Date.parse('2027-03-01T15:00:00Z')
  as = (await club.signIn({ email: 'ana@club.example', password })).cookie
})
afterAll(async () => {
  await club.stop()
  await place.dispose()
})

const read = async (path: string): Promise<string> => {
  const response = await club.send('GET', path, { as })
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}
const post = async (path: string, body: unknown, status = 201): Promise<Record<string, string>> => {
  const response = await club.send('POST', path, { as, body })
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as Record<string, string>
}

async function saveSettings(site: SiteSettings) {
  for (const name of settingsNames) {
    const answer = await club.send('PUT', `/api/site/${name}`, { as, body: site[name] })
    expect([name, answer.status]).toEqual([name, 200])
  }
}

test('feeds, calendars and the manifest use the current name, texts and time zone', async () => {
  const night = await post('/api/events', { ...(await createDraft('events')), date: '2027-03-06T23:00' })
  const news = await post('/api/news', { ...(await createDraft('news')), date: '2027-02-20T21:00' })
  const cards = ['home', 'news'].map((key) => `/share/${key}.jpg`)
  const ofItems = [`/share/events/${night._id}.jpg`, `/share/news/${news._id}.jpg`]
  const paths = ['/manifest.webmanifest', '/rss.xml', '/sitemap.xml', '/fechas.ics', ...cards]
  const shipped = createSiteSettings().identity.name
  const before = new Map<string, string>()
  for (const path of paths) before.set(path, await read(path))
  /** Returns the current share image of an item. */
  const getPicture = async (path: string) => String((await club.send('GET', path)).headers.get('Location'))
  const pictures = new Set(await Promise.all(ofItems.map(getPicture)))
  expect(before.get('/manifest.webmanifest')).toContain(`"name":"${shipped}"`)
  const lastmod = () =>
    `<loc>${SITE_URL}/history</loc><lastmod>${new Date(club.clock.now).toISOString()}</lastmod>`
  expect(before.get('/sitemap.xml')).not.toContain(lastmod())

  for (const name of ['Otra & Más', 'La siguiente']) {
    club.clock.now += 60_000
    await saveSettings(settingsNamed(name))
    for (const path of paths) {
      const now = await read(path)
      // The sitemap need not change with the name. Its `lastmod` is checked below.
      if (path !== '/sitemap.xml') expect([path, now === before.get(path)]).toEqual([path, false])
      expect([path, now.includes(shipped)]).toEqual([path, false])
      before.set(path, now)
    }
    for (const path of ofItems) {
      const picture = await getPicture(path)
      expect([path, pictures.has(picture)]).toEqual([path, false])
      pictures.add(picture)
      // On a busy machine the drawing takes longer than one request waits, so the request is repeated.
      await vi.waitUntil(async () => (await club.send('GET', picture)).status === 200, { timeout: 25_000 })
    }
    expect(JSON.parse(before.get('/manifest.webmanifest') ?? '')).toMatchObject({ name, short_name: name })
    const feed = before.get('/rss.xml')
    const escaped = name.replace('&', '&amp;')
    expect(feed).toContain(`<title>Diario de ${escaped}</title>`)
    expect(feed).toContain(`<description>De ${escaped}.</description>`)
    // This is 21:00 in Tokyo.
    expect(feed).toContain('<pubDate>Sat, 20 Feb 2027 12:00:00 GMT</pubDate>')
    expect(before.get('/sitemap.xml')).toContain(lastmod())
    const dates = before.get('/fechas.ics')
    expect(dates).toContain(`\r\nNAME:${name} · Fechas\r\n`)
    expect(dates).toContain(`\r\nSUMMARY:${name} · 06-03-2027\r\n`)
    expect(dates).toContain(`\r\nLOCATION:${name}\\, Calle 1\\, Tokio\r\n`)
    expect(dates).toContain('\r\nDTSTART:20270306T140000Z\r\n')
    expect(JSON.parse(await read('/api/openapi.json')).info.title).toBe(`API de ${name}`)
    expect(await read('/api/docs')).toContain(`<h1>API de ${escaped}</h1>`)
  }
})

test('share images use the current light of the club', async () => {
  const CYAN = [0, 229, 255]
  const look = await club.send('PUT', '/api/site/look', { as, body: { accent: '#00e5ff' } })
  expect(look.status).toBe(200)
  const jpeg = Buffer.from(await (await club.send('GET', '/share/home.jpg')).arrayBuffer())
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  let near = 0
  for (let at = 0; at < data.length; at += 3)
    if (CYAN.every((value, part) => Math.abs(value - (data[at + part] as number)) < 24)) near++
  expect(near).toBeGreaterThan(2 * 1200)
})

test('mails and the authenticator app use the current name of the club', async () => {
  await saveSettings(settingsNamed('Otra & Más'))
  const subjects = async () => {
    const mails = await club.database.read.selectFrom('outbox').selectAll().orderBy('seq').execute()
    expect(mails.every(({ text }) => !text.includes(createSiteSettings().identity.name))).toBe(true)
    return mails.map(({ subject }) => subject)
  }
  for (const [path, body] of [
    ['/api/admin', { email: 'caro@club.example', password }],
    ['/api/auth/forgot', { email: 'ana@club.example' }],
  ] as const)
    expect((await club.send('POST', path, { body })).ok).toBe(true)
  expect(await subjects()).toEqual(
    expect.arrayContaining(['Confirmá tu e-mail para Otra & Más', 'Elegí otra contraseña para Otra & Más']),
  )
  const { uri = '' } = await post('/api/auth/totp', { currentPassword: password }, 200)
  expect(new URL(uri).searchParams.get('issuer')).toBe('Otra & Más')
})

test('times in the audit log follow the current time zone of the club', async () => {
  const publishAt = '2027-04-01T12:00:00.000Z'
  const { _id } = await post('/api/news', await createDraft('news', 'Dos'))
  expect((await club.send('PUT', `/api/news/${_id}`, { as, body: { publishAt } })).status).toBe(200)
  const told = async () => {
    const [entry] = JSON.parse(await read(`/api/history?item=${_id}`)) as AuditLogEntry[]
    return entry?.changes.find(({ field }) => field === 'publishAt')?.after
  }
  for (const name of settingsNames)
    expect((await club.send('DELETE', `/api/site/${name}`, { as })).status).toBe(200)
  expect(await told()).toBe('2027-04-01T09:00')
  await saveSettings(settingsNamed('Otra & Más'))
  expect(await told()).toBe('2027-04-01T21:00')

  // When it is 23:00 in Buenos Aires, Tokyo has the next day.
  club.clock.now = Date.parse('2027-03-02T02:00:00Z')
  const body = { person: 'Ana', from: 'ana@visita.example', body: 'Hola.' }
  const { _id: message } = await post('/api/mail/sendMail', body)
  expect((await club.send('DELETE', `/api/messages/${message}`, { as })).status).toBe(204)
  const [gone] = JSON.parse(await read(`/api/history?item=${message}`)) as AuditLogEntry[]
  expect(gone?.label).toBe('Mensaje del 02-03-2027')
})
