/** When the framework and its chunks come, and what a page does when they do not (specification §8, §9; decisions §5). */
import { expect, type Page, test } from '@playwright/test'
import { CHUNK_TIMEOUT_MS } from '../../contract/limits.ts'
import { newsPath } from '../../contract/share.ts'
import { expectNotice, signIn } from './back-office.ts'
import { act, bar, firstNews, hydrated, pages, saveData } from './visitor.ts'

/** Pages that are there to be read. */
const reading = pages.filter((path) => path !== '/login' && path !== '/register')

const FRAMEWORK = '**/assets/framework-*.js'
const EDITOR = '**/assets/rich-editor-*.js'

/** Paths of the scripts that the page has asked for so far. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.push(pathname)
  })
  return asked
}

/** Holds back what matches until it is let go. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

test.describe('the framework comes', () => {
  test('to nobody who only reads, on any public page', async ({ page }) => {
    const asked = watchScripts(page)
    for (const path of [...reading, newsPath((await firstNews(page)).newsTitle)]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(asked, path).toEqual([])
    }
  })

  for (const [what, sign] of [
    ['moves the mouse', (page: Page) => page.mouse.move(40, 400)],
    ['scrolls', (page: Page) => page.mouse.wheel(0, 40)],
    ['touches what is no link', (page: Page) => page.touchscreen.tap(60, 300)],
    ['presses a key', act],
  ] as const) {
    test(`to whoever ${what}`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL, hasTouch: true })
      const page = await context.newPage()
      await page.goto('/privacidad')
      await page.waitForLoadState('networkidle')
      await sign(page)
      await page.waitForSelector(':root[data-alive]')
      await context.close()
    })
  }

  test('to nobody who follows a link by touch: the next page is a page again', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, hasTouch: true })
    const page = await context.newPage()
    const asked = watchScripts(page)
    await page.goto('/events')
    await page.waitForLoadState('networkidle')
    await bar(page).getByRole('link', { name: 'Contacto' }).tap()
    await expect(page).toHaveURL('/contact')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await context.close()
  })

  test('to a form that cannot do without, once the page has loaded and been shown', async ({ page }) => {
    // The first frame after the load; what is shown with it is painted.
    await page.addInitScript(() =>
      addEventListener('load', () => requestAnimationFrame(() => performance.mark('shown'))),
    )
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await page.waitForSelector(':root[data-alive]')
      const { scripts, loaded, shown } = await page.evaluate(() => {
        const scripts = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime)
        const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const [mark] = performance.getEntriesByName('shown')
        return { scripts, loaded: visit?.loadEventStart ?? 0, shown: mark?.startTime ?? 0 }
      })
      expect(scripts.length, path).toBeGreaterThan(5)
      expect(loaded, path).toBeGreaterThan(0)
      expect(shown, path).toBeGreaterThanOrEqual(loaded)
      expect(Math.min(...scripts), path).toBeGreaterThanOrEqual(shown)
    }
  })

  test('before the page has loaded when the visitor is about to do something', async ({ page }) => {
    for (const sign of [
      () => bar(page).getByRole('link', { name: 'Contacto' }).hover(),
      () => page.mouse.click(5, 300),
      () => act(page),
      () => bar(page).getByRole('link', { name: 'Novedades' }).focus(),
    ]) {
      const asked = watchScripts(page)
      // A picture that does not come keeps the page from having loaded.
      const letGo = await holdBack(page, '**/media/**')
      await page.goto('/news', { waitUntil: 'commit' })
      await expect(page.getByRole('region', { name: 'Últimas novedades' })).toHaveAttribute('data-ready')
      expect(asked).toEqual([])
      await sign()
      await hydrated(page)
      expect(asked.length).toBeGreaterThan(5)
      letGo()
      await page.unrouteAll({ behavior: 'wait' })
      page.removeAllListeners('request')
      await page.mouse.move(5, 5)
    }
  })

  test('not at all for one who saves data, until they do more than follow links', async ({ page }) => {
    await saveData(page)
    const asked = watchScripts(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.getByRole('region', { name: 'Nuestros valores' }).scrollIntoViewIfNeeded()
    await bar(page).getByRole('button', { name: 'Nuestro Club' }).hover()
    await bar(page).getByRole('link', { name: 'Novedades' }).hover()
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    const carousel = page.getByRole('region', { name: 'Últimas novedades' })
    await expect(carousel).toHaveAttribute('data-ready')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await page.getByRole('contentinfo').locator('address').click()
    await hydrated(page)
    expect(asked.length).toBeGreaterThan(5)
  })

  test('without moving what the visitor looks at or has typed', async ({ page }) => {
    const letGo = await holdBack(page, FRAMEWORK)
    await page.goto('/contact')
    await page.getByLabel('Comentario').fill('Mientras tanto')
    const top = () => page.getByLabel('Comentario').evaluate((field) => field.getBoundingClientRect().top)
    const before = await top()
    letGo()
    await hydrated(page)
    expect(await top()).toBe(before)
    await expect(page.getByLabel('Comentario')).toHaveValue('Mientras tanto')
    await expect(page.getByLabel('Comentario')).toBeFocused()
  })

  test('and then does what was asked of it before', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined })
      Reflect.deleteProperty(Navigator.prototype, 'share')
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })
    })
    const letGo = await holdBack(page, FRAMEWORK)
    await page.goto(newsPath((await firstNews(page)).newsTitle))
    await page.getByRole('button', { name: 'Compartir' }).click()
    await expect(page.getByText(/Link copiado|No pudimos copiarlo/)).toHaveCount(0)
    letGo()
    await expect(page.getByText(/Link copiado|No pudimos copiarlo/)).toBeVisible()
  })
})

/**
 * Once React listens, and before it has taken the page over, it stops what it cannot answer yet. That is a moment, so what
 * is done in it is done by the page itself.
 */
const whileHandedOver = (page: Page, act: () => void) =>
  page.addInitScript(`{
    const listen = document.addEventListener
    document.addEventListener = function (type, hear, options) {
      listen.call(this, type, hear, options)
      if (type !== 'keydown' || options !== true) return
      document.addEventListener = listen
      queueMicrotask(${act})
    }
  }`)

test.describe('what is done while the framework takes the page over is not lost', () => {
  // In time, or this would be a test of nothing.
  const expectInTime = (page: Page) => expect(page.locator(':root')).toHaveAttribute('data-done', 'before')

  test('a key in a carousel', async ({ page }) => {
    await whileHandedOver(page, () => {
      const link = document.querySelector<HTMLElement>('[aria-label="Nuestros valores"] a')
      link?.focus()
      link?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
      )
      const { dataset } = document.documentElement
      dataset.done = dataset.alive === undefined ? 'before' : 'after'
    })
    await page.goto('/')
    await hydrated(page)
    await expectInTime(page)
    const values = page.getByRole('region', { name: 'Nuestros valores', exact: true })
    await expect(values.locator('.carousel-slide').nth(1).getByRole('link')).toBeFocused()
  })

  test('a tap on a menu', async ({ page }) => {
    await whileHandedOver(page, () => {
      document.querySelector<HTMLElement>('[data-menu] [data-menu] [data-toggle]')?.click()
      const { dataset } = document.documentElement
      dataset.done = dataset.alive === undefined ? 'before' : 'after'
    })
    await page.goto('/')
    await hydrated(page)
    await expectInTime(page)
    await expect(bar(page).getByRole('link', { name: 'Hitos' })).toBeVisible()
  })
})

test('a page that React has to make anew keeps what its visitor wished', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('motion', 'paused'))
  await page.route('/history', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    // As a browser's own translation, or an extension, may do to it.
    await route.fulfill({ response, body: html.replaceAll('Historia', 'History') })
  })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto('/history')
  await hydrated(page)
  await expect(bar(page).getByText('Historia')).toBeAttached()
  expect(faults.join()).toContain('#418')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-js')
  await expect(root).toHaveAttribute('data-motion', 'paused')
  await expect(root).toHaveAttribute('data-alive')
})

test.describe('a page whose framework does not come', () => {
  test('goes on with plain links, its carousels and its menus', async ({ page }) => {
    await page.route(FRAMEWORK, (route) => route.abort())
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    const carousel = page.getByRole('region', { name: 'Últimas novedades' })
    await carousel.locator('[data-current]').getByRole('link').focus()
    await page.keyboard.press('ArrowRight')
    await expect(carousel.locator('.carousel-slide').nth(1)).toHaveAttribute('data-current')
    await bar(page).getByRole('button', { name: 'Nuestro Club' }).click()
    await bar(page).getByRole('link', { name: 'Cultura' }).click()
    await expect(page).toHaveURL('/culture')
    await expect(page.getByRole('heading', { level: 1, name: 'Cultura' })).toBeAttached()
    expect(await page.locator(':root[data-alive]').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('tries again at the next sign', async ({ page }) => {
    await page.route(FRAMEWORK, (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/framework-'))
    await page.goto('/events')
    await act(page)
    await failed
    // It notices when the last of its files is here or not.
    await expect(async () => {
      await act(page)
      await page.waitForSelector(':root[data-alive]', { timeout: 500 })
    }).toPass()
  })

  test('leads on to the page whose chunk did not come', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await page.route('**/assets/history-*.js', (route) => route.abort())
    await bar(page).getByRole('button', { name: 'Nuestro Club' }).click()
    await bar(page).getByRole('link', { name: 'Historia' }).click()
    await expect(page).toHaveURL('/history')
    await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeAttached()
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    // A reload by hand is a reload, and leads nowhere else.
    await page.reload()
    await expect(page).toHaveURL('/news')
  })
})

test.describe('a heavy part that does not come', () => {
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Loading chunk editor failed' })
  const editor = (page: Page) => page.locator('[contenteditable=true]')

  test('says so in its place, and comes when it is tried again', async ({ page }) => {
    await signIn(page)
    await page.route(EDITOR, (route) => route.abort())
    await page.goto('/admin/ourclub/news/addnews')
    await expect(failure(page)).toBeVisible()
    // The rest of the screen is there.
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await page.unroute(EDITOR)
    await failure(page).getByRole('button', { name: 'Probar de nuevo' }).click()
    await expect(editor(page)).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
  })

  test(`is given up after ${CHUNK_TIMEOUT_MS} ms`, async ({ page }) => {
    await signIn(page)
    const asked = page.waitForRequest(EDITOR)
    await page.route(EDITOR, () => {})
    await page.clock.install()
    await page.goto('/admin/ourclub/news/addnews')
    await asked
    await page.clock.pauseAt(Date.now() + 60_000)
    // Up to a minute of it has gone by.
    await page.clock.runFor(CHUNK_TIMEOUT_MS - 61_000)
    await expect(page.getByText('Abriendo el editor…')).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
    await page.clock.runFor(61_000)
    await expect(failure(page)).toBeVisible()
  })
})

test('signing in is at hand at once', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('nadie@club.example')
  await page.getByLabel('Contraseña').fill('no es ninguna')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expectNotice(page, 'Oops...')
})

test.describe('the type of the house', () => {
  const FONTS = '**/assets/*.woff2'
  const state = (page: Page) => page.locator('html')

  test('is sent once the page is shown, and set in it once all of it is here', async ({ page }) => {
    const letGo = await holdBack(page, FONTS)
    const asked = page.waitForRequest(FONTS)
    await page.goto('/news')
    await asked
    const { painted, sent } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      sent: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ startTime }) => startTime),
    }))
    for (const at of sent) expect(at).toBeGreaterThanOrEqual(painted)
    await expect(state(page)).toHaveAttribute('data-type', 'late')
    letGo()
    await expect(state(page)).toHaveAttribute('data-type', 'here')
    expect(await page.evaluate(() => document.fonts.check('900 1em "Archivo Variable"'))).toBe(true)
    await expect(page.getByRole('contentinfo')).toHaveCSS('font-family', /^"Archivo Variable"/)
  })

  test('is on every further page from its first frame', async ({ page }) => {
    await page.goto('/events')
    await expect(state(page)).toHaveAttribute('data-type', 'here')
    const states: unknown[] = []
    await page.exposeFunction('told', (state: unknown) => states.push(state))
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () =>
        (window as unknown as { told(state: unknown): void }).told(document.documentElement.dataset.type),
      ),
    )
    await page.goto('/history')
    await expect.poll(() => states).toEqual(['here'])
  })

  test('does not wait for a picture that does not come', async ({ page }) => {
    const letGo = await holdBack(page, '**/media/**')
    await page.goto('/news', { waitUntil: 'commit' })
    await expect(state(page)).toHaveAttribute('data-type', 'here')
    letGo()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('is asked for as ever where it does not come, and where nothing is kept', async ({ page }) => {
    await page.route(FONTS, (route) => route.abort())
    await page.goto('/events')
    await expect(state(page)).not.toHaveAttribute('data-type')
    await page.unroute(FONTS)
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new Error('forbidden')
        },
      }),
    )
    await page.reload()
    await expect(state(page)).toHaveAttribute('data-type', 'here')
    await hydrated(page)
    await expect(state(page)).toHaveAttribute('data-type', 'here')
  })

  test('is sent in italics to pages with emphasis only, and nothing else leans', async ({ page }) => {
    await signIn(page)
    const [{ _id, newsTitle, newsBody }] = await (await page.request.get('/api/news?limit=1')).json()
    const path = newsPath(newsTitle)
    const put = (body: string) => page.request.put(`/api/news/${_id}`, { data: { newsBody: body } })
    expect((await put(newsBody.replace(/<\/?em>/g, ''))).ok()).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/italic-[^/]*\.woff2$/.test(request.url())) asked.push(request.url())
    })
    for (const address of [...pages, path]) {
      await page.goto(address)
      await expect(state(page)).toHaveAttribute('data-type', 'here')
      await page.waitForLoadState('networkidle')
      const leaning = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => /italic|oblique/.test(getComputedStyle(element).fontStyle))
          .map((element) => element.outerHTML),
      )
      expect(leaning, address).toEqual([])
    }
    expect(asked).toEqual([])

    expect((await put(`${newsBody}<p>Con <em>acento</em>.</p>`)).ok()).toBe(true)
    const italic = page.waitForRequest(/italic-[^/]*\.woff2$/)
    await page.goto(path)
    await italic
    expect((await put(newsBody)).ok()).toBe(true)
  })

  test('is there without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
    const page = await context.newPage()
    const asked = page.waitForRequest(FONTS)
    await page.goto('/events')
    await asked
    await context.close()
  })

  test('is not what the name on the first screen waits for', async ({ page }) => {
    await page.goto('/')
    const name = page.getByRole('heading', { level: 1 })
    await expect(name.locator('path')).toHaveCount(5)
    await expect(name.locator('text')).toHaveCount(0)
  })
})

test('of slides that lie on each other the shown one has its picture sent, then the next, and no other', async ({
  page,
}) => {
  // Nothing moves by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/news')
  await page.waitForLoadState('networkidle')
  const slides = page.getByRole('region', { name: 'Últimas novedades' }).locator('li')
  const sent = () =>
    slides.evaluateAll((all) => all.map((slide) => Number(slide.querySelector('img')?.complete)))
  await expect.poll(sent).toEqual([1, 1, 0, 0, 0])
  const picture = slides.first().locator('img')
  await expect(picture).toHaveAttribute('fetchpriority', 'high')
  await slides.first().getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(sent).toEqual([1, 1, 1, 0, 0])
})

for (const path of ['/history', '/milestones']) {
  test(`the first picture of ${path} is sent for first, those screens below not yet`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\.(avif|woff2)$/.test(request.url())) asked.push(request.url())
    })
    const letGo = await holdBack(page, '**/*.woff2')
    await page.goto(path)
    await expect.poll(() => asked.some((url) => url.endsWith('.woff2'))).toBe(true)
    const pictures = asked.slice(
      0,
      asked.findIndex((url) => url.endsWith('.woff2')),
    )
    expect(pictures[0]).toMatch(/(history|milestone)-1-\d+-/)
    expect(pictures.length).toBeLessThanOrEqual(3)
    letGo()
    await page.unrouteAll({ behavior: 'wait' })
  })
}

test('what lies screens below is drawn when there is time, and what was drawn stays', async ({ page }) => {
  await page.goto('/')
  const sections = page.locator('.far')
  const undrawn = () =>
    sections.evaluateAll(
      (all) => all.filter((section) => getComputedStyle(section).contentVisibility !== 'visible').length,
    )
  expect(await sections.count()).toBeGreaterThan(3)
  await expect.poll(undrawn).toBe(0)
  // Pictures wait until one comes near, and do not go again.
  const last = page.locator('.framed').last()
  await expect(last).toHaveCSS('content-visibility', 'auto')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toHaveCSS('content-visibility', 'visible')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(last).toHaveCSS('content-visibility', 'visible')
})
