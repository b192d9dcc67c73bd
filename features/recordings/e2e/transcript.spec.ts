/** The transcript of a talk, from its form to the page for visitors. */
import {
  createSmallPicture,
  expectNotice,
  findAxeViolations,
  openScreen,
  runId,
  signIn,
  toImageFile,
} from '../../../test/e2e/back-office-helpers.ts'
import { readFrom } from '../../../test/e2e/club-api.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { episode, podcast } from '../shared/recording-resources.ts'

test('asks for the transcript of a talk, and shows it below the player without scripts', {
  tag: ['@wcag-1.2.1-site', '@atag-B.2.1.1', '@atag-B.3.1.1', '@atag-B.3.1.2', '@atag-B.4.1.1'],
}, async ({ page, browser, baseURL }) => {
  await signIn(page)
  await openScreen(page, podcast.admin.create)
  const sound = page.getByLabel('¿Qué se escucha?')
  const warning = page.locator('[data-field=sound]').locator('[aria-live=polite]')
  await expect(sound).toHaveValue('music')
  await expect(warning).toHaveText('')

  await openScreen(page, episode.admin.create)
  await expect(sound).toHaveValue('talk')
  await expect(warning).toContainText('Falta la transcripción')
  await sound.selectOption('Música')
  await expect(warning).toHaveText('')
  await sound.selectOption('Una charla')
  await expect(warning).toContainText('Falta la transcripción')
  expect(await findAxeViolations(page)).toEqual([])

  // The question does not block.
  const title = `Charla de oído ${runId}`
  await page.getByLabel('Flyer: elegir imagen').setInputFiles(toImageFile(await createSmallPicture('#357')))
  await page.getByLabel('Título (opcional)').fill(title)
  await page.getByLabel('Introducción').fill('Una charla en la cabina.')
  await page.getByRole('textbox', { name: 'Enlace' }).fill('https://soundcloud.com/club/charla')
  await page.getByRole('button', { name: 'Publicar' }).click()
  await expectNotice(page, 'Creado')
  const search = `/api/episode?q=${encodeURIComponent(`murciélago ${runId}`)}`
  const [created] = (await readFrom(page, `/api/episode?q=${encodeURIComponent(title)}`)).data
  expect(created).toMatchObject({ title, sound: 'talk', transcript: null })
  expect((await readFrom(page, search)).data).toEqual([])

  await openScreen(page, `${episode.admin.update}/${created._id}`)
  await expect(warning).toContainText('Falta la transcripción')
  await page.locator('summary', { hasText: 'Transcripción' }).click()
  const transcript = page.getByRole('textbox', { name: 'Transcripción (opcional)', exact: true })
  await transcript.pressSequentially('Rita: Oigo como un murciélago.')
  await expect(warning).toHaveText('')
  await page.getByRole('button', { name: 'Guardar y volver' }).click()
  await expectNotice(page, 'Actualizado')

  // Search finds the words of the transcript.
  expect((await readFrom(page, search)).data).toMatchObject([{ _id: created._id }])
  const visitor = await (
    await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false })
  ).newPage()
  await visitor.goto(`/episodios/${created.slug}`)
  const spoken = visitor.getByText('Rita: Oigo como un murciélago.')
  await expect(spoken).toBeAttached()
  await visitor.getByRole('link', { name: 'Leer la transcripción' }).click()
  await expect(visitor.getByRole('heading', { name: 'Transcripción' })).toBeInViewport()
  await expect(spoken).toBeInViewport()
  await visitor.context().close()
})
