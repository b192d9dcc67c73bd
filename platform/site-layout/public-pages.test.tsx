/** Public pages of a club with other settings than the defaults: more texts, fewer texts, another name. */
import { describe, expect, test } from 'vitest'
import * as home from '../../features/home/public/home-page.tsx'
import { contactLinks } from '../../features/index.menu.ts'
import * as news from '../../features/news/public/news.tsx'
import * as culture from '../../features/pages/public/culture.tsx'
import * as history from '../../features/pages/public/history.tsx'
import * as milestones from '../../features/pages/public/milestones.tsx'
import * as notFound from '../../features/pages/public/not-found.tsx'
import * as privacy from '../../features/privacy/public/privacy.tsx'
import { renderWithSettings, reticent, shipped } from '../../test/support/page-with-settings.tsx'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import type { Picture } from '../content/shared/entity-parts.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { findLocalizedPath, type Language, localizePath } from '../shared/languages.ts'

const pages = {
  '/': home,
  '/news': news,
  '/history': history,
  '/culture': culture,
  '/milestones': milestones,
  '/privacidad': privacy,
  '/404': notFound,
}

const read = (path: keyof typeof pages, site: SiteSettings, language?: Language) =>
  renderWithSettings(pages[path], path, site, language)

const everyPage = Object.keys(pages) as (keyof typeof pages)[]

describe('an empty optional setting', () => {
  test.each(everyPage)('leaves no empty element on %s', async (path) => {
    const { html, head } = await read(path, reticent)
    expect(html).not.toMatch(/<(p|ul|ol|a|h\d|address|figcaption|blockquote|time|aside)\b[^>]*>\s*<\/\1>/)
    expect(html).not.toMatch(/null|undefined/)
    expect(head).not.toMatch(/null|undefined/)
    for (const gone of ['Eventos', 'Canal de video', 'instagram']) expect(html).not.toContain(gone)
  })

  test.each<[keyof typeof pages, Partial<SiteSettings>]>([
    ['/history', { history: { ...reticent.history, chapters: [] } }],
    ['/culture', { culture: { ...reticent.culture, values: [] } }],
    ['/milestones', { milestones: { ...reticent.milestones, stories: [] } }],
  ])('is told where all of it is missing on %s', async (path, said) => {
    const { html } = await read(path, { ...reticent, ...said })
    expect(html).toMatch(/<p class="lead">[^<]+<\/p><\/header><\/div>/)
  })
})

const renamed: SiteSettings = { ...shipped, identity: { ...shipped.identity, name: 'Latido' } }

test.each(['/privacidad', '/404', '/'] as const)('%s has the name of the club', async (path) => {
  const { html, head } = await read(path, renamed)
  expect(html).toContain('aria-label="Latido, inicio"')
  expect(head).toContain('{"property":"og:site_name","content":"Latido"}')
  expect(html + head).not.toMatch(/\{(club|city)\}/)
})

test('shows the specified entries of the bar in order', async () => {
  const { html } = await read('/', shipped)
  const bar = /<header class="bar">.*?<\/header>/s.exec(html)?.[0] ?? ''
  const { ticketing, youtube } = shipped.links
  const hrefs = [...bar.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href]) => href)
  const contact = contactLinks.map(({ path }) => path)
  const specified = ['/', '/history', '/culture', '/milestones', '/news', ticketing, ...contact, youtube]
  expect(hrefs.filter((href) => specified.includes(href ?? ''))).toEqual(specified)
  for (const label of [
    'Nuestro Club',
    'Historia',
    'Cultura',
    'Hitos',
    'Novedades',
    'Eventos',
    ...contactLinks.map(({ label }) => label.es),
    'Cerrar Sesión',
  ])
    expect(bar).toContain(`>${label}<`)
})

test('shows film, name, PARA TODO EL MUNDO, the founder’s quote and the slogans on the home page, in order', async () => {
  const { html } = await read('/', shipped)
  const { founder, slogans } = shipped.identity
  const parts = [
    'class="film"',
    'PARA TODO EL MUNDO',
    founder.quote ?? '',
    ...slogans.map(({ text }) => text),
  ]
  const places = parts.map((part) => html.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('fills the city of the club into the default texts', async () => {
  const there: SiteSettings = createSiteSettings({ identity: { ...renamed.identity, city: 'Rosario' } })
  const { html, head } = await read('/', there)
  expect(html).toContain('Latido, club de techno en Rosario.')
  expect(head).toContain('Latido · Club de techno en Rosario')
})

test('fills the name of the club into the default texts', async () => {
  for (const path of everyPage) {
    const { html, head } = await read(path, shipped)
    expect(html + head).not.toMatch(/\{(club|city)\}/)
    expect(head).toContain(shipped.identity.name)
  }
})

const uploaded: Picture = {
  src: '/media/x-800.jpg',
  width: 1000,
  height: 1500,
  base: '/media/x',
  widths: [400, 800],
  formats: ['webp', 'jpg'],
  placeholder: '',
}

test('shows the picture of a row that ships or was uploaded, and none for a deleted one', async () => {
  const [first] = shipped.history.chapters
  if (!first) throw new Error('no chapter ships')
  const chapters = [
    { ...first, _id: 'a' },
    { ...first, _id: 'b', picture: uploaded.src, alt: null },
    { ...first, _id: 'c', picture: '/media/gone-800.jpg' },
    { ...first, _id: 'd', picture: '/club/pictures/nunca.jpg' },
  ]
  const images = { [uploaded.src]: uploaded }
  const { html } = await read('/history', { ...shipped, history: { ...shipped.history, chapters, images } })
  expect(html.match(/data-shape="(\w+)"/g)?.map((shape) => shape.slice(12, -1))).toEqual([
    'wide',
    'upright',
    'words',
    'words',
  ])
  expect(html).toContain(`alt="${first.alt}"`)
  expect(html).toMatch(/<picture class="chapter-picture opening photo">.*?alt=""/)
})

describe('a notice', () => {
  const withNotice = (text: string | null, url: string | null): SiteSettings => ({
    ...shipped,
    notice: { ...shipped.notice, text, url },
  })

  test('is shown above every page with its link', async () => {
    const { html } = await read('/culture', withNotice('Hoy <abrimos> a las dos.', null))
    expect(html).toMatch(
      /^<aside class="club-notice" aria-label="Aviso"><p>Hoy &lt;abrimos&gt; a las dos.<\/p><\/aside><header/,
    )
    const linked = await read('/culture', withNotice('Hoy.', 'https://club.example/fechas'))
    expect(linked.html).toContain('<a href="https://club.example/fechas">Hoy.</a></aside>')
    expect((await read('/culture', shipped)).html).not.toContain('aria-label="Aviso"')
  })
})

test('shows a logo in place of the name, also in structured data', async () => {
  const look = { ...shipped.look, logo: uploaded.src, images: { [uploaded.src]: uploaded } }
  const { html, head } = await read('/', { ...shipped, look })
  expect(html).toMatch(
    /<a class="bar-logo[^>]* aria-label="Pulso, inicio"><img class="bar-mark" src="\/media\/x-400.webp" width="400" height="600" alt=""\/>/,
  )
  expect(head).toContain('"logo":"https://club.example/media/x-400.webp"')
  const gone = { ...look, images: {} }
  expect((await read('/', { ...shipped, look: gone })).html).toContain('<span>Pulso</span></a>')
})

describe('the animated name', () => {
  const readHome = async (name: string) =>
    (await read('/', { ...shipped, identity: { ...shipped.identity, name } })).html
  const findHeading = (html: string) => /<h1[^>]*>.*?<\/h1>/.exec(html)?.[0] ?? ''
  /** @returns the content of the heading for a club with this name */
  const getHeading = async (name: string) => findHeading(await readHome(name))
  const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1

  test.each([
    ['Pulso', 1, 5],
    ['Galpón Ñandú', 2, 11],
    ['Galpón Ñandú'.normalize('NFD'), 2, 11],
    ['W'.repeat(40), 2, 40],
    [`${'Ñ'.repeat(49)} ${'M'.repeat(50)}`, 2, 99],
    ['O’Brien & “Æ”', 2, 11],
  ])('%s is drawn, a letter an outline', async (name, lines, letters) => {
    const html = await readHome(name)
    const heading = findHeading(html)
    expect(count(heading, 'svg')).toBe(lines)
    expect(heading.match(/<path d="m/g)).toHaveLength(letters)
    expect(html.match(/\{--at:/g)).toHaveLength(count(heading, 'g>'))
    expect(heading).not.toContain('<style')
  })

  test('has space for accents on capitals', async () => {
    expect(await getHeading('Galpón')).toMatch(/viewBox="3\.5 -22 [\d.]+ 95"/)
    expect(await getHeading('Galpon')).toMatch(/viewBox="3\.5 0 [\d.]+ 73"/)
  })

  test('is text for screen readers', async () => {
    const heading = await getHeading('<b>"Ñ"</b>')
    expect(heading).toContain('&lt;b&gt;&quot;Ñ&quot;&lt;/b&gt;')
    expect(heading).not.toContain('<b>')
  })

  test.each(['نادي النبض', '🎛️ Club', 'клуб'])('uses system fonts for %s', async (name) => {
    const heading = await getHeading(name)
    expect(heading).toBe(`<h1 class="name-set hero-name">${name}</h1>`)
  })
})

describe('a page in English', () => {
  const inBoth = everyPage.filter((path) => findLocalizedPath('en', path) !== null)

  test.each(inBoth)('%s shows no Spanish text that has an English version', async (path) => {
    const { html, head } = await read(path, shipped, 'en')
    // The link to the Spanish page and some names are in Spanish on each page, so they are removed before the check.
    const text = html
      .replace(/<style.*?<\/style>/gs, '')
      .replace(/<a [^>]*lang="es-AR".*?<\/a>/s, '')
      .replace(/<[^>]+>/g, ' ')
    expect(text.replaceAll(/Pedro de Luján|Río Cuarto|Inés/g, '')).not.toMatch(
      /[ñáéíóú]|\b(de|la|los|las|una?|para|con|que)\b/i,
    )
    expect(html).not.toContain('lang="es"')
    expect(head).toContain('"property":"og:locale","content":"en_GB"')
    expect(head).toContain(`"rel":"canonical","href":"https://club.example${localizePath('en', path)}"`)
  })

  test.each(inBoth)(
    '%s shows other texts in Spanish, with the Spanish page as canonical address',
    async (path) => {
      const silent = Object.fromEntries(
        Object.entries(shipped).map(([name, group]) => [name, withoutEnglish(group)]),
      ) as unknown as SiteSettings
      const { html, head } = await read(path, silent, 'en')
      expect(html).toContain('<p class="foot-farewell" lang="es">Salí despacio: el barrio duerme.</p>')
      // The texts of these pages are no settings, so they always exist in English.
      if (path === '/404' || path === '/privacidad') return
      expect(head).toContain(`"rel":"canonical","href":"https://club.example${path}"`)
      expect(head).not.toContain('hrefLang')
    },
  )

  test.each(inBoth)(
    '%s and its page in the other language lead to each other, each in its own name',
    async (path) => {
      const { html } = await read(path, shipped)
      expect(html).toContain(`href="${localizePath('en', path)}" lang="en" hrefLang="en">English</a>`)
      expect(html).not.toContain('lang="es"')
      const { html: english } = await read(path, shipped, 'en')
      expect(english).toContain(`href="${path}" lang="es-AR" hrefLang="es-AR">Español</a>`)
    },
  )

  test('links a page without an English version to the English home page', async () => {
    const { html } = await read('/history', shipped)
    expect(html).toContain('href="/en" lang="en" hrefLang="en">English</a>')
  })

  /** Removes English values at any depth. */
  function withoutEnglish(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutEnglish)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === 'en' ? getNothing(one) : name.endsWith('En') ? null : withoutEnglish(one),
      ]),
    )
  }
  const getNothing = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, getNothing(one)]))
      : null
})
