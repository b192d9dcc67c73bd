/** Number of gestures of the first day on a phone, from the claim link to a club without demo content. */

import { administrator } from '../../../test/e2e/administrator.ts'
import { expectNotice, waitForFormHydration } from '../../../test/e2e/back-office-helpers.ts'
import { readFrom } from '../../../test/e2e/club-api.ts'
import { createHand } from '../../../test/e2e/hand.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { startSecondClub } from '../../../test/e2e/second-club.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, actionTimeout: 20_000 })

test('sets up a club on its first day with at most 12 taps and 8 fields', async ({ page }) => {
  const { claim, origin, close } = await startSecondClub((itsOrigin) => ({ SITE_URL: itsOrigin }), {
    isNew: true,
  })
  try {
    const { tap, write, counts } = createHand(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const step = (title: string) => expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goto(claim)
    await waitForFormHydration(page)
    await write(page.getByLabel('E-mail'), administrator.email)
    await write(page.getByLabel('Contraseña'), administrator.password)
    await tap(button('Crear mi usuario'))

    await step('Primer día')
    await tap(page.getByRole('link', { name: 'Empezar', exact: true }))
    await step('Nombre')
    await write(page.getByLabel('Nombre del club'), 'Galpón Uno')
    await write(page.getByLabel('Barrio'), 'La Paternal')
    await write(page.getByLabel('Una frase que diga qué es'), 'Un galpón, un sonido y una pista.')
    await tap(button('Guardar y seguir'))
    await step('Dirección')
    await write(page.getByLabel('Calle y número'), 'Warnes 100')
    await write(page.getByLabel('Código postal y ciudad'), 'C1427 Buenos Aires')
    await tap(button('Guardar y seguir'))
    await step('Enlaces')
    await tap(button('Vaciar los enlaces de ejemplo'))
    await write(page.getByLabel('Instagram'), 'instagram.com/galponuno')
    await tap(button('Guardar y seguir'))
    await step('La frase y los lemas')
    await tap(button('Vaciar la frase y los lemas de ejemplo'))
    await tap(button('Guardar y seguir'))
    await step('Foto o film')
    await tap(page.getByRole('link', { name: 'Saltar', exact: true }))
    await step('El ejemplo')
    await tap(button('Empezar con el club vacío'))
    await expectNotice(page, 'Borrado')
    await tap(page.getByRole('link', { name: 'Listo', exact: true }))
    await step('Primer día')

    const { identity, contact, links } = await readFrom(page, `${origin}/api/site`)
    expect(identity).toMatchObject({ name: 'Galpón Uno', neighbourhood: 'La Paternal', slogans: [] })
    expect(contact.address).toMatchObject({ street: 'Warnes 100', town: 'C1427 Buenos Aires' })
    expect(links).toMatchObject({ instagram: 'https://instagram.com/galponuno', facebook: null })
    expect(await readFrom(page, `${origin}/api/events`)).toMatchObject({ data: [] })
    test.info().annotations.push({
      type: 'gestures',
      description: `the first day: ${counts.taps} taps + ${counts.fields} fields`,
    })
    expect(counts.taps).toBeLessThanOrEqual(12)
    expect(counts.fields).toBeLessThanOrEqual(8)
  } finally {
    await close()
  }
})
