/**
 * Opens a complete club for tests, with a real database, real pictures and the real API. Requests call its listener
 * directly, without a network.
 */
import { argon2Sync } from 'node:crypto'
import sharp from 'sharp'
import { type Club, type DatabaseBounds, openClub } from '../../ops/container.ts'
import { createUsers, userEntry } from '../../platform/auth/server/users.ts'
import type { User } from '../../platform/auth/shared/accounts.ts'
import type { Credentials } from '../../platform/auth/shared/credentials.ts'
import type { Clocks } from '../../platform/clock/deletion-clock.ts'
import type { ResolveLink } from '../../platform/content/server/short-links.ts'
import { getDeclaration, type ResourceName } from '../../platform/content/shared/resources.ts'
import { recordEntry } from '../../platform/db/record-entry.ts'
import { createWorkGate, type WorkGate, type WorkGateOptions } from '../../platform/http/work-gate.ts'
import type { BucketBounds } from '../../platform/media/server/bucket.ts'
import { type Env, readEnv } from '../../platform/process/env.ts'
import { createLog } from '../../platform/process/log.ts'
import { type DeclaredPages, undeclaredPages } from '../../platform/rendering/declared-pages.ts'
import type { Render } from '../../platform/rendering/page-handler.ts'
import { createContractCheck } from './contract.ts'
import type { TestDatabase } from './databases.ts'
import { createRequiredValues } from './required-values.ts'

export interface RequestOptions {
  /** Sent as JSON. Strings and bytes are sent unchanged and without Content-Length, like a body in chunks. */
  body?: unknown
  headers?: Record<string, string>
  /** The cookie of a session, as `signIn` returns it. */
  as?: string
  /** The address of the sender. Each test of a rate limit uses an address of its own. */
  from?: string
}

export interface TestClub extends Club {
  env: Env
  /** The current time of the club, which tests can set. ms since 1970 */
  clock: { now: number }
  send(method: string, path: string, sent?: RequestOptions): Promise<Response>
  /** Creates an active administrator and signs in. */
  signIn(credentials?: Credentials): Promise<{ cookie: string; user: User }>
  /** Lines of the log. Each line is one event as JSON. */
  logged: string[]
}

/** More work than any test requests. ms */
const UNLIMITED_MS = 1e9

/** Renders the data of the news reader without React Router. Browser tests cover the real pages. */
const newsPage: Render = async (request, reader, { nonce }) => {
  const { pathname } = new URL(request.url)
  const { items } = await reader.list('news', { limit: 3 })
  const script = `<script nonce="${nonce}">window.page = ${JSON.stringify(pathname)}</script>`
  return new Response(
    `<!doctype html><title>page</title>${script}<p style="color: red">${items.map(({ newsTitle }) => newsTitle)}</p>`,
    {
      headers: { 'Content-Type': 'text/html' },
    },
  )
}

interface Options {
  env?: Record<string, string>
  render?: Render
  /** The declared pages. By default the club answers every path with a page. */
  pages?: DeclaredPages
  /** Resolves short links. The default resolves none, so that tests send no requests to other sites. */
  resolveLink?: ResolveLink
  /** Time limits for a bucket that does not answer. */
  bucketBounds?: BucketBounds
  /** Limits for a PostgreSQL that does not answer. */
  databaseBounds?: DatabaseBounds
  /** Creates the gate before work of visitors. The default has no limit for one address, so that tests can send many requests. */
  createGate?: (options: WorkGateOptions) => WorkGate
  /** The folder of the built assets. */
  assets?: string
  /** The value of `clock.now` when the club opens. The real time by default. */
  openedAt?: number
  /**
   * Replaces the clocks of the machine. The default uptime counter follows `clock.now`, so that the club does not see a
   * change of `clock.now` as a jump of the clock.
   */
  clocks?: Partial<Clocks>
}

export async function openTestClub(
  { databaseUrl, dataDir }: Omit<TestDatabase, 'dispose'>,
  options: Options = {},
): Promise<TestClub> {
  // Uses the lowest log level, so that tests find secrets in messages of any level.
  const env = readEnv({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    LOG_LEVEL: 'trace',
    ...options.env,
  })
  const clock = { now: options.openedAt ?? Date.now() }
  const logged: string[] = []
  const log = createLog(env.logLevel, { write: (line) => void logged.push(line) })
  const pageSource = {
    build: 'test',
    assets: options.assets ?? null,
    caching: true,
    pages: async () => options.pages ?? undeclaredPages,
    render: options.render ?? newsPage,
  }
  const club = await openClub({
    env,
    pageSource,
    now: () => clock.now,
    log,
    resolveLink: options.resolveLink ?? (async (link) => link),
    bucketBounds: options.bucketBounds,
    databaseBounds: options.databaseBounds,
    createGate: options.createGate ?? ((bounds) => createWorkGate({ ...bounds, burst: UNLIMITED_MS })),
    clocks: options.clocks ?? { machine: () => ({ boot: 'test', uptime: clock.now }), others: [] },
  })

  const checkContract = createContractCheck(club.table, env.apiBase)
  const send = async (
    method: string,
    path: string,
    { body, headers = {}, as, from = '127.0.0.1' }: RequestOptions = {},
  ) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const text = isRaw || body === undefined ? null : JSON.stringify(body)
    const request = new Request(new URL(path, 'http://club.test'), {
      method,
      headers: {
        Host: 'club.test',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        // Without Content-Length the server allocates the largest body that it accepts, which costs much garbage collection.
        ...(text !== null && { 'Content-Length': String(Buffer.byteLength(text)) }),
        ...(as && { Cookie: as }),
        ...headers,
      },
      ...(body !== undefined && { body: (text ?? body) as BodyInit }),
    })
    const response = await club.fetch(request, { incoming: { socket: { remoteAddress: from } } })
    await checkContract(method, path, response)
    return response
  }

  return {
    ...club,
    env,
    clock,
    logged,
    send,
    async signIn(credentials = { email: 'ana@club.example', password: 'una clave bien larga' }) {
      await addAdministrator(club, credentials, clock.now)
      const response = await send('POST', '/api/auth/login', { body: credentials })
      return { cookie: readCookie(response), user: (await response.json()) as User }
    },
  }
}

/**
 * Inserts an active administrator like `club.accounts.add`, but with a hash of argon2's lowest cost. A login reads the cost
 * from the hash, so both the hash and the login take less than a millisecond of processor time instead of 38.
 */
async function addAdministrator({ database }: Club, credentials: Credentials, at: number): Promise<void> {
  const users = createUsers({ database, now: () => at })
  const passwordHash = hashAtLowestCost(credentials.password)
  await database.write(async (tx) => {
    const added = await users.insert(tx, { email: credentials.email, passwordHash, status: 'active' })
    if (added) await recordEntry(tx, { ...userEntry(added, null, at), action: 'create' })
  })
}

function hashAtLowestCost(password: string): string {
  const nonce = Buffer.alloc(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`
}

/** Removes `share` from an item of an administrator's answer. Answers for visitors, the trash and the audit log lack it. */
export function withoutShare<E extends object>(entity: E): Omit<E, 'share'> {
  const { share: _, ...rest } = entity as E & { share?: unknown }
  return rest
}

/** Returns the cookie that an answer sets, as `name=value`. */
export const readCookie = (response: Response): string =>
  (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''

const drawn = new Map<string, Promise<string>>()

/** Returns a small PNG as a data URL. Each combination of colour and size is created only once. */
export function createPicture(background: string, width = 32, height = 20): Promise<string> {
  const key = `${background} ${width} ${height}`
  const drawing = drawn.get(key) ?? draw(background, width, height)
  drawn.set(key, drawing)
  return drawing
}

async function draw(background: string, width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Returns a valid body for the creation of an item. */
export async function createDraft(resource: ResourceName, words = 'Uno'): Promise<Record<string, unknown>> {
  const link = 'https://club.example/algo'
  switch (resource) {
    case 'events':
      return {
        flyerLarge: await createPicture('#a00'),
        flyerGrid: await createPicture('#0a0'),
        date: '2027-03-06T23:59',
        url: link,
      }
    case 'residents':
      return { name: words, pressKit: link }
    case 'agency':
      return {
        name: words,
        photo: await createPicture('#aa0'),
        biography: 'Toca desde siempre.',
        instagram: link,
        soundcloud: link,
        nationality: 'Rosario, Argentina',
        pressKit: link,
      }
    case 'news':
      return {
        newsTitle: `Novedad ${words}`,
        photo: await createPicture('#0aa'),
        date: '2026-11-20',
        newsDescription: 'En dos líneas.',
        newsBody: '<p>Todo el <strong>texto</strong>.</p>',
      }
    default:
      return createRequiredValues(getDeclaration(resource), words, await createPicture('#a0a'))
  }
}
