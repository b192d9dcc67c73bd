/**
 * Messages in the back office, on a separate club with its own mail server. The server refuses all mail until a test calls
 * `acceptMail`.
 */

import { expectNotice, findAxeViolations, signIn } from '../../../test/e2e/back-office-helpers.ts'
import { postTo } from '../../../test/e2e/club-api.ts'
import { test as base, expect, type Page } from '../../../test/e2e/journey.ts'
import { startSecondClub } from '../../../test/e2e/second-club.ts'
import { decodeMail, type MailServer, readHeader, startMailServer } from '../../../test/support/mailserver.ts'

interface MailClub {
  origin: string
  mails: MailServer['mails']
  /** Makes the mail server accept all mail from now on. */
  acceptMail(): void
  /** Makes the mail server refuse all mail, as at the start. */
  refuseMail(): void
}

const test = base.extend<object, { club: MailClub }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      let isRefusing = true
      const mailServer = await startMailServer({
        onMailFrom: (_address, _session, done) =>
          done(isRefusing ? Object.assign(new Error('greylisted'), { responseCode: 451 }) : null),
      })
      const { origin, close } = await startSecondClub({
        DEMO: '0',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'club@club.example',
        MAIL_TO: 'hola@club.example',
      })
      await use({
        origin,
        mails: mailServer.mails,
        acceptMail: () => (isRefusing = false),
        refuseMail: () => (isRefusing = true),
      })
      await close()
      await mailServer.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ club }, use) => use(club.origin),
})

const sendMessage = (page: Page, person: string, body: string) =>
  postTo(page, '/api/mail/sendMail', { person, from: 'ana@visita.example', body })

const messagesLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Mensajes/ })

for (const width of [390, 1280]) {
  test(`finds, opens, leaves unread and deletes a message, at ${width} px`, async ({ page }) => {
    const [person, other] = [`Zoë Ñandú ${width}`, `Otra Persona ${width}`]
    await page.setViewportSize({ width, height: 844 })
    await sendMessage(page, other, 'Hola.')
    await sendMessage(page, person, `Hola.\n¿Alquilan el sótano ${width}?`)
    await signIn(page, '/admin')
    const list = page.locator('.item-list > li')
    await expect(page.getByRole('link', { name: 'Mensajes 2 sin leer' }).first()).toBeVisible()
    await expect(messagesLink(page)).toHaveText(/2 sin leer/)
    await messagesLink(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mensajes' })).toBeFocused()

    await page.getByRole('searchbox').fill('nandu sot')
    await expect(page.getByText('1 en total con «nandu sot»')).toBeVisible()
    await expect(list).toHaveCount(1)
    await page.getByRole('link', { name: `Leer el mensaje de ${person}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: person })).toBeVisible()
    await expect(page.getByText(`¿Alquilan el sótano ${width}?`)).toBeVisible()
    await expect(messagesLink(page)).toHaveText(/1 sin leer/)
    await page.getByRole('button', { name: 'Marcar no leído' }).click()
    await expectNotice(page, 'Actualizado')
    // Marking the message as unread returns to the same search results.
    await expect(page).toHaveURL('/admin/messages?q=nandu+sot')
    await expect(messagesLink(page)).toHaveText(/2 sin leer/)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Sin leer (2)' }).click()
    await expect(list).toHaveCount(2)

    for (const name of [person, other]) {
      await page.getByRole('link', { name: `Leer el mensaje de ${name}` }).click()
      await page.getByRole('button', { name: 'Borrar' }).click()
      const question = page.getByRole('alertdialog', { name: `¿Borrar el mensaje de ${name}?` })
      // The focus starts on Cancelar, so that a stray Enter deletes nothing.
      await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await page.getByRole('button', { name: 'Borrar' }).click()
      await question.getByRole('button', { name: 'Borrar' }).click()
      await expectNotice(page, 'Borrado')
      await expect(page).toHaveURL(/[?]unread=1/)
    }
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await expect(page.getByText('Todavía no escribió nadie.', { exact: false })).toBeVisible()
    await expect(messagesLink(page)).toHaveText('Mensajes')
  })
}

test('answers a message, and shows the answer and its delivery', { tag: '@main' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await sendMessage(page, 'Ñandú Gris', 'Mirá https://sala.example/a, ¿lo alquilan?')
  await sendMessage(page, 'Por Teléfono', 'Llamame.')
  await signIn(page)
  await page.goto('/admin/messages?unanswered=1')
  // The screen shows the message with clickable links, and the answer field below it.
  await page.getByRole('link', { name: 'Leer el mensaje de Ñandú Gris' }).click()
  const link = page.getByRole('link', { name: 'https://sala.example/a' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /nofollow/)
  const field = page.getByLabel('Tu respuesta')
  await expect(field).toBeVisible()
  await expect(page.getByText('Si contesta, le llega a hola@club.example.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  // The form refuses an empty answer, and keeps typed text as a draft.
  const send = page.getByRole('button', { name: 'Enviar respuesta' })
  await send.click()
  await expect(page.getByText('Completá este campo.')).toBeVisible()
  await expect(page.locator('.action-bar [role=alert] .unseen')).toHaveText(': Tu respuesta')
  await page.getByRole('button', { name: 'Ir al campo' }).click()
  await expect(field).toBeFocused()
  await field.fill('Hola. ')
  await expect(page.locator('.draft-note')).toBeVisible()
  // When the field contains typed text, a template is inserted at the caret.
  await page.getByRole('button', { name: 'Objetos perdidos' }).click()
  await expect(field).toHaveValue(/^Hola\.\n\n[\s\S]*Lo que aparece al cerrar/)
  await page.getByRole('button', { name: 'Descartar lo escrito', exact: true }).click()
  await expect(field).toHaveValue('')

  // When the field contains an unedited template, another template replaces it.
  await page.getByRole('button', { name: 'Lista y entradas' }).click()
  await page.getByRole('button', { name: 'Alquiler de la sala' }).click()
  await expect(field).toHaveValue(/^Hola, Ñandú Gris:\n\nGracias por pensar en /)
  await page.route('**/answers', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(page.getByText('No pudimos conectarnos', { exact: false }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectNotice(page, 'Enviado')
  const answer = page.getByRole('listitem').filter({ hasText: 'Respondido por' })
  await expect(page.getByRole('heading', { name: 'Respuesta', exact: true })).toBeFocused()
  await expect(answer).toContainText('Gracias por pensar en')
  await expect(answer).toContainText(/por salir hacia|Todavía no llegó a ana@visita[.]example/)
  club.acceptMail()
  const again = answer.getByRole('button', { name: 'Probar ahora' })
  // The button is hidden while the server tries, and after the delivery.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(answer).toContainText('Entregada a ana@visita.example el', { timeout: 5_000 })
  }).toPass()
  const sent = club.mails.filter(({ to }) => to.includes('ana@visita.example'))
  expect(sent.map(({ raw }) => readHeader(raw, 'Reply-To'))).toEqual(['hola@club.example'])
  expect(decodeMail(sent[0]?.raw ?? '')).toContain('> Mirá https://sala.example/a')
  // After an answer the field is hidden, until the administrator opens it for a second answer.
  await expect(field).toHaveCount(0)
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  await expect(field).toBeFocused()
  await expect(page.getByText('Completá este campo.')).toHaveCount(0)

  // Text typed while an answer is being sent stays in the field.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/answers', async (route) => {
    await released
    await route.continue()
  })
  await field.fill('Otra cosa.')
  await send.click()
  await field.fill('Otra cosa. Y una más.')
  release()
  await expectNotice(page, 'Enviado')
  await expect(page.getByRole('listitem').filter({ hasText: 'Otra cosa.' })).toBeVisible()
  await expect(field).toHaveValue('Otra cosa. Y una más.')
  await expect(page.getByText(/^Guardado en /)).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Otra cosa. Y una más.')
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()

  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL('/admin/messages?unanswered=1')
  await expect(page.locator('.item-list > li')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Elegir el mensaje de Por Teléfono' }).check()
  await page.getByRole('button', { name: 'Marcar Respondidos' }).click()
  await expect(page.getByText('Está todo respondido.')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('link', { name: 'Sin responder (1)' })).toBeVisible()
  await expect(page.locator('.item-list > li')).toContainText('Sin leer')

  await page.getByRole('link', { name: 'Todos', exact: true }).click()
  await expect(page.locator('.item-list')).toContainText('Respondido por')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV (2)' }).click()
  expect((await download).suggestedFilename()).toBe('mensajes.csv')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Elegir los dos' }).check()
  await page.getByRole('button', { name: 'Borrar los 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
  await expectNotice(page, 'Borrado')
})

test('edits the answer templates of the team on their own screen', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/messages/respuestas')
  const rows = page.locator('.template')
  await expect(rows).toHaveCount(3)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Quitar Objetos perdidos' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rows.nth(1).getByLabel('Nombre')).toHaveValue('Objetos perdidos')
  await page.getByRole('button', { name: '+ Respuesta' }).click()
  await rows.nth(3).getByLabel('Nombre').fill('Prensa')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(rows.nth(3)).toContainText('Completá este campo.')
  await rows.nth(3).getByLabel('Texto').fill('Hola, {nombre}: va el material.')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectNotice(page, 'Actualizado')
  await sendMessage(page, 'Zoë', 'Hola.')
  await page.goto('/admin/messages')
  await page.getByRole('link', { name: 'Leer el mensaje de Zoë' }).click()
  await page.getByRole('button', { name: 'Prensa' }).click()
  await expect(page.getByLabel('Tu respuesta')).toHaveValue('Hola, Zoë: va el material.')
})

test('shows why a message was not delivered, and delivers it when it is sent again', async ({
  page,
  club,
}) => {
  club.refuseMail()
  const before = club.mails.length
  await sendMessage(page, 'Sin Entregar', 'Hola.')
  await signIn(page)
  await page.goto('/admin/messages')
  await page.getByRole('link', { name: 'Leer el mensaje de Sin Entregar' }).click()
  const delivery = page.getByRole('region', { name: 'Entrega' })
  await expect(delivery).toContainText(
    /Todavía no llegó al correo del club\. Se vuelve a intentar el \d\d-\d\d-\d{4} /,
  )
  await expect(delivery).toContainText('451 greylisted')
  await page.goto('/admin')
  await expect(page.getByText('El correo no está saliendo', { exact: false })).toBeVisible()

  club.acceptMail()
  await page.goBack()
  await delivery.getByRole('button', { name: 'Probar ahora' }).click()
  await expectNotice(page, 'Enviado')
  await expect(delivery).toContainText('Llegó al correo del club el')
  expect(club.mails.slice(before).map(({ to, raw }) => [to, readHeader(raw, 'Subject')])).toEqual([
    [['hola@club.example'], 'Mensaje de Sin Entregar'],
  ])
  await delivery.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await expect.poll(() => club.mails.length).toBe(before + 2)
})

test('stores messages for the period that the club sets, and shows the period to visitors at once', async ({
  page,
}) => {
  await page.goto('/privacidad')
  await expect(page.getByText('12 meses, y se borra solo')).toBeVisible()
  await signIn(page)
  await page.goto('/admin/messages')
  await page.getByRole('link', { name: 'Cuánto se guardan' }).click()
  await page.getByLabel('Se guardan').selectOption('3 meses')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Guardar los mensajes solo 3 meses?' })
  await question.getByRole('button', { name: 'Guardar y borrar' }).click()
  await expectNotice(page, 'Actualizado')
  // A followed link and a reload must both show the new storage period of messages.
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Qué hacemos con tus datos' }).click()
  await expect(page.getByText('3 meses, y se borra solo')).toBeVisible()
  await page.reload()
  await expect(page.getByText('3 meses, y se borra solo')).toBeVisible()
})

test('reports a message that was not mailed during a flood, and mails it by hand', async ({ page }) => {
  // Five messages from one address reach the limit, so each has another address.
  for (let n = 1; n <= 61; n++) {
    await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${n}` })
    await sendMessage(page, `Alguien ${n}`, 'Hola.')
  }
  await signIn(page)
  await page.goto('/admin/messages')
  await expect(page.locator('.item-list > li').first()).toContainText('Queda acá')
  await page.getByRole('link', { name: 'Leer el mensaje de Alguien 61' }).click()
  const delivery = page.getByRole('region', { name: 'Entrega' })
  await expect(delivery).toContainText('Queda acá: este no salió por mail.')
  await expect(delivery).toContainText('más mensajes que de costumbre')
  await delivery.getByRole('button', { name: 'Mandar por mail' }).click()
  await expectNotice(page, 'Enviado')
  await expect(delivery).not.toContainText('Queda acá')
})
