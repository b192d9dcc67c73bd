/**
 * Runs Lighthouse's phone profile (simulated slow 4G and a processor four times slower) on every public page except
 * /404, without the map's tiles, on a separate club with the demo content. Prints the table of test/bench/README.md.
 * `npm run bench:lighthouse -- 5` takes the medians of five runs. The default is three.
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

async function runLighthouse(url: string, attempt = 1): Promise<Report> {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const args = [
    url,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
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
  return runLighthouse(url, attempt + 1)
}

/** Returns the names of failed audits outside the performance category, as Lighthouse calls them. */
const findFailedAudits = ({ categories, audits }: Report): string[] =>
  CATEGORIES.slice(1)
    .flatMap((category) => categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id)

const createTableRow = (name: string, reports: Report[]): string => {
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
  '| Page | Performance | Accessibility | Best practices | SEO | FCP | LCP | TBT | CLS | HTML kB | CSS kB | JS kB | Fonts kB | Pictures kB |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
)
for (const { name, path } of addresses) {
  // Requests the page once so that the cache has it. Visitors of a cached page do not wait for its rendering.
  await fetch(club.origin + path)
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await runLighthouse(club.origin + path))
  console.log(createTableRow(name, reports))
  const faults = new Set(reports.flatMap(findFailedAudits))
  if (faults.size > 0) console.error(`${name}: ${[...faults].join(', ')}`)
}
await club.stop()
