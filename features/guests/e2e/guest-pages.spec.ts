/** The public pages of guests: a promoter adds names by link, a visitor signs up, returns and cancels. */

import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { club } from '../../../club/club.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { addDays } from '../../../platform/shared/night-dates.ts'
import { expectFitsAndAccessible } from '../../../test/e2e/accessibility-helpers.ts'
import {
  createSmallPicture,
  findAxeViolations,
  runId,
  signIn,
  signOut,
  toDataUrl,
} from '../../../test/e2e/back-office-helpers.ts'
import { deleteAt, postTo } from '../../../test/e2e/club-api.ts'
import { phone } from '../../../test/e2e/door.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { waitUntilReady } from '../../../test/e2e/public-site-helpers.ts'
import { doubleText, findTextFaults } from '../../../test/e2e/text-faults.ts'

const PHONE = { width: 360, height: 740 }
const conditions = [
  { until: '01:00', label: 'Gratis' },
  { until: null, label: '$ 6.000' },
]
const HOSTILE = '<b onclick=alert(1)>Ana</b> & Cía.'

let nights = 0

/** Creates a night with a list. The browser is a visitor's afterwards. */
async function createListedNight(page: Page, list: object = {}) {
  await signIn(page)
  const flyer = toDataUrl(await createSmallPicture('#0a5'))
  const night = await postTo<{ _id: string; slug: string }>(page, '/api/events', {
    flyerLarge: flyer,
    flyerGrid: flyer,
    url: 'https://entradas.example/noche',
    title: `Lista ${runId} ${++nights}`,
    date: `${addDays(currentNight(new Date(), club.timeZone), 500 + nights)}T23:59`,
  })
  const lists = `/api/events/${night._id}/lists`
  const { _id } = await postTo(page, lists, { name: 'Promo Agus', conditions, ...list })
  const { url } = await postTo<{ url: string }>(page, `/api/lists/${_id}/link`)
  await signOut(page)
  return {
    path: `/fechas/${night.slug}`,
    link: new URL(url, 'http://club.test').pathname,
    formPath: `/anotarse/${night._id}`,
    async remove() {
      await signIn(page)
      await deleteAt(page, `/api/events/${night._id}`)
    },
  }
}

test.describe('a promoter without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('adds names one by one and pasted, and removes one', {
    tag: ['@main', '@wcag-3.3.1-site', '@wcag-3.3.4-site', '@wcag-3.3.7-site'],
  }, async ({ browser, page }) => {
    const admin = await browser.newPage()
    const { link, remove } = await createListedNight(admin, { quota: 6, maxCompanions: 2 })
    const names = page.locator('.guest-name')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promo Agus')
    await expect(page.locator('.guest-left')).toHaveText('6 lugares')
    await page.getByLabel('Nombre y apellido').fill(HOSTILE)
    await page.getByLabel('Con quién viene').selectOption({ label: '2 personas más' })
    await page.getByRole('button', { name: 'Sumar', exact: true }).click()
    await expect(page).toHaveURL(`${link}#sumado`)
    await expect(page.getByText('Ya están en la lista.')).toBeInViewport()
    await expect(page.locator('.guest-left')).toHaveText('3 lugares')
    await expect(names).toHaveText([HOSTILE])

    const pasted = page.getByLabel('Pegá los nombres')
    const review = page.getByRole('region', { name: 'Mirá antes de sumar' })
    const box = (name: string) => review.getByRole('checkbox', { name })
    const look = page.getByRole('button', { name: 'Ver antes de sumar' })
    const add = page.getByRole('button', { name: 'Sumar los marcados' })
    await pasted.fill('LISTA MICA\n1. Beto\n2. Caro +1 (pagó)\n3. Dani & Ema')
    await look.click()
    await expect(names).toHaveText([HOSTILE])
    await expect(box('Beto')).toBeChecked()
    await expect(box('Caro +1')).toBeChecked()
    await expect(box('LISTA MICA')).not.toBeChecked()
    await expect(box('Ema')).not.toBeChecked()
    await box('Ema').check()
    await add.click()
    await expect(page.getByRole('alert')).toContainText('queda lugar para 3 personas más')
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(box('Beto')).toBeVisible()
    await box('Ema').uncheck()
    await add.click()
    await expect(names).toHaveText([HOSTILE, 'Beto', 'Caro'])
    await expect(page.getByText('La lista está completa.')).toBeVisible()
    await expect(pasted).toHaveCount(0)

    await page.getByRole('button', { name: 'Quitar a Beto' }).click()
    await expect(page).toHaveURL(`${link}#quitado`)
    await expect(names).toHaveText([HOSTILE, 'Caro'])
    await expect(page.locator('.guest-left')).toHaveText('1 lugar')
    await remove()
    await page.goto(link)
    await expect(page).toHaveURL('/404')
    await admin.close()
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: PHONE })

    test('gets from the bar of a night to the field for the name', {
      tag: ['@main', '@wcag-2.4.3-site', '@wcag-2.5.8-site'],
    }, async ({ browser, page }) => {
      const admin = await browser.newPage()
      const { path, remove } = await createListedNight(admin, { isPublic: true, closes: '22:00' })
      await page.goto(path)
      const bar = page.getByRole('navigation', { name: 'Para esta noche' })
      const offer = bar.getByRole('link', { name: 'Anotate Gratis hasta la 01:00' })
      const { height = 0 } = (await offer.boundingBox()) ?? {}
      expect(height).toBeGreaterThanOrEqual(44)
      await expect(bar.getByRole('link', { name: 'Entradas' })).toBeInViewport()
      await offer.click()
      const name = page.getByLabel('Nombre y apellido')
      await expect(name).toBeFocused()
      await expect(name).toBeInViewport({ ratio: 1 })
      // The conditions are above the field, so they stay on the screen.
      await expect(page.locator('.list-conditions')).toBeInViewport({ ratio: 1 })
      await page.keyboard.type('Ana')
      await expect(name).toHaveValue('Ana')
      const beside = page.getByRole('region', { name: 'Entradas' })
      await expect(beside.getByRole('link', { name: 'Gratis hasta la 01:00: anotate' })).toBeVisible()
      await expect(beside).toContainText(/Cierra el .*, a las 22:00/)
      await page.goto('/fechas')
      await page.locator(`a[href="${path}#anotarse"]`).click()
      await expect(page.getByLabel('Nombre y apellido')).toBeFocused()
      await remove()
      await admin.close()
    })
  })

test('a visitor signs up, finds the place again, and cancels', {
  tag: ['@main', '@wcag-1.3.5-site', '@wcag-3.3.4-site', '@wcag-3.3.7-site'],
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  const { path, remove } = await createListedNight(page, { isPublic: true, maxCompanions: 3 })
  const visits: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/visits')) visits.push(request.postData() ?? '')
  })
  await page.goto(`${path}#lista`)
  await waitUntilReady(page)
  const section = page.locator('#lista')
  await expect(section).toContainText('Se borra 7 días después')
  // The whole form works from the keyboard.
  await expect(section.getByLabel('Nombre y apellido')).toHaveAttribute('autocomplete', 'name')
  await section.getByLabel('Nombre y apellido').focus()
  await page.keyboard.type('Julieta Romero')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/anotado\/[\w-]{43}(#lista)?$/)
  const own = new URL(page.url()).pathname
  const code = (await page.locator('.own-code-text [aria-hidden]').textContent()) ?? ''
  expect(code).toMatch(/^[2-9A-Z]{5}$/)
  // The code is the largest text of the page, on one line.
  expect((await page.locator('.own-code').boundingBox())?.width).toBeGreaterThan(0.9 * PHONE.width)
  const letters = page.locator('.own-code-text [aria-hidden]')
  expect(await letters.evaluate((text) => text.getClientRects().length)).toBe(1)
  // Screen readers would read the code as a word, so they get it spelled. The copied text contains it once.
  const spelled = [...code].join(' ')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`- paragraph: ${spelled}`)
  const copied = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('.own-code') as Element)
    return getSelection()?.toString()
  })
  expect(copied).toContain(code)
  expect(copied).not.toContain(spelled)
  await expect(page.locator('.own-name')).toContainText('Julieta Romero')
  await expect(page.locator('.own-name')).toContainText('1 acompañante')
  await waitUntilReady(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('places'))).toContain(code)

  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
        }
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.className} ${previousRect.y} ${previousRect.height} → ${currentRect.y} ${currentRect.height}`,
        )
        shifts.push(`${value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${path}#lista`)
  const place = section.getByRole('link', { name: `Estás en la lista · código ${spelled}` })
  await expect(place).toBeInViewport()
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  await place.click()
  await expect(page).toHaveURL(own)
  await page.getByText('Bajarme de la lista').click()
  await page.getByRole('button', { name: 'Sí, bajarme' }).click()
  await expect(page).toHaveURL('/anotado/baja')
  await page.goto(`${path}#lista`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('places'))).toBeNull()
  await expect(section).toContainText('Dejá tu nombre')
  await expect(place).toHaveCount(0)
  // A visit is counted when the page is at rest.
  await expect.poll(() => visits.some((visit) => visit.includes(path))).toBe(true)
  await page.goto(own)
  await expect(page).toHaveURL('/404')
  expect(visits.join()).not.toContain(own)
  await remove()
})

test('a guest saves the pass as an image without JavaScript, and the door reads it', {
  tag: '@main',
}, async ({ browser, page: admin, baseURL }) => {
  const context = { ...phone, ...(baseURL && { baseURL }) }
  const { formPath, remove } = await createListedNight(admin, { isPublic: true, maxCompanions: 3 })
  const visitor = await browser.newContext({ ...context, javaScriptEnabled: false })
  const own = await visitor.newPage()
  await own.goto(formPath)
  await own.getByLabel('Nombre y apellido').fill('Julieta Romero')
  await own.getByLabel('¿Con quién venís?').selectOption({ label: '2 personas más' })
  await own.getByRole('button', { name: 'Anotarme' }).click()
  // The code is on the first screen of a phone.
  await expect(own.getByRole('img', { name: 'QR con tu código' })).toBeInViewport({ ratio: 1 })
  await expect(own.locator('.own-name')).toContainText('1 + 2 acompañantes')
  await own.getByText('Agendar').click()
  await expect(own.getByRole('link', { name: /archivo \.ics/ })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Google Maps' })).toBeVisible()
  const saving = own.waitForEvent('download')
  await own.getByRole('link', { name: 'Guardar como imagen' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('pase.png')

  await signIn(admin)
  const door = await postTo(admin, `/api/events/${formPath.split('/').at(-1)}/door`)
  const phoneAtDoor = await browser.newContext(context)
  const page = await phoneAtDoor.newPage()
  await page.goto(new URL(door.url, 'http://club.test').pathname)
  await page.getByLabel('PIN de 6 números').fill(door.pin)
  await page.getByRole('button', { name: 'Abrir la puerta' }).tap()
  await page.getByRole('button', { name: 'Cámara' }).tap()
  await page.getByLabel('Sacar una foto del código').setInputFiles(await saved.path())
  await expect(page.locator('.last')).toContainText('Julieta Romero', { timeout: 30_000 })
  await phoneAtDoor.close()
  await own.reload()
  await expect(own.locator('.own-note')).toContainText(/Ya entr/)
  await visitor.close()
  await remove()
})

test('a device forgets a place that the club has deleted', async ({ page }) => {
  const { path, remove } = await createListedNight(page, { isPublic: true })
  await page.goto(path)
  await page.locator('#lista').getByLabel('Nombre y apellido').fill('Beto')
  await page.getByRole('button', { name: 'Anotarme' }).click()
  await expect(page).toHaveURL(/\/anotado\//)
  await waitUntilReady(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('places'))).not.toBeNull()
  await page.evaluate(() => {
    const places = JSON.parse(localStorage.getItem('places') ?? '{}')
    for (const place of Object.values<{ path: string }>(places)) place.path = `/anotado/${'a'.repeat(43)}`
    localStorage.setItem('places', JSON.stringify(places))
  })
  await page.goto(`${path}#lista`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('places'))).toBeNull()
  await expect(page.locator('#lista')).toContainText('Dejá tu nombre')
  await remove()
})

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
  }),
)

async function expectValid(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const { results } = await validator.validateString(html)
  expect(
    results.flatMap(({ messages }) => messages.map(({ message, selector }) => `${message} (${selector})`)),
    path,
  ).toEqual([])
}

test('every page is valid HTML, fits 320 to 1440 px and text at 200 %, and passes axe', {
  tag: [
    '@wcag-1.3.2-site',
    '@wcag-1.4.4-site',
    '@wcag-1.4.10-site',
    '@wcag-1.4.11-site',
    '@wcag-2.4.6-site',
    '@wcag-2.5.3-site',
    '@wcag-3.3.2-site',
  ],
}, async ({ page }) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const open = await createListedNight(page, { isPublic: true, maxCompanions: 3, quota: 30 })
  const full = await createListedNight(page, { isPublic: true, quota: 1 })
  const names = Array.from({ length: 20 }, (_, index) => `Maximiliano Etchegaray de la Fuente ${index}`)
  for (const [link, text] of [
    [open.link, [HOSTILE, ...names].join('\n')],
    [full.link, 'Beto'],
  ])
    expect((await page.request.post(link ?? '', { form: { text: text ?? '' } })).status()).toBe(200)
  const joined = await page.request.post(open.formPath, {
    form: { name: `${'Ana '.repeat(29)}Gómez`.slice(0, 120), companions: '3' },
    maxRedirects: 0,
  })
  expect(joined.status()).toBe(303)
  const own = joined.headers().location ?? ''
  const paths = [open.path, full.path, open.link, full.link, open.formPath, own, '/anotado/baja']
  for (const path of [...paths, `/en${open.path}`, `/en${open.formPath}`, `/en${own}`]) {
    await expectValid(page, path)
    await expectFitsAndAccessible(page, path)
    await page.setViewportSize(PHONE)
    await page.evaluate(doubleText)
    expect(await findTextFaults(page), `${path} with text at 200 %`).toEqual([])
  }
  // Refused forms.
  await page.goto(open.formPath)
  await page.getByRole('button', { name: 'Anotarme' }).click()
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(page.getByRole('alert')).toContainText('Nombre y apellido.')
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('Nombre y apellido')).toHaveAccessibleDescription('Completá este campo.')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(open.link)
  await page.getByRole('button', { name: 'Ver antes de sumar' }).click()
  await expect(page.getByLabel('Pegá los nombres')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toContainText('Pegá los nombres.')
  expect(await findAxeViolations(page)).toEqual([])
  await open.remove()
  await full.remove()
})
