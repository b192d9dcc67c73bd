/**
 * `npm run screens`: takes screenshots of the demo club and stores them in docs/screens/. It takes every public page at four
 * widths, nights in every state at two widths, and the back office for the administrators' guide (docs/guia-del-club.md). The
 * screenshots document the site, and show the visual effect of a change in a diff. `npm run screens -- site`, `-- guide`,
 * `-- nights` or `-- share` (share images, and their crops in social networks) takes only this part.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { fail, printLine, root, SERVER_FILE } from '../scripts/runtime.mjs'
import { findBrowser } from '../scripts/test-programs.mjs'
import { administrator, GUIDE, LAPTOP_NAMES, shootGuide } from './screens-guide.mjs'
import { SHARE, shootShare } from './screens-share.mjs'

/** Width and height of the window, and the width of the stored picture. px */
const WINDOWS = [
  { width: 360, height: 740, kept: 320 },
  { width: 768, height: 1024, kept: 384 },
  { width: 1440, height: 900, kept: 640 },
  { width: 2560, height: 1300, kept: 800 },
]
/** Widths of the screenshots of nights and artists. */
const NIGHT_WINDOWS = [
  { width: 390, height: 844, kept: 320 },
  { width: 1440, height: 900, kept: 480 },
]
const NIGHTS = 'night'
const NIGHTS_TALLEST = 4

/** Maximum height of a screenshot, as a multiple of its width. The rest of the page is cropped. */
const TALLEST = 14
/** Size limit of all screenshots, because every clone contains them. Bytes */
const MOST_BYTES = 4_200_000
const WEBP = { quality: 38, effort: 6, smartSubsample: true }

const folder = join(root, 'docs', 'screens')

/** Starts the demo club with a data folder of its own. Variables of the caller are not passed on. */
async function openClub(dataDir) {
  const { PATH, HOME, SystemRoot } = process.env
  const server = spawn(process.execPath, [join(root, SERVER_FILE)], {
    cwd: root,
    env: {
      PATH,
      ...(HOME && { HOME }),
      ...(SystemRoot && { SystemRoot }),
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const [, origin] = /^Abierto en (http\S+)/.exec(line) ?? []
    if (origin) return { origin, server }
  }
  return fail('El club no abrió: el motivo está arriba.')
}

/** Scrolls to the end and back, because pictures load lazily. */
async function settle(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle')
}

async function open(browser, { width, height }) {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'es-AR' })
  // Pauses motion, which shows animations at their end, so that screenshots do not depend on the moment.
  await page.addInitScript(() => localStorage.setItem('motion', 'paused'))
  // Without the network the page shows its drawn plan instead of the map, so screenshots do not depend on map data.
  await page.route(/^https:/, (route) => route.abort())
  return page
}

async function keep(png, name, width, height) {
  await sharp(png)
    .resize({ width, height, position: 'top' })
    .webp(WEBP)
    .toFile(join(folder, `${name}.webp`))
}

/** Takes pages of nights in every state of the demo club, and in states that an administrator can create. */
async function shootNights(browser, origin) {
  const read = async (path) => (await (await fetch(`${origin}/api${path}`)).json()).data
  const signIn = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const cookie = signIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const change = async (night, body) =>
    fetch(`${origin}/api/events/${night._id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Cookie: cookie.join('; ') },
      body: JSON.stringify(body),
    })
  const shootAll = async (pages) => {
    for (const window of NIGHT_WINDOWS) {
      const page = await open(browser, window)
      for (const [name, path] of Object.entries(pages))
        await shootPage(page, `${NIGHTS}-${name}`, origin + path, window, NIGHTS_TALLEST)
      await page.close()
    }
  }
  const nights = await read('/events')
  const today = nights.find(
    ({ draft, date }) =>
      !draft && Date.parse(date) - Date.now() < 86_400_000 && Date.parse(date) > Date.now() - 43_200_000,
  )
  const [last, ...rest] = nights.filter(({ status }) => status === 'scheduled')
  const past = rest.at(-1)
  const [resident, guest] = await Promise.all(['/residents', '/agency'].map(read)).then((lists) =>
    lists.map((artists) =>
      artists.find(({ name }) => nights.some(({ lineup }) => lineup.some((row) => row.name === name))),
    ),
  )
  const pageOf = ({ slug }) => `/fechas/${slug}`
  await shootAll({
    wall: '/fechas',
    archive: `/fechas/archivo/${past.date.slice(0, 4)}`,
    scheduled: pageOf(last),
    past: pageOf(past),
    ...(today && { today: pageOf(today) }),
    ...Object.fromEntries(
      nights.filter(({ status }) => status !== 'scheduled').map((night) => [night.status, pageOf(night)]),
    ),
    resident: `/artistas/${resident.slug}`,
    agency: `/artistas/${guest.slug}`,
  })
  await change(last, { status: 'postponed', statusNote: 'La fecha nueva sale el lunes.' })
  await change(rest[0], { offers: [{ name: 'General', price: 12_000, availability: 'soldout' }], lineup: [] })
  await shootAll({ postponed: pageOf(last), 'soldout-no-line-up': pageOf(rest[0]) })
  for (const night of nights.filter(({ date }) => Date.parse(date) > Date.now() - 86_400_000))
    await change(night, { draft: true })
  await shootAll({ 'wall-empty': '/fechas' })
}

/** Takes a page from its top to its end, or to the maximum height. */
async function shootPage(page, name, address, { width, kept }, tallest) {
  await page.goto(address)
  await settle(page)
  const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), width * tallest)
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } })
  await keep(png, `${name}-${width}`, kept, Math.round((height * kept) / width))
  printLine(`${name}-${width}`)
}

async function shoot(browser, origin) {
  const [newest] = await (await fetch(`${origin}/api/news?limit=1`)).json()
  const pages = {
    home: '/',
    history: '/history',
    culture: '/culture',
    milestones: '/milestones',
    events: '/events',
    contact: '/contact',
    news: '/news',
    'news-item': `/news/${encodeURIComponent(newest.newsTitle)}`,
    privacidad: '/privacidad',
    login: '/login',
    register: '/register',
    404: '/404',
  }
  for (const window of WINDOWS) {
    const page = await open(browser, window)
    for (const [name, path] of Object.entries(pages))
      await shootPage(page, name, origin + path, window, TALLEST)
    await page.close()
  }
  // Takes only the first screen of the home page, for the README.
  const page = await open(browser, { width: 1440, height: 900 })
  await page.goto(origin)
  await settle(page)
  await keep(await page.screenshot(), 'home', 1440, 900)
}

const dataDir = mkdtempSync(join(tmpdir(), 'club-screens-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const parts = ['site', 'guide', 'nights', 'share'].filter(
  (part) => !process.argv[2] || process.argv[2] === part,
)
if (parts.length === 0) fail('Se puede pedir site, guide, nights o share; sin nada, todo.')
const partOf = (name) => {
  if (name.startsWith(GUIDE) || name.startsWith(LAPTOP_NAMES)) return 'guide'
  if (name.startsWith(SHARE)) return 'share'
  return name.startsWith(NIGHTS) ? 'nights' : 'site'
}
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (parts.includes(partOf(name))) rmSync(join(folder, name))
if (parts.includes('share')) await shootShare(folder, printLine)
if (parts.some((part) => part !== 'share')) {
  const { origin, server } = await openClub(dataDir)
  try {
    const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
    if (parts.includes('site')) await shoot(browser, origin)
    if (parts.includes('nights')) await shootNights(browser, origin)
    if (parts.includes('guide')) await shootGuide(browser, origin, keep)
    await browser.close()
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
}

const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
printLine(`docs/screens: ${(bytes / 1e6).toFixed(2)} MB`)
if (bytes > MOST_BYTES) fail(`Son más de ${MOST_BYTES / 1e6} MB: hay que comprimirlas más.`)
