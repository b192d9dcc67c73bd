/** Main tasks in the back office, in Firefox and WebKit. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { resources } from '../../platform/content/shared/resources.ts'
import { toTitle } from '../../platform/content/shared/titles.ts'
import { SETTINGS_PATH } from '../../platform/settings/shared/settings-names.ts'
import { administrator } from '../e2e/administrator.ts'
import {
  areLargePhotoColours,
  createLargePhoto,
  createSmallPicture,
  LARGE_PHOTOS,
  READ_PREVIEW_COLOURS,
  toDataUrl,
} from '../e2e/back-office-helpers.ts'
import { postTo } from '../e2e/club-api.ts'
import { clearText, pastedTexts, pasteText, readText } from '../e2e/pasted-texts.ts'
import { soundVariants } from '../support/sound-variants.ts'
import { expect, expectHidden, expectNotice, expectPath, expectVisible, test } from './engine.ts'
import type { Tab } from './tab.ts'

const run = Date.now().toString(36)
const button = (name: string, within?: string) =>
  ({ role: 'button', name, ...(within && { within }) }) as const
const link = (name: string) => ({ role: 'link', name }) as const
const field = (name: string) => ({ role: 'field', name }) as const
const file = (name: string) => ({ role: 'file', name }) as const

/** Creates a picture that is bright above and dark below, so that a crop is recognisable. */
const createSkyPicture = () =>
  sharp(
    Buffer.from(
      '<svg width="900" height="900"><linearGradient id="g" y2="1" x2="0"><stop stop-color="#fff"/><stop offset="1"/></linearGradient><path fill="url(#g)" d="M0 0h900v900H0z"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

async function signIn(tab: Tab): Promise<void> {
  await tab.open('/login')
  // The test waits for hydration, because no handler receives a submit event before it.
  await expect
    .poll(() =>
      tab.evaluate(
        'const form = document.querySelector("form"); return form !== null && Object.keys(form).some((key) => key.startsWith("__reactProps"))',
      ),
    )
    .toBe(true)
  await tab.fill(field('E-mail'), administrator.email)
  await tab.fill(field('Contraseña'), administrator.password)
  await tab.click(button('Entrar'))
  await expectPath(tab, '/admin')
  await expectVisible(tab, link('Nuestro Club'))
}

test('signs in, navigates forward and back, and signs out', async ({ tab }) => {
  await tab.resize(1280, 900)
  await signIn(tab)
  // On a phone, going back closes an overlay and stays on the page.
  await tab.resize(390, 800)
  const more = { role: 'dialog', name: 'Todo lo demás' } as const
  await tab.click(button('Más'))
  await expectVisible(tab, more)
  await tab.evaluate('history.back()')
  await expectHidden(tab, more)
  await expectPath(tab, '/admin')
  await tab.click(button('Más'))
  await tab.click(link('Papelera'))
  await expectPath(tab, '/admin/trash')
  await tab.evaluate('history.back()')
  await expectPath(tab, '/admin')
  await tab.resize(1280, 900)
  await tab.open('/')
  await tab.click(button('Cerrar Sesión'))
  await expectPath(tab, '/login')
  expect(await tab.evaluate('return localStorage.getItem("user")')).toBeNull()
  await tab.open('/admin/users')
  await expectPath(tab, '/')
})

test('writes a news item with a cropped photo, and shows it', async ({ tab, engine }, testInfo) => {
  const photo = testInfo.outputPath('foto.jpg')
  await writeFile(photo, await createSkyPicture())
  const words = `La pista en ${engine} ${run}`
  await tab.resize(460, 900)
  await signIn(tab)
  await tab.open(resources.news.admin.create)
  await tab.fill(field('Título'), words)
  await tab.choose(file('Foto: elegir imagen'), photo)
  await expect.poll(() => tab.evaluate('return document.querySelector(".crop canvas") !== null')).toBe(true)
  const preview = 'return document.querySelector(".picture-preview img")?.src ?? ""'
  await expect.poll(() => tab.evaluate(preview)).not.toBe('')
  const uncropped = await tab.evaluate<string>(preview)
  await tab.evaluate('document.querySelector(\'[aria-label^="Recorte"]\').focus()')
  for (let step = 0; step < 5; step++) await tab.press('ArrowUp')
  await expect.poll(() => tab.evaluate(preview)).not.toBe(uncropped)
  await tab.click(button('Listo'))
  await tab.fill(field('Qué se ve en la imagen'), 'Un color.')
  await tab.evaluate(
    'for (const group of document.querySelectorAll("details.field-group")) group.open = true',
  )
  await tab.fill(field('Fecha'), '2026-11-20')
  await tab.fill(field('Descripción'), 'Cómo quedó la pista.')
  await tab.fill(field('Texto'), 'Quedó entero, con eñes y tildes: ¡así!')
  await tab.click(button('Imagen'))
  await tab.choose(file('Elegir imagen para insertar'), photo)
  await tab.fill(field('Qué se ve en la imagen (la del texto)'), 'El cielo.')
  await tab.click(button('Insertar'))
  await tab.fill(field('Epígrafe de la imagen: El cielo.'), 'Al pie, con eñes.')
  await tab.press('Enter')
  await expect
    .poll(() =>
      tab.evaluate(
        'return [document.activeElement.className.includes("rich-text"), getSelection().anchorNode?.nodeName]',
      ),
    )
    .toEqual([true, 'P'])
  await tab.click(button('Publicar'))
  await expectNotice(tab, 'Creado')
  await expectPath(tab, resources.news.admin.menu)

  await tab.open(`/news/${encodeURIComponent(toTitle(words))}`)
  await expectVisible(tab, { role: 'heading', name: words })
  await expectVisible(tab, { role: 'text', name: 'Quedó entero, con eñes y tildes: ¡así!' })
  await expectVisible(tab, { role: 'text', name: 'Al pie, con eñes.', within: 'figure' })
  await expect
    .poll(() =>
      tab.evaluate(
        'return [...document.images].some((image) => image.alt === "Un color." && image.naturalWidth > 0)',
      ),
    )
    .toBe(true)
})

test('uploads a podcast without its large cover, and shows its page', async ({ tab, engine }, testInfo) => {
  const [sound, flyer] = [testInfo.outputPath('set.mp3'), testInfo.outputPath('tapa.jpg')]
  await writeFile(sound, (soundVariants['mp3: cover of 17 MB'] as () => Buffer)())
  await writeFile(flyer, await createSkyPicture())
  const words = `Set en ${engine} ${run}`
  await tab.resize(460, 900)
  await signIn(tab)
  // The path, because a club can remove the feature with its resources.
  await tab.open('/admin/ourclub/podcast/addpodcast')
  await tab.choose(file('Audio propio'), sound)
  await expectVisible(tab, { role: 'text', name: 'Sacamos la tapa de 17 MB', within: '.item-form' })
  await tab.choose(file('Flyer: elegir imagen'), flyer)
  await tab.fill(field('Título'), words)
  await tab.fill(field('Introducción'), 'Una hora, sin cortes.')
  await tab.click(button('Publicar'))
  await expectNotice(tab, 'Creado')
  await tab.open(`/podcast/set-en-${engine}-${run}`)
  await expectVisible(tab, { role: 'heading', name: words })
  await expect.poll(() => tab.evaluate('return document.querySelector("audio") !== null')).toBe(true)
})

for (const size of LARGE_PHOTOS)
  test(`takes a photo of ${size.width} by ${size.height} px, upright and with its colours`, async ({
    tab,
  }, testInfo) => {
    // Browsers decode such a photo in about 10 s on a slow machine.
    test.setTimeout(120_000)
    const photo = testInfo.outputPath('foto.jpg')
    await writeFile(photo, await createLargePhoto(size))
    await tab.resize(460, 900)
    await signIn(tab)
    await tab.open(resources.news.admin.create)
    await tab.choose(file('Foto: elegir imagen'), photo)
    await expect
      .poll(async () => areLargePhotoColours(await tab.evaluate(READ_PREVIEW_COLOURS)), { timeout: 60_000 })
      .toBe(true)
  })

test('creates, shows, deletes and restores an event', async ({ tab, engine }, testInfo) => {
  const day = engine === 'firefox' ? '2039-10-01' : '2039-10-02'
  const flyer = testInfo.outputPath('flyer.jpg')
  await writeFile(flyer, await createSmallPicture('#583'))
  const url = `https://entradas.example/${engine}-${run}`
  await tab.resize(1280, 900)
  await signIn(tab)
  await tab.open(resources.events.admin.create)
  // The form crops the square flyer from the large one.
  await tab.choose(file('Flyer grande: elegir imagen'), flyer)
  await tab.click({ role: 'field', name: 'Es decorativa (Flyer grande)' })
  await tab.fill(field('Fecha'), day)
  await tab.fill(field('Enlace de entradas'), url)
  await tab.click(button('Publicar'))
  await expectNotice(tab, 'Creado')
  await expectPath(tab, resources.events.admin.menu)

  await tab.open('/')
  const isShown = `return document.querySelector('a[href="${url}"]') !== null`
  await expect.poll(() => tab.evaluate(isShown)).toBe(true)

  await tab.open(resources.events.admin.remove)
  const name = button(`Borrar ${day.split('-').reverse().join('-')}`)
  await tab.click(name)
  await tab.click(button('Borrar', '[role=alertdialog]'))
  await expectNotice(tab, 'Borrado')
  await expectHidden(tab, name)
  await tab.click(button('Deshacer'))
  await expectVisible(tab, name)
  await tab.click(name)
  await tab.click(button('Borrar', '[role=alertdialog]'))
  await expectHidden(tab, name)
  await tab.open('/')
  await expect.poll(() => tab.evaluate(isShown)).toBe(false)
})

test('fills a new night from a message on a phone', async ({ tab }) => {
  await tab.resize(390, 800)
  await signIn(tab)
  await tab.open(resources.events.admin.create)
  await tab.click({ role: 'text', name: 'Pegar un mensaje' })
  await expectVisible(tab, field('El mensaje entero'))
  const message =
    'MAREA\\nVIE 31/12/2027 · Puertas 23:59\\n\\nLINE UP\\n00 a 02hs Ana\\n02 - 3:30 Beto (live)\\n\\nAnticipadas $12.000\\npassline.com/marea'
  // The driver of WebKit types no line breaks, so the text is set at once, as a paste does.
  await tab.evaluate(`
    const area = document.querySelector('.pasted-message textarea')
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(area, '${message}')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))`)
  await expectVisible(tab, {
    role: 'text',
    name: 'Completamos 6 datos. Revisalos: cada uno está más abajo, en su campo.',
  })
  const read = (label: string) =>
    tab.evaluate(
      `return [...document.querySelectorAll('label')].find((each) => each.textContent.startsWith('${label}'))?.control?.value`,
    )
  expect(await read('Fecha')).toBe('2027-12-31')
  expect(await read('Hora')).toBe('23:59')
  expect(await read('Nombre de la fecha')).toBe('MAREA')
  expect(await read('Enlace de entradas')).toBe('https://passline.com/marea')
})

test('reads an exported chat for a guest list', async ({ tab, request }) => {
  const post = (path: string, data: object = {}) => postTo({ request }, `/api${path}`, data)
  await post('/auth/login', administrator)
  const picture = toDataUrl(await createSmallPicture('#543'))
  const night = await post('/events', {
    draft: true,
    url: 'https://entradas.example/chat',
    flyerLarge: picture,
    flyerGrid: picture,
    title: `Chat ${run}`,
    date: '2032-06-25T23:59',
  })
  const list = await post(`/events/${night._id}/lists`, {
    name: 'Amigos',
    conditions: [{ until: null, label: 'Gratis' }],
  })
  const chat = test.info().outputPath('_chat.txt')
  // The narrow space of an hour is outside Latin-1, where WebKit reads some expressions in another way.
  await writeFile(chat, '[25/11/26, 9:20:33\u202fp. m.] Beto: Ana Gómez +1\nLu Sosa\n')
  await tab.resize(390, 800)
  await signIn(tab)
  await tab.open(`/admin/events/listas/${night._id}?lista=${list._id}`)
  await expectVisible(tab, { role: 'text', name: 'Elegir un chat exportado' })
  await tab.choose(file('Elegir un chat exportado'), chat)
  await expectVisible(tab, { role: 'text', name: '2 renglones de 1 mensaje.' })
  await tab.click(button('Ver 2 renglones'))
  await tab.click(button('Sumar 3 personas'))
  await expectVisible(tab, { role: 'text', name: 'Lu Sosa' })
})

test('restores one item from the trash, and deletes another for good', async ({ tab, engine, request }) => {
  const post = (path: string, data: object) => postTo({ request }, `/api/${path}`, data)
  await post('auth/login', administrator)
  const [back, gone] = [`Vuelve en ${engine} ${run}`, `Se va en ${engine} ${run}`]
  const ids: string[] = []
  for (const name of [back, gone])
    ids.push((await post('residents', { name, pressKit: 'https://club.example/x' }))._id)
  await post('trash', { resource: 'residents', ids })
  await tab.resize(460, 900)
  await signIn(tab)
  await tab.open('/admin/trash')
  await tab.click(button(`Restaurar ${back}`))
  await expectNotice(tab, 'Actualizado')
  await expectHidden(tab, button(`Restaurar ${back}`))
  await tab.click(button(`Borrar para siempre ${gone}`))
  await tab.click(button('Borrar para siempre', '[role=alertdialog]'))
  await expectNotice(tab, 'Borrado')
  await expectHidden(tab, button(`Restaurar ${gone}`))
  await tab.open(resources.residents.admin.update)
  await expectVisible(tab, link(`Editar ${back}`))
  await expectHidden(tab, link(`Editar ${gone}`))
})

test('shows typed text in the preview beside a form, with styles, and scrolls to it', async ({
  tab,
  engine,
}) => {
  const words = `De ${engine} ${run}.`
  const inFrame = <T>(script: string) =>
    tab.evaluate<T>(
      `const page = document.querySelector('iframe')?.contentDocument; const of = (css) => page?.querySelector(css); ${script}`,
    )
  await tab.resize(1280, 900)
  await signIn(tab)
  await tab.open(`${SETTINGS_PATH}/footer`)
  await tab.fill(field('Despedida (opcional)'), words)
  await expect
    .poll(() => inFrame<boolean>(`return of('footer')?.innerText.includes('${words}') ?? false`))
    .toBe(true)
  expect(
    await inFrame(
      "return [page.compatMode, page.documentElement.lang, page.defaultView.innerWidth, getComputedStyle(of('main')).display !== 'none' && getComputedStyle(page.documentElement).backgroundColor]",
    ),
  ).toEqual(['CSS1Compat', 'es-AR', 1280, 'rgb(11, 11, 12)'])
  await expect
    .poll(() =>
      inFrame<boolean>(
        `const line = [...page.querySelectorAll('footer *')].find((one) => one.textContent === '${words}').getBoundingClientRect(); return line.top > 0 && line.bottom < page.defaultView.innerHeight`,
      ),
    )
    .toBe(true)
})

test('pastes from a chat, Google Docs and Word', async ({ tab }) => {
  await tab.resize(1280, 900)
  await signIn(tab)
  await tab.open(resources.news.admin.create)
  await expectVisible(tab, field('Texto'))
  const editor = `document.querySelector('[contenteditable=true][aria-labelledby]')`
  const read = () => tab.evaluate<string>(`return (${readText})(${editor})`)
  for (const name of [
    'emoji, joiners and right-to-left text',
    'WhatsApp on Android',
    'Google Docs: a selection that begins in an inner list',
    'Word: numbers with letters inside',
  ]) {
    const pasted = pastedTexts.find((candidate) => candidate.name === name)
    await tab.evaluate(`(${clearText})(${editor})`)
    await expect.poll(read, name).toBe('<p></p>')
    await tab.evaluate(`(${pasteText})(${editor}, ${JSON.stringify(pasted)})`)
    await expect.poll(read, name).toBe(pasted?.text)
  }
})
