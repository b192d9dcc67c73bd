/** Validates the HTML of every public page against the HTML standard, on a club with content and on one without. */

import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { club } from '../../club/club.ts'
import { sitePages } from '../../features/index.server.ts'
import type { Declaration, Field } from '../../platform/content/shared/fields.ts'
import { nest } from '../../platform/content/shared/nested-values.ts'
import { settingsGroups } from '../../platform/settings/shared/all-settings.ts'
import { type SettingsName, settingsNames } from '../../platform/settings/shared/settings-names.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { findLocalizedPath } from '../../platform/shared/languages.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import { administrator } from './administrator.ts'
import { createSmallPicture, runId, signIn, toDataUrl } from './back-office-helpers.ts'
import { deleteAt, postTo } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { startSecondClub } from './second-club.ts'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard', 'html-validate:document'],
    // Scripts and style sheets come from the club's own server, which could change a hash as well as the file.
    rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
  }),
)

async function findFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}

/** Pages that no page links to, beside the pages with a fixed path. */
const UNLINKED = ['/fechas/embed', '/no-hay-nada-aca', '/en/no-hay-nada-aca']

const listFixedPages = () =>
  sitePages.flatMap(({ path }) => [path, findLocalizedPath('en', path)]).filter((path) => path !== null)

/** Paths of links and frames to other pages of the site. */
const findLinks = (html: string): string[] =>
  [...html.matchAll(/<(?:a|iframe)\b[^>]*? (?:href|src)="(\/[^"#]*)/g)]
    .map(([, path = '']) => path.replaceAll('&amp;', '&'))
    .filter((path) => !/^\/(admin|api|assets|ir|media)\b/.test(path))

/** Validates all pages that can be reached from `beginnings`. @returns the faults of each page, by its path */
async function validateSite(origin: string, beginnings: readonly string[]): Promise<Map<string, string[]>> {
  const faults = new Map<string, string[]>()
  const paths = new Set(beginnings)
  for (const path of paths) {
    const response = await fetch(origin + path)
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) continue
    const html = await response.text()
    faults.set(path, await findFaults(html))
    for (const link of findLinks(html)) paths.add(link)
  }
  return faults
}

const keepFaulty = (faults: Map<string, string[]>) => [...faults].filter(([, found]) => found.length > 0)

test('finds invalid markup', async () => {
  const page = '<!doctype html><html lang="es"><head><title>x</title></head><body>BODY</body></html>'
  expect(await findFaults(page.replace('BODY', '<h1>x</h1>'))).toEqual([])
  const [fault] = await findFaults(page.replace('BODY', '<h1><style></style>x</h1>'))
  expect(fault).toContain('<style> element is not permitted as content under <h1>')
})

const today = currentNight(new Date(), club.timeZone)

/** Creates nights in the states that the demo club has not. @returns the paths of their pages */
async function createNights(page: Page): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const flyer = toDataUrl(await createSmallPicture('#0a5'))
  const soldOut = { availability: 'soldout', price: 9000 }
  const lineup = [
    { name: 'Ana', from: '23:59', to: '02:00', room: 'Sala' },
    { name: 'Bruno & los «otros»', role: 'live', from: '02:00' },
  ]
  const nights = [
    { days: 400, status: 'cancelled', statusNote: 'Se devuelve el dinero.' },
    { days: 401, status: 'postponed', lineup },
    { days: 402, status: 'rescheduled', offers: [{ name: 'Anticipada', price: 0 }] },
    { days: 403, offers: [{ name: 'Anticipada', ...soldOut }], ageMin: 21, endsAt: '06:00' },
    {
      days: -30,
      lineup,
      description: '<h2>Texto</h2><p>Con <a href="https://club.example/">enlace</a>.</p>',
    },
    { days: 0, lineup, offers: [{ name: 'Puerta', price: 12_000, until: '03:00' }] },
  ]
  const created: { _id: string; slug: string }[] = []
  for (const { days, ...night } of nights)
    created.push(
      await postTo(page, '/api/events', {
        flyerLarge: flyer,
        flyerGrid: flyer,
        url: 'https://entradas.example/noche',
        title: `Válida ${runId} ${days}`,
        date: `${addDays(today, days)}T23:59`,
        ...night,
      }),
    )
  return {
    paths: created.flatMap(({ slug }) => [`/fechas/${slug}`, `/en/fechas/${slug}`]),
    async remove() {
      for (const { _id } of created) await deleteAt(page, `/api/events/${_id}`)
    },
  }
}

test('sends valid HTML on every page of the demo club, in both languages', async ({ page, baseURL }) => {
  await signIn(page)
  const { paths, remove } = await createNights(page)
  try {
    const archive = `/fechas/archivo/${addDays(today, -30).slice(0, 4)}`
    const faults = await validateSite(baseURL as string, [
      ...listFixedPages(),
      ...UNLINKED,
      ...paths,
      archive,
      `/en${archive}`,
    ])
    expect(keepFaulty(faults)).toEqual([])
    for (const kind of [
      /^\/$/,
      /^\/en$/,
      /^\/en\/fechas\/\d/,
      /^\/news\/./,
      /^\/artistas\/./,
      /^\/podcast\/./,
      /^\/episodios\/./,
    ])
      expect(
        [...faults.keys()].some((path) => kind.test(path)),
        String(kind),
      ).toBe(true)
  } finally {
    await remove()
  }
})

/** A text without spaces, with signs that HTML, JSON-LD and style sheets could misread. */
const hostileText = (max: number): string => `A<3&"B'</p><h5>${runId}`.padEnd(max, 'MWmw\u00f1').slice(0, max)

/** Creates an item of each kind with the longest texts, and artists with and without a photo. */
async function createHostileItems(page: Page): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const flyer = toDataUrl(await createSmallPicture('#50a'))
  const link = `https://entradas.example/${'x'.repeat(300)}?a="<&'`
  const rich =
    'suelto <h4></h4><h4>salto</h4><h2> </h2><p></p><ul></ul><ol><li></li></ol><table><td>x</table>' +
    `<p>${'W'.repeat(300)} <a href='${link}'>${link.replaceAll('<', '')}</a></p>`
  const name = hostileText(100)
  const created: [string, Record<string, string>][] = []
  const create = async (resource: string, body: Record<string, unknown>) =>
    created.push([resource, await postTo<Record<string, string>>(page, `/api/${resource}`, body)])
  const artist = { pressKit: link, biography: hostileText(500) }
  await create('residents', { name, ...artist })
  await create('residents', { name: `${name.slice(0, -1)}2`, photo: flyer, ...artist })
  await create('agency', {
    name: `${name.slice(0, -1)}3`,
    photo: flyer,
    nationality: hostileText(40),
    instagram: link,
    soundcloud: link,
    ...artist,
  })
  for (const resource of ['podcast', 'episode'])
    await create(resource, { flyer, url: link, intro: hostileText(500), title: hostileText(150) })
  await create('news', {
    newsTitle: hostileText(60),
    photo: flyer,
    newsDescription: hostileText(500),
    newsBody: rich,
    date: '2026-11-20',
  })
  await create('events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    url: link,
    date: `${addDays(today, 404)}T23:59`,
    title: hostileText(100),
    description: rich,
    statusNote: hostileText(100),
    lineup: [{ name, role: 'live', room: hostileText(40), from: '23:59' }],
    offers: [{ name: hostileText(60), price: 9_999_999, url: link }],
  })
  const prefixes: Record<string, string> = {
    residents: '/artistas/',
    agency: '/artistas/',
    podcast: '/podcast/',
    episode: '/episodios/',
    events: '/fechas/',
  }
  return {
    paths: created.flatMap(([resource, { slug, newsTitle }]) =>
      resource === 'news'
        ? [`/news/${encodeURIComponent(newsTitle as string)}`]
        : [`${prefixes[resource]}${encodeURIComponent(slug as string)}`],
    ),
    async remove() {
      for (const [resource, { _id }] of created) await deleteAt(page, `/api/${resource}/${_id}`)
    },
  }
}

test('sends valid HTML for hostile content, and no page is wider than the window', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await signIn(page)
  const { paths, remove } = await createHostileItems(page)
  try {
    const lists = ['/', '/en', '/fechas', '/news', ...paths]
    for (const path of lists) {
      const response = await fetch(baseURL + path)
      expect([path, response.status]).toEqual([path, 200])
      expect([path, await findFaults(await response.text())]).toEqual([path, []])
    }
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of lists) {
        await page.goto(path)
        const widest = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([path, width, widest]).toEqual([path, width, width])
      }
    }
  } finally {
    await remove()
  }
})

/** Replaces all texts of a settings group by the longest words that its fields take. */
function makeHostile(name: SettingsName, group: Record<string, unknown>): Record<string, unknown> {
  const { fields }: Declaration = settingsGroups[name]
  const entries = Object.entries<Field>(fields).flatMap(([field, declared]): [string, unknown][] => {
    if (declared.kind === 'line' || declared.kind === 'text') return [[field, hostileText(declared.max)]]
    if (declared.kind !== 'rows') return []
    const words = Object.entries(declared.columns).flatMap(([column, of]) =>
      of.kind === 'line' || of.kind === 'text' ? [[column, hostileText(of.max)]] : [],
    )
    const rows = group[field] as Record<string, unknown>[]
    return [[field, rows.map((row) => ({ ...row, ...Object.fromEntries(words) }))]]
  })
  return nest(Object.fromEntries(entries)) as Record<string, unknown>
}

test('sends valid HTML for hostile settings, and no page is wider than the window', async ({ browser }) => {
  test.setTimeout(240_000)
  const { origin, close } = await startSecondClub({})
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { Origin: origin } })
  try {
    const login = { email: administrator.email, password: administrator.password }
    expect((await context.request.post('/api/auth/login', { data: login })).status()).toBe(200)
    for (const name of settingsNames) {
      const group = await (await context.request.get(`/api/site/${name}`)).json()
      const data = makeHostile(name, group)
      const answer = await context.request.put(`/api/site/${name}`, { data })
      expect([name, answer.status(), await answer.text()]).toEqual([name, 200, expect.anything()])
    }
    const faults = await validateSite(origin, listFixedPages())
    expect(keepFaulty(faults)).toEqual([])
    // One page of each kind, because items differ only in their texts. The addresses of nights contain a date.
    const kinds = new Map(
      [...faults.keys()].map((path) => [path.replace(/[^/]*\d[^/]*$/, '#').replace(/[^/#]+$/, ''), path]),
    )
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['/fechas/#', '/artistas/', '/news/']))
    const page = await context.newPage()
    const wide: unknown[] = []
    for (const path of new Set([...listFixedPages(), ...kinds.values()]))
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const widest = await page.evaluate(() => document.documentElement.scrollWidth)
        if (widest > width) wide.push([path, width, widest])
      }
    expect(wide).toEqual([])
  } finally {
    await context.close()
    await close()
  }
})

test('sends valid HTML in previews', async ({ page }) => {
  await signIn(page)
  const { _id } = await postTo(page, '/api/residents', {
    draft: true,
    name: `Válido ${runId}`,
    pressKit: 'https://club.example/x',
  })
  try {
    const { url } = await postTo(page, `/api/residents/${_id}/preview`)
    expect(await findFaults(await (await page.request.get(url)).text())).toEqual([])
  } finally {
    await deleteAt(page, `/api/residents/${_id}`)
  }
})

test('sends valid HTML on every page of an empty club', async () => {
  const { origin, close } = await startSecondClub({ DEMO: '0' })
  try {
    expect(keepFaulty(await validateSite(origin, [...listFixedPages(), ...UNLINKED]))).toEqual([])
  } finally {
    await close()
  }
})
