/** WCAG 2.2 AA, page by page: axe in every state, the keyboard alone, zoom, contrast over the film, and stillness. */
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { recordings } from '../../features/recordings/shared/recording-resources.ts'
import { MISSING_FIELDS } from '../../platform/api/shared/problems.ts'
import { pageOfItem } from '../../platform/content/shared/item-pages.ts'
import type { ResourceName } from '../../platform/content/shared/resources.ts'
import { expectNotice, faultsOf } from './back-office-helpers.ts'
import { bar, breath, firstNews, pages, ready, saveData } from './public-site-helpers.ts'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1440, height: 900 }

async function expectAccessible(page: Page, state: string) {
  expect(await faultsOf(page), state).toEqual([])
}

/** Of what has a page of its own. */
async function firstPage(page: Page, resource: ResourceName): Promise<string> {
  const { data } = await (await page.request.get(`/api/${resource}?limit=1`)).json()
  return pageOfItem(resource, data[0])
}

const everyPage = async (page: Page) => [
  ...pages,
  `/news/${encodeURIComponent((await firstNews(page)).newsTitle)}`,
  ...(await Promise.all(recordings.map((resource) => firstPage(page, resource)))),
]

test('every page is accessible and fits, in narrow windows and wide ones', async ({ page }) => {
  test.setTimeout(240_000)
  // What moves is measured where it ends.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of await everyPage(page)) {
    // 320 is a window of 1280 px at 400 % (WCAG 1.4.10), 640 one at 200 % (1.4.4).
    for (const width of [320, 640, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // Loaded once: a window that is made wider is no other page.
      if (width === 320) {
        await page.goto(path)
        await ready(page)
      }
      const state = `${path} at ${width} px`
      // What 640 px shows is what 320 px shows, with more room.
      if (width !== 640) await expectAccessible(page, state)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide, state).toBeLessThanOrEqual(0)
    }
  }
})

test.describe('axe finds nothing either', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('with the dropdown open', async ({ page }) => {
    await page.setViewportSize(LAPTOP)
    for (const path of ['/', '/history', '/contact']) {
      await page.goto(path)
      await bar(page).getByRole('button', { name: 'Nuestro Club' }).click()
      await expect(bar(page).getByRole('link', { name: 'Hitos' })).toBeVisible()
      await expectAccessible(page, `dropdown on ${path}`)
    }
  })

  test('with the burger open, and what is folded inside it', async ({ page }) => {
    await page.setViewportSize(PHONE)
    for (const path of ['/', '/culture', '/news']) {
      await page.goto(path)
      await bar(page).getByRole('button', { name: 'Menú' }).click()
      await expectAccessible(page, `burger on ${path}`)
      await bar(page).getByRole('button', { name: 'Nuestro Club' }).click()
      await expect(bar(page).getByRole('link', { name: 'Cultura' })).toBeVisible()
      await expectAccessible(page, `burger, unfolded, on ${path}`)
    }
  })

  test('with the second slide of each carousel', async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(LAPTOP)
    for (const [path, name] of [
      ['/', 'Nuestros valores'],
      ['/', 'Podcast'],
      ['/', 'Episodios'],
      ['/news', 'Últimas novedades'],
    ] as const) {
      await page.goto(path)
      const carousel = page.getByRole('region', { name, exact: true })
      await expect(carousel).toHaveAttribute('data-ready')
      await carousel.locator('.carousel-slide').first().getByRole('link').first().focus()
      await breath(page)
      await page.keyboard.press('ArrowRight')
      await expect(carousel.locator('.carousel-slide').nth(1).getByRole('link').first()).toBeFocused()
      await expectAccessible(page, `second slide of ${name}`)
    }
  })

  test('with a form refused, and its notice', async ({ page }) => {
    for (const [path, button] of [
      ['/contact', 'Enviar'],
      ['/login', 'Entrar'],
      ['/register', 'Registrarme'],
    ] as const) {
      await page.goto(path)
      await ready(page)
      await page.getByRole('button', { name: button }).click()
      await expectNotice(page, 'Oops...')
      await expectAccessible(page, `${path} refused`)
    }
    // Told to who cannot see it, too: the words are the field's own description.
    await page.goto('/contact')
    await ready(page)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByRole('status').getByText(MISSING_FIELDS)).toBeVisible()
    for (const name of ['Nombre', 'E-mail', 'Comentario']) {
      await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(name)).toHaveAccessibleDescription('Completá este campo.')
    }
    await expect(page.getByLabel('Nombre')).toHaveAttribute('autocomplete', 'name')
    await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'email')
  })
})

test.describe('by keyboard alone', () => {
  test('the content comes first, then the bar in its order, and the dropdown keeps the focus', async ({
    page,
  }) => {
    await page.setViewportSize(LAPTOP)
    await page.goto('/history')
    await ready(page)
    const tab = () => page.keyboard.press('Tab')
    await tab()
    const skip = page.getByRole('link', { name: 'Saltar al contenido' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await tab()
    await expect(page.getByRole('banner').getByRole('link', { name: /, inicio$/ })).toBeFocused()
    await tab()
    const toggle = bar(page).getByRole('button', { name: 'Nuestro Club' })
    await expect(toggle).toBeFocused()
    // Closed, what it holds is not on the way.
    await tab()
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')

    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(toggle).toBeFocused()
    for (const name of ['Historia', 'Cultura', 'Hitos']) {
      await tab()
      await expect(bar(page).getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(toggle).toBeFocused()

    // Leaving an open one closes it: it must not lie over what has the focus (WCAG 2.4.11).
    await page.keyboard.press('Space')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    for (let steps = 0; steps < 4; steps++) await tab()
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await tab()
    await tab()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/culture')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  test('the skip link leads past the bar', async ({ page }) => {
    await page.goto('/contact')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Cómo llegar' })).toBeFocused()
  })

  test('the burger opens, unfolds, leads on and closes', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await ready(page)
    const burger = bar(page).getByRole('button', { name: 'Menú' })
    await burger.focus()
    await page.keyboard.press('Enter')
    await expect(burger).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    const toggle = bar(page).getByRole('button', { name: 'Nuestro Club' })
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('link', { name: 'Historia' })).toBeFocused()
    // From inside out: first what is unfolded, then the menu.
    await page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(burger).toBeFocused()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/news')
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
  })

  for (const viewport of [PHONE, { width: 1280, height: 480 }]) {
    test(`the bar never lies over what has the focus, at ${viewport.width} px`, async ({ page }) => {
      test.setTimeout(180_000)
      await page.setViewportSize(viewport)
      // Scrolling that glides would be measured on its way.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      /** Parts of what has the focus that lie under the bar, CSS px; none of the bar itself. Null: nothing has the focus. */
      const hidden = () =>
        page.evaluate(() => {
          const focused = document.activeElement
          const header = document.querySelector('header.bar')
          if (!focused || !header || focused === document.body) return null
          if (header.contains(focused)) return ''
          const { top, height } = focused.getBoundingClientRect()
          // One taller than the screen cannot be seen whole.
          if (height > innerHeight - header.clientHeight) return ''
          const under = Math.round(header.getBoundingClientRect().bottom - top)
          return under > 0 ? `${focused.textContent?.slice(0, 40)} ${under}` : ''
        })
      for (const path of await everyPage(page)) {
        await page.goto(path)
        await ready(page)
        // From the end of the page upwards: that is when a bar at the top gets in the way.
        await page.locator('a, button').last().focus()
        for (let steps = 0; steps < 120; steps++) {
          await page.keyboard.press('Shift+Tab')
          const under = await hidden()
          if (under === null) break
          expect(under, path).toBe('')
        }
      }
    })
  }
})

test.describe('over the film', () => {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  /** WCAG 2.x relative luminance of 8-bit sRGB. */
  const luminance = (red: number, green: number, blue: number) =>
    0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)

  interface Box {
    x: number
    y: number
    width: number
    height: number
  }

  /** Whole CSS pixels that hold all of them. */
  function around(boxes: Box[]): Box {
    const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
    const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
    const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
    const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
    return { x, y, width: right - x, height: bottom - y }
  }

  /** Reads a picture of a part of the screen. @returns the luminance of the brightest pixel behind a box */
  async function brightestOf(screen: Buffer, { x, y }: Box): Promise<(box: Box) => number> {
    const { data, info } = await sharp(screen).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return (box) => {
      const [left, top] = [Math.floor(box.x) - x, Math.floor(box.y) - y]
      let most = 0
      for (let row = top; row < top + Math.floor(box.height); row++)
        for (let column = left; column < left + Math.floor(box.width); column++) {
          const at = (row * info.width + column) * info.channels
          most = Math.max(most, luminance(data[at] as number, data[at + 1] as number, data[at + 2] as number))
        }
      return most
    }
  }

  for (const viewport of [PHONE, LAPTOP]) {
    test(`the words keep 4.5:1 on its brightest frame, at ${viewport.width} px`, async ({ page }) => {
      test.setTimeout(120_000)
      await page.setViewportSize(viewport)
      await page.goto('/')
      const film = page.locator('video.film-moving[data-playing]')
      await expect(film).toBeVisible()
      const bone = await page
        .locator('.hero-place')
        .evaluate((element) => getComputedStyle(element).color.match(/\d+/g)?.slice(0, 3).map(Number))
      const light = luminance(...(bone as [number, number, number]))
      expect(light).toBeGreaterThan(0.8)
      // Only what lies behind the words counts.
      await page.locator('.hero > :not(.film)').evaluateAll((words) => {
        for (const word of words as HTMLElement[]) word.style.visibility = 'hidden'
      })
      // It fades in.
      await expect(film).toHaveCSS('opacity', '1')
      // All else stands still, which a frame would be drawn for.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.cancel()
        for (const part of document.querySelectorAll<HTMLElement>('main > :not(.hero)')) part.hidden = true
      })
      await expect(film).toHaveCSS('opacity', '1')
      const parts = [
        { part: page.locator('.hero-place'), ratio: 4.5 },
        { part: page.locator('.hero-cue'), ratio: 4.5 },
        // Large type.
        { part: page.locator('.hero-name'), ratio: 3 },
      ]
      const boxes = await Promise.all(parts.map(({ part }) => part.boundingBox()))
      if (!boxes.every((box) => box !== null)) throw new Error('not on screen')
      const clip = around(boxes)
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
        const brightest = await brightestOf(await page.screenshot({ clip }), clip)
        for (const [index, { part, ratio }] of parts.entries()) {
          const contrast = (light + 0.05) / (brightest(boxes[index] as Box) + 0.05)
          expect(
            contrast,
            `${await part.getAttribute('class')} at ${at.toFixed(1)} s`,
          ).toBeGreaterThanOrEqual(ratio)
        }
      }
    })
  }

  test('it is not even asked for under reduced motion or Save-Data', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'media' || /\.(webm|mp4)$/.test(new URL(request.url()).pathname))
        asked.push(request.url())
    })
    const settle = async () => {
      await page.goto('/')
      await ready(page)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('.film img')).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await settle()
    // Not on the page that is still there: its owner would have changed their mind.
    await page.goto('about:blank')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await saveData(page)
    await settle()
    expect(asked).toEqual([])
  })
})

test.describe('stillness', () => {
  test('under reduced motion nothing advances or animates, and there is no button for it', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    for (const [path, name] of [
      ['/', 'Nuestros valores'],
      ['/news', 'Últimas novedades'],
    ] as const) {
      await page.goto(path)
      const carousel = page.getByRole('region', { name })
      await expect(carousel).toHaveAttribute('data-ready')
      await carousel.scrollIntoViewIfNeeded()
      await page.mouse.move(5, 5)
      const current = carousel.locator('.carousel-slide[data-current]')
      const first = await current.innerText()
      await page.clock.runFor(30_000)
      await expect(current).toHaveText(first, { useInnerText: true })
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      await expect(page.getByRole('button', { name: /movimiento$/ })).toHaveCount(0)
    }
  })

  test('one button stops everything, film included, on every page, until it is pressed again', async ({
    page,
  }) => {
    await page.goto('/')
    const film = page.locator('video')
    const isPaused = () => film.evaluate((video: HTMLVideoElement) => video.paused)
    const running = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(isPaused).toBe(false)
    expect(await running()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pausar movimiento' }).click()
    await expect.poll(isPaused).toBe(true)
    await expect.poll(running).toBe(0)

    // By a link, and by a new page.
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    const carousel = page.getByRole('region', { name: 'Últimas novedades' })
    await expect(carousel).toHaveAttribute('data-held')
    for (const path of ['/milestones', '/news', '/']) {
      await page.goto(path)
      await ready(page)
      await expect(page.getByRole('button', { name: 'Reanudar movimiento' })).toBeVisible()
      // What settles as a page comes alive ends within a beat or two.
      await expect.poll(running, path).toBe(0)
    }
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: 'Reanudar movimiento' }).click()
    await expect.poll(isPaused).toBe(false)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Pausar movimiento' })).toBeVisible()
  })
})
