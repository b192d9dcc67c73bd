/**
 * Runs Lighthouse's phone profile (simulated slow 4G and a processor four times slower) on every public page except
 * /404, without the map's tiles, on a separate club with the demo content. Prints the table of test/bench/README.md.
 * `npm run bench:lighthouse -- 5` takes the medians of five runs. The default is three. `-- 5 / /news` measures only these pages.
 *
 * The first screens are also measured with real throttling: the browser itself delays requests and slows down its processor. Their
 * largest paint has a limit.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ARTISTS_PATH } from '../../features/artists/shared/artist-resources.ts'
import { listedPages } from '../../features/index.server.ts'
import { archivePath, MAP_TILES_ORIGIN, newsPath, nightPath } from '../../platform/shared/public-paths.ts'
import { startClub, temporaryFolder, waitUntilIdle } from './measured-servers.ts'
import { median } from './process-figures.ts'

const { findBrowser }: { findBrowser(): string | null } = await import(
  new URL('../../scripts/test-programs.mjs', import.meta.url).href
)

const RUNS = Number(process.argv[2] ?? 3)
/** Names of the pages to measure. All, when it is empty. */
const NAMES = process.argv.slice(3)
/** Pages whose largest paint is limited. */
const FIRST_SCREENS = ['/', '/fechas', '/fechas/{slug}', '/news']
const LARGEST_PAINT_MAX_MS = 1200
const CLI = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Options that stop background requests of the browser, because they would count as requests of the site. */
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
].join(' ')

interface Report {
  runtimeError?: { message: string }
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items: Request[] } }>
}

interface Request {
  resourceType: string
  transferSize: number
}

/**
 * Number of attempts for a page. Lighthouse sometimes loses the trace of a page, mostly on a busy machine, and then reports
 * that it must run again.
 */
const ATTEMPTS = 3

/** The network that Lighthouse simulates, for the browser. Lighthouse's own values for the browser have 562 ms a request. */
const REAL_NETWORK = ['--throttling.requestLatencyMs=150', '--throttling.downloadThroughputKbps=1638.4']

type Throttling = 'simulate' | 'devtools'

async function runLighthouse(url: string, throttling: Throttling, attempt = 1): Promise<Report> {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const args = [
    url,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    `--throttling-method=${throttling}`,
    ...(throttling === 'devtools' ? REAL_NETWORK : []),
    `--only-categories=${CATEGORIES.join(',')}`,
    `--blocked-url-patterns=${MAP_TILES_ORIGIN}/*`,
    `--chrome-flags=${CHROME_FLAGS}`,
  ]
  const browser = findBrowser()
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...(browser && { CHROME_PATH: browser }) },
    stdio: 'ignore',
  })
  await once(child, 'close')
  const report: Report | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  if (report && !report.runtimeError) return report
  if (attempt === ATTEMPTS)
    throw new Error(report?.runtimeError?.message ?? `Lighthouse left no report of ${url}`)
  return runLighthouse(url, throttling, attempt + 1)
}

/** Returns the names of failed audits outside the performance category, as Lighthouse calls them. */
const findFailedAudits = ({ categories, audits }: Report): string[] =>
  CATEGORIES.slice(1)
    .flatMap((category) => categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id)

const readLargestPaint = ({ audits }: Report) =>
  audits['largest-contentful-paint']?.numericValue ?? Number.NaN

/** @param real largest paint with real throttling. ms. NaN when it was not measured */
const createTableRow = (name: string, reports: Report[], real: number): string => {
  const figure = (read: (report: Report) => number) => median(reports.map(read))
  const audit = (id: string) => figure(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  const sent = (...types: string[]) =>
    figure(({ audits }) =>
      (audits['network-requests']?.details?.items ?? [])
        .filter(({ resourceType }) => types.includes(resourceType))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    )
  const seconds = (id: string) => `${(audit(id) / 1000).toFixed(2)} s`
  const kilobytes = (...types: string[]) => (sent(...types) / 1000).toFixed(1)
  return `| ${[
    name,
    ...CATEGORIES.map((category) => Math.round(figure(({ categories }) => categories[category].score) * 100)),
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    Number.isNaN(real) ? '–' : `${(real / 1000).toFixed(2)} s`,
    `${Math.round(audit('total-blocking-time'))} ms`,
    audit('cumulative-layout-shift').toFixed(3),
    kilobytes('Document'),
    kilobytes('Stylesheet'),
    kilobytes('Script'),
    kilobytes('Font'),
    kilobytes('Image'),
  ].join(' | ')} |`
}

const folder = temporaryFolder()
const club = await startClub(temporaryFolder(), { DEMO: '1' })
// Waits until the demo's pictures are encoded, because this work would slow down the first page.
await waitUntilIdle(club)
const [item] = (await (await fetch(`${club.origin}/api/news?limit=1`)).json()) as [{ newsTitle: string }]
const tonight = new Date().toISOString().slice(0, 10)
const nights = await fetch(`${club.origin}/api/events?order=oldest&from=${tonight}&limit=1`)
const [night] = ((await nights.json()) as { data: [{ slug: string; date: string }] }).data
const agency = (await (await fetch(`${club.origin}/api/agency?limit=1`)).json()) as {
  data: [{ slug: string }]
}
const [artist] = agency.data
const addresses = [
  ...listedPages.map(({ path }) => ({ name: path, path })),
  { name: '/news/{id}', path: newsPath(item.newsTitle) },
  { name: '/fechas/{slug}', path: nightPath(night.slug) },
  { name: '/fechas/archivo/{year}', path: archivePath(Number(night.date.slice(0, 4))) },
  { name: '/artistas/{slug}', path: ARTISTS_PATH + artist.slug },
  { name: '/login', path: '/login' },
  { name: '/register', path: '/register' },
]

console.log(
  '| Page | Performance | Accessibility | Best practices | SEO | FCP | LCP | LCP, real | TBT | CLS | HTML kB | CSS kB | JS kB | Fonts kB | Pictures kB |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
)
for (const { name, path } of addresses) {
  if (NAMES.length > 0 && !NAMES.includes(name)) continue
  // Requests the page once so that the cache has it. Visitors of a cached page do not wait for its rendering.
  await fetch(club.origin + path)
  const reports: Report[] = []
  const realPaints: number[] = []
  for (let run = 0; run < RUNS; run++) {
    reports.push(await runLighthouse(club.origin + path, 'simulate'))
    if (FIRST_SCREENS.includes(name))
      realPaints.push(readLargestPaint(await runLighthouse(club.origin + path, 'devtools')))
  }
  const real = realPaints.length > 0 ? median(realPaints) : Number.NaN
  console.log(createTableRow(name, reports, real))
  const paints = FIRST_SCREENS.includes(name) ? [median(reports.map(readLargestPaint)), real] : []
  if (paints.some((ms) => ms > LARGEST_PAINT_MAX_MS))
    console.error(`${name}: the largest paint takes longer than ${LARGEST_PAINT_MAX_MS} ms`)
  const faults = new Set(reports.flatMap(findFailedAudits))
  if (faults.size > 0) console.error(`${name}: ${[...faults].join(', ')}`)
}
await club.stop()
