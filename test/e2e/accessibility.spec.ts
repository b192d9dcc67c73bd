/** WCAG 2.2 AA of the public pages: axe in every state, keyboard, zoom, contrast over the film, and motion. */

import sharp from 'sharp'
import { MISSING_FIELDS } from '../../platform/api/shared/problems.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { LONG_NOTICE_MS } from '../../platform/shared/limits.ts'
import { newsPath, nightPath } from '../../platform/shared/public-paths.ts'
import {
  expectAccessible,
  expectAccessibleSecondSlide,
  expectFitsAndAccessible,
  findCutTextsWithSpacing,
  findJoinedWords,
  pressAway,
  widenTextSpacing,
} from './accessibility-helpers.ts'
import { expectNotice, findAxeViolations, openScreen, signIn } from './back-office-helpers.ts'
import { findClaimFaults, findOrientationFaults, findSurprises } from './claim-faults.ts'
import { readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import {
  bar,
  clubToggle,
  enableSaveData,
  fetchFirstNews,
  isExpanded,
  publicPages,
  waitForIsland,
  waitUntilReady,
} from './public-site-helpers.ts'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 900 }

/** Returns the day and the address of the oldest night. */
async function findOldestNight(page: Page): Promise<{ date: string; path: string }> {
  const [{ date, slug }] = (await readFrom(page, '/api/events?order=oldest&limit=1')).data
  return { date, path: nightPath(slug) }
}

const listPagePaths = async (page: Page) => [
  ...publicPages,
  newsPath((await fetchFirstNews(page)).newsTitle),
  (await findOldestNight(page)).path,
]

const formScreens = [resources.news.admin.create, resources.events.admin.create]

test('fits every page in windows of 320 to 1440 px and passes axe', {
  tag: [
    '@wcag-1.1.1-site',
    '@wcag-1.3.1-site',
    '@wcag-1.3.2-site',
    '@wcag-1.4.1-site',
    '@wcag-1.4.2-site',
    '@wcag-1.4.3-site',
    '@wcag-1.4.4-site',
    '@wcag-1.4.10-site',
    '@wcag-1.4.11-site',
    '@wcag-2.4.4-site',
    '@wcag-2.4.6-site',
    '@wcag-2.5.3-site',
    '@wcag-2.5.8-site',
    '@wcag-3.3.2-site',
    '@wcag-4.1.2-site',
    '@atag-B.1.1.1',
    '@atag-B.2.4.1',
    '@atag-B.2.5.1',
    '@atag-B.4.2.1',
  ],
}, async ({ page }) => {
  test.setTimeout(240_000)
  // Reduced motion makes axe measure the final state of each animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of await listPagePaths(page)) {
    await expectFitsAndAccessible(page, path)
  }
})

test('keeps words, lines and controls whole with wider text spacing', {
  tag: ['@wcag-1.4.12-site-office'],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 844 })
  await signIn(page)
  for (const path of [...(await listPagePaths(page)), '/admin', ...formScreens]) {
    await page.goto(path)
    await waitUntilReady(page)
    expect(await findCutTextsWithSpacing(page), path).toEqual([])
  }
})

test('separates the words of neighbouring elements by a space', { tag: ['@wcag-1.3.1-site'] }, async ({
  page,
}) => {
  const { data: nights } = await readFrom(page, '/api/events?limit=3')
  const paths = nights.map(({ slug }: { slug: string }) => `/fechas/${slug}`)
  for (const path of [...(await listPagePaths(page)), ...paths, '/en', '/en/fechas']) {
    await page.goto(path)
    expect(await findJoinedWords(page), path).toEqual([])
  }
})

/** Finds entries of the bar whose words are cut, wrap, or overlap the next entry. */
const findFaultsOfBar = (page: Page) =>
  page.evaluate(() => {
    const entries = [...document.querySelectorAll('.bar > a:not(.skip), .bar .menu-item, .bar > .bar-icon')]
    const shown = entries.filter((entry) => entry.checkVisibility() && !entry.closest('.submenu'))
    const boxes = shown.map((entry) => {
      // Icons, and the link to edit the page on narrower screens, have their words clipped, for screen readers.
      const icon = [...entry.querySelectorAll('svg')].find((svg) => svg.checkVisibility())
      const words = document.createRange()
      words.selectNodeContents((entry.querySelector('span') ?? entry).firstChild ?? entry)
      const { left, right } = (icon ?? words).getBoundingClientRect()
      const isWrapped = icon === undefined && words.getClientRects().length > 1
      const { right: end } = entry.getBoundingClientRect()
      return { name: entry.textContent.trim(), left, right, end, isWrapped }
    })
    const overlaps = boxes.filter(({ right }, index) => right > (boxes[index + 1]?.left ?? innerWidth) + 1)
    const cut = boxes.filter(({ right, end }) => right > end + 1)
    const wrapped = boxes.filter(({ isWrapped }) => isWrapped)
    const toNames = (faulty: typeof boxes) => faulty.map(({ name }) => name)
    return { overlaps: toNames(overlaps), cut: toNames(cut), wrapped: toNames(wrapped) }
  })

test('keeps the entries of the bar apart on wide screens, also signed in and with wider text spacing', {
  tag: ['@wcag-1.4.12-site'],
}, async ({ page }) => {
  await signIn(page)
  for (const width of [1024, 1280, 1440])
    for (const path of ['/fechas', '/en/fechas']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await waitUntilReady(page)
      expect(await findFaultsOfBar(page), `${path} at ${width} px`).toEqual({
        overlaps: [],
        cut: [],
        wrapped: [],
      })
      await widenTextSpacing(page)
      const spaced = await findFaultsOfBar(page)
      expect([spaced.overlaps, spaced.cut], `${path} at ${width} px, spaced`).toEqual([[], []])
    }
})

test('repeats bar and footer on every page, with a link to the contact page', {
  tag: ['@wcag-2.4.5-site', '@wcag-3.2.3-site', '@wcag-3.2.4-site', '@wcag-3.2.6-site'],
}, async ({ page }) => {
  const seen = new Set<string>()
  for (const path of await listPagePaths(page)) {
    await page.goto(path)
    seen.add(
      await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('header.bar a, .foot a')]
          .filter((link) => !link.matches('.signed-in, .bar [hreflang]'))
          .map((link) => `${link.getAttribute('href')} ${link.textContent?.trim()}`)
          .join('\n'),
      ),
    )
  }
  expect([...seen]).toEqual([expect.stringMatching(/\/contact#?\w* ESCRIBINOS/i)])
  const { path: night } = await findOldestNight(page)
  await page.goto('/fechas')
  await expect(page.getByRole('main').locator(`a[href="${night}"]`).first()).toBeVisible()
})

test('waits until a control is used, in both orientations', {
  tag: ['@wcag-1.3.4-site', '@wcag-1.4.13-site', '@wcag-2.5.2-site', '@wcag-3.2.1-site', '@wcag-3.2.2-site'],
}, async ({ page }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const night = await findOldestNight(page)
  for (const path of ['/', '/fechas', night.path, '/news', '/contact', '/register']) {
    await page.goto(path)
    await waitUntilReady(page)
    await page.waitForLoadState('networkidle')
    expect([path, await findOrientationFaults(page)]).toEqual([path, []])
    await page.setViewportSize(LAPTOP)
    expect([path, await findSurprises(page)]).toEqual([path, []])
  }
})

test('finds each kind of fault that the claims deny', async ({ page }) => {
  await page.goto('/404')
  await page.evaluate(() => {
    document.body.innerHTML = `<div class="row"><p>Antes</p><p>Después</p></div>
      <p>Un texto con <a class="plain" href="/uno">un enlace</a>.</p><audio autoplay></audio>
      <label>Algo<input class="faint"></label><label>Algo<input></label>
      <nav><a href="/dos">Ver</a> <a href="/tres">Ver</a></nav><button title="Otra cosa" aria-label="Guardar">Mandar</button>`
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      .row { display: flex; flex-direction: row-reverse }
      .plain { text-decoration: none !important }
      .faint { border: 1px solid #111 !important; background: #000 !important }
      @media (orientation: landscape) { h1 { display: none } }`)
    document.adoptedStyleSheets.push(sheet)
  })
  const found = [...(await findClaimFaults(page)), ...(await findAxeViolations(page))]
  for (const fault of [
    '1.3.2',
    '1.4.1',
    '1.4.2',
    '1.4.11',
    '2.4.4',
    '2.4.6',
    '1.4.13',
    'label-content-name-mismatch',
  ])
    expect(found).toContainEqual(expect.stringContaining(`${fault}:`))

  await page.evaluate(() => {
    document.body.innerHTML = `<h1>Uno</h1><main><button id="press">Ya</button><button id="over">Arriba</button><i hidden>Ayuda</i>
      <a href="#" id="jump">Salta</a><select><option>a</option><option>b</option></select></main>`
    const [h1, hint] = ['h1', 'i'].map((tag) => document.querySelector<HTMLElement>(tag) as HTMLElement)
    const on = (selector: string, event: string, act: () => void) =>
      document.querySelector(selector)?.addEventListener(event, act)
    on('#press', 'mousedown', () => document.body.append('Hecho'))
    on('#over', 'mouseenter', () => hint?.removeAttribute('hidden'))
    on('#jump', 'focus', () => h1?.append('Dos'))
    on('select', 'change', () => h1?.append('Tres'))
    document.addEventListener('keydown', ({ key }) => key === 'k' && document.body.append('Tecla'))
    hint?.animate({ opacity: [0, 1] }, { duration: 100, iterations: Infinity })
  })
  const surprises = await findSurprises(page)
  for (const fault of ['1.4.13', '2.1.4', '2.2.2', '2.5.2', '3.2.1', '3.2.2'])
    expect(surprises).toContainEqual(expect.stringContaining(`${fault}:`))
  expect(await findOrientationFaults(page)).toHaveLength(1)
})

test.describe('axe on open and changed elements', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('passes with the dropdown open', async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    for (const path of ['/', '/history', '/contact']) {
      await page.goto(path)
      await clubToggle(page).click()
      await expect(bar(page).getByRole('link', { name: 'Hitos' })).toBeVisible()
      await expectAccessible(page, `dropdown on ${path}`)
    }
  })

  test('passes with the burger menu and its submenus open', async ({ page }) => {
    await page.setViewportSize(PHONE)
    for (const path of ['/', '/culture', '/news']) {
      await page.goto(path)
      await bar(page).getByRole('button', { name: 'Menú' }).click()
      await expectAccessible(page, `burger on ${path}`)
      await clubToggle(page).click()
      await expect(bar(page).getByRole('link', { name: 'Cultura' })).toBeVisible()
      await expectAccessible(page, `burger, unfolded, on ${path}`)
    }
  })

  test('passes with the second slide of each carousel', async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(LAPTOP)
    for (const [path, name] of [
      ['/', 'Nuestros valores'],
      ['/news', 'Últimas novedades'],
    ] as const) {
      await expectAccessibleSecondSlide(page, path, name)
    }
  })

  test('passes with a refused form and its notice', {
    tag: ['@wcag-1.3.5-site', '@wcag-3.3.1-site', '@wcag-4.1.3-site'],
  }, async ({ page }) => {
    for (const [path, button] of [
      ['/contact', 'Enviar'],
      ['/login', 'Entrar'],
      ['/register', 'Registrarme'],
    ] as const) {
      await page.goto(path)
      await waitUntilReady(page)
      await page.getByRole('textbox').first().focus()
      if (path === '/contact') await waitForIsland(page, 'contact-form')
      await page.getByRole('button', { name: button }).click()
      await expectNotice(page, 'Oops...')
      await expectAccessible(page, `${path} refused`)
    }
    // Screen readers read the error message as the description of the field.
    await page.goto('/contact')
    await waitUntilReady(page)
    await page.getByLabel('Nombre').focus()
    await waitForIsland(page, 'contact-form')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.locator('[aria-live=polite]').getByText(MISSING_FIELDS)).toBeVisible()
    for (const name of ['Nombre', 'E-mail', 'Comentario']) {
      await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(name)).toHaveAccessibleDescription('Completá este campo.')
    }
    await expect(page.getByLabel('Nombre')).toHaveAttribute('autocomplete', 'name')
    await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'email')
  })

  test('lets password managers fill in accounts, and a copied password be pasted', {
    tag: ['@wcag-1.3.5-office', '@wcag-3.3.8-office'],
  }, async ({ page }) => {
    for (const [path, password] of [
      ['/register', 'new-password'],
      ['/login', 'current-password'],
    ] as const) {
      await page.goto(path)
      await waitUntilReady(page)
      await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username')
      await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('autocomplete', password)
    }
    await page.getByLabel('E-mail').fill('copiada')
    await page.getByLabel('E-mail').selectText()
    await page.keyboard.press('ControlOrMeta+C')
    await page.getByLabel('Contraseña', { exact: true }).press('ControlOrMeta+V')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('copiada')
  })
})

test.describe('keyboard', () => {
  test('reaches the content first, then the bar in its order, and keeps the focus in the dropdown', {
    tag: ['@wcag-2.1.1-site', '@wcag-2.4.3-site'],
  }, async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    await page.goto('/history')
    await waitUntilReady(page)
    const tab = () => page.keyboard.press('Tab')
    await tab()
    const skip = page.getByRole('link', { name: 'Saltar al contenido' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await tab()
    await expect(page.getByRole('banner').getByRole('link', { name: /, inicio$/ })).toBeFocused()
    await tab()
    const toggle = clubToggle(page)
    await expect(toggle).toBeFocused()
    // Links inside the closed dropdown are not in the tab order, so Tab skips them.
    await tab()
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')

    await page.keyboard.press('Enter')
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(true)
    await expect(toggle).toBeFocused()
    for (const name of ['Historia', 'Cultura', 'Hitos']) {
      await tab()
      await expect(bar(page).getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)
    await expect(toggle).toBeFocused()

    // An open dropdown closes when the focus leaves it. Otherwise it would cover the focused element (WCAG 2.4.11).
    await page.keyboard.press('Space')
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(true)
    for (let steps = 0; steps < 4; steps++) await tab()
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await tab()
    await tab()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/culture')
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)
  })

  test('returns the focus from a notice that is closed, and keeps one that has the focus', {
    tag: ['@wcag-2.4.3-site'],
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto('/contact')
    await waitUntilReady(page)
    const field = page.getByLabel('Nombre')
    const close = page.getByRole('button', { name: 'Cerrar aviso' })
    await field.focus()
    await waitForIsland(page, 'contact-form')
    // Notices stay until the clock runs again.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await field.press('Enter')
    await close.focus()
    await pressAway(close)
    await expect(field).toBeFocused()
    await field.press('Enter')
    await close.focus()
    await page.clock.runFor(10 * LONG_NOTICE_MS)
    await expect(close).toBeFocused()
  })

  test('jumps over the bar with the skip link', { tag: ['@wcag-2.4.1-site-office'] }, async ({ page }) => {
    await page.goto('/contact')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Google Maps' })).toBeFocused()
    await signIn(page)
    await openScreen(page, '/admin/messages')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('opens, unfolds, follows and closes the burger menu', {
    tag: ['@wcag-2.1.1-site', '@wcag-2.1.2-site'],
  }, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await waitUntilReady(page)
    const burger = bar(page).getByRole('button', { name: 'Menú' })
    await burger.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(true)
    await page.keyboard.press('Tab')
    const toggle = clubToggle(page)
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('link', { name: 'Historia' })).toBeFocused()
    await waitForIsland(page, 'menu')
    // Each press of Escape closes the innermost open part: first the submenu, then the menu.
    await page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(burger).toBeFocused()
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(false)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/news')
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(false)
  })

  for (const viewport of [PHONE, { width: 1280, height: 480 }]) {
    test(`never covers the focused element with the bar, at ${viewport.width} px`, {
      tag: ['@wcag-2.4.11-site'],
    }, async ({ page }) => {
      test.setTimeout(180_000)
      await page.setViewportSize(viewport)
      // Reduced motion turns smooth scrolling off. Otherwise the position would be measured halfway.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      /**
       * Measures how far the bar at the top covers the focused element.
       * @returns the element's text and the covered height in CSS px. An empty text when the bar covers nothing or contains
       * the element. Null when no element has the focus
       */
      const measureCoveredFocus = () =>
        page.evaluate(() => {
          const focused = document.activeElement
          const header = document.querySelector('header.bar')
          if (!focused || !header || focused === document.body) return null
          if (header.contains(focused)) return ''
          const { top, height } = focused.getBoundingClientRect()
          // Elements taller than the visible area are skipped, because they can never be fully visible.
          if (height > innerHeight - header.clientHeight) return ''
          const under = Math.round(header.getBoundingClientRect().bottom - top)
          return under > 0 ? `${focused.textContent?.slice(0, 40)} ${under}` : ''
        })
      for (const path of await listPagePaths(page)) {
        await page.goto(path)
        await waitUntilReady(page)
        // The test moves the focus backwards from the end of the page, because only in that direction can the bar at the
        // top cover an element.
        await page.locator('a, button').last().focus()
        for (let steps = 0; steps < 120; steps++) {
          await page.keyboard.press('Shift+Tab')
          const under = await measureCoveredFocus()
          if (under === null) break
          expect(under, path).toBe('')
        }
      }
    })
  }
})

test.describe('contrast over the film', () => {
  const linearizeChannel = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  /** Computes the WCAG 2.x relative luminance of an 8-bit sRGB colour. */
  const computeLuminance = (red: number, green: number, blue: number) =>
    0.2126 * linearizeChannel(red / 255) +
    0.7152 * linearizeChannel(green / 255) +
    0.0722 * linearizeChannel(blue / 255)

  interface Box {
    x: number
    y: number
    width: number
    height: number
  }

  /** Returns the smallest box that contains all boxes. Its edges are whole CSS pixels. */
  function findEnclosingBox(boxes: Box[]): Box {
    const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
    const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
    const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
    const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
    return { x, y, width: right - x, height: bottom - y }
  }

  /**
   * Decodes a screenshot of the given part of the page.
   * @returns a function that finds the luminance of the brightest pixel in a box
   */
  async function createLuminanceMeter(screen: Buffer, { x, y }: Box): Promise<(box: Box) => number> {
    const { data, info } = await sharp(screen).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return (box) => {
      const [left, top] = [Math.floor(box.x) - x, Math.floor(box.y) - y]
      let most = 0
      for (let row = top; row < top + Math.floor(box.height); row++)
        for (let column = left; column < left + Math.floor(box.width); column++) {
          const at = (row * info.width + column) * info.channels
          most = Math.max(
            most,
            computeLuminance(data[at] as number, data[at + 1] as number, data[at + 2] as number),
          )
        }
      return most
    }
  }

  for (const viewport of [PHONE, LAPTOP]) {
    test(`keeps the contrast of the words on the brightest frame, at ${viewport.width} px`, {
      tag: ['@wcag-1.4.3-site'],
    }, async ({ page }) => {
      test.setTimeout(120_000)
      await page.setViewportSize(viewport)
      await page.goto('/')
      const film = page.locator('video.film-moving[data-playing]')
      await expect(film).toBeVisible()
      const bone = await page
        .locator('.hero-place')
        .evaluate((element) => getComputedStyle(element).color.match(/\d+/g)?.slice(0, 3).map(Number))
      const light = computeLuminance(...(bone as [number, number, number]))
      expect(light).toBeGreaterThan(0.8)
      // The test hides the words, so that the screenshots contain only the film behind them.
      await page.locator('.hero > :not(.film)').evaluateAll((words) => {
        for (const word of words as HTMLElement[]) word.style.visibility = 'hidden'
      })
      await expect(film).toHaveCSS('opacity', '1')
      // The test cancels all other animations, because they would draw additional frames.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.cancel()
        for (const part of document.querySelectorAll<HTMLElement>('main > :not(.hero)')) part.hidden = true
      })
      await expect(film).toHaveCSS('opacity', '1')
      const parts = [
        { part: page.locator('.hero-place'), ratio: 4.5 },
        { part: page.locator('.hero-cue'), ratio: 4.5 },
        // WCAG requires only 3:1 for large text.
        { part: page.locator('.hero-name'), ratio: 3 },
      ]
      const boxes = await Promise.all(parts.map(({ part }) => part.boundingBox()))
      if (!boxes.every((box) => box !== null)) throw new Error('not on screen')
      const clip = findEnclosingBox(boxes)
      const SHOTS = 16
      for (let shot = 0; shot < SHOTS; shot++) {
        const at = await film.evaluate(async (video: HTMLVideoElement, share) => {
          video.pause()
          const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
          video.currentTime = video.duration * share
          await seeked
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          return video.currentTime
        }, shot / SHOTS)
        const measureBrightestPixel = await createLuminanceMeter(await page.screenshot({ clip }), clip)
        for (const [index, { part, ratio }] of parts.entries()) {
          const contrast = (light + 0.05) / (measureBrightestPixel(boxes[index] as Box) + 0.05)
          expect(
            contrast,
            `${await part.getAttribute('class')} at ${at.toFixed(1)} s`,
          ).toBeGreaterThanOrEqual(ratio)
        }
      }
    })
  }

  test('does not request the film under reduced motion or Save-Data', async ({ page }) => {
    const filmRequests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'media' || /\.(webm|mp4)$/.test(new URL(request.url()).pathname))
        filmRequests.push(request.url())
    })
    const settle = async () => {
      await page.goto('/')
      await waitUntilReady(page)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('.film img')).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await settle()
    // The preference changes on a blank page, because the open page would react to the change.
    await page.goto('about:blank')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await enableSaveData(page)
    await settle()
    expect(filmRequests).toEqual([])
  })
})

test.describe('motion', () => {
  test('stops under reduced motion, and hides the pause button', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    for (const [path, name] of [
      ['/', 'Nuestros valores'],
      ['/news', 'Últimas novedades'],
    ] as const) {
      await page.goto(path)
      const carousel = page.getByRole('region', { name })
      await carousel.scrollIntoViewIfNeeded()
      await carousel.dispatchEvent('pointerup')
      await expect(carousel).toHaveAttribute('data-ready')
      await page.mouse.move(5, 5)
      const current = carousel.locator('.carousel-slide[data-current]')
      const first = await current.innerText()
      await page.clock.runFor(30_000)
      await expect(current).toHaveText(first, { useInnerText: true })
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      await expect(page.getByRole('button', { name: /movimiento$/ })).toHaveCount(0)
    }
  })

  test('stops with the film on every page until the button is pressed again', {
    tag: ['@wcag-2.2.2-site'],
  }, async ({ page }) => {
    await page.goto('/')
    const film = page.locator('video')
    const isPaused = () => film.evaluate((video: HTMLVideoElement) => video.paused)
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(isPaused).toBe(false)
    await expect.poll(running).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pausar movimiento' }).click()
    await expect.poll(isPaused).toBe(true)
    await expect.poll(running).toBe(0)

    // The pause button also applies after a followed link and on a newly loaded page.
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    // A carousel does not start while motion is stopped.
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[data-ready]')).toHaveCount(0)
    for (const path of ['/milestones', '/news', '/']) {
      await page.goto(path)
      await waitUntilReady(page)
      await expect(page.getByRole('button', { name: 'Reanudar movimiento' })).toBeVisible()
      // Animations that start when the page loads end within one or two beats of 468.75 ms, so the test polls.
      await expect.poll(running, path).toBe(0)
    }
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: 'Reanudar movimiento' }).click()
    await expect.poll(isPaused).toBe(false)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Pausar movimiento' })).toBeVisible()
  })
})
