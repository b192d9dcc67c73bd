/**
 * Fills the club that the comparison copies for each server: the demo content, and all other kinds of content through the
 * API.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { administrator, waitUntilIdle } from '../bench/measured-servers.ts'
import { startServer } from '../stress/server-process.ts'
import { parseJson, SITE_URL, sendRequest } from './send-request.ts'

interface Schema {
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface OpenApi {
  paths: Record<string, Partial<Record<'get' | 'post' | 'put', Operation>>>
}

const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** Starts the built server of a checkout. */
export async function startClub(folder: string, dataDir: string) {
  const { email, password } = administrator
  const server = await startServer(
    { DATA_DIR: dataDir, SITE_URL: SITE_URL, DEMO: '1', ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    { folder },
  )
  // The server also ends when the comparison fails.
  process.on('exit', () => void server.kill())
  await server.ready()
  return server
}

/** Returns the items of a list answer, which is an array or has an array in a property. */
export const findItems = (answer: unknown): Record<string, unknown>[] =>
  Array.isArray(answer) ? answer : (Object.values(answer ?? {}).find(Array.isArray) ?? [])

const readProperties = (operation: Operation | undefined): Record<string, Schema> =>
  operation?.requestBody?.content['application/json']?.schema.properties ?? {}

/** Creates an English translation of every translatable text. Each translation contains the name of its field. */
const createTranslations = (operation: Operation | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readProperties(operation).en?.properties ?? {})
      .filter(([, { anyOf }]) => anyOf?.some(({ type, format }) => type === 'string' && !format))
      .map(([name]) => [name, `English ${name}`]),
  )

/** Creates content of every kind in every state. @returns a session's cookie */
export async function fillClub(folder: string, dataDir: string): Promise<string> {
  const server = await startClub(folder, dataDir)
  let cookie = ''
  const send = (method: string, path: string, body?: unknown) =>
    sendRequest(server.origin, { method, path: `/api${path}`, body, headers: { Cookie: cookie } })
  const call = async (method: string, path: string, body?: unknown) =>
    parseJson(await send(method, path, body))

  const signedIn = await send('POST', '/auth/login', administrator)
  parseJson(signedIn)
  cookie = signedIn.headers
    .flatMap(([name, value]) => (name === 'set-cookie' ? (value.split(';')[0] ?? '') : []))
    .join('; ')

  const { paths }: OpenApi = await call('GET', '/openapi.json')
  for (const path of Object.keys(paths).filter((each) => paths[`${each}/{id}/preview`])) {
    const [first, second, third] = findItems(await call('GET', `${path}?limit=3`))
    if (!first || !second || !third) throw new Error(`The demo has fewer than three items in ${path}`)
    const fields = Object.keys(readProperties(paths[path]?.post)).filter((name) => name in first)
    const values = Object.fromEntries(fields.map((name) => [name, first[name]]))
    const states = {
      draft: { draft: true },
      later: { publishAt: inDays(7) },
      ends: { unpublishAt: inDays(7) },
    }
    for (const [state, changes] of Object.entries(states)) {
      const title = path === '/news' ? { newsTitle: `Copia ${state}` } : {}
      await call('POST', path, { ...values, draft: false, ...title, ...changes })
    }
    await call('PUT', `${path}/${second._id}`, { en: createTranslations(paths[path]?.put) })
    if (path === '/events')
      await call('PUT', `${path}/${first._id}`, {
        status: 'postponed',
        statusNote: 'La fecha nueva sale el lunes.',
        ageMin: 21,
        offers: ['available', 'soldout', 'soon'].map((availability, index) => ({
          name: `Tanda ${index}`,
          price: index * 5000,
          currency: 'ARS',
          url: `https://tickets.example/${index}`,
          availability,
          until: '02:00',
        })),
      })
    await call('DELETE', `${path}/${third._id}`)
  }

  for (const [path, { put }] of Object.entries(paths)) {
    const en = createTranslations(put)
    if (path.startsWith('/site/') && Object.keys(en).length > 0) await call('PUT', path, { en })
  }
  await call('PUT', '/site/notice', { text: 'Hoy no hay estacionamiento', url: `${SITE_URL}/contact` })
  await call('PUT', '/site/look', { accent: '#ffcc33', bpm: 140 })
  await call('PUT', '/messages/settings', { keptMonths: 7 })
  await call('PUT', '/messages/templates', {
    templates: [{ name: 'Gracias', text: 'Gracias por escribir.' }],
  })
  for (const person of ['Ana', 'Beto', 'Caro'])
    await call('POST', '/mail/sendMail', { person, from: `${person}@example.com`, body: `Soy ${person}.` })

  await waitForPictures(dataDir)
  await waitUntilIdle(server)
  await server.stop()
  return cookie
}

const PICTURES_MS = 300_000

/**
 * Waits for AVIF files, which the server encodes in the background. Until then their addresses redirect.
 * @throws after a time limit
 */
async function waitForPictures(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true })
  const waiting = database.prepare('select count(*) as count from media where avifAt is null')
  const deadline = Date.now() + PICTURES_MS
  while (waiting.get()?.count !== 0) {
    if (Date.now() > deadline) throw new Error('Some pictures still have no AVIF file')
    await sleep(500)
  }
  database.close()
}
