/**
 * Sends random requests of visitors and administrators over HTTP, on both databases. Answers of the API are as its OpenAPI
 * document says. No answer may be a 5xx or contain internal details. Every answer needs the security headers. A refused request must not change the data. When a request
 * fails, the test shrinks it and prints it with its seed.
 */

import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { ProblemDetails } from '../../platform/api/shared/problems.ts'
import { hashPassword } from '../../platform/auth/server/passwords.ts'
import { createSessions } from '../../platform/auth/server/sessions.ts'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import { attachListener, createHttpServer } from '../../platform/http/server.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../support/club.ts'
import { createContractCheck } from '../support/contract.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../support/empty-databases.ts'
import { insertUser } from '../support/migrated-database.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Attack, generateAttacks, type OpenApi } from './hostile-requests.ts'
import { chooseSeed } from './seeded-random.ts'
import type { Scale, Section, Tally } from './stress-section.ts'

/**
 * Number of requests for one club. The test then continues with a new club, because comparing the states of a club takes
 * long after a few thousand random items.
 */
const CASES_PER_CLUB = 2_500
const PASSWORD = 'una clave bien larga'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Counts {
  cases: number
  refused: number
  accepted: number
  /** Number of connections that the server closed without an answer, which is allowed for invalid HTTP. */
  cut: number
}

/** @throws with the smallest request that fails, and the command that repeats it */
export async function runAttacks(
  place: TestDatabase,
  { cases, seed }: { cases: number; seed: number },
): Promise<Counts & { statuses: Set<number>; calls: Set<string> }> {
  const club = await openTestClub(place, { env: { TRUST_PROXY: '1', LOG_LEVEL: 'fatal' } })
  const server = attachListener(club.listener, createHttpServer(club.env), club.env)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const counts: Counts = { cases: 0, refused: 0, accepted: 0, cut: 0 }
  const statuses = new Set<number>()
  const calls = new Set<string>()
  try {
    const administrator = await createAdministrator(club)
    const ids = ['x', ...(await createContent(club, administrator.id))]
    const document = (await (await club.send('GET', '/api/openapi.json')).json()) as OpenApi
    const known = { ids, picture: await createPicture('#a00'), password: PASSWORD }
    const digest = await createDigest(club)
    const checkContract = createContractCheck(club.table, club.env.apiBase)
    let before = await digest()
    const property = fc.asyncProperty(generateAttacks(document, known), async (attack) => {
      counts.cases++
      if (counts.cases % 50 === 1) await club.database.write((tx) => tx.deleteFrom('throttles').execute())
      // Signs in again when an earlier request has removed the administrator or ended the session.
      const cookie = await administrator.cookie()
      if (administrator.wasRestored()) before = await digest()
      const answer = await send(port, agent, attack, cookie, counts.cases)
      if (answer === null) {
        counts.cut++
        before = await digest()
        return
      }
      checkAnswer(attack, answer)
      await checkContract(attack.method, attack.path, toResponse(answer))
      statuses.add(answer.status)
      calls.add(attack.call)
      const after = await digest()
      const changes = answer.status < 400 && !['GET', 'HEAD', 'OPTIONS'].includes(attack.method)
      if (changes) counts.accepted++
      else {
        counts.refused++
        if (after !== before) throw new Error(`${answer.status}, but data changed`)
      }
      before = after
    })
    await fc.assert(property, { numRuns: cases, seed, endOnFailure: false })
    return { ...counts, statuses, calls }
  } finally {
    agent.destroy()
    server.closeAllConnections()
    server.close()
    await club.stop()
  }
}

/** Creates an administrator, and restores it with the same id after each removal. */
async function createAdministrator(club: TestClub) {
  const passwordHash = await hashPassword(PASSWORD)
  const person = { email: 'ana@club.example', status: 'active' as const, passwordHash }
  const id = await insertUser(club.database, person)
  await insertUser(club.database, { ...person, email: 'otra@club.example' })
  const sessions = createSessions({ database: club.database, now: () => club.clock.now })
  let token = await sessions.open(id)
  let isRestored = false
  return {
    id,
    /** True when the administrator was restored since the last call. */
    wasRestored: () => {
      const result = isRestored
      isRestored = false
      return result
    },
    async cookie(): Promise<string> {
      if (await sessions.find(token)) return `session=${token}`
      isRestored = true
      await club.database.write(async (tx) => {
        await tx
          .deleteFrom('users')
          .where((is) => is.or([is('id', '=', id), is('emailKey', '=', person.email)]))
          .execute()
      })
      await insertUser(club.database, { ...person, id })
      token = await sessions.open(id)
      return `session=${token}`
    },
  }
}

/**
 * Creates one item of each resource, one item in the trash, a message, and audit log entries.
 * @returns ids and other names that requests may use
 */
async function createContent(club: TestClub, userId: string): Promise<string[]> {
  const author = { id: userId, email: 'ana@club.example', name: null }
  const ids: string[] = [userId]
  for (const resource of resourceNames) {
    for (const words of ['Uno', 'Dos']) {
      const created = await club.content.create(resource, await createDraft(resource, words), { by: author })
      if (!created.ok) throw new Error(created.problem)
      const { _id } = created.value.entity
      ids.push(_id)
      if (words === 'Dos') await club.content.remove(resource, [_id], author)
    }
  }
  const message = { person: 'Eva', from: 'eva@x.example', body: 'Hola' }
  const sent = await club.send('POST', '/api/mail/sendMail', { body: message })
  if (sent.ok) ids.push((await sent.json())._id)
  const history = await club.database.read.selectFrom('history').select('id').limit(4).execute()
  return [...ids, ...history.map(({ id }) => id), ...resourceNames, 'Novedad-Uno', 'title']
}

/**
 * Tables that a refused request may change: counters of attempts, sessions, and pictures. The server stores pictures before
 * it checks the other fields, and removes unused ones after a day.
 */
const VOLATILE_TABLES = /^(throttles|sessions|media|kysely_.*|.*Words(_.*)?)$/

/** @returns a function that hashes all stored data except VOLATILE_TABLES */
async function createDigest({ database }: TestClub): Promise<() => Promise<string>> {
  const names = (await database.read.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !VOLATILE_TABLES.test(name))
    .sort()
  if (database.dialect === 'postgres') {
    const parts = names.map(
      (name) =>
        sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`,
    )
    const all = sql<{ print: string }>`${sql.join(parts, sql` union all `)}`
    return async () => (await all.execute(database.read)).rows.map(({ print }) => print).join()
  }
  return async () => {
    const prints: string[] = []
    for (const name of names) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.read)
      prints.push(JSON.stringify(rows))
    }
    return prints.join('\n')
  }
}

/**
 * @param number number of the request, from which its network address derives
 * @returns null when the connection ended before the answer was complete
 */
function send(
  port: number,
  agent: Agent,
  { method, path, headers, body, who }: Attack,
  cookie: string,
  number: number,
) {
  return new Promise<Answer | null>((resolve) => {
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path: path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed())),
        headers: {
          ...(body !== null && { 'Content-Type': 'application/json' }),
          ...(who === 'administrator' && { Cookie: cookie }),
          'X-Forwarded-For': `203.0.113.${number % 250}`,
          ...headers,
          ...length,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('latin1'),
          }),
        )
        response.on('error', () => resolve(null))
      },
    )
    sending.on('error', () => resolve(null))
    // The server ignores the request to change the protocol, and continues with HTTP.
    sending.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(null)
    })
    sending.end(body ?? undefined)
  })
}

/** Matches text that occurs only in internal details, such as stack traces. */
const INTERNAL_DETAILS =
  /\n\s+at |node_modules|\.ts:\d|\.js:\d|file:\/\/\/(?!etc)|\/tmp\/|\/home\/|\/root\/|SQLITE|sqlite3?[ :]|kysely|errcode|ECONN|ENOENT|syntax error|violates|duplicate key|UNIQUE constraint|invalid byte sequence|passwordHash"|\$argon2|totpSecret|tokenHash|TypeError|RangeError|ReferenceError|ZodError|\[object Object\]/

const SECURITY_HEADERS = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'content-security-policy': /^default-src 'none'.*frame-ancestors 'none'/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
}

/** Headers that browsers apply only to documents. Answers with JSON do not need them. */
const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
}

/** @throws when an answer breaks a rule, such as a missing security header */
function checkAnswer(attack: Attack, { status, headers, body }: Answer): void {
  const fail = (why: string) => {
    throw new Error(`${why}: ${status} ${JSON.stringify(headers)} ${body.slice(0, 500)}`)
  }
  if (status >= 500) fail('the server failed')
  // A 304 has no type. One of JSON has no headers of documents either.
  const mayBeJson = status === 304 || /^application\/(problem\+)?json/.test(String(headers['content-type']))
  for (const [name, wanted] of Object.entries({ ...SECURITY_HEADERS, ...(!mayBeJson && DOCUMENT_HEADERS) }))
    if (!wanted.test(String(headers[name] ?? ''))) fail(`${name} is missing or weak`)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    if (headers[name] !== undefined) fail(`${name} must not be sent`)
  if ([204, 304].includes(status) && body !== '') fail('the answer must have no body')
  if (status < 400) return
  if (INTERNAL_DETAILS.test(body)) fail('the answer contains internal details')
  const type = headers['content-type'] ?? ''
  // Paths outside the API have HTML error pages instead of problem documents, and answers to HEAD have no body.
  if (attack.method === 'HEAD' || !(attack.path === '/api' || attack.path.startsWith('/api/'))) return
  if (type !== 'application/problem+json; charset=utf-8') fail('the answer is not a problem document')
  const problem = JSON.parse(Buffer.from(body, 'latin1').toString()) as ProblemDetails
  if (problem.status !== status || !problem.type.startsWith('/problems/'))
    fail('the problem has another status or type')
  if (!problem.title || !/[.!]$/.test(problem.detail)) fail('a problem without words')
  const known = ['type', 'title', 'status', 'detail', 'errors', 'requestId']
  if (Object.keys(problem).some((key) => !known.includes(key))) fail('more than a problem')
  if (status === 405 && !headers.allow) fail('no Allow')
  if (status === 429 && !headers['retry-after']) fail('no Retry-After')
}

const toResponse = ({ status, headers, body }: Answer): Response =>
  new Response([204, 304].includes(status) ? null : Buffer.from(body, 'latin1'), {
    status,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  })

const CASES: Record<Scale, number> = { short: 1_000, long: 100_000 }

const section: Section = async (scale) => {
  const firstSeed = chooseSeed(scale)
  const postgres = await startPostgres()
  const tallies: Tally[] = []
  try {
    for (const name of ['sqlite', 'postgres']) {
      const total: Counts = { cases: 0, refused: 0, accepted: 0, cut: 0 }
      let bad = 0
      const rounds = Math.ceil(CASES[scale] / 2 / CASES_PER_CLUB)
      for (let round = 0; round < rounds; round++) {
        const place = await (name === 'sqlite'
          ? createSqliteDatabase()
          : createPostgresDatabase(postgres.url))
        try {
          const cases = Math.ceil(CASES[scale] / 2 / rounds)
          const counts = await runAttacks(place, { cases, seed: firstSeed + round })
          for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key]
        } catch (error) {
          bad++
          console.error(String(error))
        } finally {
          await place.dispose()
        }
      }
      const { cases, refused, accepted, cut } = total
      const notes = `${refused} refused or read, ${accepted} taken, ${cut} cut off; seeds from ${firstSeed}`
      tallies.push({ what: `Hostile requests, ${name}`, done: cases, bad, notes })
    }
  } finally {
    await postgres.stop()
  }
  return tallies
}
export default section
