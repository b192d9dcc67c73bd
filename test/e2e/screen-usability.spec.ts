/** Usability of every screen of the back office on a phone and on a desktop: size, touch targets, names, focus, loading. */

import { resources } from '../../platform/content/shared/resources.ts'
import { settingsFormPath } from '../../platform/settings/shared/settings-names.ts'
import {
  findAxeViolations,
  findScreens,
  openCommandMenu,
  openScreen,
  runId,
  signIn,
} from './back-office-helpers.ts'
import { findClaimFaults, findOrientationFaults, findSurprises } from './claim-faults.ts'
import { postTo } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'
import { publicPages, waitUntilReady } from './public-site-helpers.ts'
import { findFiles, screenSources } from './screen-chunks.ts'
import { doubleText, findTextFaults } from './text-faults.ts'

const PHONE = 360
const DESK = 1280

/** Number of tests that share the screens of the back office. */
const SCREEN_GROUPS = 4

/** Finds targets smaller than `least` px. Links inside a sentence are exempt (WCAG 2.5.8). */
const findSmallTargets = (page: Page, least: number) =>
  page
    .locator(
      ':is(.admin, dialog[open]) :is(a, button, select, summary, [role=option], .button, input:not([type=file], [type=checkbox], [type=radio]))',
    )
    .evaluateAll(
      (all, least) =>
        all
          .filter((target) => target.checkVisibility() && !target.matches('.admin-skip, p a'))
          .filter((target) => {
            const { width, height } = target.getBoundingClientRect()
            return Math.min(width, height) < least - 0.1
          })
          .map((target) => target.outerHTML.slice(0, 120)),
      least,
    )

/** Finds controls without an accessible name. */
async function findNamelessControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const bare =
    /^- (button|link|textbox|searchbox|combobox|listbox|checkbox|radio|spinbutton|slider|switch|option|dialog)(?! ["/])/
  return tree.split('\n').filter((line) => bare.test(line.trim()))
}

const measureOverflow = (page: Page, width: number) =>
  page.evaluate((width) => Math.max(0, document.documentElement.scrollWidth - width), width)

/**
 * Returns the faults of the open screen on a phone and a desktop, and leaves its text doubled. The screen loads once, and the test resizes the window:
 * rotating a phone does not reload a screen either.
 */
async function findScreenFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ width: 320, height: 844 })
  if ((await measureOverflow(page, 320)) > 0) faults.push('wider than 320 px')
  for (const [width, least] of [
    [PHONE, 44],
    [DESK, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    if ((await measureOverflow(page, width)) > 0) faults.push(`wider than ${width} px`)
    faults.push(...(await findSmallTargets(page, least)), ...(await findNamelessControls(page)))
    faults.push(...(await findAxeViolations(page)), ...(await findClaimFaults(page)))
  }
  await page.evaluate(doubleText)
  if ((await measureOverflow(page, DESK)) > 0) faults.push('wider with letters twice as large')
  await page.setViewportSize({ width: PHONE, height: 844 })
  faults.push(...(await findTextFaults(page)))
  return faults
}

/** Expects the save button in the viewport at both ends of the scroll range. */
async function expectSaveInReach(page: Page, path: string): Promise<void> {
  for (const y of [600, 0]) {
    await page.evaluate((top) => scrollTo(0, top), y)
    const save = page.locator('.action-bar').first().locator('[type=submit]')
    await expect(save, path).toBeInViewport({ ratio: 1 })
  }
}

test.describe('every screen', () => {
  // The workers share these tests, because together they take minutes.
  test.describe.configure({ mode: 'parallel' })

  for (let group = 0; group < SCREEN_GROUPS; group++)
    test(`fits the window, has large named targets, passes axe, and keeps the save button in reach (${group + 1} of ${SCREEN_GROUPS})`, {
      tag: [
        '@wcag-1.1.1-office',
        '@wcag-1.3.1-office',
        '@wcag-1.3.2-office',
        '@wcag-1.4.1-office',
        '@wcag-1.4.2-office',
        '@wcag-1.4.3-office',
        '@wcag-1.4.4-office',
        '@wcag-1.4.10-office',
        '@wcag-1.4.11-office',
        '@wcag-2.4.2-office',
        '@wcag-2.4.4-office',
        '@wcag-2.4.6-office',
        '@wcag-2.5.3-office',
        '@wcag-2.5.8-office',
        '@wcag-3.1.1-office',
        '@wcag-3.3.2-office',
        '@wcag-4.1.2-office',
      ],
    }, async ({ page }) => {
      test.setTimeout(200_000)
      // Reduced motion makes the test measure the final state of each animation.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn(page)
      const screens = await findScreens(page)
      // The pattern leaves /admin/account out, because each of its panels has its own buttons.
      const forms = screens.filter((path) => /\/(add|update\w+\/)/.test(path))
      expect(forms.length).toBeGreaterThan(12)
      const faults: [string, string[]][] = []
      for (const path of screens.filter((_, index) => index % SCREEN_GROUPS === group)) {
        await page.setViewportSize({ width: PHONE, height: 844 })
        await openScreen(page, path)
        if (forms.includes(path)) await expectSaveInReach(page, path)
        faults.push([path, await findScreenFaults(page)])
        if (path !== '/admin') expect(await page.title()).toMatch(/^.+ · (.+ · )?Administración · /)
      }
      expect(faults.filter(([, found]) => found.length > 0)).toEqual([])
    })

  test('fits a phone and passes axe while a menu reports a new item', async ({ page }) => {
    await signIn(page)
    const { admin } = resources.residents
    await page.setViewportSize({ width: PHONE, height: 844 })
    await openScreen(page, admin.create)
    await page.getByLabel('Nombre').fill(`Recién ${runId}`)
    await page.getByLabel('Press kit').fill('https://club.example/x')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await expect(page.getByRole('region', { name: `Recién ${runId}` })).toBeVisible()
    // The notice lies over the screen for a short time.
    await expect(page.locator('.notice')).toHaveCount(0)
    expect(await findScreenFaults(page)).toEqual([])
  })
})

test('opens a screen in a new document at its top, and keeps the position after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page)
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await openScreen(page, resources.news.admin.create)
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(scrolled).toBe(300)
  await openScreen(page, resources.agency.admin.create)
  await page.waitForLoadState('networkidle')
  expect(await scrolled()).toBe(0)
  await page.evaluate(() => scrollTo(0, 200))
  await expect.poll(scrolled).toBe(200)
  await page.reload()
  await expect.poll(scrolled).toBe(200)
})

test('marks each focused element, and covers it with no bar', {
  tag: ['@wcag-2.1.2-office', '@wcag-2.4.7-office', '@wcag-2.4.11-office'],
}, async ({ page }) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page)
  const look = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const name = focused.outerHTML.slice(0, 100)
      const { top, height } = focused.getBoundingClientRect()
      // In a long text only the current line has to be visible, because browsers scroll to that line.
      const bottom = top + (focused.matches('textarea, [contenteditable]') ? Math.min(height, 44) : height)
      // The focus ring may be on a frame around the focused element, such as the editor or the area for dropping a picture.
      const frame = focused.closest('.button, .picture-drop, .rich, .publication-choice')
      const candidates = frame ? [focused, frame] : [focused]
      // A focused button inside a date field has the browser's own focus ring, which computed styles do not show.
      const isInside = focused.matches('[type=date], [type=time]') && !focused.matches(':focus-visible')
      const isMarked =
        isInside ||
        candidates.some((one) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one as Element)
          return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
        })
      // The skip link covers the bar by design.
      const bars = focused.matches('.admin-skip')
        ? []
        : [...document.querySelectorAll('.admin-bar, .action-bar')].filter((bar) => !bar.contains(focused))
      const isCovered = bars.some((bar) => {
        const box = bar.getBoundingClientRect()
        return height < 400 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1
      })
      return [...(isMarked ? [] : [`${name} shows no focus`]), ...(isCovered ? [`${name} is covered`] : [])]
    })
  for (const path of [
    '/admin',
    '/admin/messages',
    resources.news.admin.create,
    resources.agency.admin.create,
    resources.events.admin.update,
    resources.residents.admin.remove,
    '/admin/account',
    '/admin/users',
  ]) {
    await openScreen(page, path)
    // 80 presses of Tab leave the editor of each form, which proves that no text area traps the focus.
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab')
      const faults = await look()
      if (faults === null) break
      expect(faults, path).toEqual([])
    }
  }
})

test('has the same bar and help on every screen, and waits until a control is used', {
  tag: [
    '@wcag-1.3.4-office',
    '@wcag-1.4.13-office',
    '@wcag-2.1.4-office',
    '@wcag-2.2.2-office',
    '@wcag-2.5.2-office',
    '@wcag-3.2.1-office',
    '@wcag-3.2.2-office',
    '@wcag-3.2.3-office',
    '@wcag-3.2.4-office',
    '@wcag-3.2.6-office',
  ],
}, async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page)
  const bars = new Set<string>()
  await page.setViewportSize({ width: DESK, height: 844 })
  for (const path of [
    '/admin',
    '/admin/messages',
    '/admin/account',
    resources.events.admin.create,
    resources.news.admin.update,
    settingsFormPath('look'),
  ]) {
    await openScreen(page, path)
    const places = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link')
    bars.add((await places.evaluateAll((all) => all.map((link) => link.textContent))).join())
    await expect(page.locator('.heading').getByRole('link', { name: 'Ayuda' })).toBeVisible()
    expect([path, await findOrientationFaults(page)]).toEqual([path, []])
    await page.setViewportSize({ width: DESK, height: 844 })
    await openScreen(page, path)
    await page.waitForLoadState('networkidle')
    expect([path, await findSurprises(page)]).toEqual([path, []])
  }
  expect([...bars]).toEqual([expect.stringContaining('Fechas')])
})

test('shows a message during slow operations', async ({ page }) => {
  await signIn(page)
  await openScreen(page, '/admin/ourclub/residents')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/residents?*', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Editar residente' }).click()
  await expect(page.locator('[aria-live=polite]').getByText('Cargando…')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Residentes' })).toBeVisible()
  await expect(page.getByText('Cargando…')).toHaveCount(0)
})

test('forbids caching and indexing of every screen, and loads no admin code for visitors', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const answer = await page.request.get('/admin/users')
  expect(answer.headers()['cache-control']).toBe('private, no-cache')
  expect(answer.headers()['x-robots-tag']).toBe('noindex')
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>')

  // The test uses reduced motion, because animations take half of a processor.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const loaded = new Set<string>()
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
  // /login preloads the routes of the back office, because signing in leads there. Other public pages load none of them.
  await page.goto('/login')
  await waitUntilReady(page)
  // Files of /login and /register are left out, because visitors load them.
  const others = findFiles(['platform/app/account-entry.tsx'])
  const screens = screenSources.filter((source) => /^platform\/(admin-layout|\w+\/admin)\//.test(source))
  const own = [...findFiles(screens)].filter((file) => !others.has(file))
  expect(own.length).toBeGreaterThan(10)
  for (const path of publicPages) {
    await page.goto(path)
    await waitUntilReady(page)
    await page.waitForLoadState('networkidle')
  }
  expect(own.filter((file) => loaded.has(file))).toEqual([])
  await signIn(page, '/admin')
  expect(own.filter((file) => loaded.has(file)).length).toBeGreaterThan(0)
})

test.describe('the command menu', () => {
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Ir a…' })
  const field = (page: Page) => menu(page).getByRole('combobox')
  const chosen = (page: Page) => menu(page).getByRole('option', { selected: true })

  test('goes to any screen and any item by keyboard', {
    tag: ['@wcag-2.1.1-office', '@wcag-2.4.5-office'],
  }, async ({ page }) => {
    await signIn(page, '/admin')
    await postTo(page, '/api/residents', {
      name: `Ñusta Comando ${runId}`,
      pressKit: 'https://club.example/x',
    })
    await openCommandMenu(page)
    // Enter in an empty menu must not change the next night, so its first entry opens the form.
    await expect(chosen(page)).toHaveText(/^Pasar a otro día: /)
    await expect(menu(page).getByRole('group').first()).toHaveAttribute('aria-label', 'La próxima fecha')
    await page.keyboard.press('ArrowUp')
    await expect(menu(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
    await expect(chosen(page)).toHaveText('Cerrar Sesión')
    await expect(chosen(page)).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toHaveText(/^Compartir: /)
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await chosen(page).getAttribute('id')) ?? '',
    )

    await page.keyboard.type('mi cue')
    await expect(chosen(page)).toHaveText('Mi cuenta')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeFocused()

    await page.keyboard.press('Meta+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(`nusta ${runId}`)
    await expect(menu(page).getByRole('group', { name: 'Residentes' }).getByRole('option')).toHaveText(
      `Ñusta Comando ${runId}`,
    )
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue(`Ñusta Comando ${runId}`)

    await openCommandMenu(page)
    await page.keyboard.type(`zzqx nada se llama así ${runId}`)
    await expect(menu(page).getByText('Nada se llama así.', { exact: false })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
  })

  test('opens by touch, fits a phone, and returns the focus', { tag: ['@wcag-2.4.3-office'] }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await signIn(page, '/admin')
    const button = page.getByRole('button', { name: 'Ir a…' })
    await button.click()
    await expect(field(page)).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await findSmallTargets(page, 44)).toEqual([])
    expect(await findAxeViolations(page)).toEqual([])
    await menu(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(button).toBeFocused()
    await button.click()
    await menu(page).getByRole('option', { name: 'Crear novedad' }).click()
    await expect(page).toHaveURL(resources.news.admin.create)
    await expect(menu(page)).toBeHidden()
  })

  test('stays closed over a dialog, and reports a failed search', async ({ page }) => {
    await signIn(page)
    await openScreen(page, resources.news.admin.remove)
    await page
      .getByRole('button', { name: /^Borrar / })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(menu(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.route('**/api/news?*', (route) => route.abort())
    await openCommandMenu(page)
    await page.keyboard.type('noche')
    await expect(menu(page).locator('[aria-live=polite]')).toHaveText(/No pudimos conectarnos/)
  })
})
