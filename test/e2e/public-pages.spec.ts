/** The public site: the bar, the pages, signing in, news, errors, and behaviour without scripts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { club } from '../../club/club.ts'
import { copy } from '../../club/copy.ts'
import { culture } from '../../club/culture.ts'
import { history } from '../../club/history.ts'
import { milestones } from '../../club/milestones.ts'
import { CAROUSEL_MS, CONTACT_TRANSITION_S, NEWS_CAROUSEL_MS } from '../../platform/shared/limits.ts'
import { MAP_TILES_ORIGIN, newsPath } from '../../platform/shared/public-paths.ts'
import { expectFocusInView } from './accessibility-helpers.ts'
import { administrator } from './administrator.ts'
import {
  createSmallPicture,
  expectNotice,
  fillCredentials,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { postTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import {
  bar,
  clubToggle,
  fetchFirstNews,
  isExpanded,
  publicPages,
  waitUntilReady,
} from './public-site-helpers.ts'
import { startSecondClub } from './second-club.ts'

const PHONE = { width: 360, height: 740 }
/** Blocks the file with React, so that only the script of public pages runs. */
const withoutReact = (page: Page) => page.route('**/assets/framework-*.js', (route) => route.abort())

test.describe('the bar', () => {
  test('opens and closes the dropdown', { tag: ['@wcag-1.4.13-site'] }, async ({ page }) => {
    await page.goto('/events')
    await waitUntilReady(page)
    const toggle = clubToggle(page)
    const inside = bar(page).getByRole('link', { name: 'Historia' })
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)
    await expect(inside).toBeHidden()

    await toggle.click()
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(true)
    await expect(inside).toBeVisible()
    await inside.focus()
    await page.keyboard.press('Escape')
    await expect(inside).toBeHidden()
    await expect(toggle).toBeFocused()

    await toggle.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => isExpanded(page, 'Nuestro Club')).toBe(false)

    await toggle.click()
    await inside.click()
    await expect(page).toHaveURL('/history')
  })

  test('has a burger menu on a phone, which closes when a link is followed', { tag: '@main' }, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    await waitUntilReady(page)
    const burger = bar(page).getByRole('button', { name: 'Menú' })
    await expect(bar(page).getByRole('link', { name: 'Fechas' })).toBeHidden()
    await burger.click()
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(true)
    await bar(page).getByRole('link', { name: 'Fechas' }).click()
    await expect(page).toHaveURL('/fechas')
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(false)
    await expect(bar(page).getByRole('link', { name: 'Novedades' })).toBeHidden()

    await burger.click()
    await page.keyboard.press('Escape')
    await expect(burger).toBeFocused()
    await expect.poll(() => isExpanded(page, 'Menú')).toBe(false)
  })

  test('links to the ticket seller and to the video channel', async ({ page }) => {
    await page.goto('/events')
    await expect(bar(page).getByRole('link', { name: 'Eventos' })).toHaveAttribute('href', club.ticketing)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Canal de video' })).toHaveAttribute(
      'href',
      club.social.youtube,
    )
  })

  test('shows Cerrar Sesión to signed-in administrators only, and signs out before React loads', async ({
    page,
  }) => {
    await page.goto('/')
    const signOut = page.getByRole('button', { name: 'Cerrar Sesión' })
    await expect(signOut).toBeHidden()
    await signIn(page)
    await withoutReact(page)
    await page.goto('/admin')
    await signOut.click()
    await expect(page).toHaveURL('/login')
    await page.unrouteAll()
    await signIn(page)
    await page.goto('/history')
    await signOut.click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await expect(signOut).toBeHidden()
    // The device cookie stays after signing out, because it identifies known browsers (platform/auth/server/devices.ts). It
    // grants no access.
    const left = (await page.context().cookies()).filter(({ value }) => value !== '')
    expect(left.map(({ name }) => name)).toEqual([expect.stringMatching(/^device-/)])
  })

  test('recognises a stored value without an id nowhere, and removes it with its password', async ({
    page,
  }) => {
    await signIn(page)
    const store = () =>
      page.evaluate(() => localStorage.setItem('user', '{"email":"ana@club.example","password":"una clave"}'))
    const readStored = () => page.evaluate(() => localStorage.getItem('user'))
    await page.goto('/history')
    await store()
    await page.goto('/culture')
    await waitUntilReady(page)
    await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeHidden()
    expect(await readStored()).toBeNull()
    await store()
    await page.goto('/admin')
    await expect(page).toHaveURL('/')
    for (const path of ['/login', '/register']) {
      await store()
      await page.goto(path)
      await waitUntilReady(page)
      await expect(page.locator('[name=email]')).toBeVisible()
      await expect(page).toHaveURL(path)
      expect(await readStored()).toBeNull()
    }
  })

  test('keeps the session and reports the error when signing out fails', async ({ page }) => {
    await signIn(page)
    await page.goto('/history')
    await waitUntilReady(page)
    await page.route('**/api/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expectNotice(page, 'Oops...')
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull()
  })
})

test('uses the specified durations in the style sheets', async ({ page }) => {
  const duration = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).animationDuration)
  // The styles of /contact have two animation rules: one for the view transition (measured in loading.spec.ts), and one for
  // browsers without view transitions.
  await page.goto('/contact')
  const rules = await page.evaluate(() => {
    const [sheet] = document.styleSheets
    return [...(sheet?.cssRules ?? [])]
      .map(({ cssText }) => cssText)
      .filter((text) => /contact-in|view-transition/.test(text))
  })
  for (const words of [
    `animation: ${CONTACT_TRANSITION_S}s linear`,
    `animation-duration: ${CONTACT_TRANSITION_S}s`,
  ])
    expect(rules.filter((text) => text.includes(words)).length, words).toBeGreaterThan(0)
  await page.goto('/news')
  const running = async (carousel: string) => {
    await page.locator(carousel).scrollIntoViewIfNeeded()
    await expect(page.locator(`${carousel}[data-ready]:not([data-held])`)).toBeVisible()
    return duration(`${carousel} .carousel-progress`)
  }
  expect(await running('.news-carousel')).toBe(`${NEWS_CAROUSEL_MS / 1000}s`)
  await page.goto('/')
  expect(await running('.slogans')).toBe(`${CAROUSEL_MS / 1000}s`)
})

test('shows five links to new tabs, three lines of address and ESCRIBINOS in the footer', async ({
  page,
}) => {
  await page.goto('/culture')
  const footer = page.getByRole('contentinfo')
  const out = footer.getByRole('listitem').getByRole('link')
  expect(await out.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))).toEqual(
    Object.values(club.social),
  )
  for (const link of await out.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  const { street, town, country } = club.address
  expect((await footer.locator('address').innerText()).split('\n')).toEqual([street, town, country])
  await footer.getByRole('link', { name: 'ESCRIBINOS' }).click()
  await expect(page).toHaveURL('/contact')
})

test('shows a photograph for each part of history, culture and milestones, loaded on demand', async ({
  page,
}) => {
  for (const [path, parts, count] of [
    ['/history', '.chapter', history.chapters.length],
    ['/culture', '.poster', culture.values.length],
    ['/milestones', '.guest', milestones.stories.length],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(parts)).toHaveCount(count)
    // The browser does not request pictures far below the window.
    const source = (image: HTMLImageElement) => image.currentSrc
    expect(await page.locator(`${parts} img`).last().evaluate(source)).toBe('')
    for (const part of await page.locator(parts).all()) {
      await part.evaluate((element) => element.scrollIntoView())
      await expect(part.getByRole('heading', { level: 2 })).toBeAttached()
      const image = part.getByRole('img')
      await expect(image).toHaveAccessibleName(/\S/)
      await expect
        .poll(() =>
          image.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth),
        )
        .toBeGreaterThan(0)
      expect(await image.evaluate(source)).toMatch(/\.avif$/)
    }
  }
})

test('animates the names of guest clubs letter by letter when they scroll into view', async ({ page }) => {
  const names = page.getByRole('heading', { level: 2 })
  const last = names.last()
  await page.goto('/milestones')
  await expect(names).toHaveText(milestones.stories.map(({ club }) => new RegExp(`^${club}`)))
  await last.scrollIntoViewIfNeeded()
  /** Scrolls the name to a part of the window's height. @returns the opacity of each letter */
  const readOpacities = (part: number) =>
    last.evaluate(async (name, at) => {
      scrollBy({ top: name.getBoundingClientRect().top - innerHeight * at, behavior: 'instant' })
      // The animation follows in the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return [...name.querySelectorAll('tspan')].map((letter) => Number(getComputedStyle(letter).fillOpacity))
    }, part)
  const rows: number[][] = []
  for (let part = 1; part > 0.4; part -= 0.05) rows.push(await readOpacities(part))
  expect(rows[0]?.every((opacity) => opacity === 0)).toBe(true)
  expect(rows.at(-1)?.every((opacity) => opacity === 1)).toBe(true)
  expect(rows.some((row) => (row[0] ?? 0) > (row.at(-1) ?? 1))).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows every page and makes the whole menu reachable', { tag: '@main' }, async ({ page }) => {
    await page.setViewportSize(PHONE)
    for (const path of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      const links = ['Historia', 'Cultura', 'Hitos', 'Novedades', 'Fechas', 'Contacto']
      for (const name of links) await expect(bar(page).getByRole('link', { name })).toBeHidden()
      await bar(page).getByRole('button', { name: 'Menú' }).click()
      await clubToggle(page).click()
      for (const name of links)
        await expect(bar(page).getByRole('link', { name }), `${name} on ${path}`).toBeVisible()
      // The page hides buttons that need scripts.
      await expect(page.getByRole('button', { name: /movimiento$/ })).toHaveCount(0)
    }
    await page.goto(newsPath((await fetchFirstNews(page)).newsTitle))
    await expect(page.getByRole('button', { name: 'Compartir' })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/events')
    await clubToggle(page).click()
    await bar(page).getByRole('link', { name: 'Hitos' }).click()
    await expect(page).toHaveURL('/milestones')
  })
})

test.describe('signing in', () => {
  test('refuses empty fields without a request, and a wrong password with the same message', async ({
    page,
  }) => {
    await page.goto('/login')
    await waitUntilReady(page)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url())
    })
    await page.getByRole('button', { name: 'Entrar' }).click()
    const words = 'El usuario no existe o los datos son incorrectos!'
    await expect(page.locator('.form-problem')).toHaveText(words)
    expect(calls).toEqual([])

    await fillCredentials(page, 'no es esta')
    await expect(page.locator('.form-problem')).toHaveText(words)
    await expect.poll(() => calls.length).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })

  test('stores the user’s identity but no password, and returns to the requested page', {
    tag: '@main',
  }, async ({ page }) => {
    await page.goto(`/login?volver=${encodeURIComponent('/admin/ourclub')}`)
    await fillCredentials(page)
    await expectNotice(page, 'Iniciando')
    await expect(page).toHaveURL('/admin/ourclub')
    const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')
    expect(Object.keys(stored).sort()).toEqual(['_id', 'email', 'id'])
    expect(stored.email).toBe(administrator.email)
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/admin$/)
    }
  })

  test('ignores return addresses outside the back office', async ({ page }) => {
    await page.goto(`/login?volver=${encodeURIComponent('//evil.example/admin/')}`)
    await fillCredentials(page)
    await expect(page).toHaveURL(/\/admin$/)
  })

  test('requires both fields to register, shows Creado and ends at /login', { tag: '@main' }, async ({
    page,
  }) => {
    await page.goto('/register')
    await waitUntilReady(page)
    await page.getByLabel('E-mail').fill(`nueva-${runId}@club.example`)
    await page.getByRole('button', { name: 'Registrarme' }).click()
    await expect(page.locator('.form-problem')).toHaveText('Debes completar todos los campos!')
    await page.getByLabel('Contraseña').fill('una vieja barraca de lanas')
    await page.getByRole('button', { name: 'Registrarme' }).click()
    await expectNotice(page, 'Creado')
    await expect(page).toHaveURL('/login')
  })

  test('reports an invalid one-time link, and removes its token from the address', async ({ page }) => {
    await page.goto('/login#sign-in=inventado')
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.locator('.form-problem')).toContainText('enlace')
    await page.goto('about:blank')
    await page.goto('/login#claim=inventado')
    await expect(page.getByRole('heading', { level: 1, name: 'Creá tu usuario' })).toBeVisible()
  })
})

test.describe('news', () => {
  test('advances the carousel every 4 s, without controls, and pauses it while hovered or stopped', {
    tag: ['@wcag-2.2.2-site'],
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto('/news')
    const carousel = page.getByRole('region', { name: 'Últimas novedades' })
    const current = carousel.locator('.carousel-slide[data-current]')
    await expect(carousel).toHaveAttribute('data-ready')
    await expect(carousel.getByRole('button')).toHaveCount(0)
    await page.clock.pauseAt(Date.now() + 60_000)
    // When the pointer leaves the carousel, the 4 s until the next slide start again.
    await carousel.hover()
    await expect(carousel).toHaveAttribute('data-held')
    await page.mouse.move(5, 5)
    await expect(carousel).not.toHaveAttribute('data-held')
    const first = await current.innerText()
    await page.clock.runFor(3_900)
    await expect(current).toHaveText(first, { useInnerText: true })
    await page.clock.runFor(200)
    await expect(current).not.toHaveText(first, { useInnerText: true })

    await carousel.hover()
    await expect(carousel).toHaveAttribute('data-held')
    const second = await current.innerText()
    await page.clock.runFor(20_000)
    await expect(current).toHaveText(second, { useInnerText: true })

    await page.mouse.move(5, 5)
    await page.getByRole('button', { name: 'Pausar movimiento' }).click()
    await page.clock.runFor(20_000)
    await expect(current).toHaveText(second, { useInnerText: true })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Reanudar movimiento' })).toBeVisible()
    // It does not even start.
    await page.clock.resume()
    await page.waitForLoadState('networkidle')
    await expect(carousel).not.toHaveAttribute('data-ready')
  })

  test('moves the carousel by swipes of 40 px or more, without opening a link', {
    tag: ['@wcag-2.5.1-site', '@wcag-2.5.7-site'],
  }, async ({ page }) => {
    await page.goto('/news')
    const carousel = page.getByRole('region', { name: 'Últimas novedades' })
    const current = carousel.locator('.carousel-slide[data-current]')
    await expect(carousel).toHaveAttribute('data-ready')
    // The carousel does not advance by itself while the pointer is on it.
    await carousel.hover()
    await expect(carousel).toHaveAttribute('data-held')
    const first = await current.innerText()
    const swipe = async (distance: number) => {
      const box = await carousel.boundingBox()
      if (!box) throw new Error('the carousel is not on screen')
      const [x, y] = [box.x + box.width / 2, box.y + 60]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - distance / 2, y, { steps: 3 })
      await page.mouse.move(x - distance, y, { steps: 3 })
      await page.mouse.up()
    }
    await swipe(39)
    await expect(current).toHaveText(first, { useInnerText: true })
    await swipe(41)
    await expect(current).not.toHaveText(first, { useInnerText: true })
    await swipe(-41)
    await expect(current).toHaveText(first, { useInnerText: true })
    await expect(page).toHaveURL('/news')
    // Visitors who cannot swipe have the same items in the list. The first one is where the carousel begins, and comes again.
    const slides = await carousel
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const path of slides.slice(1))
      await expect(
        page.getByRole('main').locator(`a[href="${path}"]:not(.carousel *)`).first(),
      ).toBeAttached()

    await current.getByRole('link').focus()
    await page.keyboard.press('ArrowRight')
    await expect(current).not.toHaveText(first, { useInnerText: true })
    await expect(current.getByRole('link')).toBeFocused()
  })

  test('shows no news twice on the first screen', async ({ page }) => {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [768, 1024],
      [1440, 900],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/news')
      const card = page.getByRole('region', { name: 'Todas las novedades' }).getByRole('article').first()
      const top = await card.evaluate((element) => element.getBoundingClientRect().top)
      expect(top, `${width} px`).toBeGreaterThanOrEqual(height)
    }
  })

  test('opens the page of a news item from the list', { tag: '@main' }, async ({ page }) => {
    // The carousel begins with the newest item, and the list with the next one.
    const [, item] = await readFrom(page, '/api/news?limit=2')
    await page.goto('/')
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && /\/api\/|\.data/.test(request.url())) calls.push(request.url())
    })
    await bar(page).getByRole('link', { name: 'Novedades' }).click()
    await expect(page).toHaveURL('/news')
    await page.locator('.cards').getByRole('link').first().click()
    await expect(
      page.getByRole('heading', { level: 1, name: item.newsTitle.replaceAll('-', ' ') }),
    ).toBeVisible()
    await expect(page.getByText(item.date.slice(0, 10).split('-').reverse().join('-')).first()).toBeVisible()
    await expect(page).toHaveTitle(`${item.newsTitle.replaceAll('-', ' ')} · ${club.name}`)
    // The page sends no requests to the API, because its document already contains all of its content.
    expect(calls).toEqual([])
  })

  test('redirects another spelling of an address to the canonical one', async ({ request, page }) => {
    const { newsTitle } = await fetchFirstNews(page)
    const path = `/news/${encodeURIComponent(newsTitle)}`
    const answer = await request.get(`/news/${encodeURIComponent(newsTitle.toUpperCase())}`, {
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(301)
    expect(answer.headers().location).toBe(path)
    const unknown = await page.goto('/news/no-hay-tal')
    expect(page.url()).toMatch(/\/404$/)
    expect(unknown?.status()).toBe(404)
  })

  test('renders a paragraph that is only a link to a recording as a card, and loads its player on click', {
    tag: ['@wcag-2.4.3-site', '@wcag-4.1.2-site'],
  }, async ({ page }) => {
    await signIn(page)
    const players = [
      [
        'YouTube',
        'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        'https://www.youtube-nocookie.com/embed/aqz-',
      ],
      ['SoundCloud', 'https://soundcloud.com/artista/una-hora', 'https://w.soundcloud.com/player/?url='],
      [
        'Mixcloud',
        'https://www.mixcloud.com/artista/una-hora/',
        'https://player-widget.mixcloud.com/widget/',
      ],
    ] as const
    const paragraph = (address: string, words = address) => `<p><a href="${address}">${words}</a></p>`
    const { newsTitle } = await postTo(page, '/api/news', {
      newsTitle: `Para escuchar ${runId}`,
      photo: toDataUrl(await createSmallPicture('#446')),
      date: '2026-01-02',
      newsDescription: 'Un video.',
      newsBody: [
        ...players.map(([name, address]) =>
          paragraph(address, name === 'Mixcloud' ? 'Una hora en vivo' : address),
        ),
        paragraph('https://instagram.com/p/x/'),
      ].join(''),
    })
    const frames: string[] = []
    await page.route(/^https:\/\/[^/]*(youtube|soundcloud|mixcloud|instagram)/, (route) => {
      frames.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: 'el reproductor' })
    })
    await page.goto(`/news/${newsTitle}`)
    await waitUntilReady(page)
    for (const [name, address] of players)
      await expect(page.getByRole('link', { name: `Abrir en ${name}` })).toHaveAttribute('href', address)
    await expect(page.locator('[data-island="player"]')).toHaveCount(players.length)
    expect(frames).toEqual([])
    for (const [index, [name, , player]] of players.entries()) {
      const play = page.getByRole('button', { name: 'Reproducir acá' }).first()
      const title = name === 'Mixcloud' ? 'Una hora en vivo' : `Para escuchar ${runId}`
      const frame = page.getByTitle(`${title} · Reproductor de ${name}`, { exact: true })
      // Only the last player starts by a click. Afterwards the browser may send a click to the old position of a player's
      // frame, so the others start by keyboard.
      if (index === players.length - 1) await play.click()
      else {
        await play.press('Enter')
        // `toBeFocused` also asks for the focus of the document, which Chromium can deny after the frame of a second site.
        if (index === 0) await expect(frame).toBeFocused()
        await expect.poll(() => frame.evaluate((element) => element === document.activeElement)).toBe(true)
        await expectFocusInView(page)
      }
      await expect(frame).toBeVisible()
      // The page's CSP blocks all other addresses, so the request proves that the CSP allows the player.
      await expect.poll(() => frames.at(-1)?.startsWith(player)).toBe(true)
    }
    expect(frames).toHaveLength(players.length)
  })

  test('redirects a page number past the last to the last page', async ({ page }) => {
    await page.goto('/news?page=999')
    await expect(page).toHaveURL(/\/news(\?page=\d)?$/)
    await expect(page.locator('.cards .card').first()).toBeVisible()
  })
})

test('links the four slogans to /culture and cross-fades them every 5 s', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const slogans = page.getByRole('region', { name: 'Nuestros valores' })
  await slogans.scrollIntoViewIfNeeded()
  // It does not advance before the clock is stopped, because the pointer is on it.
  await slogans.hover()
  await expect(slogans).toHaveAttribute('data-ready')
  const links = slogans.locator('a')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    Array(4).fill('/culture'),
  )
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(5, 5)
  await expect(slogans).not.toHaveAttribute('data-held')
  const current = slogans.locator('.carousel-slide[data-current]')
  const first = await current.innerText()
  await page.clock.runFor(4_900)
  await expect(current).toHaveText(first, { useInnerText: true })
  await page.clock.runFor(200)
  await expect(current).not.toHaveText(first, { useInnerText: true })
})

test('shows only its text on /events', async ({ page }) => {
  await page.goto('/events')
  expect((await page.getByRole('main').innerText()).trim()).toBe('SITIO EN CONSTRUCCION')
})

test('redirects an unknown path to /404, with status 404, a message and a link home', {
  tag: '@main',
}, async ({ page }) => {
  const answer = await page.goto('/no/hay/tal')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('this page does not exist')
  await page.getByRole('link', { name: copy.notFound.wayHome }).click()
  await expect(page).toHaveURL('/')
})

test('answers 500 with a message for a page that fails, with a working link home', async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'club-broken-'))
  const broken = await startSecondClub({ DATA_DIR: dataDir, DEMO: '0' })
  try {
    // The connection waits for locks, because the club also writes to this database.
    const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { timeout: 20_000 })
    database.exec('alter table news rename to elsewhere')
    const answer = await page.goto(`${broken.origin}/news`)
    expect(answer?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page).toHaveTitle('Unexpected Application Error!')
    // The style of the link proves that the error page has the club's styles.
    await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveCSS('font-weight', '800')
    database.exec('alter table elsewhere rename to news')
    database.close()
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await expect(page.getByRole('heading', { level: 1, name: club.name })).toBeAttached()
  } finally {
    await broken.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('requests nothing from other sites before a click, except a map in view', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(`${baseURL}/`) || /^(data|blob):/.test(request.url())
    const isMap = request.url().startsWith(MAP_TILES_ORIGIN) && new URL(page.url()).pathname === '/contact'
    if (!isOurs && !isMap) foreign.push(request.url())
  })
  await page.route(`${MAP_TILES_ORIGIN}/**`, (route) => route.abort())
  const { newsTitle } = await fetchFirstNews(page)
  for (const path of [...publicPages, `/news/${encodeURIComponent(newsTitle)}`]) {
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  }
  await page.waitForLoadState('networkidle')
  expect(foreign).toEqual([])
})

test('caches built files for a year, and compresses them', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const address = /\/assets\/enhance-[\w-]+\.js/.exec(html)?.[0] ?? ''
  const script = await request.get(address, { headers: { 'Accept-Encoding': 'br' } })
  expect(script.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers()['content-encoding']).toBe('br')
  const gone = await request.get('/assets/enhance-of-an-older-build.js')
  expect(gone.status()).toBe(404)
  expect(gone.headers()['cache-control']).toBe('no-store')
})
