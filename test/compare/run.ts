/**
 * Compares the answers of two built checkouts on copies of one club: `npm run compare -- <folder of the older one>`. Prints
 * each difference that no rule of ignored-differences.ts allows. Exits with 1 when there is one.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createPatch } from 'diff'
import { adminPaths } from '../../platform/admin-layout/paths.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { temporaryFolder } from '../bench/measured-servers.ts'
import { fillClub, findItems, type OpenApi, startClub } from './filled-club.ts'
import { findReasonToSkip, splitLines } from './ignored-differences.ts'
import {
  isText,
  parseJson,
  readHeader,
  SITE_URL,
  sendRequest,
  type TestAnswer,
  type TestRequest,
} from './send-request.ts'

/** Limit of requested addresses. The comparison counts further links, but does not request them. */
const MAX_ADDRESSES = 4_000
/** Number of addresses compared at the same time. Each request goes to both servers. */
const CONCURRENCY = 4
/** Number of items per list whose own addresses are requested. */
const MAX_ITEMS = 12
const MAX_DIFF_LINES = 16
const MAX_LINE_LENGTH = 240

const root = join(import.meta.dirname, '../..')
const older = resolve(process.argv[2] ?? '')
if (!process.argv[2] || !existsSync(join(older, 'build/server/index.js'))) {
  console.error('npm run compare -- <folder of another checkout that is built>')
  process.exit(1)
}

const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex').slice(0, 16)

const original = temporaryFolder()
console.error('Filling a club with the older checkout…')
const cookie = await fillClub(older, original)
const servers = await Promise.all(
  [older, root].map(async (folder) => {
    const copy = temporaryFolder()
    await cp(original, copy, { recursive: true })
    // The comparison removes the share images from each copy, so that each server draws its own.
    await rm(join(copy, 'media/sh'), { recursive: true, force: true })
    return startClub(folder, copy)
  }),
)
const origins = servers.map(({ origin }) => origin) as [string, string]

// ── Comparing ──────────────────────────────────────────────────────────────────────────────────────────────────────

let compared = 0
let differing = 0
/**
 * Number of answers of the older checkout by status. The counts show whether the comparison covered pages or only refusals.
 */
const statuses: Record<number, number> = {}

/**
 * Sends a request to both servers and compares the answers.
 * @returns the answer of the older checkout, then that of this checkout
 */
async function compare(path: string, question: Partial<TestRequest> = {}, own?: Record<string, string>[]) {
  const answers = await Promise.all(
    origins.map((origin, index) =>
      sendRequest(origin, {
        method: 'GET',
        path,
        ...question,
        headers: { ...question.headers, ...own?.[index] },
      }),
    ),
  )
  const [before, after] = answers as [TestAnswer, TestAnswer]
  compared++
  statuses[before.status] = (statuses[before.status] ?? 0) + 1
  const [one, other] = [splitLines(before, hash).join('\n'), splitLines(after, hash).join('\n')]
  if (one !== other) {
    differing++
    const lines = createPatch('', one, other, '', '', { context: 1 }).trimEnd().split('\n').slice(4)
    console.log(`\n${question.method ?? 'GET'} ${path}${question.headers ? ' (administrator)' : ''}`)
    for (const line of lines.slice(0, MAX_DIFF_LINES)) console.log(`  ${line.slice(0, MAX_LINE_LENGTH)}`)
    if (lines.length > MAX_DIFF_LINES) console.log(`  … ${lines.length - MAX_DIFF_LINES} more lines`)
  }
  return [before, after] as const
}

/** Compares the answers to all methods and headers at an address. @returns the links in the answers */
async function compareAddress(path: string): Promise<string[]> {
  const visitor = await compare(path)
  // Each picture has about a dozen files that are served with the same headers. Comparing one GET of each file is enough.
  // dozen.
  if (!isText(visitor[0])) return findLinks(visitor[0])
  await compare(path, { method: 'HEAD' })
  // The ETags of two builds differ, so each server receives its own.
  const etags = visitor.map((answer) => readHeader(answer, 'etag'))
  if (etags.some(Boolean))
    await compare(
      path,
      {},
      etags.map((etag) => ({ 'If-None-Match': etag })),
    )
  if (!path.includes('?')) for (const spelling of [`${path}/`, path.toUpperCase()]) await compare(spelling)
  const administrator = await compare(path, { headers: { Cookie: cookie } })
  return [...visitor, ...administrator].flatMap(findLinks)
}

/**
 * Finds addresses of the club in attributes, elements and JSON strings. Built scripts and styles are left out, because they
 * may differ.
 */
function findLinks(answer: TestAnswer): string[] {
  const text = `${answer.body}\n"${readHeader(answer, 'location')}"`.replaceAll('&amp;', '&')
  return [...text.matchAll(/(?:["'>]|, )((?:https:\/\/club\.example)?\/(?!\/)[^\s"'<>\\#,{}]*)/g)]
    .map(([, link = '']) => link.replace(SITE_URL, '') || '/')
    .filter((path) => !/^\/assets\/.*\.(js|css)$/.test(path))
}

// ── Addresses ──────────────────────────────────────────────────────────────────────────────────────────────────────

const ABSENT = 'no-existe'

/** Returns every GET route of the API, with values for its parameters. */
async function createApiAddresses(): Promise<string[]> {
  const [origin] = origins
  const read = async (path: string) =>
    sendRequest(origin, { method: 'GET', path, headers: { Cookie: cookie } })
  const documents: OpenApi[] = await Promise.all(
    origins.map(async (each) =>
      parseJson(await sendRequest(each, { method: 'GET', path: '/api/openapi.json' })),
    ),
  )
  const addresses = new Set<string>()
  for (const { paths } of documents)
    for (const [template, { get }] of Object.entries(paths)) {
      if (!get) continue
      const [parent = '', parameter] = template.split(/\/\{(\w+)\}/)
      if (parameter === undefined) {
        const path = `/api${template}`
        addresses.add(path)
        for (const { name, in: place, schema } of get.parameters ?? [])
          if (place === 'query')
            for (const value of schema?.enum ?? ['1', '2', 'noche', '2026-01-01'])
              addresses.add(`${path}?${name}=${value}`)
        continue
      }
      const list = await read(`/api${parent.replace('/title', '')}?limit=${MAX_ITEMS}`)
      const items = list.status === 200 ? findItems(parseJson(list)) : []
      const values =
        parameter === 'resource'
          ? Object.keys(resources)
          : items.map((item) => item[parameter === 'title' ? 'newsTitle' : '_id'] ?? item.id)
      for (const value of [...values.slice(0, MAX_ITEMS), ABSENT])
        addresses.add(`/api${template}`.replace(/\{\w+\}/, encodeURIComponent(String(value))))
    }
  return [...addresses]
}

const adminAddresses = [
  ...Object.values(adminPaths),
  ...Object.values(resources).flatMap(({ admin }) => [...Object.values(admin), `${admin.update}/${ABSENT}`]),
].filter((path) => path.startsWith('/'))

const waiting = [
  ...[
    '/',
    '/en',
    '/login',
    '/register',
    '/404',
    `/${ABSENT}`,
    `/en/${ABSENT}`,
    `/media/${ABSENT}.jpg`,
    `/assets/${ABSENT}.js`,
  ],
  ...[
    '/sitemap.xml',
    '/robots.txt',
    '/rss.xml',
    '/manifest.webmanifest',
    '/favicon.ico',
    '/.well-known/security.txt',
  ],
  ...adminAddresses,
  ...(await createApiAddresses()),
]
const known = new Set(waiting)
const skipped = new Set<string>()

console.error('Comparing…')
async function work(): Promise<void> {
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (findReasonToSkip(path)) {
      skipped.add(path)
      continue
    }
    for (const link of await compareAddress(path)) {
      if (known.has(link)) continue
      known.add(link)
      if (known.size <= MAX_ADDRESSES) waiting.push(link)
    }
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, work))
await Promise.all(servers.map((server) => server.stop()))

for (const path of skipped) console.log(`Not compared: ${path} (${findReasonToSkip(path)})`)
if (known.size > MAX_ADDRESSES) console.log(`Not compared: ${known.size - MAX_ADDRESSES} more addresses`)
const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
console.log(`${known.size} addresses; answers by status: ${counts.join(', ')}`)
console.log(`${compared} answers compared, ${differing} differ`)
process.exit(differing > 0 ? 1 : 0)
