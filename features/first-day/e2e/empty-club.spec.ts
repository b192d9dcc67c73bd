/** Empties a new club, and looks for words of the demo club in everything that the site sends. */

import { copy } from '../../../club/copy.ts'
import { defaults } from '../../../club/defaults.ts'
import { demoSettings } from '../../../club/demo-settings.ts'
import { english } from '../../../club/english.ts'
import { nights } from '../../../club/nights.ts'
import { privacy } from '../../../club/privacy.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { administrator } from '../../../test/e2e/administrator.ts'
import { openScreen, waitForFormHydration } from '../../../test/e2e/back-office-helpers.ts'
import { postTo, readFrom } from '../../../test/e2e/club-api.ts'
import { findPathsMatching } from '../../../test/e2e/crawler.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { startSecondClub } from '../../../test/e2e/second-club.ts'
import { loadDemo } from '../../index.server.ts'

/** Texts of the program, which every club has. Some are the same as a text of the demo club. */
const PRODUCT = JSON.stringify([
  nights,
  privacy,
  copy.meta,
  copy.emptyTexts,
  copy.notFound,
  english.nights,
  english.notFound,
])

/** Shorter parts of a sentence are found in other texts too. Characters */
const PHRASE_MIN = 16

/** Returns all texts of a value, at any depth. */
const listTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(listTexts)
      : []

const splitIntoPhrases = (text: string): string[] =>
  text
    .split(/[.,:;!?¡¿«»“”"()·\n]|<[^>]*>|\{\w+\}|&\w+;/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase.length >= PHRASE_MIN)

const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern for each phrase of the demo club, and for its proper names. @param kept texts that stay in an empty club */
async function createDemoPattern(kept: string): Promise<RegExp> {
  const { identity, contact, milestones } = defaults
  const names = [
    identity.name,
    identity.neighbourhood,
    identity.founder.name,
    identity.city,
    contact.address.street,
    contact.address.town,
    ...milestones.stories.map(({ club }) => club),
  ]
  const phrases = listTexts([defaults, demoSettings, await loadDemo()])
    .flatMap(splitIntoPhrases)
    .filter((phrase) => !kept.includes(phrase) && !PRODUCT.includes(phrase))
  expect(phrases.length).toBeGreaterThan(300)
  const texts = [...new Set([...names, ...phrases])].map(escapeText)
  // One pair of lookarounds for all texts: a pair for each of the 700 texts costs half a minute for a whole site.
  return new RegExp(`(?<![\\p{L}/_])(?:${texts.join('|')})(?!\\p{L})`, 'u')
}

test('leaves no word of the demo club after it is emptied, and opens the field of what is missing', async ({
  page,
}) => {
  const { claim, origin, close } = await startSecondClub((itsOrigin) => ({ SITE_URL: itsOrigin }), {
    isNew: true,
  })
  try {
    await page.goto(claim)
    await waitForFormHydration(page)
    await page.getByLabel('E-mail').fill(administrator.email)
    await page.getByLabel('Contraseña').fill(administrator.password)
    await page.getByRole('button', { name: 'Crear mi usuario', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Primer día' })).toBeVisible()

    const readSite = () => readFrom<SiteSettings>(page, `${origin}/api/site`)
    // Before the change the pattern finds the demo club on these pages.
    const before = await createDemoPattern('')
    for (const path of ['/', '/en', '/culture', '/en/culture', '/contact', '/fechas', '/rss.xml'])
      expect(await (await page.request.get(origin + path)).text(), path).toMatch(before)

    await postTo(page, `${origin}/api/trash/demo`, {})
    const pattern = await createDemoPattern(JSON.stringify(await readSite()))
    expect(await findPathsMatching(origin, pattern)).toEqual([[]])

    await openScreen(page, `${origin}/admin`)
    const missing = page.getByRole('region', { name: 'Lo que falta' })
    await expect(missing.getByText('inventad')).toHaveCount(0)
    await missing.getByRole('link', { name: 'El nombre es el que viene con el sitio.' }).click()
    await expect(page.getByLabel('Nombre del club')).toBeFocused()
    await expect(page.getByLabel('Nombre del club')).toBeInViewport()
    await page.goBack()
    await missing.getByRole('link', { name: 'La dirección es la que viene con el sitio.' }).click()
    await expect(page.getByLabel('Calle y número')).toBeFocused()
  } finally {
    await close()
  }
})
