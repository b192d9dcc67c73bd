/**
 * The first day of a club on a phone: claiming it, the six steps of the setup, and removing the demo content. Also tests
 * the guide.
 */

import { decodeMail, startMailServer } from '../support/mailserver.ts'
import { administrator } from './administrator.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  signIn,
  toDataUrl,
  waitForFormHydration,
} from './back-office-helpers.ts'
import { postTo, readFrom } from './club-api.ts'
import { findPathsMatching } from './crawler.ts'
import { expect, type Page, test } from './journey.ts'
import { waitUntilReady } from './public-site-helpers.ts'
import { startSecondClub } from './second-club.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 })

const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Returns violations on the whole page. The window is so high that the bar at the bottom covers no control. */
async function findFaultsOnWholePage(page: Page) {
  await page.setViewportSize({ width: 390, height: 4000 })
  const faults = await findAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  return faults
}

/** The name and district of the demo club, in any spelling. */
const NAME = /\bpulso\b|barracas/i

test('claims a club, sets it up in six steps, empties it, and shows the new club everywhere', {
  tag: '@main',
}, async ({ page, request }) => {
  const mail = await startMailServer()
  const { claim, origin, close } = await startSecondClub(
    (itsOrigin) => ({ SITE_URL: itsOrigin, SMTP_URL: mail.url, MAIL_TO: 'hola@galpon.example' }),
    { isNew: true },
  )
  try {
    // Before the change every page contains the name of the demo club. This proves that the pattern finds it.
    for (const path of ['/', '/rss.xml', '/manifest.webmanifest', '/404', '/api/docs'])
      expect(await (await request.get(origin + path)).text(), path).toMatch(NAME)

    await page.goto(claim)
    await waitForFormHydration(page)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Contraseña').fill(administrator.password)
    await button(page, 'Crear mi usuario').tap()
    await title(page, 'Primer día')
    await expect(page.getByRole('listitem').filter({ hasText: 'Nombre' }).first()).toContainText('Pulso')
    expect(await findFaultsOnWholePage(page)).toEqual([])

    // The administrator can leave the steps of the setup and resume them later.
    await link(page, 'Ahora no').tap()
    await title(page, 'Administración')
    await expect(page.getByRole('region', { name: 'Lo que falta' })).toContainText(
      'El nombre es el que viene',
    )
    await link(page, 'Primer día').tap()
    await link(page, 'Empezar').tap()

    await title(page, 'Nombre')
    await page.getByLabel('Nombre del club').fill('Galpón Ñandú')
    await page.getByLabel('Ciudad').fill('Rosario')
    await page.getByLabel('Barrio (opcional)').fill('')
    await page.getByLabel('Una frase que diga qué es').fill('Un galpón de trenes en {city}.')
    await expect(page.getByText('Se lee: «Un galpón de trenes en Rosario.»')).toBeVisible()
    // The page that the step changes is one tap away on a phone.
    await page.getByRole('tab', { name: 'Vista previa' }).tap()
    await expect(
      page.frameLocator('iframe[title="Vista previa"]').getByText('Galpón Ñandú').first(),
    ).toBeAttached()
    await page.getByRole('tab', { name: 'Editar' }).tap()
    await page.getByLabel('Una frase que diga qué es').fill('Un galpón de trenes con un sonido adentro.')
    expect(await findFaultsOnWholePage(page)).toEqual([])
    await button(page, 'Guardar y seguir').tap()
    await expectNotice(page, 'Actualizado')

    await title(page, 'Dirección')
    await link(page, 'Anterior').tap()
    await title(page, 'Nombre')
    await expect(page.getByLabel('Nombre del club')).toHaveValue('Galpón Ñandú')
    await link(page, 'Saltar').tap()
    await title(page, 'Dirección')
    await page.getByLabel('Calle y número').fill('Mitre 750')
    await page.getByLabel('Código postal y ciudad').fill('S2000 Rosario')
    const short = 'https://maps.app.goo.gl/AbCdEfGhIjK1234567?g_st=ic'
    await page.getByLabel('Latitud (opcional)').fill(short)
    await page.getByLabel('Latitud (opcional)').blur()
    await expect(page.getByLabel('Latitud (opcional)')).toHaveValue(short)
    await expect(page.getByLabel('Latitud (opcional)')).toHaveAccessibleDescription(
      /Un enlace corto no trae las coordenadas/,
    )
    await page.getByLabel('Latitud (opcional)').fill('-32.5, -60.25')
    await page.getByLabel('Latitud (opcional)').blur()
    await expect(page.getByLabel('Latitud (opcional)')).toHaveValue('-32,5')
    await expect(page.getByLabel('Longitud (opcional)')).toHaveValue('-60,25')
    await page.getByLabel('Longitud (opcional)').evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '-32.9, -60.6')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(page.getByLabel('Latitud (opcional)')).toHaveValue('-32,9')
    await expect(page.getByLabel('Longitud (opcional)')).toHaveValue('-60,6')
    await button(page, 'Guardar y seguir').tap()

    await title(page, 'Enlaces')
    await page.getByLabel('Instagram (opcional)').fill('javascript:alert(1)')
    await button(page, 'Guardar y seguir').tap()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
    await page.getByLabel('Instagram (opcional)').fill('@galponnandu')
    await button(page, 'Vaciar los enlaces de ejemplo').tap()
    for (const label of ['Facebook', 'SoundCloud', 'Resident Advisor', 'YouTube', 'Venta de entradas'])
      await expect(page.getByLabel(`${label} (opcional)`)).toHaveValue('')
    await expect(page.getByLabel('Instagram (opcional)')).toHaveValue(/galponnandu/)
    await expect(button(page, 'Vaciar los enlaces de ejemplo')).toHaveCount(0)
    await button(page, 'Guardar y seguir').tap()

    await title(page, 'La frase y los lemas')
    await page.getByLabel('Quién lo fundó (opcional)').fill('Rita')
    await page.getByLabel('Lo que dice (opcional)').fill('Bailar es pensar con los pies.')
    await button(page, 'Guardar y seguir').tap()

    await title(page, 'Foto o film')
    expect(await findFaultsOnWholePage(page)).toEqual([])
    await link(page, 'Saltar').tap()

    await title(page, 'El ejemplo')
    const status = page.getByRole('main').locator('[aria-live=polite]')
    await expect(status).toHaveText(
      /^Hay \d\d cosas de ejemplo\. Identidad, .* y Pie de página tienen palabras del ejemplo\.$/,
    )
    expect(await findFaultsOnWholePage(page)).toEqual([])
    await button(page, 'Empezar con el club vacío').tap()
    await expect(status).toHaveText(
      /^Hay \d\d cosas en la papelera\. Identidad, .* y Pie de página esperan lo de ustedes\.$/,
    )
    await expect(status).toBeFocused()
    await button(page, 'Deshacer').tap()
    await expect(status).toHaveText(
      /^Hay \d\d cosas de ejemplo\. Identidad, .* y Pie de página tienen palabras del ejemplo\.$/,
    )
    await button(page, 'Empezar con el club vacío').tap()
    await expect(status).toHaveText(/papelera/)
    await link(page, 'Listo').tap()

    await title(page, 'Primer día')
    await expect(page.getByText('Galpón Ñandú · Rosario')).toBeVisible()
    for (const done of ['Nombre', 'Dirección', 'Enlaces', 'La frase y los lemas', 'El ejemplo'])
      await expect(page.getByRole('link', { name: `${done} ✓ hecho` })).toHaveCount(1)
    await expect(link(page, 'Seguir: Foto o film')).toBeVisible()
    await link(page, 'Ver el sitio').tap()
    await expect(page).toHaveURL(`${origin}/`)
    await waitUntilReady(page)
    await expect(page.getByText('Rita', { exact: true })).toBeAttached()
    expect((await readFrom(page, `${origin}/api/events`)).data).toEqual([])

    // The home of the back office lists the missing settings until the administrator hides that list.
    await page.goto(`${origin}/admin`)
    const missing = page.getByRole('region', { name: 'Lo que falta' })
    await expect(missing).toContainText('No hay ninguna fecha por venir.')
    await expect(missing).not.toContainText('El nombre')
    expect(await findFaultsOnWholePage(page)).toEqual([])
    await button(page, 'No mostrar más').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'No mostrar más' }).tap()
    await expect(missing).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Lo que espera' })).toBeVisible()
    await expect(missing).toHaveCount(0)

    // Cancelling the next night takes two taps, and restoring it takes one.
    const flyer = toDataUrl(await createSmallPicture('#426'))
    const night = { date: '2031-05-01T23:30', url: 'https://club.example/x', title: 'Apertura' }
    await postTo(page, `${origin}/api/events`, { ...night, flyerLarge: flyer, flyerGrid: flyer })
    await page.reload()
    const next = page.getByRole('region', { name: 'Apertura' })
    await next.getByRole('button', { name: 'Cancelar la fecha' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la fecha' }).tap()
    await expect(next.getByText('CANCELADA')).toBeVisible()
    await button(page, 'Deshacer').tap()
    await expect(next.getByText('CANCELADA')).toHaveCount(0)

    // No response of the club contains the name of the demo club any more.
    const [demoPaths, ownPaths] = await findPathsMatching(origin, NAME, /galp[oó]n/i)
    expect(demoPaths).toEqual([])
    expect(ownPaths).toEqual(expect.arrayContaining(['/', '/rss.xml', '/404']))
    const post = (path: string, data: object) => postTo({ request }, `${origin}/api${path}`, data)
    await post('/auth/forgot', { email: administrator.email })
    await post('/admin', { email: 'rita@galpon.example', password: administrator.password })
    await expect.poll(() => mail.mails.length).toBeGreaterThanOrEqual(2)
    for (const { raw } of mail.mails) expect(decodeMail(raw)).not.toMatch(NAME)
    expect(mail.mails.map(({ raw }) => decodeMail(raw)).join('')).toContain('Galpón Ñandú')
  } finally {
    await close()
    await mail.close()
  }
})

test('opens the guide from a screen, searches it and follows links into it', {
  tag: ['@atag-B.4.2.1', '@atag-B.4.2.2'],
}, async ({ page }) => {
  await signIn(page)
  await openScreen(page, '/admin/trash')
  await link(page, 'Ayuda').tap()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(heading('Borrar, y arrepentirse')).toBeInViewport()
  await expect(heading('Borrar, y arrepentirse')).toBeFocused()
  await page.goto('/admin/guia')
  await title(page, 'Guía')
  expect(await findFaultsOnWholePage(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('searchbox').fill('CODIGO qr autenticacion')
  await expect(page.getByRole('main').locator('[aria-live=polite]')).toHaveText('1 parte')
  await expect(heading('Tu cuenta y el segundo factor')).toBeVisible()
  await expect(heading('Usuarios')).toBeHidden()
  await page.getByRole('searchbox').fill('se ve en la imagen')
  await expect(heading('Fotos y flyers')).toBeVisible()
  await page.getByRole('searchbox').fill('en inglés')
  await expect(heading('En inglés')).toBeVisible()
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('Nada de la guía dice eso.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('navigation', { name: 'Contenido' }).getByRole('link', { name: 'Usuarios' }).tap()
  await expect(page).toHaveURL(/#usuarios$/)
  await expect(heading('Usuarios')).toBeInViewport()

  // The address ends in a heading with accents, as in a link from outside the guide. The guide's pictures are files of the
  // build.
  await page.goto('/admin/guia#historial-quién-hizo-qué')
  await expect(heading('Historial: quién hizo qué')).toBeInViewport()
  // Its pictures show administrators what a good description is (ATAG B.4.2.1).
  for (const image of await page.getByRole('main').locator('img').all())
    await expect(image).toHaveAttribute('alt', /\w+ \w+ \w+/)
  const picture = page.getByRole('img', { name: /^El inicio en el teléfono/ })
  const answer = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
})
