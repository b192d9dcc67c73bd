/** Each kind of content, from its menu on: made, edited with a blank, its picture replaced, deleted and taken back. */
import { expect, type Page, test } from '@playwright/test'
import { type Declaration, type Field, imageFields } from '../../contract/content/fields.ts'
import { type AnyEntity, declarationOf, resourceNames } from '../../contract/content/resources.ts'
import { nameOf } from '../../contract/names.ts'
import { asFile, expectNotice, open, run, signIn, smallPicture } from './back-office.ts'

const WORDS: Field['kind'][] = ['line', 'text', 'url']

/** What a field is given. @param mark one word that nothing else has */
function valueFor({ kind, label }: Field, mark: string, day: string): string {
  if (kind === 'date') return day
  return kind === 'url' ? `https://club.example/${mark}` : `${label} ${mark}`
}

async function choosePicture(page: Page, label: string, colour: string): Promise<void> {
  await page
    .getByLabel(new RegExp(`^${label}: (elegir|cambiar) imagen$`))
    .setInputFiles(asFile(await smallPicture(colour)))
  await page.getByLabel(`Es decorativa (${label})`).check()
}

async function fillIn(page: Page, { fields }: Declaration, mark: string, day: string): Promise<void> {
  for (const field of Object.values(fields)) {
    const value = valueFor(field, mark, day)
    if (field.kind === 'image') await choosePicture(page, field.label, '#835')
    else if (field.kind === 'rich')
      await page.getByRole('textbox', { name: field.label }).pressSequentially(value)
    else await page.getByLabel(field.label).fill(value)
  }
}

/** The one that this journey made: the newest. */
async function newest(page: Page, resource: string): Promise<AnyEntity> {
  const answer = await (await page.request.get(`/api/${resource}?limit=1`)).json()
  return (Array.isArray(answer) ? answer : answer.data)[0]
}

for (const [index, viewport] of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].entries()) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    for (const resource of resourceNames) {
      const declaration = declarationOf(resource)
      const { words, admin, fields } = declaration
      const mark = `vida${run}${viewport.width}`
      // Later than all others: it is the first of its list.
      const day = `2039-11-0${index + 1}`

      test(`${words.many}: made, edited, deleted and taken back`, async ({ page }) => {
        await signIn(page)
        await open(page, admin.menu)
        await page.getByRole('link', { name: `Crear ${words.one}` }).click()
        await fillIn(page, declaration, mark, day)
        await page.getByRole('button', { name: `Crear ${words.one}` }).click()
        await expectNotice(page, 'Creado')
        await expect(page).toHaveURL(admin.menu)
        const made = await newest(page, resource)
        expect(JSON.stringify(made)).toContain(mark)

        await page.getByRole('link', { name: `Editar ${words.one}` }).click()
        await page
          .getByRole('link', { name: `Editar ${nameOf(declaration, made)}` })
          .first()
          .click()
        const worded = Object.keys(fields).filter((name) => WORDS.includes((fields[name] as Field).kind))
        const blank = worded.at(-1) as string
        const changed = worded.find((name) => name !== blank)
        const [picture] = imageFields(declaration)
        await expect(page.getByLabel((fields[blank] as Field).label)).toHaveValue(String(made[blank]))
        await page.getByLabel((fields[blank] as Field).label).fill('')
        const other = `${made[changed ?? blank]}-otro`
        if (changed) await page.getByLabel((fields[changed] as Field).label).fill(other)
        if (picture) await choosePicture(page, (fields[picture] as Field).label, '#385')
        await page.getByRole('button', { name: 'Guardar cambios' }).click()
        await expectNotice(page, 'Actualizado')
        await expect(page).toHaveURL(admin.menu)
        const read = async () => (await page.request.get(`/api/${resource}/${made._id}`)).json()
        const edited = await read()
        expect(edited[blank]).toBe(made[blank])
        if (changed) expect(edited[changed]).toBe(other)
        if (picture) expect(edited[picture]).not.toBe(made[picture])

        await page.getByRole('link', { name: `Borrar ${words.one}` }).click()
        const name = nameOf(declaration, edited)
        await page
          .getByRole('button', { name: `Borrar ${name}` })
          .first()
          .click()
        const question = page.getByRole('alertdialog')
        await expect(question).toContainText(`¿Borrar ${words.article} ${words.one} «${name}»?`)
        await question.getByRole('button', { name: 'Borrar' }).click()
        await expectNotice(page, 'Borrado')
        expect((await page.request.get(`/api/${resource}/${made._id}`)).status()).toBe(404)
        await page.getByRole('button', { name: 'Deshacer' }).click()
        await expect(page.getByRole('button', { name: `Borrar ${name}` }).first()).toBeVisible()
        expect(await read()).toMatchObject({ _id: made._id, [blank]: made[blank] })
        // Visitors' journeys come after this one.
        await page.request.delete(`/api/${resource}/${made._id}`)
      })
    }
  })
}
