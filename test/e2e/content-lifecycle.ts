/** Creates, edits, deletes and restores an item in the back office. */

import { getFieldType, hasNights } from '../../platform/content/shared/field-types.ts'
import { type Declaration, type Field, listImageFields } from '../../platform/content/shared/fields.ts'
import { formatDatedItemName } from '../../platform/content/shared/item-names.ts'
import type { AnyEntity } from '../../platform/content/shared/resources.ts'
import { createSmallPicture, expectNotice, openScreen, signIn, toImageFile } from './back-office-helpers.ts'
import { deleteAt, readFrom } from './club-api.ts'
import { expect, type Locator, type Page } from './journey.ts'

const WORDS: Field['kind'][] = ['title', 'line', 'text', 'url']

/** Returns a valid value for a field. @param mark a word that no other item contains */
function createValue({ kind, label }: Field, mark: string, day: string): string {
  if (kind === 'date') return day
  return kind === 'url' ? `https://club.example/${mark}` : `${label} ${mark}`
}

const formatLabel = ({ label, optional }: Field): string => (optional ? `${label} (opcional)` : label)

/** Finds the control of a text or a link. Buttons of an editor can have the same name. */
const findTextBox = (page: Page, field: Field): Locator =>
  page.getByRole('textbox', { name: formatLabel(field), exact: true })

async function choosePicture(page: Page, field: Field, colour: string): Promise<void> {
  const label = formatLabel(field)
  const input = page
    .getByLabel(`${label}: elegir imagen`, { exact: true })
    .or(page.getByLabel(`${label}: cambiar imagen`, { exact: true }))
  await input.setInputFiles(toImageFile(await createSmallPicture(colour)))
  await page.getByLabel(`Es decorativa (${label})`).check()
}

/** Opens the folded field groups of a form. */
async function openFieldGroups(page: Page): Promise<void> {
  await page.locator('.item-form').waitFor()
  await page.locator('details.field-group:not([open]) > summary').evaluateAll((all) => {
    for (const summary of all) (summary as HTMLElement).click()
  })
}

async function fillForm(page: Page, { fields }: Declaration, mark: string, day: string): Promise<void> {
  await openFieldGroups(page)
  for (const field of Object.values(fields)) {
    const value = createValue(field, mark, day)
    if (field.kind === 'image') await choosePicture(page, field, '#835')
    else if (field.kind === 'rich') await findTextBox(page, field).pressSequentially(value)
    else if (field.kind === 'date') await page.getByLabel(formatLabel(field), { exact: true }).fill(value)
    else if (WORDS.includes(field.kind)) await findTextBox(page, field).fill(value)
    // Fields of other types stay empty, so they must be optional.
    else expect(field.optional).toBe(true)
  }
}

/** Returns the newest item, which this journey created. */
async function fetchNewest(page: Page, resource: string): Promise<AnyEntity> {
  const answer = await readFrom(page, `/api/${resource}?limit=1`)
  return (Array.isArray(answer) ? answer : answer.data)[0]
}

/**
 * Creates an item from the menu, finds it in the list, edits it with a blank field, replaces its picture, deletes and
 * restores it.
 * @param mark a word that no other item contains
 * @param day later than the days of all other items, so that the item is first in its list
 */
export async function testContentLifecycle(
  page: Page,
  declaration: Declaration,
  mark: string,
  day: string,
): Promise<void> {
  const { name, words, admin, fields } = declaration
  await signIn(page)
  await openScreen(page, admin.menu)
  await page.getByRole('link', { name: `Crear ${words.one}`, exact: true }).click()
  await fillForm(page, declaration, mark, day)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  await expect(page).toHaveURL(admin.menu)
  const created = await fetchNewest(page, name)
  expect(JSON.stringify(created)).toContain(mark)

  await page.getByRole('link', { name: `Editar ${words.one}`, exact: true }).click()
  // The menu has links to its items too, and a form returns to the screen that opened it. The address changes before the
  // screen does.
  await expect(page).toHaveURL(admin.update)
  await expect(page.locator('.list-tools')).toBeVisible()
  // Nights of other journeys can fill the first page.
  const search = hasNights(declaration) ? `?q=${mark}` : ''
  if (search) await page.goto(admin.update + search)
  await page
    .getByRole('link', { name: `Editar ${formatDatedItemName(declaration, created)}` })
    .first()
    .click()
  const getField = (field: string) => fields[field] as Field
  const textFields = Object.keys(fields).filter((field) => WORDS.includes(getField(field).kind))
  // The test blanks a required field, because a blank value would clear an optional one.
  const blank = textFields.findLast((field) => !getField(field).optional) as string
  const changed = textFields.find((field) => field !== blank)
  const [picture] = listImageFields(declaration)
  const shown = getFieldType(getField(blank)).toFormText(String(created[blank]))
  await expect(findTextBox(page, getField(blank))).toHaveValue(shown)
  await openFieldGroups(page)
  await findTextBox(page, getField(blank)).fill('')
  const other = `${created[changed ?? blank]}-otro`
  if (changed) await findTextBox(page, getField(changed)).fill(other)
  if (picture) await choosePicture(page, getField(picture), '#385')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')
  await expect(page).toHaveURL(admin.update + search)
  const path = `/api/${name}/${created._id}`
  const read = () => readFrom(page, path)
  const edited = await read()
  expect(edited[blank]).toBe(created[blank])
  if (changed) expect(edited[changed]).toBe(other)
  if (picture) expect(edited[picture]).not.toBe(created[picture])

  await openScreen(page, admin.menu)
  await page.getByRole('link', { name: `Borrar ${words.one}`, exact: true }).click()
  const title = formatDatedItemName(declaration, edited)
  if (search) await page.goto(admin.remove + search)
  await page
    .getByRole('button', { name: `Borrar ${title}` })
    .first()
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`¿Borrar ${words.article} ${words.one} «${title}»?`)
  await question.getByRole('button', { name: 'Borrar' }).click()
  await expectNotice(page, 'Borrado')
  expect((await page.request.get(path)).status()).toBe(404)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('button', { name: `Borrar ${title}` }).first()).toBeVisible()
  expect(await read()).toMatchObject({ _id: created._id, [blank]: created[blank] })
  // The item is deleted, because later journeys of visitors must not see it.
  await deleteAt(page, path)
}
