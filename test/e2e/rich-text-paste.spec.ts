/** The editor of texts: what a paste and typed marks become. */
import { resources } from '../../platform/content/shared/resources.ts'
import { openScreen, signIn } from './back-office-helpers.ts'
import { expect, type Page, test } from './journey.ts'
import { pastedTexts, pasteText, readText } from './pasted-texts.ts'
import { pauseBetweenKeys } from './public-site-helpers.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto', exact: true })

async function openEmptyEditor(page: Page): Promise<void> {
  await signIn(page)
  await openScreen(page, resources.news.admin.create)
  await text(page).click()
  await pauseBetweenKeys(page)
}

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expect.poll(() => text(page).evaluate(readText)).toBe('<p></p>')
}

const describeLost = (count: number): string | RegExp =>
  count === 0
    ? ''
    : count === 1
      ? /^Pegamos el texto sin su imagen/
      : new RegExp(`^Pegamos el texto sin sus ${count} imágenes`)

test('pastes texts of chats, Google Docs, Word and pages', async ({ page }) => {
  await openEmptyEditor(page)
  for (const pasted of pastedTexts) {
    await clear(page)
    await text(page).evaluate(pasteText, pasted)
    await expect.poll(() => text(page).evaluate(readText), pasted.name).toBe(pasted.text)
    await expect(page.locator('.rich-remark'), pasted.name).toHaveText(describeLost(pasted.lost ?? 0))
  }
})

test('gives selected words the address of a pasted link', async ({ page }) => {
  await openEmptyEditor(page)
  for (const pasted of [
    { html: '<a href="https://club.example/lista">club.com</a>' },
    { plain: 'https://club.example/lista' },
  ]) {
    await clear(page)
    await page.keyboard.type('Entradas')
    await page.keyboard.press('Control+a')
    await text(page).evaluate(pasteText, pasted)
    await expect
      .poll(() => text(page).evaluate(readText))
      .toBe('<p><a href="https://club.example/lista">Entradas</a></p>')
  }
})

test('keeps typed characters, except those that CommonMark uses up', async ({ page }) => {
  await openEmptyEditor(page)
  for (const [typed, html] of [
    ['IG: _dark_matter_ ', '<p>IG: _dark_matter_ </p>'],
    ['5 * 3 * 2 y 2*3*4 ', '<p>5 * 3 * 2 y 2*3*4 </p>'],
    ['*hoy* **hoy** __hoy__ ~~hoy~~ ', '<p>*hoy* **hoy** __hoy__ ~~hoy~~ </p>'],
    ['--- 23:59 ', '<p>--- 23:59 </p>'],
    ['*** hoy ', '<p>*** hoy </p>'],
    ['1143021965. hoy', '<p>1143021965. hoy</p>'],
    ['    - hoy', '<p>    - hoy</p>'],
    ['## Hoy', '<h2>Hoy</h2>'],
    ['- hoy', '<ul><li><p>hoy</p></li></ul>'],
    ['3. hoy', '<ol start="3"><li><p>hoy</p></li></ol>'],
    ['> hoy', '<blockquote><p>hoy</p></blockquote>'],
  ] as const) {
    await clear(page)
    await page.keyboard.type(typed)
    await expect.poll(() => text(page).evaluate(readText), typed).toBe(html)
  }
})

test('keeps no language of a paste, because office programs write that of the keyboard', async ({ page }) => {
  await openEmptyEditor(page)
  await text(page).evaluate(pasteText, {
    html: '<p class="MsoNormal" lang="ES-AR"><span lang="EN-US">Una </span><span lang="en">noche</span></p>',
  })
  await expect.poll(() => text(page).evaluate(readText)).toBe('<p>Una noche</p>')
})

test('closes jumps of heading levels in a paste, and announces it', {
  tag: ['@wcag-1.3.1-office', '@atag-B.3.1.1', '@atag-B.3.2.1'],
}, async ({ page }) => {
  await openEmptyEditor(page)
  const remark = page.locator('.rich-remark')
  await text(page).evaluate(pasteText, {
    html: '<h4>Quiénes</h4><p>Ana</p><h5>Cuándo</h5><h1>Sala</h1><h4>Patio</h4>',
  })
  await expect
    .poll(() => text(page).evaluate(readText))
    .toBe('<h2>Quiénes</h2><p>Ana</p><h2>Cuándo</h2><h2>Sala</h2><h3>Patio</h3>')
  await expect(remark).toHaveText(/^Ajustamos los encabezados/)

  await clear(page)
  await page.keyboard.type('#### Hoy')
  await expect.poll(() => text(page).evaluate(readText)).toBe('<h4>Hoy</h4>')
  await expect(remark).toHaveText(/^Al guardar, los encabezados se ajustan/)
  await page.getByRole('button', { name: 'Encabezado H2' }).click()
  await expect(remark).not.toContainText('Al guardar')
})
