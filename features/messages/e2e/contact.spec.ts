/** /contact and /privacidad: the form with and without scripts, the honeypot, the rate limit, and the map. */

import sharp from 'sharp'
import { defaults } from '../../../club/defaults.ts'
import { MISSING_FIELDS } from '../../../platform/api/shared/problems.ts'
import { LONG_NOTICE_MS, MESSAGE_MAX } from '../../../platform/shared/limits.ts'
import { MAP_TILES_ORIGIN } from '../../../platform/shared/public-paths.ts'
import { expectNotice, findAxeViolations } from '../../../test/e2e/back-office-helpers.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { enableSaveData, waitForIsland } from '../../../test/e2e/public-site-helpers.ts'
import { SENT_KEY, TRAP_FIELD } from '../shared/contact-message.ts'
import { MESSAGES_KEPT_MONTHS } from '../shared/message-limits.ts'

const message = { person: 'Marta', from: 'marta@club.example', body: 'Dejé la bici en el patio.' }

const field = {
  person: (page: Page) => page.getByLabel('Nombre'),
  from: (page: Page) => page.getByLabel('E-mail'),
  body: (page: Page) => page.getByLabel('Comentario'),
}
const button = (page: Page) => page.getByRole('button', { name: 'Enviar' })

/** Waits until React handles the form, which starts when a field has the focus. */
async function waitForForm(page: Page) {
  await page.getByRole('textbox').first().focus()
  await waitForIsland(page, 'contact-form')
}

async function fill(page: Page, { person, from, body } = message) {
  await field.person(page).fill(person)
  await field.from(page).fill(from)
  await field.body(page).fill(body)
}

test.describe('the form without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('returns the typed values after a refusal, and shows Enviado after success', {
    tag: ['@main', '@wcag-2.4.2-site', '@wcag-3.3.1-site', '@wcag-3.3.3-site', '@wcag-3.3.7-site'],
  }, async ({ page }) => {
    await page.goto('/contact')
    await fill(page, { ...message, from: ' ' })
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await button(page).click()
    expect((await refused).status()).toBe(400)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Oops...')
    await expect(notice).toHaveText(`Oops... ${MISSING_FIELDS} E-mail.`)
    await expect(notice).toBeInViewport()
    await expect(page).toHaveTitle(/^Error: Contacto/)
    await expect(field.person(page)).toHaveValue(message.person)
    await expect(field.body(page)).toHaveValue(message.body)
    await expect(field.from(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(field.person(page)).not.toHaveAttribute('aria-invalid')

    await field.from(page).fill('marta en casa')
    await button(page).click()
    await expect(field.from(page)).toHaveAccessibleDescription('Escribí un e-mail válido.')

    await field.from(page).fill(message.from)
    const sent = page.waitForResponse((response) => response.request().method() === 'POST')
    await button(page).click()
    expect((await sent).status()).toBe(303)
    await expect(page).toHaveURL(`/contact?${SENT_KEY}#escribinos`)
    await expect(page.getByRole('status').filter({ hasText: 'Enviado' })).toBeInViewport()
    await expect(page).toHaveTitle(/^Contacto/)
    await expect(field.body(page)).toHaveValue('')
    // The page with Enviado must not be cached, because other visitors would see it.
    await page.goto('/contact')
    await expect(page.getByText('Enviado')).toHaveCount(0)
  })
})

test('refuses a malformed post without an error', async ({ request }) => {
  const odd = await request.post('/contact', { data: { person: 'Marta' }, maxRedirects: 0 })
  expect(odd.status()).toBe(400)
  expect(await odd.text()).toContain(MISSING_FIELDS)
  const long = await request.post('/contact', { form: { ...message, body: 'x'.repeat(MESSAGE_MAX + 1) } })
  expect(long.status()).toBe(400)
  expect(await long.text()).toContain(`x${'x'.repeat(MESSAGE_MAX)}</textarea>`)
  const huge = await request.post('/contact', { form: { ...message, body: 'x'.repeat(70_000) } })
  expect(huge.status()).toBe(413)
  const foreign = await request.post('/contact', {
    form: message,
    headers: { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(foreign.status()).toBe(403)
})

test.describe('the form', () => {
  test('requires every field, keeps the typed text when sending fails, and shows Enviado', {
    tag: '@main',
  }, async ({ page }) => {
    await page.goto('/contact')
    await waitForForm(page)
    await field.person(page).fill(message.person)
    await field.body(page).fill('   ')
    await button(page).click()
    await expectNotice(page, 'Oops...')
    await expect(page.locator('[aria-live=polite]').getByText(MISSING_FIELDS)).toBeVisible()
    await expect(page.locator('.notice .unseen')).toHaveText('E-mail, Comentario.')
    await expect(field.from(page)).toBeFocused()
    await expect(field.body(page)).toHaveAttribute('aria-invalid', 'true')
    // The notice disappears, but the errors beside the fields stay.
    await expect(page.locator('.notice')).toHaveCount(0)
    await expect(page.getByText(MISSING_FIELDS)).toBeVisible()

    await fill(page)
    await page.route('**/api/mail/sendMail', (route) => route.abort(), { times: 1 })
    await button(page).click()
    await expect(page.locator('.form-problem')).toContainText('No pudimos conectarnos')
    await expect(field.body(page)).toHaveValue(message.body)

    await button(page).click()
    await expectNotice(page, 'Enviado')
    await expect(field.body(page)).toHaveValue('')
    await expect(page.locator('.form-problem')).toHaveCount(0)
  })

  for (const [title, status] of [
    ['Enviado', 201],
    ['Oops...', 503],
  ] as const)
    test(`shows ${title} for 2500 ms`, async ({ page }) => {
      await page.clock.install()
      await page.route('**/api/mail/sendMail', (route) => route.fulfill({ status, json: { _id: '1' } }))
      await page.goto('/contact')
      await waitForForm(page)
      await page.clock.pauseAt(Date.now() + 60_000)
      await fill(page)
      await button(page).click()
      await expectNotice(page, title)
      await page.clock.runFor(LONG_NOTICE_MS - 100)
      await expectNotice(page, title)
      await page.clock.runFor(200)
      await expect(page.locator('.notice')).toHaveCount(0)
      // What became of the message stays beside the form.
      await expect(page.locator(title === 'Enviado' ? '.form-done' : '.form-problem')).toBeVisible()
    })

  test('a notice stays while the pointer or the focus is on it', { tag: ['@wcag-2.2.1-site'] }, async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/contact')
    await waitForForm(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await button(page).click()
    const notice = page.locator('.notice')
    await notice.hover()
    await page.clock.runFor(10 * LONG_NOTICE_MS)
    await expect(notice).toBeVisible()
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Cerrar aviso' }).focus()
    await page.clock.runFor(10 * LONG_NOTICE_MS)
    await expect(notice).toBeVisible()
    await field.body(page).focus()
    await page.clock.runFor(LONG_NOTICE_MS)
    await expect(notice).toHaveCount(0)
  })

  test('announces a notice alone, without earlier ones', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.locator('.notices [aria-live=polite]')).toHaveAttribute('aria-atomic', 'false')
  })

  test('shows the waiting time in words after too many messages', async ({ page }) => {
    await page.route('**/api/mail/sendMail', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        json: { status: 429, detail: 'Demasiados intentos. Esperá un momento y probá de nuevo.' },
      }),
    )
    await page.goto('/contact')
    await waitForForm(page)
    await fill(page)
    await button(page).click()
    await expect(page.locator('.form-problem')).toContainText('Esperá un momento')
    await expect(field.body(page)).toHaveValue(message.body)
  })

  test('is posted without its script when the button is pressed before the script loads', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', () => {})
    // The test waits only for `commit`: `load` would wait for the blocked script.
    await page.goto('/contact', { waitUntil: 'commit' })
    await field.person(page).fill('Colo')
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await button(page).click()
    expect((await refused).status()).toBe(400)
    await expect(page.getByRole('alert')).toContainText(MISSING_FIELDS)
    await expect(field.person(page)).toHaveValue('Colo')
  })
})

test.describe('the honeypot field', () => {
  test('is hidden from sight, keyboard and screen readers', async ({ page }) => {
    await page.goto('/contact')
    const trap = page.locator(`[name="${TRAP_FIELD}"]`)
    await expect(trap).toHaveAttribute('autocomplete', 'off')
    await expect(trap).toBeHidden()
    const form = page.locator('form')
    await expect(form.getByRole('textbox')).toHaveCount(3)
    await field.body(page).focus()
    await page.keyboard.press('Tab')
    await expect(button(page)).toBeFocused()
  })

  test('answers a filled honeypot like a success and sends nothing', async ({ page, request }) => {
    const calls: string[] = []
    page.on('request', (sent) => {
      // The report of the visit does not count, because each page sends one.
      if (sent.method() === 'POST' && !sent.url().endsWith('/visits')) calls.push(sent.url())
    })
    await page.goto('/contact')
    await waitForForm(page)
    await fill(page)
    await page.locator(`[name="${TRAP_FIELD}"]`).evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example'
    })
    await button(page).click()
    await expectNotice(page, 'Enviado')
    expect(calls).toEqual([])

    // Seven requests exceed the rate limit of five. The honeypot answers them before the code that counts and stores
    // messages.
    for (let count = 0; count < 7; count++) {
      const answer = await request.post('/contact', {
        form: { ...message, [TRAP_FIELD]: 'https://spam.example' },
        maxRedirects: 0,
      })
      expect(answer.status()).toBe(303)
      expect(answer.headers().location).toBe(`/contact?${SENT_KEY}#escribinos`)
    }
  })
})

test('limits the form without JavaScript after five messages from one address', async ({ request }) => {
  const post = () => request.post('/contact', { form: message, maxRedirects: 0 })
  for (let count = 0; count < 5; count++) expect((await post()).status()).toBe(303)
  const refusal = await post()
  expect(refusal.status()).toBe(429)
  expect(Number(refusal.headers()['retry-after'])).toBeGreaterThan(500)
  const html = await refusal.text()
  expect(html).toContain(message.body)
  expect(html).toContain('Demasiados intentos')
})

test.describe('the map', () => {
  const plan = (page: Page) => page.getByRole('img', { name: /Plano del barrio/ })
  const tiles = `${MAP_TILES_ORIGIN}/**`

  /** Records requests to the tile server of the map. The requests fail when `server` is down. */
  async function watchTiles(page: Page, server: 'up' | 'down'): Promise<string[]> {
    const tileRequests: string[] = []
    const body = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#f2efe9' } })
      .png()
      .toBuffer()
    await page.route(tiles, (route) => {
      tileRequests.push(route.request().url())
      return server === 'up' ? route.fulfill({ contentType: 'image/png', body }) : route.abort()
    })
    return tileRequests
  }

  test('loads when it scrolls into view, and covers the drawn plan once complete', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 400 })
    const tileRequests = await watchTiles(page, 'up')
    await page.goto('/contact')
    await page.waitForLoadState('networkidle')
    expect(tileRequests).toEqual([])
    await page.locator('.plan').scrollIntoViewIfNeeded()
    const credit = page.getByRole('link', { name: '© OpenStreetMap' })
    await expect(credit).toBeVisible()
    expect(tileRequests.length).toBeGreaterThan(5)
    expect(new Set(tileRequests).size).toBe(tileRequests.length)
    for (const url of tileRequests) expect(url).toMatch(/\/16\/\d+\/\d+\.png$/)

    // Tiles cover every corner of the frame at each width.
    for (const width of [1440, 2560, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const bare = () =>
        page.locator('.plan-tiles').evaluate((frame) => {
          const { left, right, top, bottom } = frame.getBoundingClientRect()
          const covers = [...frame.querySelectorAll('img')].map((img) => img.getBoundingClientRect())
          const isCovered = (x: number, y: number) =>
            covers.some((tile) => tile.left <= x && x <= tile.right && tile.top <= y && y <= tile.bottom)
          return [left, (left + right) / 2, right].flatMap((x) =>
            [top, (top + bottom) / 2, bottom].filter((y) => !isCovered(x, y)),
          )
        })
      await expect.poll(bare, `${width} px`).toEqual([])
      await expect(page.locator('.plan-tiles[data-whole]')).toBeVisible()
    }
  })

  test('stays a drawn plan with address and directions when the tiles fail to load', async ({ page }) => {
    const tileRequests = await watchTiles(page, 'down')
    await page.goto('/contact')
    await page.locator('.plan').scrollIntoViewIfNeeded()
    await expect.poll(() => tileRequests.length).toBeGreaterThan(0)
    await expect(page.locator('.plan-tiles img')).toHaveCount(0)
    await expect(plan(page)).toBeVisible()
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toHaveCount(0)
    for (const [name, address] of [
      ['Google Maps', /^https:\/\/www\.google\.com\/maps\/dir\//],
      ['Waze', /^https:\/\/waze\.com\/ul\?/],
      ['Abrir el mapa', /^https:\/\/www\.openstreetmap\.org\//],
    ] as const)
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', address)
  })

  test('stays a drawn plan under Save-Data', async ({ page }) => {
    const tileRequests = await watchTiles(page, 'up')
    await enableSaveData(page)
    await page.goto('/contact')
    await page.locator('.plan').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    await expect(plan(page)).toBeInViewport()
    expect(tileRequests).toEqual([])
  })
})

test.describe('directions', () => {
  const links = (page: Page) => page.locator('[data-island="directions"]')
  const map = (page: Page) => links(page).getByRole('link', { name: 'Abrir el mapa' })

  test('copy the address and announce it', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-write'])
    await page.goto('/contact')
    await links(page).getByRole('button', { name: 'Copiar la dirección' }).press('Enter')
    await expect(links(page).locator('[aria-live=polite]')).toHaveText('Dirección copiada')
    const { street, town, country } = defaults.contact.address
    const comment = page.getByLabel('Comentario')
    await comment.press('ControlOrMeta+V')
    await expect(comment).toHaveValue(`${street}, ${town}, ${country}`)
  })

  test('show the address when it cannot be copied', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('/en/contact')
    await links(page).getByRole('button', { name: 'Copy the address' }).click()
    await expect(links(page).locator('[aria-live=polite]')).toContainText(defaults.contact.address.street)
  })

  for (const [system, userAgent, address] of [
    ['Android', 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0.0.0 Mobile', /^geo:/],
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)', /^https:\/\/maps\.apple\.com\//],
  ] as const)
    test(`open the map application of ${system}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      await page.goto('/contact')
      await map(page).scrollIntoViewIfNeeded()
      await expect(map(page)).toHaveAttribute('href', address)
      await context.close()
    })

  test('need no script, and then have no button', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/contact')
    await expect(map(page)).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\//)
    await expect(links(page).getByRole('button', { name: 'Copiar la dirección' })).toBeHidden()
    await context.close()
  })
})

test.describe('the form in English', () => {
  test('refuses an empty form and an invalid address', async ({ page }) => {
    await page.goto('/en/contact')
    await waitForForm(page)
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await expect(page.locator('.form-problem')).toHaveText('Please fill in all the fields.')
    await expect(page.locator('.field-error').first()).toHaveText('Fill in this field.')
    await page.getByLabel('Name').fill('Ana')
    await page.getByLabel('E-mail').fill('ana')
    await page.getByLabel('Message').fill('Hello')
    await send.click()
    await expect(page.getByText('Write a valid e-mail address.')).toBeVisible()
    // axe runs after the notice has gone, because a fading notice has too little contrast.
    await expect(page.locator('.notice')).toHaveCount(0)
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('refuses an empty form without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/en/contact')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/\/en\/contact/)
    await expect(page.getByRole('alert')).toContainText('Please fill in all the fields.')
    await context.close()
  })
})

test('links /privacidad from the form and every page, and names the storage period', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Qué hacemos con tus datos' }).click()
  await expect(page).toHaveURL('/privacidad')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacidad' })).toBeAttached()
  const main = page.getByRole('main')
  await expect(main).toContainText(`${MESSAGES_KEPT_MONTHS} meses`)
  await expect(main).toContainText('Ley 25.326')
  for (const right of ['Ver', 'Corregir', 'Borrar'])
    await expect(main.getByRole('heading', { level: 3, name: right, exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Ir a la Agencia' })).toHaveAttribute(
    'href',
    /argentina\.gob\.ar/,
  )
  await page.goto('/history')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidad' }).click()
  await expect(page).toHaveURL('/privacidad')
})
