/**
 * Loading of pages: the script of public pages, React on its screens, fonts, pictures, and behaviour when a part is
 * missing.
 */

import { CHUNK_TIMEOUT_MS, USER_STORAGE_KEY } from '../../platform/shared/limits.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import { expectNotice, findAxeViolations, openCommandMenu, signIn } from './back-office-helpers.ts'
import { putTo, readFrom } from './club-api.ts'
import { chromium, expect, type Page, test } from './journey.ts'
import {
  bar,
  clubToggle,
  enableSaveData,
  fetchFirstNews,
  isExpanded,
  publicPages,
  stubMapTiles,
  waitUntilReady,
} from './public-site-helpers.ts'
import { findScript, screenSources } from './screen-chunks.ts'

const { findBrowser }: { findBrowser(): string | null } = await import(
  new URL('../../scripts/test-programs.mjs', import.meta.url).href
)

/** Public pages that run no React in the browser: React only renders them on the server. */
const serverRenderedPages = publicPages.filter((path) => path !== '/login' && path !== '/register')

const ENHANCE = '**/assets/enhance-*.js'
const EDITOR = '**/assets/rich-editor-*.js'

/** Records the paths of the scripts that the page requests from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  return scripts
}

/** Holds back matching requests until the returned function is called. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('loads one script on a public page, with speculation rules, and then its islands', async ({ page }) => {
  const scripts = watchScripts(page)
  for (const path of [...serverRenderedPages, newsPath((await fetchFirstNews(page)).newsTitle)]) {
    scripts.length = 0
    await page.goto(path)
    await waitUntilReady(page)
    await page.waitForLoadState('networkidle')
    const html = await (await page.request.get(path)).text()
    const tags = [...html.matchAll(/<script\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes('ld+json'))
    expect(tags, path).toEqual([
      expect.stringMatching(
        /^<script type="module" src="\/assets\/enhance-[\w-]+\.js" data-islands="\/assets\/enhance-islands-entry-[\w-]+\.js" data-manifest="\/manifest\.webmanifest" fetchPriority="low">$/,
      ),
      '<script type="speculationrules">',
    ])
    expect(html, path).not.toContain('modulepreload')
    // Something on the first screen of these pages moves by itself or loads.
    const hasIslands = ['/', '/contact', '/news'].includes(path)
    if (hasIslands) await page.locator('[data-live]').first().waitFor({ state: 'attached' })
    const [first, ...others] = new Set(scripts)
    expect(first, path).toMatch(/^\/assets\/enhance-/)
    expect(others, path).toEqual(
      hasIslands ? [expect.stringMatching(/^\/assets\/enhance-islands-entry-/)] : [],
    )
  }
})

test('offers no browser code and no data for the routes of public pages', async ({ page }) => {
  const publicPages = screenSources.filter((source) =>
    /^features\/[\w-]+\/public\/|^platform\/(site-layout\/(?!browser\/)|pages\/routes\.ts$)/.test(source),
  )
  expect(screenSources.length).toBeGreaterThan(20)
  expect(publicPages).toEqual([])
  expect((await page.request.get('/.vite/screens.json')).status()).toBe(404)
  for (const path of [
    '/_root',
    '/news',
    '/contact',
    '/privacidad',
    newsPath((await fetchFirstNews(page)).newsTitle),
  ])
    expect((await page.request.get(`${path}.data`)).status(), path).toBe(404)
})

test.describe('links between public pages and React screens', () => {
  /** Follows a link. @returns true when the browser loaded a new document */
  async function loadsNewDocument(
    page: Page,
    link: ReturnType<Page['getByRole']>,
    url: string,
  ): Promise<boolean> {
    await page.evaluate(() => Object.assign(window, { before: true }))
    await link.click()
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    return page.evaluate(() => !('before' in window))
  }

  test('load a document in both directions', { tag: '@main' }, async ({ page }) => {
    await page.goto('/login')
    await waitUntilReady(page)
    expect(await loadsNewDocument(page, page.getByRole('link', { name: 'Registrate' }), '/register')).toBe(
      false,
    )
    expect(await loadsNewDocument(page, bar(page).getByRole('link', { name: 'Novedades' }), '/news')).toBe(
      true,
    )
    expect(
      await loadsNewDocument(
        page,
        page.getByRole('contentinfo').getByRole('link', { name: 'Fechas' }),
        '/fechas',
      ),
    ).toBe(true)
    await signIn(page, '/admin')
    expect(
      await loadsNewDocument(page, page.getByRole('link', { name: 'Nuestro Club' }), '/admin/ourclub'),
    ).toBe(false)
    await page.goBack()
    expect(await loadsNewDocument(page, page.getByRole('link', { name: 'Página principal' }), '/')).toBe(true)
    await page.goto('/admin')
    expect(await loadsNewDocument(page, page.getByRole('link', { name: /ir al sitio$/ }), '/')).toBe(true)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await openCommandMenu(page)
    await page.keyboard.type('pagina principal')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.locator('.hero')).toBeVisible()
  })

  test('redirect a visitor from the back office, and an unknown admin address, to a public page', async ({
    page,
  }) => {
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/')
    await expect(page.locator('.hero')).toBeVisible()
    await signIn(page)
    await page.goto(`/login?volver=${encodeURIComponent('/admin/no-hay-tal')}`)
    await expect(page).toHaveURL('/404')
  })
})

test.describe('a page whose script does not load', () => {
  test('works with plain links, menus of the browser, and readable content', async ({ page }) => {
    await page.route(ENHANCE, (route) => route.abort())
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto('/')
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    await page.setViewportSize({ width: 360, height: 740 })
    await bar(page).getByRole('button', { name: 'Menú' }).click()
    await clubToggle(page).click()
    await expect(bar(page).getByRole('link', { name: 'Cultura' })).toBeVisible()
    await bar(page).getByRole('link', { name: 'Cultura' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/culture')
    await expect(page.getByRole('heading', { level: 1, name: 'Cultura' })).toBeAttached()
    expect(errors).toEqual([])
  })

  test('keeps a menu that was opened before the script ran', async ({ page }) => {
    const release = await holdBack(page, ENHANCE)
    // The test waits only for `commit`: `load` would wait for the blocked script.
    await page.goto('/culture', { waitUntil: 'commit' })
    const toggle = clubToggle(page)
    await toggle.click()
    await expect(bar(page).getByRole('link', { name: 'Hitos' })).toBeVisible()
    release()
    await waitUntilReady(page)
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(true)
    await bar(page).getByRole('link', { name: 'Hitos' }).click()
    await expect(page).toHaveURL('/milestones')
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)
    await toggle.click()
    await expect(bar(page).getByRole('link', { name: 'Hitos' })).toHaveAttribute('aria-current', 'page')
  })

  test('does not move the visible content or typed text when the script runs', async ({ page }) => {
    const release = await holdBack(page, ENHANCE)
    await page.goto('/contact', { waitUntil: 'commit' })
    await page.getByLabel('Comentario').fill('Mientras tanto')
    await page.evaluate(() => document.fonts.ready)
    const top = () => page.getByLabel('Comentario').evaluate((field) => field.getBoundingClientRect().top)
    const before = await top()
    release()
    await waitUntilReady(page)
    expect(await top()).toBe(before)
    await expect(page.getByLabel('Comentario')).toHaveValue('Mientras tanto')
    await expect(page.getByLabel('Comentario')).toBeFocused()
  })
})

test('shows the sign-in form at once, and keeps text typed before it works', async ({ page }) => {
  const release = await holdBack(page, '**/assets/framework-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('nadie@club.example')
  await page.getByLabel('Contraseña').fill('no es ninguna')
  // React has not hydrated the form yet, so Enter does not send it.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expectNotice(page, 'Oops...')
  await expect(page.getByLabel('E-mail')).toHaveValue('nadie@club.example')
})

test('keeps the visitor’s choice on a screen that React has to render again', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('motion', 'paused'))
  await page.route('/login', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    // The changed HTML imitates a browser's translation or an extension. React then has to render the screen again.
    await route.fulfill({ response, body: html.replaceAll('Iniciar sesión', 'Sign in') })
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto('/login')
  await waitUntilReady(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeAttached()
  expect(errors.join()).toContain('#418')
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused')
})

test.describe('navigation between pages', () => {
  /** Records the durations of the view transitions into each page. ms */
  const watchTransitions = async (page: Page): Promise<number[]> => {
    const seen: number[] = []
    await page.exposeFunction('told', (ms: number) => seen.push(ms))
    await page.addInitScript(() =>
      addEventListener('pagereveal', (event) => {
        const { viewTransition } = event as PageRevealEvent
        viewTransition?.ready.then(
          () => {
            const [fade] = document
              .getAnimations()
              .filter(
                ({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-new(root)',
              )
            ;(window as unknown as { told(ms: unknown): void }).told(fade?.effect?.getTiming().duration)
          },
          () => {},
        )
      }),
    )
    return seen
  }
  const go = async (page: Page, name: string, url: string) => {
    await bar(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(url)
    await waitUntilReady(page)
  }

  test('cross-fades pages, and /contact in 0.1 s', async ({ page }) => {
    const seen = await watchTransitions(page)
    await page.goto('/events')
    await go(page, 'Contacto', '/contact')
    await expect.poll(() => seen).toEqual([100])
    await go(page, 'Novedades', '/news')
    await expect.poll(() => seen.length).toBe(2)
    expect(seen[1]).toBeLessThan(300)
  })

  test('has no animation under reduced motion or after the pause button', async ({ page }) => {
    const seen = await watchTransitions(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/events')
    await go(page, 'Contacto', '/contact')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Pausar movimiento' }).click()
    await go(page, 'Novedades', '/news')
    await page.waitForLoadState('networkidle')
    expect(seen).toEqual([])
  })

  /** Records the links that the page lets the browser load ahead, as Chromium reports them. */
  async function watchCandidates(page: Page) {
    const candidates: Record<string, string[]> = {}
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Preload.enable')
    devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      for (const action of ['Prefetch', 'Prerender'])
        candidates[action] = preloadingAttemptSources
          .filter(({ key }) => key.action === action)
          .map(({ key }) => key.url.replace(/^http:\/\/[^/]+/, ''))
          .sort()
    })
    return candidates
  }
  const addLinks = (page: Page, links: string[]) =>
    page.evaluate((paths) => {
      for (const path of paths)
        document
          .querySelector('main')
          ?.prepend(Object.assign(document.createElement('a'), { href: path, text: path }))
    }, links)

  test('prefetches a link on hover, for pages of the site only', async ({ page }) => {
    const candidates = await watchCandidates(page)
    await page.goto('/events')
    await addLinks(page, [
      '/admin',
      '/login?volver=x',
      '/register',
      '/ir/x/y',
      '/news/feed.xml',
      '/fechas.ics',
      '/media/x.jpg',
      '/news?page=2',
    ])
    // The candidates are the visible links of the bar and the footer. Of the added links only /news?page=2 is a candidate.
    await expect
      .poll(() => candidates.Prefetch)
      .toEqual(['/', '/contact', '/en', '/fechas', '/news', '/news?page=2', '/privacidad'].sort())
    expect(candidates.Prerender).toEqual([])
    const prefetch = page.context().waitForEvent('request', (request) => request.url().endsWith('/news'))
    await bar(page).getByRole('link', { name: 'Novedades' }).hover()
    expect((await (await prefetch).allHeaders())['sec-purpose']).toBe('prefetch')
  })

  test('renders pages of nights ahead, and no other pages', async ({ page }) => {
    const candidates = await watchCandidates(page)
    await page.goto('/events')
    await addLinks(page, [
      '/fechas/2027-01-02-apagon',
      '/en/fechas/2027-01-02-apagon?src=x',
      '/fechas/2027-01-02-apagon.ics',
      '/fechas/embed',
      '/fechas/archivo/2026',
      '/artistas/katrin',
    ])
    await expect
      .poll(() => candidates.Prerender)
      .toEqual(['/en/fechas/2027-01-02-apagon?src=x', '/fechas/2027-01-02-apagon'])
  })

  test('loads nothing ahead under Save-Data', async ({ page }) => {
    await enableSaveData(page)
    const candidates = await watchCandidates(page)
    await page.goto('/')
    await waitUntilReady(page)
    await expect(page.locator('script[type=speculationrules]')).toHaveCount(0)
    await expect.poll(() => candidates).toEqual({ Prefetch: [], Prerender: [] })
  })

  test('restores a page from the back-forward cache unchanged, except for the session and notices', async ({
    baseURL,
  }) => {
    // Playwright disables the back-forward cache, so the test starts its own browser. Headless browsers keep no page in
    // that cache. They only report which features of the page would prevent it.
    const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
    const path = findBrowser() ?? executablePath
    const browser = await chromium.launch({
      args,
      ...(path && { executablePath: path }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const page = await browser.newPage({ baseURL: baseURL as string })
      await stubMapTiles(page)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.enable')
      let explanations: { type: string; reason: string }[] = []
      devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
        explanations = notRestoredExplanations
      })
      const article = newsPath((await fetchFirstNews(page)).newsTitle)
      // /404 is left out, because browsers cache no page whose status is not 200.
      for (const path of [
        ...serverRenderedPages.filter((one) => one !== '/history' && one !== '/404'),
        article,
      ]) {
        explanations = []
        await page.goto(path)
        await waitUntilReady(page)
        await page.evaluate(() => {
          addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
          document
            .querySelector('.notices [aria-live=polite]')
            ?.append(
              Object.assign(document.createElement('p'), { className: 'notice', textContent: 'Enviado' }),
            )
        })
        await page.goto('/history')
        await page.evaluate(
          (key) => localStorage.setItem(key, '{"id":"a1","email":"ana@club.example"}'),
          USER_STORAGE_KEY,
        )
        // history.back() replaces goBack(), which waits for a load event. A page from the back-forward cache has no load
        // event.
        await page.evaluate(() => history.back())
        await expect(page).toHaveURL(path)
        await expect(page.locator(':root'), path).toHaveAttribute('data-user')
        await expect(page.locator('.notice')).toHaveCount(0)
        expect(
          explanations.filter(({ type }) => type !== 'Circumstantial'),
          path,
        ).toEqual([])
        const isWindowless = explanations.some(
          ({ reason }) => reason === 'BackForwardCacheDisabledForDelegate',
        )
        const persisted = await page.evaluate(() => (window as unknown as { persisted?: true }).persisted)
        expect(persisted, path).toBe(isWindowless ? undefined : true)
        await page.evaluate((key) => localStorage.removeItem(key), USER_STORAGE_KEY)
      }
    } finally {
      await browser.close()
    }
  })
})

test('reloads a page from the back-forward cache when its nights have changed', async ({ page }) => {
  await page.goto('/')
  await waitUntilReady(page)
  const restoreFromCache = () =>
    page.evaluate(() => {
      Object.assign(window, { left: true })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
  const wasLeft = () => page.evaluate(() => 'left' in window)
  const nights = page.locator('.nights')
  const day = 86_400_000
  expect(Number(await nights.getAttribute('data-stale-at'))).toBeGreaterThan(Date.now())
  expect(Number(await nights.getAttribute('data-stale-at'))).toBeLessThanOrEqual(Date.now() + day)
  await restoreFromCache()
  expect(await wasLeft()).toBe(true)
  const reloaded = page.waitForEvent('load')
  await nights.evaluate((section) => section.setAttribute('data-stale-at', String(Date.now() - 1)))
  await restoreFromCache()
  await reloaded
  expect(await wasLeft()).toBe(false)
})

test.describe('a large part that does not load', () => {
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Loading chunk editor failed' })
  const editor = (page: Page) => page.locator('[contenteditable=true]')

  test('shows an error in its place, and loads on retry', async ({ page }) => {
    await signIn(page)
    await page.route(EDITOR, (route) => route.abort())
    await page.goto('/admin/ourclub/news/addnews')
    await expect(failure(page)).toBeVisible()
    // The other fields of the screen work without the editor.
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await page.unroute(EDITOR)
    await failure(page).getByRole('button', { name: 'Probar de nuevo' }).click()
    await expect(editor(page)).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
  })

  test(`shows an error after ${CHUNK_TIMEOUT_MS} ms`, async ({ page }) => {
    await signIn(page)
    const request = page.waitForRequest(EDITOR)
    await page.route(EDITOR, () => {})
    await page.clock.install()
    await page.goto('/admin/ourclub/news/addnews')
    await request
    await page.clock.pauseAt(Date.now() + 60_000)
    // At most 60 s of the timeout have passed until here. This call must not complete the timeout, so it advances 61 s
    // less.
    await page.clock.runFor(CHUNK_TIMEOUT_MS - 61_000)
    await expect(page.getByText('Abriendo el editor…')).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
    await page.clock.runFor(61_000)
    await expect(failure(page)).toBeVisible()
  })
})

test(`reloads once for a screen that never arrives within ${CHUNK_TIMEOUT_MS} ms, and then keeps the error`, async ({
  page,
}) => {
  await signIn(page)
  let requests = 0
  await page.route(
    `**${findScript('platform/content/admin/trash/trash-list.screen.tsx')}`,
    () => void requests++,
  )
  await page.clock.install()
  await page.goto('/admin/trash')
  for (const failures of [1, 2]) {
    await expect.poll(() => requests).toBe(failures)
    await expect(page.locator(':root[data-hydrated]')).toBeAttached()
    await page.clock.runFor(CHUNK_TIMEOUT_MS)
  }
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Loading chunk trash-list failed')
  await page.clock.runFor(3 * CHUNK_TIMEOUT_MS)
  await expect(alert).toContainText('Loading chunk trash-list failed')
  expect(requests).toBe(2)
})

test.describe('a screen whose scripts do not load on the first visit', () => {
  const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Una parte del sitio no llegó.' })
  const retry = (page: Page) => alert(page).getByRole('button', { name: 'Probar de nuevo' })
  /** Returns a pattern for the script of a chunk. The file name contains a hash of 8 characters. */
  const file = (chunk: string) => new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js$`)

  for (const [path, chunk, heading] of [
    ['/admin', 'screens', 'Administración'],
    ['/admin', 'admin', 'Administración'],
    ['/admin/trash', 'framework', 'Papelera'],
    ['/login', 'account-routes', 'Iniciar sesión'],
    ['/register', 'account', 'Registrarse'],
  ] as const)
    test(`shows that ${chunk} is missing on ${path}, and opens after a retry`, async ({ page }) => {
      if (path.startsWith('/admin')) await signIn(page)
      await page.route(file(chunk), (route) => route.fulfill({ status: 404 }))
      await page.goto(path)
      await expect(alert(page)).toContainText(`Loading chunk ${chunk} failed`)
      await expect(page.getByText('Abriendo la administración…')).toHaveCount(0)
      await expect(retry(page)).toBeInViewport({ ratio: 1 })
      expect(await findAxeViolations(page)).toEqual([])
      await page.unroute(file(chunk))
      await retry(page).click()
      await expect(page.locator(':root[data-hydrated]')).toBeAttached()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(alert(page)).toHaveCount(0)
    })

  test('shows the error for a truncated file', async ({ page }) => {
    await signIn(page)
    await page.route(file('screens'), async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({ response, body: body.slice(0, body.length / 2) })
    })
    await page.goto('/admin')
    await expect(alert(page)).toContainText('Loading chunk screens failed')
  })

  test(`shows the error after ${CHUNK_TIMEOUT_MS} ms`, async ({ page }) => {
    await signIn(page)
    await page.route(file('screens'), () => {})
    await page.clock.install()
    const request = page.waitForRequest(file('screens'))
    // The test waits for the other files. On a busy machine they could still be loading at the timeout, and the error would
    // name one of them.
    const others = ['framework', 'common', 'admin'].map(async (chunk) =>
      (await page.waitForResponse(file(chunk))).finished(),
    )
    await page.goto('/admin', { waitUntil: 'commit' })
    await Promise.all([request, ...others])
    await expect(page.getByText('Abriendo la administración…')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.clock.runFor(CHUNK_TIMEOUT_MS - 61_000)
    await expect(alert(page)).toHaveCount(0)
    await page.clock.runFor(61_000)
    await expect(alert(page)).toContainText('Loading chunk screens failed')
  })
})

test.describe('the web fonts', () => {
  const FONTS = '**/assets/*.woff2'

  test('load without blocking text or shifting the layout', async ({ page }) => {
    const release = await holdBack(page, FONTS)
    await page.goto('/news', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const shifted = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                sum += (entry as PerformanceEntry & { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
          }),
      )
    release()
    await expect(page.locator('html')).toHaveAttribute('data-type')
    expect(await page.evaluate(() => document.fonts.check('900 1em "Archivo Variable"'))).toBe(true)
    expect(await shifted()).toBeLessThan(0.05)
  })

  test('load italics only on pages with emphasis, and slant no other text', async ({ page }) => {
    await signIn(page)
    const [{ _id, newsTitle, newsBody }] = await readFrom(page, '/api/news?limit=1')
    const path = newsPath(newsTitle)
    const put = (body: string) => putTo(page, `/api/news/${_id}`, { newsBody: body })
    await put(newsBody.replace(/<\/?em>/g, ''))
    const italicFonts: string[] = []
    page.on('request', (request) => {
      if (/italic-[^/]*\.woff2$/.test(request.url())) italicFonts.push(request.url())
    })
    for (const address of [...publicPages, path]) {
      await page.goto(address)
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      const leaning = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => /italic|oblique/.test(getComputedStyle(element).fontStyle))
          .map((element) => element.outerHTML),
      )
      expect(leaning, address).toEqual([])
    }
    expect(italicFonts).toEqual([])

    await put(`${newsBody}<p>Con <em>acento</em>.</p>`)
    const italic = page.waitForRequest(/italic-[^/]*\.woff2$/)
    await page.goto(path)
    await italic
    await put(newsBody)
  })

  test('load without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
    const page = await context.newPage()
    const request = page.waitForRequest(FONTS)
    await page.goto('/events')
    await request
    await context.close()
  })

  test('are not needed for the name on the first screen', async ({ page }) => {
    await page.goto('/')
    const name = page.getByRole('heading', { level: 1 })
    await expect(name.locator('path')).toHaveCount(5)
    await expect(name.locator('text')).toHaveCount(0)
  })
})

test('loads the pictures of the shown and the next slide of a carousel, and no others', async ({ page }) => {
  // Reduced motion stops the carousel, so that no third slide loads.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/news')
  await page.waitForLoadState('networkidle')
  const slides = page.getByRole('region', { name: 'Últimas novedades' }).locator('li')
  const readLoadedPictures = () =>
    slides.evaluateAll((all) => all.map((slide) => Number(slide.querySelector('img')?.complete)))
  await expect.poll(readLoadedPictures).toEqual([1, 0, 0, 0, 0])
  const picture = slides.first().locator('img')
  await expect(picture).toHaveAttribute('fetchpriority', 'high')
  // React takes over when somebody uses the carousel, or when it moves by itself.
  await slides.first().getByRole('link').focus()
  await expect.poll(readLoadedPictures).toEqual([1, 1, 0, 0, 0])
  await page.keyboard.press('ArrowRight')
  await expect.poll(readLoadedPictures).toEqual([1, 1, 1, 0, 0])
})

for (const path of ['/history', '/milestones']) {
  test(`loads the first picture of ${path} first, and none several screens below`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    const pictures: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.avif')) pictures.push(request.url())
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(pictures[0]).toMatch(/(history|milestone)-1-\d+-/)
    expect(pictures.length).toBeLessThanOrEqual(3)
  })
}

test('renders distant sections when idle, and keeps them rendered', async ({ page }) => {
  await page.goto('/')
  const sections = page.locator('.far')
  const countUnrenderedSections = () =>
    sections.evaluateAll(
      (all) => all.filter((section) => getComputedStyle(section).contentVisibility !== 'visible').length,
    )
  expect(await sections.count()).toBeGreaterThan(3)
  await expect.poll(countUnrenderedSections).toBe(0)
  // Pictures load when the visitor scrolls near them, and stay loaded.
  // The pictures of closed portraits are not rendered.
  const last = page.locator('.framed').filter({ visible: true }).last()
  await expect(last).toHaveCSS('content-visibility', 'auto')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toHaveCSS('content-visibility', 'visible')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(last).toHaveCSS('content-visibility', 'visible')
})
