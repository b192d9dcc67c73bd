/** "Antes de venir": its settings through the API, and the section on nights. features/messages tests it on /contact. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import { demoSettings } from '../../../club/demo-settings.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { findStoredGroup, saveStoredGroup } from '../../../platform/db/settings.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { settingsChangeSchema } from '../../../platform/settings/shared/settings-schemas.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { createRenderer, readStructuredData } from '../../../test/support/page-renderer.tsx'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import * as homePage from '../../home/public/home-page.tsx'
import * as night from '../../nights/public/night.tsx'
import { visitFields } from './visit-texts.ts'

const ORIGIN = 'https://club.example'

const pages: [RegExp, unknown][] = [
  [/^\/$/, homePage],
  [/^(?:\/en)?\/fechas\/(?<slug>[^/]+)$/, night],
]

describe.each(databases)('"Antes de venir" on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place, { env: { SITE_URL: ORIGIN }, render: createRenderer(pages, ORIGIN) })
    setClock('2027-03-01T10:00')
    as = (await club.signIn()).cookie
  })
  afterEach(async () => {
    const { data } = await (await club.send('GET', '/api/events?state=all&limit=500', { as })).json()
    for (const { _id } of data) await club.send('DELETE', `/api/events/${_id}`, { as })
    await club.send('DELETE', '/api/site/visit', { as })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await club.stop()
    await place.dispose()
  })

  /** Sets the clock to a wall-clock time in the club's time zone. */
  function setClock(clock: string) {
    const now = toInstant(clock, defaults.identity.timeZone)
    club.clock.now = now
    vi.useFakeTimers({ now, toFake: ['Date'] })
  }
  const put = (body: object) => club.send('PUT', '/api/site/visit', { as, body })
  const save = async (body: object) => {
    const response = await put(body)
    expect(response.status).toBe(200)
    return response.json()
  }
  const putContact = async (country: string | null) => {
    const body = { address: { country } }
    expect((await club.send('PUT', '/api/site/contact', { as, body })).status).toBe(200)
  }
  const createNight = async (change: object) => {
    const body = { ...(await createDraft('events')), date: '2027-03-06T23:59', ...change }
    const response = await club.send('POST', '/api/events', { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const read = async (path: string) => {
    const response = await club.send('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  /** Returns the HTML of the section. Empty when the page has none. */
  const readSection = async (path: string) =>
    /<section class="visit".*?<\/section>/s.exec(await read(path))?.[0] ?? ''

  test.each<[string, object, string]>([
    ['a text of 241 characters', { payment: 'x'.repeat(241) }, 'payment'],
    ['an English text of 241 characters', { en: { food: 'x'.repeat(241) } }, 'en.food'],
    ['a text that is a number', { admission: 18 }, 'admission'],
    ['a telephone without area code', { telephone: '4302-1965' }, 'telephone'],
    ['a telephone with words', { telephone: '+54 11 4302 1965, de noche' }, 'telephone'],
    ['a telephone that is a number', { telephone: 541143021965 }, 'telephone'],
    ['a very long telephone', { telephone: `+${'5'.repeat(100_000)}` }, 'telephone'],
    ['a link instead of a WhatsApp number', { whatsapp: 'https://wa.me/5491155551965' }, 'whatsapp'],
  ])('rejects %s', async (_, body, field) => {
    await changesNothing(club, async () => {
      await expectProblem(await put(body), 'invalid-fields', [field])
    })
  })

  test('rejects a note of a night of 241 characters', async () => {
    const body = { ...(await createDraft('events')), visitNote: 'x'.repeat(241) }
    await changesNothing(club, async () => {
      await expectProblem(await club.send('POST', '/api/events', { as, body }), 'invalid-fields', [
        'visitNote',
      ])
    })
  })

  const fillDemo = () => club.content.fill([], demoSettings, async () => {})

  test('is filled with the demo content', async () => {
    await fillDemo()
    const { payment, en } = await (await club.send('GET', '/api/site/visit')).json()
    expect([payment, en.payment]).toEqual([demoSettings.visit.payment, demoSettings.visit['en.payment']])
    const { slug } = await createNight({ title: 'Con demo' })
    expect(await readSection(`/fechas/${slug}`)).toContain(demoSettings.visit.payment)
  })

  test('is not filled with the demo content after an administrator has edited it', async () => {
    await save({ payment: 'Débito.' })
    await fillDemo()
    expect(await (await club.send('GET', '/api/site/visit')).json()).toMatchObject({
      payment: 'Débito.',
      cloakroom: null,
    })
  })

  test('has no section while nothing is filled in', async () => {
    const { slug } = await createNight({ title: 'Sin aclaraciones' })
    for (const path of [`/fechas/${slug}`, `/en/fechas/${slug}`])
      expect([path, await readSection(path)]).toEqual([path, ''])
  })

  test('shows each filled text once, in the language of the page, and no empty line', async () => {
    const { slug } = await createNight({ title: 'Con guardarropa' })
    await save({
      cloakroom: '$ 2.000 por prenda.',
      transport: 'El 12 pasa toda la noche.',
      en: { cloakroom: '$ 2,000 for each piece.' },
    })
    const spanish = await readSection(`/fechas/${slug}`)
    expect(spanish.match(/<dt[^>]*>[^<]*/g)).toHaveLength(2)
    expect(spanish).toContain('<dd>$ 2.000 por prenda.</dd>')
    expect(spanish).toContain('<dd>El 12 pasa toda la noche.</dd>')
    const translated = await readSection(`/en/fechas/${slug}`)
    expect(translated).toContain('<dd>$ 2,000 for each piece.</dd>')
    // A text without English is shown in Spanish, and marked as Spanish.
    expect(translated).toContain('<dd lang="es">El 12 pasa toda la noche.</dd>')
  })

  test('stores telephone numbers in one notation and links to them', async () => {
    expect(await save({ telephone: '+54 (11) 4302-1965', whatsapp: '0054 9 11 5555.1965' })).toMatchObject({
      telephone: '+54 11 4302 1965',
      whatsapp: '+54 9 11 5555 1965',
    })
    const { slug } = await createNight({ title: 'Con teléfono' })
    const section = await readSection(`/fechas/${slug}`)
    expect(section).toContain('href="tel:+541143021965"')
    expect(section).toContain('href="https://wa.me/5491155551965"')
    expect(section.match(/<dt/g)).toHaveLength(1)
    // Null empties a field, and an absent or blank field keeps its value.
    expect(await save({ telephone: ' ', whatsapp: null })).toMatchObject({
      telephone: '+54 11 4302 1965',
      whatsapp: null,
    })
  })

  test('reads telephone numbers without country code as those of the country of the club', async () => {
    const typed = { telephone: '011 4302-1965', whatsapp: '011 15 5555-1965' }
    for (const country of [null, 'Ruritania']) {
      await putContact(country)
      await changesNothing(club, async () => {
        const { errors } = await expectProblem(await put(typed), 'invalid-fields', ['telephone', 'whatsapp'])
        expect(errors?.[0]?.message).toBe('Escribilo con el código de país: +54 11 4302 1965.')
      })
    }
    await putContact('Uruguay')
    expect(await save({ telephone: '099 123 456' })).toMatchObject({ telephone: '+598 99 123 456' })
    await club.send('DELETE', '/api/site/contact', { as })
    expect(await save(typed)).toMatchObject({
      telephone: '+54 11 4302 1965',
      whatsapp: '+54 9 11 5555 1965',
    })
  })

  test('keeps a telephone number of earlier rules that a form sends back', async () => {
    await save({ telephone: '+54 11 4302 1965' })
    for (const telephone of ['+541143021965', '+54 15 5555 1234']) {
      await club.database.write(async (tx) => {
        const group = await findStoredGroup(tx, 'visit')
        await saveStoredGroup(tx, 'visit', { ...group, said: { ...group.said, telephone } })
      })
      expect(await save({ telephone, food: 'Agua gratis.' })).toMatchObject({ telephone })
    }
  })

  test('shows what differs on one night only on its page, and not after it or when it is cancelled', async () => {
    const created = await createNight({
      title: 'Aniversario',
      visitNote: 'Abrimos a las 22.',
      en: { visitNote: 'Doors at 22.' },
    })
    expect(created.visitNote).toBe('Abrimos a las 22.')
    const path = `/fechas/${created.slug}`
    expect(await readSection(path)).toContain('Abrimos a las 22.')
    expect(await readSection(`/en${path}`)).toContain('Doors at 22.')
    const other = await createNight({ title: 'Otra' })
    expect(await readSection(`/fechas/${other.slug}`)).toBe('')

    await save({ payment: 'Débito.' })
    const update = (body: object) => club.send('PUT', `/api/events/${created._id}`, { as, body })
    await update({ status: 'cancelled' })
    expect(await readSection(path)).toBe('')
    await update({ status: 'scheduled' })
    expect(await readSection(path)).toContain('Débito.')
    setClock('2027-03-07T09:00')
    expect(await readSection(path)).toBe('')
    setClock('2027-03-01T10:00')
  })

  describe('on a night with a line of its own', () => {
    const general = {
      admission: 'Desde los 18, con DNI o pasaporte.',
      cloakroom: '$ 2.000 por prenda.',
      payment: 'Débito y QR.',
      en: { admission: '18 and over, with a passport.' },
    }
    const getLines = (section: string) =>
      [...section.matchAll(/<dt[^>]*>(.*?)<\/dt><dd(.*?)<\/dd>/gs)].map(([, name, text]) => [
        name,
        text?.replace(/^[^>]*>/, '').replace(/<[^>]+>/g, ''),
      ])

    test('keeps every general line that the note only mentions, and the words around it', async () => {
      await save(general)
      const visitNote = 'De 3 a 3:40 se apaga todo: el guardarropa para. Pago: ver abajo.\nGuardarropa:'
      const { slug } = await createNight({ title: 'Con nota', visitNote })
      const section = await readSection(`/fechas/${slug}`)
      expect(section).toContain(`<p>${visitNote}</p>`)
      expect(getLines(section)).toEqual([
        ['Quién entra', general.admission],
        ['Cómo se paga', general.payment],
        ['Guardarropa', general.cloakroom],
      ])
    })

    test('shows it in place of the general line, once, and the rest of the note above', async () => {
      await save(general)
      const { slug } = await createNight({
        title: 'Con renglones',
        visitNote: 'Abrimos a las 22.\nGUARDARROPA: esta noche no hay.\ncomo se paga: solo <i>efectivo</i>.',
        en: { visitNote: 'Doors at 22.\nCloakroom: none tonight.' },
      })
      const section = await readSection(`/fechas/${slug}`)
      expect(section).toContain('<p>Abrimos a las 22.</p>')
      expect(getLines(section)).toEqual([
        ['Quién entra', general.admission],
        ['Cómo se paga', 'Solo esta noche: solo &lt;i&gt;efectivo&lt;/i&gt;.'],
        ['Guardarropa', 'Solo esta noche: esta noche no hay.'],
      ])
      expect(getLines(await readSection(`/en/fechas/${slug}`))).toEqual([
        ['Who gets in', '18 and over, with a passport.'],
        ['Paying', general.payment],
        ['Cloakroom', 'This night only: none tonight.'],
      ])
    })

    test('shows it without a general line, and without another note', async () => {
      const { slug } = await createNight({ title: 'Sola', visitNote: 'Comida y agua: pizza hasta las 4.' })
      const section = await readSection(`/fechas/${slug}`)
      expect(getLines(section)).toEqual([['Comida y agua', 'Solo esta noche: pizza hasta las 4.']])
      expect(section).not.toContain('visit-note')
    })

    test.each<[number, string, string, string]>([
      [21, general.admission, 'Desde los 21 años, con DNI o pasaporte.', '21 and over, with a passport.'],
      [18, general.admission, general.admission, general.en.admission],
      [
        0,
        'Solo mayores de 18, con DNI.',
        'Solo para todas las edades, con DNI.',
        'All ages, with a passport.',
      ],
      [
        21,
        'Solo +18. Abrimos hace 20 meses.',
        'Solo desde los 21 años. Abrimos hace 20 meses.',
        '21 and over, with a passport.',
      ],
      [
        21,
        'Con documento, hasta las 18 hs.',
        'Con documento, hasta las 18 hs.',
        '21 and over, with a passport.',
      ],
    ])('replaces another age with its own: %d, "%s"', async (ageMin, admission, spanish, english) => {
      await save({ ...general, admission })
      const { slug } = await createNight({ title: 'Con edad', ageMin })
      expect(getLines(await readSection(`/fechas/${slug}`))[0]).toEqual(['Quién entra', spanish])
      expect(getLines(await readSection(`/en/fechas/${slug}`))[0]).toEqual(['Who gets in', english])
    })
  })

  test('links to maps and to the way', async () => {
    const { slug } = await createNight({ title: 'Con mapa' })
    const { lat, lon } = defaults.contact.position
    const html = await read(`/en/fechas/${slug}`)
    const links =
      /<react-island data-island="directions".*?<\/react-island>/s.exec(html)?.[0].replaceAll('&amp;', '&') ??
      ''
    expect(links).toContain(`href="https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lon}"`)
    expect(links).toContain(`href="https://waze.com/ul?ll=${lat}%2C${lon}&navigate=yes"`)
    // In the browser this link opens the map application of a phone.
    expect(links).toContain(`href="https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}`)
    const { street, town, country } = defaults.contact.address
    expect(links).toContain(`${street}, ${town}, ${country}`)
  })

  test('is in the structured data of the club and of nights', async () => {
    const offer = { name: 'Anticipada', price: 8000 }
    const { slug } = await createNight({
      title: 'Con datos',
      visitNote: 'Traé linterna.',
      offers: [
        offer,
        { name: 'Mesa', price: null },
        { name: 'Afuera', price: 5, currency: 'USD' },
        { ...offer, price: 12_500.5 },
      ],
    })
    const readData = async (path: string) => readStructuredData(await read(path))
    const geo = { latitude: defaults.contact.position.lat, longitude: defaults.contact.position.lon }
    const before = (await readData('/'))['@graph'][0]
    expect(before).toMatchObject({ geo, address: { addressCountry: 'AR' } })
    for (const key of ['telephone', 'paymentAccepted', 'amenityFeature', 'contactPoint', 'priceRange'])
      expect(before).not.toHaveProperty(key)

    await save({
      payment: 'Débito.',
      food: 'Empanadas.',
      accessibility: 'Sin escalones.',
      telephone: '+54 11 4302 1965',
      whatsapp: '+54 9 11 5555 1965',
      en: { payment: 'Debit.' },
    })
    const expected = {
      geo,
      telephone: '+54 11 4302 1965',
      paymentAccepted: 'Débito.',
      amenityFeature: [
        { '@type': 'LocationFeatureSpecification', name: 'Comida y agua', value: 'Empanadas.' },
        { '@type': 'LocationFeatureSpecification', name: 'Accesibilidad', value: 'Sin escalones.' },
      ],
      contactPoint: { telephone: '+54 9 11 5555 1965', url: 'https://wa.me/5491155551965' },
    }
    expect(await readData(`/fechas/${slug}`)).toMatchObject({
      description: expect.stringContaining('Traé linterna.'),
      // Prices of another currency and unknown prices do not count.
      location: { ...expected, priceRange: 'ARS 8000-12500.5' },
    })
    const home = await readData('/')
    expect(home['@graph'][0]).toMatchObject(expected)
    const id = home['@graph'][0]['@id']
    expect(home['@graph'].filter((each: object) => '@id' in each && each['@id'] === id)).toContainEqual({
      '@id': id,
      priceRange: 'ARS 8000-12500.5',
    })
  })

  test('keeps the name of a country that has no code', async () => {
    const address = { country: 'Ruritania' }
    await club.send('PUT', '/api/site/contact', { as, body: { address } })
    const [home] = readStructuredData(await read('/'))['@graph']
    expect(home.address.addressCountry).toBe('Ruritania')
    await club.send('DELETE', '/api/site/contact', { as })
  })

  test('finds a night by its note', async () => {
    const { _id } = await createNight({ title: 'Otra noche', visitNote: 'Traé linterna.' })
    const { data } = await (await club.send('GET', '/api/events?q=linterna')).json()
    expect(data.map((found: AnyEntity) => found._id)).toEqual([_id])
  })
})

test('the demo club has a valid text in both languages for each field', () => {
  const { visit } = demoSettings
  expect(Object.keys(visit).toSorted()).toEqual(Object.keys(settingsGroups.visit.fields).toSorted())
  const texts = Object.fromEntries(Object.entries(visit).filter(([name]) => !name.startsWith('en.')))
  const en = Object.fromEntries(visitFields.map((field) => [field, visit[`en.${field}`]]))
  const parsed = settingsChangeSchema('visit').safeParse({ ...texts, en })
  expect(parsed.error?.issues).toBeUndefined()
  expect(parsed.data).toEqual({ ...texts, en })
})
