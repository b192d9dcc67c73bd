/** /contact of a club with other settings than the defaults. */
import { expect, test } from 'vitest'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { renderWithSettings, reticent, shipped } from '../../../test/support/page-with-settings.tsx'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import * as contact from './contact.tsx'

const read = (site: SiteSettings, language?: Language) =>
  renderWithSettings(contact, '/contact', site, language)

const readSection = (html: string) => /<section class="visit".*?<\/section>/s.exec(html)?.[0] ?? ''

test('leaves no empty element without optional settings', async () => {
  const { html, head } = await read(reticent)
  expect(html).not.toMatch(/<(p|ul|ol|a|h\d|address|figcaption|blockquote|time|aside)\b[^>]*>\s*<\/\1>/)
  expect(html).not.toMatch(/null|undefined/)
  expect(head).not.toMatch(/null|undefined/)
  for (const gone of ['Eventos', 'Canal de video', 'instagram']) expect(html).not.toContain(gone)
})

test('fills name and city of the club into the default texts', async () => {
  const { html, head } = await read(shipped)
  expect(html + head).not.toMatch(/\{(club|city)\}/)
  const identity = { ...shipped.identity, name: 'Latido', city: 'Rosario' }
  expect((await read(createSiteSettings({ identity }))).head).toContain('Latido, en Rosario')
})

test('hides the map without a position', async () => {
  const { html, head } = await read(reticent)
  expect(html).not.toContain('openstreetmap')
  for (const key of ['geo', 'founder', 'sameAs', 'addressCountry']) expect(head).not.toContain(`"${key}"`)
})

test('shows the retention period of messages at the contact form', async () => {
  const { html } = await read(shipped)
  expect(html).toContain('A los 12 meses se borran solos.')
})

test('shows opening hours beside the directions', async () => {
  const site = { ...shipped, contact: { ...shipped.contact, hours: 'Viernes de 23 a 7.' } }
  const { html } = await read(site)
  expect(html).toMatch(/contact-told">En colectivo.*?<\/p><p class="contact-told">Viernes de 23 a 7\.</)
})

test('has "Antes de venir" in the language of the page, also in structured data', async () => {
  expect(readSection((await read(shipped)).html)).toBe('')
  const visit = {
    ...{ ...shipped.visit, payment: 'Débito.', transport: 'El 12 pasa toda la noche.' },
    en: { ...shipped.visit.en, payment: 'Debit.' },
  }
  const site = { ...shipped, visit }
  for (const [language, payment, transport] of [
    ['es', 'Débito.', '<dd>'],
    ['en', 'Debit.', '<dd lang="es">'],
  ] as const) {
    const { html, head } = await read(site, language)
    const section = readSection(html)
    expect(section.match(/<dt[^>]*>[^<]*/g)).toHaveLength(2)
    expect(section).toContain(`<dd>${payment}</dd>`)
    expect(section).toContain(`${transport}El 12 pasa toda la noche.</dd>`)
    expect(head).toContain(`"paymentAccepted":"${payment}"`)
  }
})

test('links to maps and to the way', async () => {
  const { lat, lon } = shipped.contact.position
  const { html } = await read(shipped)
  const links =
    /<react-island data-island="directions".*?<\/react-island>/s.exec(html)?.[0].replaceAll('&amp;', '&') ??
    ''
  expect(links).toContain(`href="https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lon}"`)
})
