/** Each form keeps typed input through reloads, navigation, network failures, ended sessions, crashes and phone calls. */

import type { Declaration } from '../../platform/content/shared/fields.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import {
  createSmallPicture,
  fillCredentials,
  openScreen,
  runId,
  signIn,
  toDataUrl,
  toImageFile,
} from './back-office-helpers.ts'
import { postTo } from './club-api.ts'
import { expect, type Locator, type Page, test } from './journey.ts'

const { events, news, residents, agency, ...otherResources } = resources

/** Returns the label of the field that names an item. */
const getTitleLabel = ({ fields, nameField }: Declaration) => fields[nameField]?.label ?? ''

interface Form {
  what: string
  /** Creates the item that the form edits. @returns the path of the form */
  path(page: Page): string | Promise<string>
  /** Opens the part of the screen that contains the fields. */
  revealFields?(page: Page): Promise<void>
  /** Labels of the fields that the test fills with text, or with a picture of one colour. */
  fields: readonly string[]
  /** Label of a password field. Drafts never store its value. */
  secret?: string
  /** Name of the submit button. Absent for forms that the test must not submit. */
  send?: string
}

const EDITOR = 'Texto'
const isPictureField = (label: string) => label.endsWith('elegir imagen')

const findField = (page: Page, label: string): Locator =>
  label === EDITOR ? page.getByRole('textbox', { name: label }) : page.getByLabel(label).first()

const restoredNote = (page: Page) => page.getByText('Recuperamos lo que estabas escribiendo.')

async function openForm(page: Page, form: Form, path: string): Promise<void> {
  await openScreen(page, path)
  await form.revealFields?.(page)
}

/** Returns a value for a field. Link fields need a valid address. */
const createValue = (label: string, words: string) =>
  /Enlace|Press/.test(label) ? `https://club.example/${words.replaceAll(' ', '-')}` : words

async function fill(page: Page, { fields, secret }: Form, words: string): Promise<void> {
  for (const label of fields) {
    if (!isPictureField(label))
      await findField(page, label).fill(label === 'Fecha' ? '2026-03-01' : createValue(label, words))
    else {
      await page.getByLabel(label).setInputFiles(toImageFile(await createSmallPicture('#464')))
      await page.getByLabel('Qué se ve en la imagen').fill('Un verde.')
      // The preview appears when the form has read and cropped the picture. Only then does the draft contain it.
      await expect(page.locator('.picture-preview img')).toBeVisible()
    }
  }
  if (secret) await page.getByLabel(secret).fill('una clave bien larga')
}

/** Expects the given words in every field. */
async function expectFilled(page: Page, form: Form, words: string): Promise<void> {
  for (const label of form.fields) {
    if (isPictureField(label)) {
      await expect(page.locator('.picture-preview img')).toBeVisible()
      await expect(page.getByLabel('Qué se ve en la imagen')).toHaveValue('Un verde.')
    } else if (label === EDITOR) await expect(findField(page, label)).toHaveText(words)
    else
      await expect(findField(page, label)).toHaveValue(
        label === 'Fecha' ? '2026-03-01' : createValue(label, words),
      )
  }
}

/** Expects that the form restored every field from the draft, then discards the draft. */
async function expectRestored(page: Page, form: Form, words: string): Promise<void> {
  await expect(restoredNote(page)).toBeVisible()
  await expectFilled(page, form, words)
  if (form.secret) await expect(page.getByLabel(form.secret)).toHaveValue('')
  await discardDraft(page)
}

async function discardDraft(page: Page): Promise<void> {
  await page.locator('.restored').getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(page.locator('.restored')).toHaveCount(0)
}

const expectDraftStored = (page: Page) => expect(page.locator('.draft-note')).toBeVisible()

/** Returns all stored drafts of the browser as text. */
const readDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const rows = opening.result.transaction('drafts').objectStore('drafts').getAll()
          rows.onerror = () => reject(rows.error)
          rows.onsuccess = () => resolve(JSON.stringify(rows.result))
        }
      }),
  )

const findLastText = ({ fields }: Form, words: string): string =>
  createValue(fields.findLast((label) => !isPictureField(label) && label !== 'Fecha') ?? '', words)

/**
 * Waits until the stored draft contains every field. The note about the draft may appear earlier, for an incomplete one.
 */
const expectWholeDraftStored = (page: Page, { fields }: Form, words: string) =>
  expect(async () => {
    const storedDrafts = await readDrafts(page)
    const expectedTexts = fields
      .filter((label) => label !== 'Fecha')
      .map((label) => (isPictureField(label) ? 'data:image/' : createValue(label, words)))
    // Most fields contain the same text, so the test counts the occurrences of each different text.
    for (const text of new Set(expectedTexts))
      expect(storedDrafts.split(text).length).toBeGreaterThan(
        expectedTexts.filter((other) => other === text).length,
      )
  }).toPass({ timeout: 20_000 })

/** Crashes the tab, as when the operating system ends the browser's process. */
async function crashTab(tab: Page): Promise<void> {
  const killed = tab.waitForEvent('crash')
  const browser = await tab.context().newCDPSession(tab)
  browser.send('Page.crash').catch(() => {})
  await killed
  await tab.close()
}

/** Fills in the form in a tab, lets `crash` end the tab, and expects that another tab restores the draft. */
async function testCrashingTab(
  page: Page,
  form: Form,
  path: string,
  words: string,
  crash: (tab: Page) => Promise<void>,
) {
  const tab = await page.context().newPage()
  await openForm(tab, form, path)
  await fill(tab, form, words)
  await crash(tab)
  const again = await page.context().newPage()
  await openForm(again, form, path)
  await expectRestored(again, form, words)
  await again.close()
}

/** Goes to the home of the back office. Resolves when the address has changed, which happens before the screen changes. */
async function goToHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Inicio' }).click()
  await expect(page).toHaveURL('/admin')
}

type Danger = (page: Page, form: Form, path: string, words: string) => Promise<void>

const dangers = {
  async 'two tabs'(page, form, path, words) {
    const other = await page.context().newPage()
    for (const [tab, typed] of [
      [page, words],
      [other, `${words} otra`],
    ] as const) {
      await openForm(tab, form, path)
      await expect(tab.locator('.restored')).toHaveCount(0)
      await fill(tab, form, typed)
      await expectDraftStored(tab)
    }
    await openForm(page, form, path)
    await other.close()
    await expectRestored(page, form, words)
    // The form offers the draft that the closed tab left.
    await openForm(page, form, path)
    await expectRestored(page, form, `${words} otra`)
    await expect.poll(() => readDrafts(page)).not.toContain(findLastText(form, `${words} otra`))
    await openForm(page, form, path)
    await expect(page.locator('.restored')).toHaveCount(0)
  },
  /** Reloads the page before the delayed autosave of the draft runs. */
  async reload(page, form, path, words) {
    await openForm(page, form, path)
    await fill(page, form, words)
    await page.reload()
    await form.revealFields?.(page)
    await expectRestored(page, form, words)
  },
  async back(page, form, path, words) {
    await openForm(page, form, path)
    await fill(page, form, words)
    await goToHome(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Administración' })).toBeVisible()
    await page.goBack()
    await form.revealFields?.(page)
    await expectRestored(page, form, words)
  },
  /** Goes back without waiting for the new screen. The test must pass whether or not React has already removed the form. */
  async 'back at once'(page, form, path, words) {
    await openForm(page, form, path)
    await fill(page, form, words)
    await goToHome(page)
    await page.goBack()
    await expectFilled(page, form, words)
    await page.reload()
    await expectRestored(page, form, words)
  },
  async 'no network'(page, form, path, words) {
    await openForm(page, form, path)
    await fill(page, form, words)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: form.send ?? '', exact: true }).click()
    await expect(page.locator('.problem')).toContainText('Revisá tu conexión')
    await page.context().setOffline(false)
    await page.reload()
    await expectRestored(page, form, words)
  },
  async 'the end of the session'(page, form, path, words) {
    await openForm(page, form, path)
    await fill(page, form, words)
    await page.context().clearCookies()
    // The test dispatches the click, because a background request may have opened the dialog already. The dialog covers the
    // button.
    await page.getByRole('button', { name: form.send ?? '', exact: true }).dispatchEvent('click')
    const dialog = page.getByRole('alertdialog', { name: 'Tu sesión terminó' })
    await expect(dialog).toBeVisible()
    // The stored user remains until the administrator answers the dialog.
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull()
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL(`/login?volver=${encodeURIComponent(path)}`)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await fillCredentials(page)
    await expect(page).toHaveURL(path)
    await expectRestored(page, form, words)
  },
  'a crash': (page, form, path, words) =>
    testCrashingTab(page, form, path, words, async (tab) => {
      await expectWholeDraftStored(tab, form, words)
      await crashTab(tab)
    }),
  'a phone call': (page, form, path, words) =>
    testCrashingTab(page, form, path, words, async (tab) => {
      await tab.evaluate(async () => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
        // Hiding the page must save the draft at once. The tab ends 150 ms later, before the delayed autosave (400 ms)
        // would save the draft.
        await new Promise((resolve) => setTimeout(resolve, 150))
      })
      await crashTab(tab)
    }),
} satisfies Record<string, Danger>

const allDangers = Object.keys(dangers) as (keyof typeof dangers)[]

async function createMessage(page: Page, person: string): Promise<string> {
  const message = { person, from: 'ana@visita.example', body: '¿Alquilan la sala?' }
  return `/admin/messages/${(await postTo(page, '/api/mail/sendMail', message))._id}`
}

/**
 * The three largest forms are tested with every danger. Each other form is tested with `a phone call`, and at most one more
 * danger. A form passes `a phone call` only when it saves the draft as the page is hidden, because the tab ends before the
 * delayed autosave.
 */
const table: { form: Form; of: (keyof typeof dangers)[] }[] = [
  {
    form: {
      what: 'an event',
      async path(page) {
        const flyer = toDataUrl(await createSmallPicture('#426'))
        const { _id } = await postTo(page, '/api/events', {
          flyerLarge: flyer,
          flyerGrid: flyer,
          date: '2031-09-01',
          url: 'https://club.example/x',
          draft: true,
        })
        return `${events.admin.update}/${_id}`
      },
      fields: ['Enlace de entradas'],
      send: 'Guardar borrador',
    },
    of: allDangers,
  },
  {
    form: {
      what: 'a news item with its text',
      path: () => news.admin.create,
      fields: ['Título', 'Foto: elegir imagen', 'Fecha', 'Descripción', EDITOR],
      send: 'Publicar',
    },
    of: allDangers,
  },
  {
    form: {
      what: 'a settings group',
      path: () => '/admin/sitio/home',
      fields: ['Texto bajo el título de Podcast (opcional)'],
      send: 'Guardar y volver',
    },
    of: allDangers,
  },
  {
    form: { what: 'a new event', path: () => events.admin.create, fields: ['Enlace de entradas'] },
    of: ['a phone call'],
  },
  {
    form: { what: 'a resident', path: () => residents.admin.create, fields: ['Nombre', 'Press kit'] },
    of: ['a phone call', 'back'],
  },
  {
    form: {
      what: 'an artist of the agency',
      path: () => agency.admin.create,
      fields: ['Nombre', 'Biografía'],
    },
    of: ['a phone call', 'reload'],
  },
  ...Object.values<Declaration>(otherResources).map((declaration): (typeof table)[number] => ({
    form: {
      what: `an item of ${declaration.name}`,
      path: () => declaration.admin.create,
      fields: [getTitleLabel(declaration)],
    },
    of: ['a phone call'],
  })),
  {
    form: {
      what: 'an answer',
      path: (page) => createMessage(page, `Pregunta ${runId}`),
      fields: ['Tu respuesta'],
    },
    of: ['a phone call', 'back'],
  },
  {
    form: { what: 'the answer templates', path: () => '/admin/messages/respuestas', fields: ['Nombre'] },
    of: ['a phone call', 'reload'],
  },
  {
    form: {
      what: 'the administrator’s own e-mail',
      path: () => '/admin/account',
      revealFields: (page) => page.getByRole('button', { name: 'Cambiar e-mail' }).click(),
      fields: ['E-mail nuevo'],
      secret: 'Contraseña actual',
    },
    of: ['a phone call', 'reload'],
  },
  {
    form: { what: 'a user', path: () => '/admin/users/addusers', fields: ['E-mail'], secret: 'Contraseña' },
    of: ['a phone call', 'reload'],
  },
  {
    form: { what: 'an invitation', path: () => '/admin/users/invitar', fields: ['Nombre'] },
    of: ['a phone call'],
  },
]

async function faceDangers(page: Page, { form, of }: (typeof table)[number]): Promise<void> {
  const path = await form.path(page)
  for (const [index, name] of of.entries())
    await test.step(`${form.what}: ${name}`, () => dangers[name](page, form, path, `Sigo ${index} ${runId}`))
}

const long = table.filter(({ of }) => of === allDangers)
for (const row of long)
  test(`keeps typed input in ${row.form.what} through reloads, navigation, failures and crashes`, async ({
    page,
  }) => {
    await signIn(page)
    await faceDangers(page, row)
  })

test('keeps typed input in all other forms when a hidden tab crashes, and in one further danger', async ({
  page,
}) => {
  await signIn(page)
  for (const row of table) if (!long.includes(row)) await faceDangers(page, row)
})

/** Blocks the storage of drafts by a transaction that stays open. @returns a function that ends the transaction */
async function blockDraftStorage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('drafts')
        opening.onsuccess = () => {
          const store = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
          const stayOpen = () => {
            if (!document.body.dataset.drafts) store.count().onsuccess = stayOpen
          }
          stayOpen()
          resolve()
        }
      }),
  )
  return () =>
    page.evaluate(() => {
      document.body.dataset.drafts = 'free'
    })
}

test('announces each Ctrl-S on a new item', { tag: ['@wcag-4.1.3-office'] }, async ({ page }) => {
  await signIn(page)
  await openScreen(page, residents.admin.create)
  await page.getByLabel('Nombre').fill(`Nueva ${runId}`)
  const announced = page.locator('.action-bar').getByText(/^Lo que escribís queda guardado/)
  await page.keyboard.press('Control+s')
  await expect(announced).toBeAttached()
  // The draft of the typed name may be written once more.
  await page.waitForTimeout(1_000)
  const first = await announced.elementHandle()
  await page.keyboard.press('Control+s')
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(announced).toBeAttached()
})

test('shows a form as saved when its draft is stored only after the save', async ({ page }) => {
  await signIn(page)
  const { _id } = await postTo(page, '/api/residents', {
    name: `Tarde ${runId}`,
    pressKit: 'https://club.example/kit',
  })
  await openScreen(page, `${residents.admin.update}/${_id}`)
  const note = page
    .locator('.action-bar')
    .locator('[aria-live=polite]')
    .filter({ hasText: /^Guardado a las/ })
  const free = await blockDraftStorage(page)
  await page.getByLabel('Press kit').fill('https://club.example/otro')
  await page.keyboard.press('Control+s')
  await expect(note).toBeAttached()
  await free()
  await expect.poll(() => readDrafts(page)).toBe('[]')
  await expect(note).toBeAttached()
})
