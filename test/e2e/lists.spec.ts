/** Lists, trash and history: undoing a deletion or a change, batch actions, and manual order. */

import { resources } from '../../platform/content/shared/resources.ts'
import { pressAway } from './accessibility-helpers.ts'
import { administrator } from './administrator.ts'
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openFilters,
  runId,
  signIn,
  toDataUrl,
} from './back-office-helpers.ts'
import { deleteAt, postTo, putTo, readFrom } from './club-api.ts'
import { expect, type Page, test } from './journey.ts'

const { residents, events, news } = resources

/** Expects no axe violations (WCAG 2.2 AA and best practices), no horizontal overflow and no small touch target. */
async function expectUsable(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const targets = page.locator(
    '.admin main :is(a:not(p a), button, select, .choice, input:not([type=checkbox]))',
  )
  const small = await targets.evaluateAll((all) =>
    all
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.5)
      .map((target) => target.outerHTML.slice(0, 120)),
  )
  expect(small).toEqual([])
}

async function addResidents(page: Page, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names)
    ids.push((await postTo(page, '/api/residents', { name, pressKit: 'https://club.example/x' }))._id)
  return ids
}

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport })
    const mark = `${runId}${viewport.width}`

    test('deletes several items after naming them, and restores them until the page is left', {
      tag: ['@wcag-3.3.4-office'],
    }, async ({ page }) => {
      await signIn(page)
      await addResidents(page, `Ana ${mark}`, `Bea ${mark}`, `Coti ${mark}`)
      await page.goto(`${residents.admin.remove}?q=${mark}`)
      await expect(page.getByText(`por ${administrator.email}`)).toHaveCount(3)
      await openFilters(page)
      await page.getByLabel('Orden').selectOption('name')
      await expect(page).toHaveURL(/order=name/)
      await expect(page.locator('.item-name')).toHaveText([`Ana ${mark}`, `Bea ${mark}`, `Coti ${mark}`])

      await page.getByLabel('Elegir los 3 de esta página').check()
      await page.getByLabel(`Elegir Bea ${mark}`).uncheck()
      await expectUsable(page)
      await page.getByRole('button', { name: 'Borrar los 2' }).click()
      const question = page.getByRole('alertdialog', { name: '¿Borrar 2 residentes?' })
      await expect(question).toHaveAccessibleDescription(new RegExp(`Ana ${mark}.*Coti ${mark}.*30 días`))
      await question.getByRole('button', { name: 'Cancelar' }).click()
      await expect(page.locator('.item')).toHaveCount(3)
      await page.getByRole('button', { name: 'Borrar los 2' }).click()
      await question.getByRole('button', { name: 'Borrar' }).click()
      await expectNotice(page, 'Borrado')
      await expect(page.locator('.item-name')).toHaveText([`Bea ${mark}`])

      await page.getByRole('button', { name: `Borrar Bea ${mark}` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
      await expect(page.getByText(`Borraste «Bea ${mark}».`)).toBeVisible()
      // Each undo restores the last deletion. The undo button has the focus after a deletion, so Enter presses it.
      const undo = page.getByRole('button', { name: 'Deshacer' })
      await expect(undo).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('.item-name')).toHaveText([`Bea ${mark}`])
      await expect(page.getByText('Borraste 2 residentes.')).toBeVisible()
      await undo.click()
      await expect(page.locator('.item-name')).toHaveText([`Ana ${mark}`, `Bea ${mark}`, `Coti ${mark}`])
      await expect(undo).toHaveCount(0)

      // The undo button belongs to the list. After leaving the list, the administrator restores the item from the trash.
      await page.getByRole('button', { name: `Borrar Coti ${mark}` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }).click()
      await page.getByRole('link', { name: 'papelera', exact: true }).click()
      await expect(page).toHaveURL('/admin/trash')
      await page.goBack()
      await expect(page.locator('.item-name')).toHaveText([`Ana ${mark}`, `Bea ${mark}`])
      await expect(undo).toHaveCount(0)
    })

    test('shows the last day of an item in the trash, restores it, and deletes it for good', {
      tag: '@main',
    }, async ({ page }) => {
      await signIn(page)
      const ids = await addResidents(page, `Vuelve ${mark}`, `Se va ${mark}`)
      await postTo(page, '/api/trash', { resource: 'residents', ids })
      await page.goto('/admin')
      if (viewport.width === 390) await page.getByRole('button', { name: 'Más', exact: true }).click()
      await page.getByRole('link', { name: 'Papelera', exact: true }).click()
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} ${mark}` })
      await expect(row('Vuelve')).toContainText(`por ${administrator.email}`)
      await expect(row('Vuelve')).toContainText('Quedan 30 días')
      await expectUsable(page)

      await row('Se va').getByRole('button', { name: 'Borrar para siempre' }).click()
      const question = page.getByRole('alertdialog', {
        name: `¿Borrar para siempre el residente «Se va ${mark}»?`,
      })
      await question.getByRole('button', { name: 'Borrar para siempre' }).click()
      await expectNotice(page, 'Borrado')
      await expect(row('Se va')).toHaveCount(0)

      await row('Vuelve').getByRole('button', { name: 'Restaurar' }).click()
      await expect(row('Vuelve')).toHaveCount(0)
      await page.getByRole('link', { name: 'Abrir' }).click()
      await expect(page.getByLabel('Nombre')).toHaveValue(`Vuelve ${mark}`)
      expect((await page.request.get(`/api/residents/${ids[1]}`)).status()).toBe(404)
    })

    test('shows changes field by field in the history, and restores an earlier version', {
      tag: ['@main', '@atag-B.1.2.4'],
    }, async ({ page }) => {
      await signIn(page)
      const photo = toDataUrl(await createSmallPicture(viewport.width === 390 ? '#246' : '#264'))
      const item = await postTo(page, '/api/news', {
        newsTitle: `Con historia ${mark}`,
        photo,
        alt: { photo: 'Un azul.' },
        date: '2026-03-04',
        newsDescription: 'La primera.',
        newsBody: '<p>La noche fue larga y terminó bien.</p>',
      })
      const other = toDataUrl(await createSmallPicture(viewport.width === 390 ? '#642' : '#462'))
      await putTo(page, `/api/news/${item._id}`, {
        photo: other,
        date: '2026-03-05',
        newsBody: '<p>La noche fue corta y terminó bien.</p>',
      })
      await page.goto(`${news.admin.update}/${item._id}`)
      const ofItem = page.getByRole('navigation', { name: 'Este ítem' })
      await ofItem.getByRole('link', { name: 'Historial', exact: true }).click()
      const entries = page.locator('.entry')
      await expect(entries).toHaveCount(2)
      await expect(entries.first()).toContainText(/modificó la novedad/i)
      await expect(entries.first()).toContainText('04-03-2026')
      await expect(entries.first()).toContainText('05-03-2026')
      await expect(entries.first().locator('img')).toHaveCount(2)
      await expectUsable(page)

      await entries
        .first()
        .getByRole('link', { name: /^Ver y restaurar/ })
        .click()
      await expect(page.locator('del')).toHaveText(['larga'])
      await expect(page.locator('ins')).toHaveText(['corta'])
      await expect(page.getByRole('region', { name: 'Como quedó después' })).toContainText(
        'Es como está hoy.',
      )
      await expectUsable(page)
      await page.getByRole('button', { name: /^Volver a esto.*Como era antes/ }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('Cambia: Foto, Fecha, Texto.')

      // Another administrator saves before the version is restored. The restore must not overwrite that change silently.
      await putTo(page, `/api/news/${item._id}`, { newsDescription: 'La segunda.' })
      await question.getByRole('button', { name: 'Volver' }).click()
      await expect(question).toContainText('Otra persona guardó cambios')
      await page.reload()
      await page.getByRole('button', { name: /^Volver a esto.*Como era antes/ }).click()
      await expect(question).toContainText('Cambia: Foto, Fecha, Descripción, Texto.')
      await question.getByRole('button', { name: 'Volver' }).click()
      await expectNotice(page, 'Actualizado')
      await expect(entries).toHaveCount(4)
      await expect(entries.first()).toContainText(/volvió a una versión anterior de la novedad/i)
      const now = await readFrom(page, `/api/news/${item._id}`)
      for (const field of ['photo', 'alt', 'date', 'newsDescription', 'newsBody'])
        expect(now[field]).toEqual(item[field])

      // The full history can be filtered by person.
      await page.getByRole('link', { name: 'Ver todo el historial' }).click()
      await page.getByLabel('De qué').selectOption({ label: 'Novedades' })
      await expect(page).toHaveURL(/resource=news/)
      await expect(entries.first()).toContainText(`Con historia ${mark}`)
      await entries.first().getByRole('link', { name: administrator.email }).click()
      await expect(page.getByRole('link', { name: `Solo ${administrator.email}` })).toBeVisible()
    })
  })
}

test('focuses the restored item after the undo', { tag: ['@wcag-2.4.3-office'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const names = Array.from(
    { length: 12 },
    (_, index) => `Lejos ${String(index + 1).padStart(2, '0')} ${runId}`,
  )
  await addResidents(page, ...names)
  await page.goto(`${residents.admin.remove}?q=Lejos ${runId}&order=name`)
  const remove = page.getByRole('button', { name: `Borrar ${names.at(-1)}`, exact: true })
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await remove.press('Enter')
  await pressAway(page.getByRole('alertdialog').getByRole('button', { name: 'Borrar' }))
  await expect(undo).toBeFocused()
  await pressAway(undo)
  await expect(remove).toBeFocused()
})

test('explains what to do in an empty list, and shows nights in low rows with flyer and date', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(`${residents.admin.remove}?q=zzz${runId}`)
  await expect(page.getByText('Nada coincide con esa búsqueda.', { exact: false })).toBeVisible()
  await page.goto('/admin/trash?page=900')
  await expect(page.getByRole('link', { name: 'Ir a la primera' })).toBeVisible()
  await page.goto(events.admin.remove)
  await page.getByRole('checkbox').nth(1).check()
  await expect(page.getByText('1 elegido')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Ninguno' }).click()
  await expect(page.getByText('1 elegido')).toHaveCount(0)
  for (const [width, most] of [
    [360, 120],
    [1366, 64],
    [1440, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto(events.admin.update)
    const row = page.locator('.item-list > .item').filter({ hasText: 'Apagón' }).first()
    await expect(row.locator('img')).toBeVisible()
    await expect(row).toContainText(/(lun|mar|mié|jue|vie|sáb|dom) \d\d-\d\d-\d{4} 23:59/)
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(most)
  }
})

test('cancels a night in three taps on a phone, publishes it with others, and undoes all of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const day = '2031-05-0'
  // A word that only the items of this test contain.
  const mark = `lista${runId}`
  for (const index of [1, 2, 3]) {
    // Each night has its own flyer and link: the list does not publish drafts that share one with another night.
    const picture = toDataUrl(await createSmallPicture(`#42${index}`))
    await postTo(page, '/api/events', {
      flyerLarge: picture,
      flyerGrid: picture,
      date: `${day}${index}T23:30`,
      url: `https://club.example/${mark}/${index}`,
      title: `Noche ${index} ${mark}`,
      draft: index > 1,
    })
  }
  const night = (index: number) => page.locator('.item').filter({ hasText: `Noche ${index} ${mark}` })
  await page.goto(`${events.admin.update}?q=${mark}`)
  // The list starts with the next night.
  await expect(page.locator('.item-name')).toHaveText([1, 2, 3].map((index) => `Noche ${index} ${mark}`))

  const more = page.getByRole('button', { name: `Más de Noche 1 ${mark}` })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  const first = page.getByRole('link', { name: `Ver en el sitio Noche 1 ${mark}` })
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await expectUsable(page)
  // Cerrar is at the top of the actions, and Borrar at the end.
  const close = await page.getByRole('button', { name: 'Cerrar', exact: true }).boundingBox()
  const remove = await page.getByRole('button', { name: `Borrar Noche 1 ${mark}` }).boundingBox()
  expect((remove?.y ?? 0) - (close?.y ?? 0)).toBeGreaterThan(200)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await page.getByRole('button', { name: `Cancelar la fecha Noche 1 ${mark}` }).click()
  await expectUsable(page)
  await page.getByLabel('Por qué (opcional)').fill('Por la lluvia.')
  await page.getByRole('button', { name: 'Cancelar la fecha', exact: true }).click()
  await expectNotice(page, 'Actualizado')
  await expect(night(1).locator('.state-line')).toHaveText('CANCELADA')
  const shown = async () => {
    const { data } = await readFrom(page, `/api/events?q=${mark}`)
    return data.map(({ title, status, statusNote }: Record<string, unknown>) => [title, status, statusNote])
  }
  expect(await shown()).toEqual([[`Noche 1 ${mark}`, 'cancelled', 'Por la lluvia.']])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(night(1).locator('.state-line')).toHaveCount(0)
  expect(await shown()).toEqual([[`Noche 1 ${mark}`, 'scheduled', null]])

  // One of the two selected drafts is deleted before they are published. The message names it, and it stays selected.
  await page.getByRole('button', { name: 'Elegir varios' }).click()
  for (const index of [2, 3]) await page.getByLabel(`Elegir Noche ${index} ${mark}`).check()
  const { data } = await readFrom(page, `/api/events?q=${mark}&state=draft`)
  const deletedNight = data.find(({ title }: { title: string }) => title === `Noche 3 ${mark}`)
  await deleteAt(page, `/api/events/${deletedNight._id}`)
  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    `No se publicó «Noche 3 ${mark}, sábado 3 de mayo de 2031».`,
  )
  await expect(page.getByText('1 elegido')).toBeVisible()
  await expect(night(2).locator('.state-line')).toHaveCount(0)
  expect(await shown()).toHaveLength(2)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(night(2).locator('.state-line')).toHaveText('Borrador')
  expect(await shown()).toHaveLength(1)
})

test('orders residents by hand, shows that order on the site, and returns from a form to the same place', {
  tag: ['@wcag-2.5.1-office', '@wcag-2.5.7-office'],
}, async ({ page }) => {
  await signIn(page)
  for (let index = 1; index <= 26; index++) await addResidents(page, `Fila ${index} ${runId}`)
  const order = async () => {
    const { data } = await readFrom(page, `/api/residents?order=manual&q=${runId}`)
    return data.slice(0, 4).map(({ name }: { name: string }) => Number(name.split(' ')[1]))
  }
  expect(await order()).toEqual([26, 25, 24, 23])
  await page.goto(residents.admin.update)
  await openFilters(page)
  await page.getByRole('button', { name: 'Ordenar' }).click()
  const rows = page.locator('.order-name')
  await expect(rows.first()).toHaveText(`Fila 26 ${runId}`)
  // The window is so high that the bar covers no row during the check.
  await page.setViewportSize({ width: 390, height: 4000 })
  await expectUsable(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const handle = page.getByRole('button', { name: `Mover Fila 26 ${runId}` })
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toHaveText(`Fila 26 ${runId}`)
  await expect(handle).toBeFocused()
  await expect(page.getByText(/^«Fila 26 .*», lugar 2 de/)).toHaveCount(1)
  await page.getByRole('button', { name: `Subir Fila 23 ${runId}` }).click()
  await expect.poll(order).toEqual([25, 26, 23, 24])
  // Another administrator moves a resident at the same time. The server keeps both moves.
  const { ids } = await readFrom(page, '/api/order/residents')
  await putTo(page, '/api/order/residents', { ids: [ids[4], ...ids.toSpliced(4, 1)] })
  const grip = await page.getByRole('button', { name: `Mover Fila 25 ${runId}` }).boundingBox()
  const [x, y] = [(grip?.x ?? 0) + 9, (grip?.y ?? 0) + 9]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 60, { steps: 5 })
  await page.mouse.up()
  await expect.poll(order).toEqual([22, 26, 25, 23])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(order).toEqual([25, 22, 26, 23])
  // The number field moves the row to a position on another page of the list.
  const field = page.getByLabel(new RegExp(`^Lugar de Fila 25 ${runId}, de`))
  await field.fill('3')
  await field.press('Enter')
  await expect.poll(order).toEqual([22, 26, 25, 23])
  const home = await (await page.request.get('/')).text()
  const at = [22, 26, 25, 23].map((index) => home.indexOf(`Fila ${index} ${runId}`))
  expect(at.toSorted((a, b) => a - b)).toEqual(at)
  expect(at[0]).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Listo' }).click()
  await expect(page.locator('.item-name').first()).toHaveText(`Fila 22 ${runId}`)
  await page.goto(`${residents.admin.update}?q=${runId}&page=2`)
  const last = page.getByRole('link', { name: `Editar Fila 1 ${runId}` })
  await last.click()
  await expect(page.getByLabel('Nombre')).toHaveValue(`Fila 1 ${runId}`)
  await page.goBack()
  await expect(page).toHaveURL(/q=.*page=2/)
  await expect(page.locator('.item[data-left] .item-name')).toHaveText(`Fila 1 ${runId}`)
})
