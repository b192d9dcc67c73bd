/** Redirects from old addresses: from an address that a visitor requested in vain, from a pasted list, and a removal. */
import { expectNotice, findAxeViolations, runId, signIn } from '../../../test/e2e/back-office-helpers.ts'
import { readFrom } from '../../../test/e2e/club-api.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { REDIRECTS_SCREEN_PATH } from '../shared/redirect-limits.ts'

for (const width of [360, 1280]) {
  test(`an address that does not exist becomes a redirect, and a list is pasted, at ${width} px`, async ({
    page,
    browser,
    baseURL,
    extraHTTPHeaders,
  }) => {
    const name = `${runId}-${width}`
    const old = `/agenda-${name}.php`
    await page.setViewportSize({ width, height: 844 })
    // A browser of its own, because requests of administrators are not counted.
    const visitor = await browser.newPage({
      ...(baseURL && { baseURL }),
      ...(extraHTTPHeaders && { extraHTTPHeaders }),
    })
    await visitor.goto(`${old}?id=3`)
    await expect(visitor).toHaveURL('/404')

    await signIn(page, REDIRECTS_SCREEN_PATH)
    await page.getByRole('button', { name: `Hacer una redirección de ${old}` }).click()
    await expect(page.getByLabel('Dirección vieja')).toHaveValue(old)
    await expect(page.getByLabel('Lleva a')).toBeFocused()
    await page.keyboard.type(old)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Lleva a')).toHaveAccessibleDescription(/Vuelve a la misma dirección\./)
    await page.getByLabel('Lleva a').fill('/fechas')
    await page.keyboard.press('Enter')
    await expectNotice(page, 'Agregado')
    await expect(page.getByLabel('Dirección vieja')).toBeFocused()
    await expect(page.getByRole('button', { name: `Hacer una redirección de ${old}` })).toHaveCount(0)
    await visitor.goto(`${old}?id=3`)
    await expect(visitor).toHaveURL('/fechas')

    // The server knows the pages of the site, and refuses a redirect that would hide one.
    await page.getByLabel('Dirección vieja').fill('/culture')
    await page.getByLabel('Lleva a').fill('/news')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Dirección vieja')).toBeFocused()
    await expect(page.getByLabel('Dirección vieja')).toHaveAccessibleDescription(/El sitio ya responde/)

    const list = page.getByLabel('La lista')
    await list.fill(`/uno-${name} → /news\n"/dos-${name}";"/culture"\n${old} /news\n/login\t/news`)
    await expect(page.getByText('3 renglones se agregan. 1 no.')).toBeVisible()
    await expect(page.getByText('Ya está, y lleva a /fechas.')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Agregar 3 direcciones' }).click()
    await expect(list).toHaveValue(`${old} /news\n/login /news`)
    await expect(page.getByText('El sitio ya responde en esa dirección.', { exact: true })).toHaveCount(2)
    await visitor.goto(`/dos-${name}`)
    await expect(visitor).toHaveURL('/culture')

    await page.getByRole('button', { name: `Quitar ${old}`, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
    await visitor.goto(old)
    await expect(visitor).toHaveURL('/404')
    await page.keyboard.press('Enter')
    await expectNotice(page, 'Actualizado')
    expect((await readFrom(page, '/api/redirects')).data).toContainEqual({ from: old, to: '/fechas' })

    // Another administrator saves in between. The screen shows that list, and the next attempt replaces it.
    const other = await page.context().newPage()
    await other.goto(REDIRECTS_SCREEN_PATH)
    await other.getByRole('button', { name: `Quitar /uno-${name}`, exact: true }).click()
    await expect(other.getByRole('button', { name: 'Deshacer' })).toBeVisible()
    await page.getByRole('button', { name: `Quitar /dos-${name}`, exact: true }).click()
    await expect(page.getByText('Otra persona guardó cambios mientras editabas.').last()).toBeVisible()
    await expect(page.getByRole('button', { name: `Quitar /uno-${name}`, exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: `Quitar /dos-${name}`, exact: true }).click()
    await expect(page.getByText(`Quitaste «/dos-${name}».`)).toBeVisible()
    await visitor.close()
  })
}
