/** The editor of a news item's text: typing around pictures, players and rules. */

import sharp from 'sharp'
import { resources } from '../../platform/content/shared/resources.ts'
import { newsPath } from '../../platform/shared/public-paths.ts'
import {
  expectNotice,
  findAxeViolations,
  moveCaretToEnd,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
  unfoldTools,
} from './back-office-helpers.ts'
import { postTo, readFrom } from './club-api.ts'
import { test as base, expect, type Page } from './journey.ts'
import { readText } from './pasted-texts.ts'
import { fetchFirstNews, pauseBetweenKeys } from './public-site-helpers.ts'

const { news } = resources

type SessionState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Signs in once per worker, and gives each test that session. */
const test = base.extend<object, { session: SessionState }>({
  session: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage({ baseURL: project.use.baseURL as string })
      await signIn(page)
      await use(await page.context().storageState())
      await page.close()
    },
    { scope: 'worker' },
  ],
  storageState: ({ session }, use) => use(session),
})

const signedOut = { storageState: { cookies: [], origins: [] } }

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/**
 * Creates a picture of one colour, 320 × 240 px. The small size saves time, because the server resizes each picture and
 * these tests check only positions.
 */
const createSmallPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto', exact: true })
const picture = (page: Page, alt: string) => text(page).getByRole('img', { name: alt })

/**
 * Returns one string for each block of the text. The string of a picture is its caption, and that of an embedded player is
 * its link.
 */
const readBlocks = (page: Page): Promise<string[]> =>
  text(page).evaluate((editor) =>
    [...editor.children]
      .filter(
        (block) =>
          !block.matches('.rich-embed, .rich-embed-note, .ProseMirror-gapcursor, .ProseMirror-separator'),
      )
      .map((block) =>
        block.matches('.rich-picture')
          ? `img ${block.querySelector('img')?.alt} ${block.querySelector('textarea')?.value}`.trim()
          : `${block.localName} ${block.textContent}`.trim(),
      ),
  )

const expectBlocks = (page: Page, blocks: string[], what?: string) =>
  expect.poll(() => readBlocks(page), what).toEqual(blocks)

async function createNews(page: Page, newsBody: string): Promise<string> {
  const { _id } = await postTo(page, '/api/news', {
    newsTitle: `Escritura ${runId} ${Math.random().toString(36).slice(2)}`,
    // The test reuses the photo of a stored item, because the server would have to resize a new one.
    photo: (await fetchFirstNews(page)).photo,
    date: '2026-03-01',
    newsDescription: 'La descripción.',
    newsBody,
  })
  return _id
}

async function openNews(page: Page, newsBody: string): Promise<void> {
  await openScreen(page, `${news.admin.update}/${await createNews(page, newsBody)}`)
  await unfoldTools(page)
  await expect(text(page)).toBeVisible()
}

/** Stores a picture in the club. @returns its HTML */
async function storePicture(page: Page, colour: string, alt: string): Promise<string> {
  const { src } = await postTo(page, '/api/media', { image: toDataUrl(await createSmallPicture(colour)) })
  return `<img src="${src}" alt="${alt}">`
}

async function describeAndInsert(page: Page, alt: string): Promise<void> {
  await page.getByLabel('Qué se ve en la imagen (la del texto)').fill(alt)
  await page.getByRole('button', { name: 'Insertar', exact: true }).click()
  await expect(picture(page, alt)).toBeVisible()
  await expect(text(page)).toBeFocused()
  await pauseBetweenKeys(page)
}

async function insertPicture(page: Page, alt: string, colour = '#a33'): Promise<void> {
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  await page
    .getByLabel('Elegir imagen para insertar')
    .setInputFiles(toImageFile(await createSmallPicture(colour)))
  await describeAndInsert(page, alt)
}

async function insertPlayer(page: Page): Promise<void> {
  const players = await text(page).locator('.rich-embed').count()
  await page.getByRole('button', { name: 'Video o audio' }).click()
  await page.getByLabel('Enlace de YouTube, SoundCloud o Mixcloud').fill(VIDEO)
  await page.getByRole('button', { name: 'Insertar', exact: true }).click()
  await expect(text(page).locator('.rich-embed')).toHaveCount(players + 1)
  await expect(text(page)).toBeFocused()
  await pauseBetweenKeys(page)
}

async function createDataTransfer(page: Page, colours: string[]) {
  const pictures = await Promise.all(colours.map(async (colour) => [...(await createSmallPicture(colour))]))
  return page.evaluateHandle((pictures) => {
    const data = new DataTransfer()
    for (const [index, bytes] of pictures.entries())
      data.items.add(new File([new Uint8Array(bytes)], `${index}.jpg`, { type: 'image/jpeg' }))
    return data
  }, pictures)
}

const pasteTransfer = async (page: Page, transfer: Awaited<ReturnType<typeof createDataTransfer>>) =>
  text(page).evaluate((editor, clipboardData) => {
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, transfer)

const pasteWords = async (page: Page, content: { html?: string; plain: string }) =>
  text(page).evaluate((editor, { html, plain }) => {
    const clipboardData = new DataTransfer()
    if (html) clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', plain)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, content)

/** Types with a physical keyboard. */
async function typeKeys(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words)
  await pauseBetweenKeys(page)
}

/** Types as an on-screen keyboard without suggestions does: the letters arrive without key events. */
async function insertLetters(page: Page, words: string): Promise<void> {
  for (const letter of words) await page.keyboard.insertText(letter)
  await pauseBetweenKeys(page)
}

/** Types as an on-screen keyboard that composes words: the word is underlined until it is complete. */
async function composeWords(page: Page, words: string): Promise<void> {
  const input = await page.context().newCDPSession(page)
  for (let length = 1; length <= words.length; length++)
    await input.send('Input.imeSetComposition', {
      text: words.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await input.send('Input.insertText', { text: words })
  await pauseBetweenKeys(page)
}

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

for (const { name, device, write, press } of [
  { name: 'on a laptop', device: desk, write: typeKeys, press: 'click' },
  { name: 'on a phone, letter by letter', device: phone, write: insertLetters, press: 'tap' },
  { name: 'on a phone, word by word', device: phone, write: composeWords, press: 'tap' },
] as const) {
  test.describe(name, () => {
    test.use(device)

    test('continues below inserted blocks, in any order of insertion', async ({ page }) => {
      await openNews(page, '<p>Primero.</p><p>Último.</p>')
      await text(page).getByText('Primero.')[press]()
      await page.keyboard.press('End')
      await pauseBetweenKeys(page)
      await insertPicture(page, 'Uno', '#a33')
      await insertPicture(page, 'Dos', '#3a3')
      await insertPlayer(page)
      await page.getByRole('button', { name: 'Línea divisoria' }).click()
      await insertPicture(page, 'Tres', '#33a')
      await write(page, 'Y ')
      const inRow = ['p Primero.', 'img Uno', 'img Dos', `p ${VIDEO}`, 'hr', 'img Tres', 'p Y Último.']
      await expectBlocks(page, inRow)
      await moveCaretToEnd(page)
      await insertPlayer(page)
      await write(page, 'bajo')
      await expectBlocks(page, [...inRow, `p ${VIDEO}`, 'p bajo'])
      await expect(text(page).locator('.rich-embed')).toHaveCount(2)
    })

    test('writes above and below a picture without other content, and does not overwrite it', async ({
      page,
    }) => {
      await openNews(page, await storePicture(page, '#a33', 'Uno'))
      // There, neither the toolbar nor the form's bar covers the first line.
      await text(page).evaluate((editor) => window.scrollBy(0, editor.getBoundingClientRect().top - 300))
      const box = await text(page).boundingBox()
      if (!box) throw new Error('the editor is not on the screen')
      const { x, y } = box
      if (press === 'tap') await page.touchscreen.tap(x + 60, y + 14)
      else await page.mouse.click(x + 60, y + 14)
      await pauseBetweenKeys(page)
      await write(page, 'arriba')
      await expectBlocks(page, ['p arriba', 'img Uno'])
      const { bottom } = await text(page).evaluate((editor) => {
        editor.scrollIntoView({ block: 'center' })
        const { bottom } = editor.getBoundingClientRect()
        return { bottom }
      })
      if (press === 'tap') await page.touchscreen.tap(x + 60, bottom - 14)
      else await page.mouse.click(x + 60, bottom - 14)
      await pauseBetweenKeys(page)
      await write(page, 'abajo')
      await expectBlocks(page, ['p arriba', 'img Uno', 'p abajo'])
      await picture(page, 'Uno')[press]()
      await expect(picture(page, 'Uno')).toHaveClass(/ProseMirror-selectednode/)
      await pauseBetweenKeys(page)
      await write(page, 'hola')
      await expectBlocks(page, ['p arriba', 'img Uno', 'p hola', 'p abajo'])
    })
  })
}

test.describe('a selected picture', () => {
  test.use(desk)

  test('stays after a line break, a paste or a new link', async ({ page }) => {
    const stored = await storePicture(page, '#a33', 'Uno')
    await openNews(page, `<p>Antes.</p>${stored}<p>Después.</p>`)
    const select = async () => {
      await picture(page, 'Uno').click()
      await expect(picture(page, 'Uno')).toHaveClass(/ProseMirror-selectednode/)
      await pauseBetweenKeys(page)
    }
    const undo = async () => {
      await page.keyboard.press('Control+z')
      await expectBlocks(page, ['p Antes.', 'img Uno', 'p Después.'])
    }
    for (const key of ['Enter', 'Shift+Enter', 'Control+Enter']) {
      await select()
      await page.keyboard.press(key)
      await pauseBetweenKeys(page)
      await typeKeys(page, 'hola')
      await expectBlocks(page, ['p Antes.', 'img Uno', 'p hola', 'p Después.'], key)
      await page.keyboard.press('Control+z')
      if ((await readBlocks(page)).length > 3) await undo()
    }

    await select()
    await pasteWords(page, { plain: 'pegado' })
    await expectBlocks(page, ['p Antes.', 'img Uno', 'p pegado', 'p Después.'])
    await undo()

    await select()
    await pasteWords(page, { html: '<h2>Título</h2><p>Uno <b>dos</b></p>', plain: 'Título' })
    await expectBlocks(page, ['p Antes.', 'img Uno', 'h2 Título', 'p Uno dos', 'p Después.'])
    await undo()

    await select()
    await pasteWords(page, { plain: 'youtu.be/dQw4w9WgXcQ' })
    await expectBlocks(page, ['p Antes.', 'img Uno', `p ${VIDEO}`, 'p Después.'])
    await undo()

    await select()
    await page.getByRole('button', { name: 'Video o audio' }).click()
    await page.getByLabel('Enlace de YouTube, SoundCloud o Mixcloud').fill(VIDEO)
    await page.keyboard.press('Enter')
    await expect(text(page).locator('.rich-embed')).toHaveCount(1)
    await expectBlocks(page, ['p Antes.', 'img Uno', `p ${VIDEO}`, 'p Después.'])
    await undo()

    await select()
    await page.getByRole('button', { name: 'Línea divisoria' }).click()
    await expectBlocks(page, ['p Antes.', 'img Uno', 'hr', 'p Después.'])
    await undo()

    await select()
    await page.getByRole('button', { name: 'Enlace', exact: true }).click()
    await page.getByLabel('Dirección del enlace').fill('/contact')
    await page.keyboard.press('Enter')
    await expect(text(page).getByRole('link', { name: '/contact' })).toBeVisible()
    await expectBlocks(page, ['p Antes.', 'img Uno', 'p /contact', 'p Después.'])
    await undo()

    for (const key of ['Backspace', 'Delete']) {
      await select()
      await page.keyboard.press(key)
      await expectBlocks(page, ['p Antes.', 'p Después.'], key)
      await undo()
    }
  })

  test('can be pasted repeatedly, and typing continues below', async ({ page }) => {
    await openNews(page, `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}`)
    const html = await picture(page, 'Uno').evaluate((image) => image.outerHTML.replace(/ class="[^"]*"/, ''))
    await picture(page, 'Uno').click()
    await pauseBetweenKeys(page)
    await pasteWords(page, { html, plain: '' })
    await pasteWords(page, { html, plain: '' })
    await typeKeys(page, 'fin')
    await expectBlocks(page, ['p Antes.', 'img Uno', 'img Uno', 'img Uno', 'p fin'])
  })

  test('keeps its new description while the caret moves elsewhere', { tag: ['@atag-B.2.3.1'] }, async ({
    page,
  }) => {
    await openNews(
      page,
      `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}${await storePicture(page, '#3a3', 'Dos')}<p>Fin.</p>`,
    )
    await picture(page, 'Dos').click()
    await page.getByRole('button', { name: 'Imagen', exact: true }).click()
    await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('Un verde.')
    await text(page).getByText('Antes.').click()
    await moveCaretToLineEnd(page)
    await typeKeys(page, ' Más.')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expectBlocks(page, ['p Antes. Más.', 'img Uno', 'img Un verde.', 'p Fin.'])

    await picture(page, 'Uno').click()
    await page.getByRole('button', { name: 'Imagen', exact: true }).click()
    await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('Se perdería.')
    await picture(page, 'Uno').click()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page.getByText('Esa imagen ya no está en el texto.')).toBeVisible()
  })

  test('lets the keyboard move before the first and after the last block', {
    tag: ['@wcag-2.1.1-office'],
  }, async ({ page }) => {
    await openNews(page, await storePicture(page, '#a33', 'Uno'))
    await picture(page, 'Uno').click()
    await pauseBetweenKeys(page)
    await page.keyboard.press('ArrowUp')
    await pauseBetweenKeys(page)
    await typeKeys(page, 'arriba')
    await page.keyboard.press('ArrowDown')
    await pauseBetweenKeys(page)
    await page.keyboard.press('ArrowDown')
    await pauseBetweenKeys(page)
    await typeKeys(page, 'abajo')
    await expectBlocks(page, ['p arriba', 'img Uno', 'p abajo'])
  })
})

test('writes captions and moves pictures, and keeps both in draft, form and public page', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize(desk.viewport)
  const id = await createNews(
    page,
    `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}<p>Medio.</p>${await storePicture(page, '#3a3', 'Dos')}`,
  )
  await openScreen(page, `${news.admin.update}/${id}`)
  await unfoldTools(page)
  const caption = (alt: string) => text(page).getByRole('textbox', { name: `Epígrafe de la imagen: ${alt}` })
  await caption('Uno').click()
  await typeKeys(page, 'La pista, 4:30. <b>')
  await page.keyboard.press('Enter')
  await pauseBetweenKeys(page)
  await typeKeys(page, 'abajo')
  await expectBlocks(page, ['p Antes.', 'img Uno La pista, 4:30. <b>', 'p abajo', 'p Medio.', 'img Dos'])
  // The editor undoes the typed words and the line break in one step after fast typing, in two after slow typing.
  const before = ['p Antes.', 'img Uno La pista, 4:30. <b>', 'p Medio.', 'img Dos']
  await page.keyboard.press('Control+z')
  if ((await readBlocks(page)).length > before.length) await page.keyboard.press('Control+z')
  await expectBlocks(page, before)
  await page.keyboard.press('Control+z')
  await expectBlocks(page, ['p Antes.', 'img Uno', 'p Medio.', 'img Dos'])
  await page.keyboard.press('Control+Shift+z')
  await expectBlocks(page, before)

  // The mouse drags the picture, and its caption moves with it.
  const from = await picture(page, 'Uno').boundingBox()
  const to = await text(page).getByText('Antes.').boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 30, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 12, { steps: 5 })
  await page.mouse.move(to.x + 30, to.y + 2, { steps: 3 })
  await page.mouse.up()
  const dragged = ['img Uno La pista, 4:30. <b>', 'p Antes.', 'p Medio.', 'img Dos']
  await expectBlocks(page, dragged)
  await page.keyboard.press('Control+z')
  await expectBlocks(page, before)

  // The keyboard moves the picture with the same buttons as touch.
  await picture(page, 'Dos').click()
  await page.keyboard.press('Tab')
  await expect(caption('Dos')).toBeFocused()
  await typeKeys(page, 'Otra')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.getByRole('button', { name: 'Imagen', exact: true }).click()
  const panel = page.getByRole('group', { name: 'Imagen' })
  await expect(panel.getByRole('button', { name: 'Bajar' })).toHaveAttribute('aria-disabled', 'true')
  await panel.getByRole('button', { name: 'Subir' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.locator('[aria-live=polite]')).toHaveText('La imagen quedó en el lugar 3 de 4.')
  await page.keyboard.press('Enter')
  const moved = ['p Antes.', 'img Dos Otra', 'img Uno La pista, 4:30. <b>', 'p Medio.']
  await expectBlocks(page, moved)
  await panel.getByRole('button', { name: 'Cancelar' }).click()

  // A reload restores the caption from the draft, like all typed text.
  await caption('Uno').fill('Al final')
  await expect(page.locator('.draft-note')).toBeVisible()
  await page.reload()
  await expect(caption('Uno')).toHaveValue('Al final')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')
  const item = await readFrom(page, `/api/news/${id}`)
  expect(item.newsBody).toMatch(
    /^<p>Antes\.<\/p><figure><img [^>]*alt="Dos"[^>]*><figcaption>Otra<\/figcaption><\/figure><figure><img [^>]*><figcaption>Al final<\/figcaption><\/figure><p>Medio\.<\/p>$/,
  )
  const visitor = await browser.newPage({ ...signedOut, baseURL: baseURL as string })
  await visitor.goto(newsPath(item.newsTitle))
  await expect(visitor.locator('figcaption')).toHaveText(['Otra', 'Al final'])
  await visitor.close()
})

test('says how the keyboard reaches the caption and the description of a picture', {
  tag: ['@wcag-2.1.1-office', '@wcag-4.1.3-office'],
}, async ({ page }) => {
  await openNews(page, `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}<p>Medio.</p>`)
  await text(page).getByText('Antes.').click()
  await moveCaretToLineEnd(page)
  const announced = page.locator('.rich > .unseen[aria-live=polite]')
  await page.keyboard.press('ArrowDown')
  await expect(announced).toHaveText('Imagen: Uno. Tab: epígrafe. Shift Tab y Enter: descripción.')
  await page.keyboard.press('Tab')
  await expect(text(page).getByRole('textbox', { name: 'Epígrafe de la imagen: Uno' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Qué se ve en la imagen (la del texto)')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(announced).toHaveText('')
})

test('marks a phrase in another language from the keyboard, announces it, and unmarks it', {
  tag: ['@wcag-3.1.2-office', '@wcag-2.1.1-office', '@wcag-4.1.3-office'],
}, async ({ page, browser, baseURL }) => {
  const body = `<p>Suena warehouse.</p>`
  const id = await createNews(page, body)
  const path = `${news.admin.update}/${id}`
  await openScreen(page, path)
  await unfoldTools(page)
  const tool = page.getByRole('button', { name: /^Idioma/ })
  await tool.click()
  await expect(page.getByText('Primero elegí las palabras que están en otro idioma.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await text(page).getByText('Suena').click()
  await moveCaretToLineEnd(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await pauseBetweenKeys(page)
  await tool.focus()
  await page.keyboard.press('Enter')
  const english = page.getByRole('button', { name: 'Inglés' })
  await expect(english).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await expect(page.locator('.rich > .unseen[aria-live=polite]')).toHaveText('Inglés: «warehouse».')
  await expect(page.getByRole('button', { name: 'Idioma: inglés' })).toHaveAttribute('aria-pressed', 'true')
  const phrase = text(page).locator('span[lang=en]')
  await expect(phrase).toHaveText('warehouse')
  await expect(phrase).toHaveCSS('text-decoration-style', 'dotted')
  await page.keyboard.press('Control+s')
  await expectNotice(page, 'Actualizado')
  const stored = () => readFrom(page, `/api/news/${id}`)
  const { newsTitle, newsBody } = await stored()
  expect(newsBody).toBe('<p>Suena <span lang="en">warehouse</span>.</p>')
  const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
  await visitor.goto(`/news/${newsTitle}`)
  await expect(visitor.locator('.prose [lang=en]')).toHaveText('warehouse')
  await visitor.close()

  // Without a selection, the tool changes the phrase around the cursor.
  await openScreen(page, path)
  await unfoldTools(page)
  await text(page).locator('span[lang=en]').click()
  await page.getByRole('button', { name: 'Idioma: inglés' }).click()
  await page.getByRole('button', { name: 'Español (quitar)' }).click()
  await expect(text(page).locator('[lang]')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expectNotice(page, 'Actualizado')
  expect((await stored()).newsBody).toBe(body)
})

const moveCaretToLineEnd = async (page: Page) => {
  await page.keyboard.press('End')
  await pauseBetweenKeys(page)
}

test('describes several inserted pictures one after another and keeps their order', async ({ page }) => {
  await openNews(page, '<p>Antes.</p>')
  await text(page).getByText('Antes.').click()
  await moveCaretToEnd(page)
  await pasteTransfer(page, await createDataTransfer(page, ['#a33', '#3a3']))
  await expect(page.getByText('Después sigue 1 imagen más.')).toBeVisible()
  // A second picture is added while the first is being described.
  await text(page).evaluate(
    (editor, dataTransfer) => {
      // Measured when the picture drops, because the panel above grows while it opens a picture.
      const { x, y } = (editor.firstElementChild as Element).getBoundingClientRect()
      const place = { clientX: x + 5, clientY: y + 5 }
      editor.dispatchEvent(new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }))
    },
    await createDataTransfer(page, ['#33a']),
  )
  await expect(page.getByText('Después siguen 2 imágenes más.')).toBeVisible()
  for (const alt of ['Uno', 'Dos']) {
    await page.getByLabel('Qué se ve en la imagen (la del texto)').fill(alt)
    await page.getByRole('button', { name: 'Insertar', exact: true }).click()
    await expect(picture(page, alt)).toBeVisible()
    await expect(page.getByLabel('Qué se ve en la imagen (la del texto)')).toHaveValue('')
    await expect(page.getByLabel('Qué se ve en la imagen (la del texto)')).toBeFocused()
  }
  await describeAndInsert(page, 'Tres')
  await typeKeys(page, 'fin')
  await expectBlocks(page, ['p Antes.', 'img Uno', 'img Dos', 'img Tres', 'p fin'])
  const colours = await text(page)
    .getByRole('img')
    .evaluateAll((images) =>
      Promise.all(
        (images as HTMLImageElement[]).map(async (image) => {
          await image.decode()
          const context = document.createElement('canvas').getContext('2d')
          context?.drawImage(image, 0, 0)
          const [...rgb] = context?.getImageData(5, 5, 1, 1).data ?? []
          return rgb.slice(0, 3).indexOf(Math.max(...rgb.slice(0, 3)))
        }),
      ),
    )
  expect(colours).toEqual([0, 1, 2])
})

test('inserts without replacing selected words or splitting a player', async ({ page }) => {
  await openNews(page, `<p>Uno dos tres.</p><p><a href="${VIDEO}">${VIDEO}</a></p><h2>Título</h2>`)
  const words = text(page).getByText('Uno dos tres.')
  await words.click()
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 7; letter++) await page.keyboard.press('Shift+ArrowRight')
  await pauseBetweenKeys(page)
  await insertPicture(page, 'Foto')
  await expectBlocks(page, ['p Uno dos', 'img Foto', 'p  tres.', `p ${VIDEO}`, 'h2 Título'])
  await text(page).getByText(VIDEO).click()
  await pauseBetweenKeys(page)
  await page.getByRole('button', { name: 'Línea divisoria' }).click()
  await typeKeys(page, 'más')
  await expectBlocks(page, ['p Uno dos', 'img Foto', 'p  tres.', `p ${VIDEO}`, 'hr', 'p más', 'h2 Título'])
  await expect(text(page).locator('.rich-embed')).toHaveCount(1)
})

test.describe('a list', () => {
  test.use(desk)

  const FLAT = '<ul><li><p>uno</p></li><li><p>dos</p></li></ul><p>Fin.</p>'
  const NESTED = '<ul><li><p>uno</p><ul><li><p>dos</p></li></ul></li></ul><p>Fin.</p>'
  const OUTSIDE = '<ul><li><p>uno</p></li></ul><p>dos</p><p>Fin.</p>'

  const expectText = (page: Page, html: string) => expect.poll(() => text(page).evaluate(readText)).toBe(html)
  const expectAnnounced = (page: Page, words: string) =>
    expect(page.locator('.rich > .unseen[aria-live=polite]')).toHaveText(words)
  const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function placeCaret(page: Page, word: string, key: 'Home' | 'End'): Promise<void> {
    await text(page).getByText(word, { exact: true }).click()
    await page.keyboard.press(key)
    await pauseBetweenKeys(page)
  }

  test('is left by Tab and Shift+Tab without a change', { tag: ['@wcag-2.1.2-office'] }, async ({ page }) => {
    await openNews(page, FLAT)
    for (const [word, place] of [
      ['dos', 'End'],
      ['Fin.', 'Home'],
    ] as const)
      for (const key of ['Tab', 'Shift+Tab']) {
        await placeCaret(page, word, place)
        await page.keyboard.press(key)
        await expect(text(page), `${key} in ${word}`).not.toBeFocused()
        await expectText(page, FLAT)
      }
  })

  test('changes the level of an item by keys and by buttons, and announces it', {
    tag: ['@wcag-2.1.1-office', '@wcag-4.1.3-office'],
  }, async ({ page }) => {
    await openNews(page, FLAT)
    await placeCaret(page, 'dos', 'End')
    for (const [key, html, words] of [
      ['Alt+Shift+ArrowRight', NESTED, 'Nivel 2 de la lista.'],
      ['Alt+Shift+ArrowLeft', FLAT, 'Nivel 1 de la lista.'],
      ['Alt+Shift+ArrowLeft', OUTSIDE, 'Fuera de la lista.'],
    ] as const) {
      await page.keyboard.press(key)
      await expectText(page, html)
      await expectAnnounced(page, words)
      await pauseBetweenKeys(page)
    }
    await expect(tool(page, 'Aumentar sangría')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expectText(page, FLAT)

    await placeCaret(page, 'uno', 'End')
    await expect(tool(page, 'Aumentar sangría')).toHaveAttribute('aria-disabled', 'true')
    await placeCaret(page, 'dos', 'End')
    for (const [name, html, words] of [
      ['Aumentar sangría', NESTED, 'Nivel 2 de la lista.'],
      ['Disminuir sangría', FLAT, 'Nivel 1 de la lista.'],
    ] as const) {
      await tool(page, name).press('Enter')
      await expect(text(page)).toBeFocused()
      await expectText(page, html)
      await expectAnnounced(page, words)
      await pauseBetweenKeys(page)
    }
  })
})

test('turns an address into a player, or into a link with an explanation', async ({ page }) => {
  await openNews(page, '<p>Antes.</p>')
  await text(page).getByText('Antes.').click()
  await moveCaretToEnd(page)
  await page.keyboard.press('Enter')
  await pauseBetweenKeys(page)
  for (const address of ['m.youtube.com/shorts/dQw4w9WgXcQ', 'https://m.mixcloud.com/ana/una-hora'])
    await pasteWords(page, { plain: address })
  await expect(text(page).locator('.rich-embed')).toHaveText([/Video de YouTube/, /Audio de Mixcloud/])
  await expect(text(page).locator('.rich-embed-note')).toHaveCount(0)
  for (const address of ['on.soundcloud.com/AbCdEf', 'https://www.instagram.com/p/AbCdEf/']) {
    await pasteWords(page, { plain: address })
    await page.keyboard.press('Enter')
    await pauseBetweenKeys(page)
  }
  await expect(text(page).locator('.rich-embed')).toHaveCount(2)
  await expect(text(page).locator('.rich-embed-note')).toHaveText([
    /^Queda como enlace: los cortos de SoundCloud/,
    /^Queda como enlace: el reproductor de Instagram/,
  ])
  // A typed address becomes a link. A pasted address turns the selected words into a link.
  await typeKeys(page, 'Escribinos a ana@club.example y ')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await pauseBetweenKeys(page)
  await pasteWords(page, { plain: 'www.club.example' })
  await page.keyboard.press('ArrowRight')
  await pauseBetweenKeys(page)
  await typeKeys(page, ' ya')
  const links = await text(page)
    .locator('p:last-of-type a')
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]))
  expect(links).toEqual([
    ['ana@club.example', 'mailto:ana@club.example'],
    ['y', 'https://www.club.example'],
  ])
})

/**
 * Returns the fonts that the browser uses for an element, by the names in the font files. A variable font has the name of
 * its default weight.
 */
async function readFonts(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.map(({ postScriptName }) => postScriptName)
}

test('shows emphasis in the editor and on the page', async ({ page, browser, baseURL }) => {
  const id = await createNews(page, '<p>Antes.</p>')
  await openScreen(page, `${news.admin.update}/${id}`)
  await unfoldTools(page)
  await text(page).getByText('Antes.').click()
  await moveCaretToEnd(page)
  await page.getByRole('button', { name: 'Cursiva' }).click()
  await typeKeys(page, 'una noche de verano en la terraza')
  await page.getByRole('button', { name: 'Negrita' }).click()
  await typeKeys(page, ' y otra de invierno en el sótano')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')
  await openScreen(page, `${news.admin.update}/${id}`)
  await unfoldTools(page)
  const visitor = await browser.newPage({ ...signedOut, baseURL: baseURL as string })
  const { newsTitle } = await readFrom(page, `/api/news/${id}`)
  await visitor.goto(newsPath(newsTitle))
  await visitor.evaluate(() => document.fonts.ready)
  for (const [reader, place] of [
    [page, '.rich-text'],
    [visitor, '.article-body'],
  ] as const) {
    for (const [selector, weight] of [
      [`${place} em`, '400'],
      [`${place} strong em, ${place} em strong`, '700'],
    ] as const) {
      await expect(reader.locator(selector).first()).toHaveCSS('font-weight', weight)
      await expect.poll(() => readFonts(reader, selector), selector).toEqual(['ArchivoSemiBold-Italic'])
    }
  }
  await visitor.close()
})

test.describe('unfinished input in a panel of the editor', () => {
  test.use(phone)

  const save = (page: Page) => page.getByRole('button', { name: 'Guardar y volver' })
  const words = (page: Page) => page.locator('.action-bar .problem')
  const file = async () => toImageFile(await createSmallPicture('#a33'))
  const isSaved = async (page: Page) => {
    await save(page).tap()
    await expectNotice(page, 'Actualizado')
    await expect(page).toHaveURL(news.admin.menu)
  }
  const fetchBody = async (page: Page, id: string) => (await readFrom(page, `/api/news/${id}`)).newsBody

  async function openLong(page: Page): Promise<string> {
    const id = await createNews(page, '<p>Un renglón.</p>'.repeat(60))
    await openScreen(page, `${news.admin.update}/${id}`)
    await unfoldTools(page)
    return id
  }

  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formato' }).getByRole('button', { name, exact: true })

  test('blocks saving after a failed upload until the upload is repeated', async ({ page }) => {
    const id = await openLong(page)
    await page.route('**/api/media', (route) => route.abort())
    await tool(page, 'Imagen').tap()
    await page.getByLabel('Elegir imagen para insertar').setInputFiles(await file())
    await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('La que no sube')
    await page.getByRole('button', { name: 'Insertar', exact: true }).tap()
    const again = page.getByRole('group', { name: 'Imagen' }).getByRole('button', { name: 'Reintentar' })
    await expect(again).toBeVisible()
    await save(page).tap()
    await expect(words(page)).toHaveText(
      'Hay una imagen del texto que no se subió. Probá de nuevo o cancelala, y después guardá.',
    )
    await expect(again).toBeFocused()
    await expect(again).toBeInViewport({ ratio: 1 })
    await page.unroute('**/api/media')
    await again.tap()
    await expect(picture(page, 'La que no sube')).toBeVisible()
    await isSaved(page)
    expect(await fetchBody(page, id)).toContain('alt="La que no sube"')
  })

  test('blocks saving until a chosen picture and those queued behind it are inserted or cancelled', async ({
    page,
  }) => {
    const id = await openLong(page)
    await tool(page, 'Imagen').tap()
    const panel = page.getByRole('group', { name: 'Imagen' })
    const insert = panel.getByRole('button', { name: 'Insertar', exact: true })
    const LEFT = 'Hay una imagen del texto sin insertar. Insertala o cancelala, y después guardá.'
    await page.getByLabel('Elegir imagen para insertar').setInputFiles([await file(), await file()])
    await save(page).tap()
    await expect(words(page)).toHaveText(LEFT)
    await expect(insert).toBeFocused()
    await panel.getByLabel('Qué se ve').fill('La primera')
    await insert.tap()
    await expect(picture(page, 'La primera')).toBeVisible()
    await save(page).tap()
    await expect(words(page)).toHaveText(LEFT)
    await expect(insert).toBeFocused()
    await panel.getByRole('button', { name: 'Cancelar' }).tap()
    await isSaved(page)
    expect(await fetchBody(page, id)).toContain('alt="La primera"')
  })

  /** Inserts the picture "La lenta". @returns a function that lets its upload end */
  async function insertSlowly(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/media', async (route) => {
      await promise
      await route.fallback()
    })
    await tool(page, 'Imagen').tap()
    await page.getByLabel('Elegir imagen para insertar').setInputFiles(await file())
    await page.getByLabel('Qué se ve en la imagen (la del texto)').fill('La lenta')
    await page.getByRole('button', { name: 'Insertar', exact: true }).tap()
    return resolve
  }

  test('delays saving until a running upload ends', async ({ page }) => {
    const id = await openLong(page)
    const release = await insertSlowly(page)
    await save(page).tap()
    release()
    await expectNotice(page, 'Actualizado')
    expect(await fetchBody(page, id)).toContain('alt="La lenta"')
  })

  test('a picture that arrives leaves the focus in the field that somebody writes into', async ({ page }) => {
    await openLong(page)
    const release = await insertSlowly(page)
    const title = page.getByLabel('Título', { exact: true })
    await title.fill('Antes ')
    release()
    await expect(text(page).getByRole('img', { name: 'La lenta' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Imagen' })).toHaveCount(0)
    await page.keyboard.type('y después')
    await expect(title).toHaveValue('Antes y después')
  })

  test('blocks saving until typed links and video links are applied', async ({ page }) => {
    const id = await openLong(page)
    for (const [button, label, typed, refusal] of [
      [
        'Video o audio',
        'Enlace de YouTube, SoundCloud o Mixcloud',
        VIDEO,
        'Hay un video del texto sin insertar. Insertalo o cancelalo, y después guardá.',
      ],
      [
        'Enlace',
        'Dirección del enlace',
        'https://club.example/x',
        'Hay un enlace del texto sin aplicar. Aplicalo o cancelalo, y después guardá.',
      ],
    ] as const) {
      await tool(page, button).tap()
      const panel = page.getByRole('group', { name: button })
      await panel.getByLabel(label).fill(typed)
      await save(page).tap()
      await expect(words(page)).toHaveText(refusal)
      await expect(panel.locator('.button-strong')).toBeFocused()
      await expect(panel.locator('.button-strong')).toBeInViewport({ ratio: 1 })
      await panel.locator('.button-strong').tap()
      await expect(panel).toHaveCount(0)
    }
    await isSaved(page)
    for (const address of [VIDEO, 'https://club.example/x'])
      expect(await fetchBody(page, id)).toContain(`href="${address}"`)
  })

  test('blocks saving after a changed description, and an empty panel does not', async ({ page }) => {
    await openNews(page, `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}`)
    await picture(page, 'Uno').tap()
    await tool(page, 'Imagen').tap()
    const panel = page.getByRole('group', { name: 'Imagen' })
    await panel.getByLabel('Qué se ve').fill('Otra cosa')
    await save(page).tap()
    await expect(words(page)).toHaveText(
      'Hay una descripción de imagen sin aplicar. Aplicala o cancelala, y después guardá.',
    )
    await panel.getByLabel('Qué se ve').fill('Uno')
    await isSaved(page)
    for (const name of ['Imagen', 'Video o audio', 'Enlace']) {
      await openLong(page)
      await tool(page, name).tap()
      await isSaved(page)
    }
  })
})

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])
  test(`keeps the caret visible after inserting at the end of a long text at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openNews(page, '<p>Un renglón.</p>'.repeat(60))
    /** Measures the distance of the caret's line to the nearer bar. Negative when a bar covers the line. px */
    const measureRoom = () =>
      page.evaluate(() => {
        const anchor = getSelection()?.anchorNode
        const block = anchor instanceof Element ? anchor : anchor?.parentElement
        const rect = block?.getBoundingClientRect()
        const upper = document.querySelector('.rich-toolbar')?.getBoundingClientRect().bottom
        const lower = document.querySelector('.action-bar')?.getBoundingClientRect().top
        if (!rect || upper === undefined || lower === undefined) throw new Error('no caret')
        return Math.min(rect.top - upper, lower - rect.bottom)
      })
    // Polls, because the page scrolls to the caret in a later frame.
    const expectCaretInSight = (what: string) => expect.poll(measureRoom, what).toBeGreaterThanOrEqual(0)
    await text(page).focus()
    await moveCaretToEnd(page)
    await insertPicture(page, 'Al final')
    await expectCaretInSight('a picture')
    await expect(picture(page, 'Al final')).toBeInViewport()
    // The caret stays visible while the administrator types more lines below the picture.
    for (let line = 0; line < 6; line++) {
      await page.keyboard.press('Enter')
      await typeKeys(page, 'sigue')
      await expectCaretInSight(`line ${line}`)
    }
    await insertPlayer(page)
    await expectCaretInSight('a video')
    // A press of Enter in the toolbar inserts a rule, and the focus returns to the text.
    await page.getByRole('button', { name: 'Línea divisoria' }).focus()
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('Enter')
    await expect(text(page)).toBeFocused()
    await pauseBetweenKeys(page)
    await expectCaretInSight('a rule')
  })

test.describe('the editor’s frame', () => {
  test('is drawn while the text has the focus, and marks a selected picture in the same colour', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openNews(page, `<p>Antes.</p>${await storePicture(page, '#a33', 'Uno')}<p>Después.</p>`)
    const frame = page.locator('.rich')
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: 'Negrita' }).focus()
      await expect(frame).toHaveCSS('outline-style', 'none')
      await text(page).focus()
      await page.keyboard.press('ArrowRight')
      await expect(text(page)).toHaveCSS('box-shadow', 'none')
      await expect(frame).toHaveCSS('outline-style', 'solid')
      await expect(frame).toHaveCSS('outline-width', '2px')
      const bone = await frame.evaluate((element) => getComputedStyle(element).outlineColor)
      // A selected picture has the colour of the focus ring, so that it does not look like an error.
      await picture(page, 'Uno').click()
      await expect(picture(page, 'Uno')).toHaveClass(/ProseMirror-selectednode/)
      await expect(picture(page, 'Uno')).toHaveCSS('outline-color', bone)
      await expect(picture(page, 'Uno')).toHaveCSS('outline-width', '2px')
      await expect(picture(page, 'Uno')).not.toHaveCSS('box-shadow', 'none')
      await page.screenshot({ path: test.info().outputPath(`frame-${viewport.width}.png`) })
    }
  })

  test('leaves room for typing above a phone’s keyboard, with an error in the bar', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 370 })
    await openNews(page, '<p>Un renglón.</p>'.repeat(30))
    await page.getByLabel('Título').fill('/')
    await page.route('**/api/news/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Guardar y volver' }).click()
    await expect(page.locator('.action-bar .problem')).toBeVisible()
    await text(page).focus()
    await moveCaretToEnd(page)
    await page.keyboard.press('Enter')
    await typeKeys(page, 'sigue')
    const room = await page.evaluate(() => {
      const bottom = document.querySelector('.rich-toolbar')?.getBoundingClientRect().bottom ?? 0
      return (document.querySelector('.action-bar')?.getBoundingClientRect().top ?? 0) - bottom
    })
    expect(room).toBeGreaterThanOrEqual(96)
    // The keyboard reaches every tool, and the focused tool is fully visible.
    await page.getByRole('button', { name: 'Encabezado H2' }).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'Rehacer' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.screenshot({ path: test.info().outputPath('low.png') })
  })
})
