/**
 * Measures how much processor time hostile text takes on the thread that serves all requests. The tests send each text in
 * each field of each call, in each header, and in each part of an address that the server reads.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import { attachListener, createHttpServer } from '../../platform/http/server.ts'
import {
  ANONYMOUS_BODY_MAX_BYTES,
  ANONYMOUS_TEXT_MAX_BYTES,
  RICH_TEXT_MAX_BYTES,
} from '../../platform/shared/limits.ts'
import { createM4aWithManyChunks, createMp3, FRAME_BYTES } from '../support/audio.ts'
import { createDraft, openTestClub, type TestClub } from '../support/club.ts'
import { createSqliteDatabase } from '../support/empty-databases.ts'
import { createBox, createFilm, createFilmWithGaps } from '../support/films.ts'
import { id3Tag, soundVariants } from '../support/sound-variants.ts'
import type { OpenApi } from './hostile-requests.ts'
import type { Scale, Tally } from './stress-section.ts'
import { createJsonText, createText, type Shape, shapeNames } from './text-shapes.ts'

export interface Cost {
  what: string
  shape: Shape | 'a file'
  /** Processor time of the thread that serves requests. ms */
  milliseconds: number
  status: number
}

const MEGABYTE = 1_000_000

/** Part of a body that is reserved for the other fields and the punctuation. Bytes */
const OTHER_FIELDS_BYTES = 500

/**
 * Sizes of a text: one that the server refuses because of its length, and the largest ones that it accepts. Visitors send
 * forms, administrators send rich text. Bytes
 */
const SIZES = {
  visitor: [
    MEGABYTE,
    ANONYMOUS_TEXT_MAX_BYTES - OTHER_FIELDS_BYTES,
    ANONYMOUS_BODY_MAX_BYTES - OTHER_FIELDS_BYTES,
  ],
  administrator: [MEGABYTE - OTHER_FIELDS_BYTES, RICH_TEXT_MAX_BYTES - OTHER_FIELDS_BYTES],
}

/** Node limits all headers of a request to 16 KiB. The rest is for the request line and Host. Bytes */
const HEADER_BYTES = 15_000

/**
 * Number of measurements. The cheapest one counts, because a garbage collection or a compilation may fall into one of them.
 */
const TRIES = 4

/** Every header that the server reads. `processing-cost.slow.test.ts` compares this list with the source code. */
export const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Authorization',
  'Content-Type',
  'Cookie',
  'DNT',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Origin',
  'Range',
  'Sec-Fetch-Site',
  'Sec-GPC',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Request-Id',
] as const

/** A call of the API whose body has text fields. */
interface TextCall {
  method: string
  path: string
  fields: TextField[]
}

interface TextField {
  name: string
  /** Fields of one kind pass the same checks. */
  kind: string
}

/**
 * Returns the calls of the OpenAPI document whose body has text fields.
 * @param role `administrator` selects the calls that need a session, `visitor` all others
 */
function findTextCalls({ paths }: OpenApi, role: 'visitor' | 'administrator'): TextCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      const isOpen =
        operation.security.length === 0 || operation.security.some((way) => Object.keys(way).length === 0)
      if (!schema || isOpen !== (role === 'visitor')) return []
      const properties = (schema.properties ?? {}) as Record<string, { type?: unknown; description?: string }>
      const fields = Object.entries(properties)
        .filter(([, { type }]) => type === 'string')
        .map(([name, { description = '', ...rest }]) => {
          // A description is the label of the field, a colon, and the format of its value.
          const [, valueFormat] = description.split(': ')
          return { name, kind: JSON.stringify([method, rest, valueFormat]) }
        })
      return fields.length === 0 ? [] : [{ method: method.toUpperCase(), path, fields }]
    }),
  )
}

/** Measures a request. Repeats it up to TRIES times while the cheapest measurement exceeds the limit. */
async function measure(
  what: string,
  shape: Cost['shape'],
  limit: number,
  sendRequest: () => Promise<{ status: number }>,
): Promise<Cost> {
  let milliseconds = Number.POSITIVE_INFINITY
  let status = 0
  for (let attempt = 0; attempt < TRIES && milliseconds > limit; attempt++) {
    const before = process.threadCpuUsage()
    status = (await sendRequest()).status
    const { user, system } = process.threadCpuUsage(before)
    milliseconds = Math.min(milliseconds, (user + system) / 1_000)
  }
  return { what, shape, milliseconds, status }
}

/**
 * Limits of a request's processor time on the thread that serves requests. The limit for administrators is higher, because
 * the server sanitises, indexes and stores their texts. ms
 */
export const LIMITS = { visitor: 20, administrator: 150 }

interface Options {
  /** Processor time that each request may take. ms */
  limit: number
  /**
   * An administrator's cookie. With a cookie, the calls that need a session are measured. Without one, all other calls are
   * measured.
   */
  as?: string
  /** Returns the id that replaces the parameters of a path. */
  findId?: (path: string) => string
  scale: Scale
}

/**
 * Measures hostile texts of each shape and of both SIZES in each field of each call. The short form measures one field of
 * each kind.
 */
export async function measureFieldCosts(
  club: TestClub,
  { limit, as, findId = () => 'x', scale }: Options,
): Promise<Cost[]> {
  const document = (await (await club.send('GET', '/api/openapi.json')).json()) as OpenApi
  const role = as ? 'administrator' : 'visitor'
  const costs: Cost[] = []
  const kinds = new Set<string>()
  // Encodes each text once, because encoding a megabyte takes longer than most requests.
  const texts = shapeNames.flatMap((shape) =>
    SIZES[role].map((bytes) => ({ shape, bytes, json: JSON.stringify(createJsonText(shape, bytes)) })),
  )
  for (const { method, path, fields } of findTextCalls(document, role)) {
    const address = `/api${path.replace(/\{\w+\}/g, () => findId(path))}`
    for (const { name: field, kind } of fields) {
      if (scale === 'short' && kinds.has(kind)) continue
      kinds.add(kind)
      const others = fields.filter(({ name }) => name !== field)
      const start = others.map(({ name }) => `"${name}":"${createValidValue(name)}",`).join('')
      for (const { shape, bytes, json } of texts) {
        const body = `{${start}"${field}":${json}}`
        costs.push(
          await measure(`${method} ${path} ${field}, ${bytes} bytes`, shape, limit, async () => {
            await club.database.write((tx) => tx.deleteFrom('throttles').execute())
            // Work in other threads is not measured, but it must end before the next request starts.
            await sleep(0)
            return club.send(method, address, {
              body,
              headers: { 'Content-Length': String(Buffer.byteLength(body)) },
              ...(as && { as }),
            })
          }),
        )
      }
    }
  }
  return costs
}

/**
 * Uploads films and audio files whose index takes long to check. Another process checks them, so the thread that serves
 * requests must stay free. Each cost is what the file takes beyond a recording of the same length without a difficult
 * index. Reading 16 MB alone takes more than the limit on a busy machine.
 */
export async function measureMediaCosts(club: TestClub, as: string, limit: number): Promise<Cost[]> {
  const deep = Array.from({ length: 3_000 }).reduce<Buffer>(
    (inner) => createBox('moov', inner),
    createBox('free'),
  )
  const files: [string, 'film' | 'audio', Buffer][] = [
    ['places in pieces', 'audio', createM4aWithManyChunks()],
    ['a tag of 16 MB', 'audio', createMp3({ frames: 40, tag: 16_000_000 })],
    ['a cover of 17 MB', 'audio', (soundVariants['mp3: cover of 17 MB'] as () => Buffer)()],
    [
      'tags without end',
      'audio',
      Buffer.concat([createMp3(), Buffer.alloc(10_000_000, id3Tag(Buffer.alloc(0)))]),
    ],
    ['gaps', 'film', createFilmWithGaps()],
    ['boxes in boxes', 'film', createFilm({ within: [deep] })],
    ['boxes', 'film', createFilm({ within: Array(9_900).fill(createBox('free')) })],
  ]
  const costs: Cost[] = []
  const upload = (kind: 'film' | 'audio', body: Buffer) =>
    kind === 'film'
      ? club.send('POST', '/api/site/film', { as, body, headers: { 'Content-Type': 'video/mp4' } })
      : club.send('PUT', `/api/media/audio/${randomUUID()}?offset=0&size=${body.byteLength}`, {
          as,
          body,
          headers: { 'Content-Type': 'application/octet-stream' },
        })
  for (const [name, kind, body] of files) {
    const plain = createMp3({ frames: Math.ceil(body.byteLength / FRAME_BYTES) })
    const plainCost = await measure('plain', 'a file', 0, () => upload('audio', plain))
    const cost = await measure(`${kind}, ${name}`, 'a file', limit, () => upload(kind, body))
    costs.push({ ...cost, milliseconds: Math.max(0, cost.milliseconds - plainCost.milliseconds) })
  }
  return costs
}

/** Returns a valid value for a field, so that the call passes the validation of this field. */
function createValidValue(field: string): string {
  if (/email|^from$/i.test(field)) return 'ana@club.example'
  if (/password/i.test(field)) return 'una clave bien larga'
  if (/url|pressKit|instagram|soundcloud/i.test(field)) return 'https://club.example/algo'
  return field === 'date' ? '2026-11-20' : 'Hola'
}

/**
 * Measures hostile texts of each shape in each header and each part of an address. The addresses are those of a page, a
 * list, a file and two writes.
 * @param port the port of the club, without a proxy
 */
export async function measureHeaderCosts(port: number, cookie: string, limit: number): Promise<Cost[]> {
  const costs: Cost[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const requests = [
    ['GET', '/'],
    ['GET', '/api/news'],
    ['GET', '/media/00000000000000000000000000000000-640.webp'],
    ['POST', '/api/auth/login'],
    ['PUT', '/api/residents/x'],
  ] as const
  for (const [method, path] of requests) {
    const ask = (address: string, headers: Record<string, string>) =>
      send(port, agent, { method, path: address, headers: { Cookie: cookie, ...headers } })
    for (const shape of shapeNames) {
      // Headers are bytes, so the text is sent as UTF-8. Line ends are removed, because they would end the header.
      const bytes = Buffer.from(createText(shape, HEADER_BYTES)).subarray(0, HEADER_BYTES)
      const value = bytes.toString('latin1').replaceAll('\n', '\t')
      for (const name of HEADERS) {
        const headers = { [name]: name === 'Cookie' ? `${cookie}; ${value}` : value }
        costs.push(await measure(`${method} ${path} ${name}`, shape, limit, () => ask(path, headers)))
      }
      const inAddress = encodeURIComponent(createText(shape, HEADER_BYTES / 9).toWellFormed())
      for (const address of [`${path}/${inAddress}`, `${path}?q=${inAddress}`, `${path}?${inAddress}=1`])
        costs.push(await measure(`${method} ${address.slice(0, 40)}…`, shape, limit, () => ask(address, {})))
    }
  }
  agent.destroy()
  return costs
}

interface MeasuredRequest {
  method: string
  path: string
  headers: Record<string, string>
}

/** @returns the status. 0 when the server closes the connection, which is allowed for invalid HTTP */
function send(
  port: number,
  agent: Agent,
  { method, path, headers }: MeasuredRequest,
): Promise<{ status: number }> {
  return new Promise((resolve) => {
    const isRead = method === 'GET'
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: {
          ...(!isRead && { 'Content-Type': 'application/json', 'Content-Length': '2' }),
          ...headers,
        },
      },
      (response) => {
        response.resume()
        response.on('close', () => resolve({ status: response.statusCode ?? 0 }))
      },
    )
    sending.on('error', () => resolve({ status: 0 }))
    sending.end(isRead ? undefined : '{}')
  })
}

/**
 * Creates an item of each resource, so that requests can change it.
 * @returns a function that finds the id for a path of the API
 */
export async function createItems(club: TestClub, as: string): Promise<(path: string) => string> {
  const ids = new Map<string, string>()
  for (const resource of resourceNames) {
    const created = await club.send('POST', `/api/${resource}`, { as, body: await createDraft(resource) })
    ids.set(`/${resource}/{id}`, ((await created.json()) as { _id: string })._id)
  }
  return (path) => ids.get(path) ?? 'x'
}

export const describeCostsOver = (costs: Cost[], limit: number): string[] =>
  costs
    .filter(({ milliseconds }) => milliseconds > limit)
    .map(({ what, shape, milliseconds }) => `${what}: ${shape}, ${Math.round(milliseconds)} ms`)

export default async function section(scale: Scale): Promise<Tally[]> {
  const place = await createSqliteDatabase()
  const club = await openTestClub(place, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'fatal' } })
  const server = attachListener(club.listener, createHttpServer(club.env), club.env).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { cookie } = await club.signIn()
    const findId = await createItems(club, cookie)
    const costs = {
      visitor: [
        ...(await measureFieldCosts(club, { limit: LIMITS.visitor, scale })),
        ...(await measureHeaderCosts(port, cookie, LIMITS.visitor)),
      ],
      administrator: [
        ...(await measureFieldCosts(club, { limit: LIMITS.administrator, as: cookie, findId, scale })),
        ...(await measureMediaCosts(club, cookie, LIMITS.administrator)),
      ],
    }
    return (['visitor', 'administrator'] as const).map((role) => {
      const faults = describeCostsOver(costs[role], LIMITS[role])
      for (const fault of faults) console.error(fault)
      const highest = Math.max(...costs[role].map(({ milliseconds }) => milliseconds))
      return {
        what: `Processor time of hostile texts of ${role}s`,
        done: costs[role].length,
        bad: faults.length,
        notes: `at most ${Math.round(highest)} ms`,
      }
    })
  } finally {
    server.closeAllConnections()
    server.close()
    await club.stop()
    await place.dispose()
  }
}
