/** Accounts: required second factors, forgotten passwords, sessions, and help from other administrators. */

import { codeAt, stepAt } from '../../platform/auth/server/totp.ts'
import { type MailServer, startMailServer } from '../support/mailserver.ts'
import { administrator } from './administrator.ts'
import {
  expectNotice,
  findAxeViolations,
  runId,
  signIn,
  waitForFormHydration,
} from './back-office-helpers.ts'
import { postTo, putTo } from './club-api.ts'
import { type Browser, expect, type Page, test } from './journey.ts'
import { type SecondClub, startSecondClub } from './second-club.ts'

const PHONE = { width: 390, height: 844 }
const SIGN_IN = { name: 'Entrar' }

async function expectAccessible(page: Page) {
  expect(await findAxeViolations(page)).toEqual([])
}

/** Fills in and sends the form on /login without waiting for the result. */
async function submitCredentials(page: Page, email: string, password: string) {
  await waitForFormHydration(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', SIGN_IN).click()
}

/** Runs `work` in a browser that does not share the session of the test. */
async function withOtherBrowser(browser: Browser, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext()
  await work(await context.newPage())
  await context.close()
}

test.describe('a club that requires a second factor and has a mail server', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ viewport: PHONE })

  let club: SecondClub
  let mail: MailServer
  let origin: string
  let secret = ''
  let recoveryCodes: string[] = []
  /** Time step of the last used code. The server accepts each code only once, so each call uses a later step. */
  let lastStep = 0
  const nextCode = () => {
    lastStep = Math.max(stepAt(Date.now()), lastStep + 1)
    return codeAt(secret, lastStep)
  }

  test.beforeAll(async () => {
    mail = await startMailServer()
    club = await startSecondClub((itsOrigin) => ({
      DEMO: '0',
      SITE_URL: itsOrigin,
      SMTP_URL: mail.url,
      REQUIRE_2FA: '1',
    }))
    origin = club.origin
  })

  test.afterAll(async () => {
    await club.close()
    await mail.close()
  })

  test('makes an administrator set up the second factor first', { tag: ['@wcag-2.4.3-office'] }, async ({
    page,
  }) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await page.goto(`${origin}/login`)
    await submitCredentials(page, administrator.email, administrator.password)
    await expect(page).toHaveURL(`${origin}/admin/account`)
    const panel = page.getByRole('region', { name: 'Segundo factor' })
    await expect(panel).toContainText('Este club pide un segundo factor')
    await page.goto(`${origin}/admin/users`)
    await expect(page).toHaveURL(`${origin}/admin/account`)

    await panel.getByRole('button', { name: 'Activar segundo factor' }).click()
    const password = panel.getByLabel('Contraseña actual')
    await password.fill('no es esta')
    await panel.getByRole('button', { name: 'Seguir' }).click()
    await expect(password).toHaveAccessibleDescription(/No es tu contraseña actual/)
    await password.fill(administrator.password)
    await panel.getByRole('button', { name: 'Seguir' }).click()

    const firstStep = panel.getByText('Abrí una app de autenticación')
    await expect(firstStep).toBeFocused()
    await expect(firstStep).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('link', { name: 'Abrir en la app' })).toBeFocused()
    await expect(panel.getByRole('img', { name: 'Código QR para la app de autenticación' })).toBeVisible()
    secret = (await panel.locator('.secret').innerText()).replaceAll(' ', '')
    expect(await panel.getByRole('link', { name: 'Abrir en la app' }).getAttribute('href')).toContain(
      `secret=${secret}`,
    )
    await expectAccessible(page)
    const code = panel.getByLabel('Código de la app')
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('000000')
    await panel.getByRole('button', { name: 'Activar', exact: true }).click()
    await expect(code).toHaveAccessibleDescription(/No es el código que esperábamos/)
    await code.fill(nextCode())
    await code.press('Enter')

    await expectNotice(page, 'Actualizado')
    await expect(panel.locator('.codes li')).toHaveCount(10)
    const warning = panel.getByText('Guardá estos códigos ahora').locator('xpath=ancestor-or-self::p')
    await expect(warning).toBeFocused()
    await expect(warning).toBeInViewport({ ratio: 1 })
    recoveryCodes = await panel.locator('.codes li').allInnerTexts()
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Descargar' }).click()
    expect((await saved).suggestedFilename()).toBe('codigos-de-recuperacion.txt')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Ya los guardé' }).click()
    await expect(panel).toContainText('Te quedan 10 códigos de recuperación.')
    await page.getByRole('navigation', { name: 'Camino' }).getByRole('link').click()
    await expect(page).toHaveURL(`${origin}/admin`)
    expect(violations).toEqual([])
  })

  test('requires a code of the authenticator app or a recovery code at sign-in', {
    tag: ['@wcag-1.3.5-office'],
  }, async ({ page }) => {
    await page.goto(`${origin}/login?volver=${encodeURIComponent('/admin/account')}`)
    await expect(page.getByText('Tu sesión terminó. Iniciá sesión y seguís donde estabas.')).toBeVisible()
    await submitCredentials(page, administrator.email, administrator.password)
    await expect(page.getByRole('heading', { level: 1, name: 'Segundo factor' })).toBeVisible()
    const code = page.getByLabel('Código de la app')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await expectAccessible(page)
    await page.getByRole('button', SIGN_IN).click()
    await expect(code).toHaveAccessibleDescription(/Completá este campo/)
    await code.fill('000000')
    await page.getByRole('button', SIGN_IN).click()
    await expect(code).toHaveAccessibleDescription(/o ya se usó/)
    await code.fill(nextCode())
    await page.getByRole('button', SIGN_IN).click()
    await expectNotice(page, 'Iniciando')
    await expect(page).toHaveURL(`${origin}/admin/account`)

    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL(`${origin}/login`)
    await submitCredentials(page, administrator.email, administrator.password)
    await page.getByRole('button', { name: /usar un código de recuperación/ }).click()
    await page.getByLabel('Código de recuperación').fill(recoveryCodes[0]?.toUpperCase() ?? '')
    await page.getByRole('button', SIGN_IN).click()
    await expect(page).toHaveURL(`${origin}/admin`)
    await page.goto(`${origin}/admin/account`)
    await expect(page.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
  })

  test('confirms an address only with the password of its registration', async ({ page }) => {
    const email = 'nueva@club.example'
    await page.goto(`${origin}/register`)
    await waitForFormHydration(page)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Contraseña').fill(administrator.password)
    await page.getByRole('button', { name: 'Registrarme' }).click()
    const link = () =>
      mail.mails
        .filter(({ to }) => to.includes(email))
        .map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))
        .map((raw) => /http:\S+#confirm=[\w-]{43}/.exec(raw)?.[0])
        .find(Boolean) ?? ''
    await expect.poll(link).not.toBe('')

    await page.goto('about:blank')
    await page.goto(link())
    await expect(page).toHaveURL(`${origin}/login`)
    const password = page.getByLabel('Contraseña')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expectAccessible(page)
    // The link in the mail still works after a reload, because nobody has confirmed the address yet.
    await page.reload()
    await waitForFormHydration(page)
    const confirm = page.getByRole('button', { name: 'Confirmar mi e-mail' })
    await confirm.click()
    await expect(page.locator('.form-problem')).toBeVisible()
    await password.fill('no es esta')
    await confirm.click()
    await expect(password).toHaveAccessibleDescription(/No es la contraseña que elegiste en ese registro/)
    await expect(password).toBeFocused()
    await password.fill(administrator.password)
    await password.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'E-mail confirmado' })).toBeVisible()
    await expect(
      page.locator('[aria-live=polite]').filter({ hasText: 'Tu dirección quedó confirmada' }),
    ).toBeVisible()
    await expectAccessible(page)
    // The link works only once, so a reload now shows the sign-in form.
    await page.reload()
    await expect(page.getByRole('button', SIGN_IN)).toBeVisible()
  })

  test('resets a forgotten password by mail and keeps the second factor', async ({ page }) => {
    const another = 'otra noche de verano en Nuñez'
    await page.goto(`${origin}/login`)
    await waitForFormHydration(page)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Olvidé mi contraseña' })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(administrator.email)
    await expectAccessible(page)
    const ask = async (email: string) => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Mandame el enlace' }).click()
      const done = page.locator('.form-done')
      await expect(done).toContainText(email)
      return (await done.innerText()).replace(email, '')
    }
    const forNobody = await ask('nadie@club.example')
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await page.goBack()
    await page.goto('about:blank')
    await page.goto(`${origin}/login#olvide`)
    await waitForFormHydration(page)
    expect(await ask(administrator.email)).toBe(forNobody)

    const link = () =>
      mail.mails
        .map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))
        .map((raw) => /http:\S+#reset=[\w-]{43}/.exec(raw)?.[0])
        .find(Boolean) ?? ''
    await expect.poll(link).not.toBe('')
    expect(mail.mails.every(({ to }) => !to.includes('nadie@club.example'))).toBe(true)

    await page.goto('about:blank')
    await page.goto(link())
    await expect(page).toHaveURL(`${origin}/login`)
    const password = page.getByLabel('Contraseña nueva')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    // The link in the mail still works after a reload, because the password is not set yet.
    await page.reload()
    await waitForFormHydration(page)
    await password.fill('password1')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(password).toHaveAccessibleDescription(/de las más usadas/)
    await password.fill(another)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expectNotice(page, 'Actualizado')
    await submitCredentials(page, administrator.email, another)
    await page.getByRole('button', { name: /usar un código de recuperación/ }).click()
    await page.getByLabel('Código de recuperación').fill(recoveryCodes[1] ?? '')
    await page.getByRole('button', SIGN_IN).click()
    await expect(page).toHaveURL(`${origin}/admin`)

    await page.goto('about:blank')
    await page.goto(link())
    await waitForFormHydration(page)
    await password.fill(another)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.locator('.form-problem')).toContainText('ya se usó o venció')
    await page.getByRole('link', { name: 'Pedí otro' }).click()
    await expect(page.getByRole('button', { name: 'Mandame el enlace' })).toBeVisible()
  })

  test('lets an administrator remove a colleague’s second factor, and mails the colleague', async ({
    page,
    browser,
  }) => {
    const email = 'perdio@club.example'
    await page.goto(`${origin}/login`)
    await submitCredentials(page, administrator.email, 'otra noche de verano en Nuñez')
    await page.getByRole('button', { name: /usar un código de recuperación/ }).click()
    await page.getByLabel('Código de recuperación').fill(recoveryCodes[2] ?? '')
    await page.getByRole('button', SIGN_IN).click()
    await expect(page).toHaveURL(`${origin}/admin`)
    const { password } = administrator
    await postTo(page, `${origin}/api/admin`, { email, password })

    const colleague = await browser.newContext()
    await postTo(colleague, `${origin}/api/auth/login`, { email, password })
    const totp = `${origin}/api/auth/totp`
    const offer = await postTo(colleague, totp, { currentPassword: password })
    await putTo(colleague, totp, { code: codeAt(offer.secret, stepAt(Date.now())) })

    await page.goto(`${origin}/admin/users`)
    const row = page.getByRole('listitem').filter({ hasText: email })
    await expect(row).toContainText('Con segundo factor')
    await row.getByRole('button', { name: 'Quitar segundo factor' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
    await expectNotice(page, 'Actualizado')
    await expect(row).toContainText('Sin segundo factor')
    expect((await colleague.request.get(totp)).status()).toBe(401)
    await expect
      .poll(() => mail.mails.some(({ to, raw }) => to.includes(email) && raw.includes('segundo factor')))
      .toBe(true)
    await colleague.close()
  })
})

test('ends a session from another device, shows the reason, and returns to the same screen', async ({
  page,
  browser,
}) => {
  const email = `sesiones-${runId}@club.example`
  const password = 'una clave bien larga'
  await signIn(page)
  await postTo(page, '/api/admin', { email, password })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await submitCredentials(page, email, password)
  await expect(page).toHaveURL('/admin')

  await withOtherBrowser(browser, async (elsewhere) => {
    await elsewhere.goto('/login')
    await submitCredentials(elsewhere, email, password)
    await expect(elsewhere).toHaveURL('/admin')
    await elsewhere.goto('/admin/account')
    const panel = elsewhere.getByRole('region', { name: 'Sesiones' })
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await expect(panel.getByRole('listitem').filter({ hasText: 'Esta' })).toHaveCount(1)
    await expect(panel.getByRole('listitem').first()).toContainText(/Chrome en (Linux|Mac|Windows)/)
    await panel.getByRole('button', { name: 'Cerrar la sesión' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    // axe would report a link as too small when the bar at the top half covers it. Scrolling up uncovers the link.
    await elsewhere.evaluate(() => scrollTo(0, 0))
    await expectAccessible(elsewhere)
  })

  await page
    .getByRole('navigation', { name: 'Administración' })
    .getByRole('link', { name: 'Usuarios' })
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Tu sesión terminó' })
  await dialog.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`/login?volver=${encodeURIComponent('/admin/users')}`)
  await expect(page.getByText('Tu sesión terminó. Iniciá sesión y seguís donde estabas.')).toBeVisible()
  await submitCredentials(page, email, password)
  await expect(page).toHaveURL('/admin/users')
})

test('lets an invited administrator choose e-mail and password, and shows both names', {
  tag: '@main',
}, async ({ page, browser }) => {
  const email = `invitada-${runId}@club.example`
  const [name, later] = [`Sole ${runId}`, `Sole Díaz ${runId}`]
  const mine = `Encargada ${runId}`
  await page.setViewportSize(PHONE)
  await signIn(page, '/admin')
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  await putTo(page, `/api/admin/${id}`, { name: mine })

  // The invitation takes four taps from the home: Usuarios, Invitar, Hacer el enlace, Mandar por WhatsApp.
  await page
    .getByRole('navigation', { name: 'Administración' })
    .getByRole('link', { name: 'Usuarios' })
    .click()
  await page.getByRole('link', { name: 'Invitar' }).click()
  await page.getByLabel('Nombre').fill(name)
  await page.getByRole('button', { name: 'Hacer el enlace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Invitación para ${name}` })).toBeVisible()
  const link = await page.locator('.shown-link').innerText()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/register#invitacion=[\w-]{43}$/)
  const whatsapp = page.getByRole('link', { name: 'Mandar por WhatsApp' })
  const sent = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  expect(sent).toContain(`Hola ${name}, te invito`)
  expect(sent).toContain(link)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Listo' }).click()
  const open = page.getByRole('region', { name: 'Invitaciones' })
  await expect(open.getByRole('listitem').filter({ hasText: name })).toContainText(`La hizo ${mine}`)

  await withOtherBrowser(browser, async (theirs) => {
    await theirs.goto(link)
    await expect(theirs.getByText(`${mine} te invita a administrar`)).toBeVisible()
    // The address no longer contains the token, but a reload still shows the invitation.
    await expect(theirs).toHaveURL('/register')
    await theirs.reload()
    await expect(theirs.getByLabel('Tu nombre')).toHaveValue(name)
    const password = theirs.getByLabel('Contraseña')
    await theirs.getByLabel('E-mail').fill(administrator.email)
    await password.fill('unaclave bien larga')
    // Showing the password keeps the caret and the typed text, and password managers still recognise the field.
    await password.press('Home')
    for (let step = 0; step < 3; step++) await password.press('ArrowRight')
    await theirs.getByRole('button', { name: 'Mostrar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await theirs.keyboard.type(' ')
    await expect(password).toHaveValue('una clave bien larga')
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    // The server refuses the e-mail of an existing account, but the invitation stays valid.
    await expect(theirs.getByLabel('E-mail')).toHaveAccessibleDescription(/Ya existe un usuario/)
    await expect(theirs.getByText('No te hace falta la invitación')).toBeVisible()
    await theirs.getByLabel('E-mail').fill(email)
    await theirs.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await expect(theirs).toHaveURL('/admin')
    expect(
      await theirs.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('user') ?? '{}'))),
    ).toEqual(['_id', 'id', 'email'])
    // A signed-in administrator who opens the link reads that the invitation is for another person.
    await theirs.goto('about:blank')
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Ya tenés cuenta' })).toBeVisible()
    await theirs.getByRole('button', { name: 'Usarla acá, para otra cuenta' }).click()
    await expect(theirs.getByRole('alert')).toContainText('Esa invitación ya se usó')
    await theirs.goto('/admin/account')
    const panel = theirs.getByRole('region', { name: 'Nombre' })
    await panel.getByRole('button', { name: 'Cambiar nombre' }).click()
    await panel.getByLabel('Nombre').fill(later)
    await panel.getByRole('button', { name: 'Guardar nombre' }).click()
    await expectNotice(theirs, 'Actualizado')
  })

  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText(later)
  await expect(row).toContainText('Visto por última vez hace menos de una hora')
  await expect(open.getByText(name)).toBeHidden()
  await row.getByRole('button', { name: 'Cambiar nombre' }).click()
  const dialog = page.getByRole('dialog', { name: `Nombre de ${email}` })
  await dialog.getByLabel('Nombre').fill('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar nombre' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).not.toContainText(later)

  // An administrator can withdraw an invitation that was sent to the wrong person.
  const wrong = await postTo(page, '/api/invitations', { name: `Otra ${runId}` })
  await page.reload()
  const theirs = open.getByRole('listitem').filter({ hasText: `Otra ${runId}` })
  await theirs.getByRole('button', { name: 'Anular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anular' }).click()
  await expect(theirs).toBeHidden()
  const [, token] = wrong.url.split('=')
  expect((await page.request.post('/api/invitations/look', { data: { token } })).status()).toBe(400)
  await putTo(page, `/api/admin/${id}`, { name: null })
})

test('lists registrations first, refuses and approves them, and makes a password link for a colleague', async ({
  page,
  browser,
}) => {
  const [refused, colleague] = [`rechazada-${runId}@club.example`, `colega-${runId}@club.example`]
  const addUser = (email: string) => postTo(page, '/api/admin', { email, password: 'una clave bien larga' })
  // Without a session the first two are registrations.
  await addUser(refused)
  await addUser(`m\u0430ria-${runId}@\u0441lub.example`)
  await page.setViewportSize(PHONE)
  await signIn(page)
  await addUser(colleague)
  await page.goto('/admin/users')
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Esperan aprobación')
  // The e-mail imitates another one with Cyrillic letters. The list warns about such letters.
  const imitation = page.getByRole('listitem').filter({ hasText: `m\u0430ria-${runId}@xn--lub-3ed.example` })
  await expect(imitation).toContainText('Letras poco comunes antes de la @')
  await imitation.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('@xn--lub-3ed.example')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rechazar' }).click()
  await expect(imitation).toBeHidden()
  const waiting = page.getByRole('listitem').filter({ hasText: refused })
  await expect(waiting).toContainText('Sin verificar')
  await waiting.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rechazar' }).click()
  // The test finds the notice by its text, because the notice of the previous action may still be visible.
  await expect(page.locator('.notice').filter({ hasText: refused })).toBeVisible()
  await expect(waiting).toBeHidden()

  const row = page.getByRole('listitem').filter({ hasText: colleague })
  await expect(row).toContainText('Nunca entró')
  await row.getByRole('button', { name: 'Enlace de contraseña' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hacer enlace' }).click()
  const linkDialog = page.getByRole('dialog', { name: `Enlace para ${colleague}` })
  const link = await linkDialog.locator('.shown-link').innerText()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#reset=[\w-]{43}$/)
  await expectAccessible(page)
  await linkDialog.getByRole('button', { name: 'Listo' }).click()
  await expect(linkDialog).toBeHidden()

  await withOtherBrowser(browser, async (theirs) => {
    await theirs.goto(link)
    await waitForFormHydration(theirs)
    await theirs.getByLabel('Contraseña nueva').fill('la que eligió la colega')
    await theirs.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expectNotice(theirs, 'Actualizado')
    await submitCredentials(theirs, colleague, 'la que eligió la colega')
    await expect(theirs).toHaveURL('/admin')
  })

  // Without a mail server the page names the administrators who can help with a forgotten password.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login#olvide')
  await waitForFormHydration(page)
  await page.getByLabel('E-mail').fill(colleague)
  await page.getByRole('button', { name: 'Mandame el enlace' }).click()
  await expect(page.locator('.form-problem')).toContainText('Pedile a otro administrador un enlace')
})
