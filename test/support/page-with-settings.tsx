/** Renders single pages of a club with given settings, without a database. */
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterContextProvider, RouterProvider } from 'react-router'
import { localizeClubSettings } from '../../platform/pages/localize-club-settings.ts'
import { readerContext } from '../../platform/pages/page-context.ts'
import type { Reader } from '../../platform/pages/shared/reader.ts'
import type { SiteSettings } from '../../platform/settings/shared/site-settings.ts'
import { type Language, localizePath } from '../../platform/shared/languages.ts'
import Shell from '../../platform/site-layout/shell.tsx'
import { findPageSections } from './page-renderer.tsx'
import { createSiteSettings } from './site-settings.ts'

interface Page {
  loader(args: never): unknown
  meta(args: never): MetaDescriptor[]
  default: ComponentType<{ loaderData: unknown }>
}

/**
 * Renders a page with header and footer, and its head.
 * @param module the route module of the page
 */
export async function renderWithSettings(
  module: unknown,
  path: string,
  site: SiteSettings,
  language: Language = 'es',
) {
  const page = module as Page
  const pathname = localizePath(language, path)
  const context = new RouterContextProvider()
  const reader: Partial<Reader> = {
    list: async () => ({ items: [], total: 0 }),
    settings: async () => site,
    features: {
      contactMessages: { settings: async () => ({ keptMonths: 12 }) },
      guests: { settings: { read: async () => ({ guestRetentionDays: 7 }) } },
    } as never,
    reads() {},
    expiresIn() {},
  }
  context.set(readerContext, reader as never)
  const request = new Request(`http://club.test${pathname}`)
  const loaderData = await page.loader({
    context,
    params: {},
    request,
    sections: findPageSections(page),
  } as never)
  const root = { siteUrl: 'https://club.example', preview: null, club: localizeClubSettings(site, language) }
  const head = page.meta({
    loaderData,
    matches: [{ id: 'root', loaderData: root }],
    location: { pathname },
  } as never)
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: () => root,
        element: createElement(Shell),
        children: [{ path: '*', element: createElement(page.default, { loaderData }) }],
      },
    ],
    { hydrationData: { loaderData: { root } }, initialEntries: [pathname] },
  )
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return { html, head: JSON.stringify(head) }
}

export const shipped = createSiteSettings()

/** Settings without any optional value. */
export const reticent: SiteSettings = {
  ...shipped,
  identity: { ...shipped.identity, neighbourhood: null, founder: { name: null, quote: null } },
  contact: {
    ...shipped.contact,
    address: { street: 'Calle 1', town: 'Pueblo', country: null },
    position: { lat: null, lon: null },
    lead: null,
    directions: null,
  },
  links: {
    ...shipped.links,
    instagram: null,
    facebook: null,
    soundcloud: null,
    residentAdvisor: null,
    youtube: null,
    ticketing: null,
  },
  home: { ...shipped.home, podcast: null, noDates: null },
  history: {
    ...shipped.history,
    lead: null,
    chapters: [{ _id: 'a', year: null, title: 'Uno', text: null, picture: null, alt: null }],
  },
  culture: {
    ...shipped.culture,
    lead: null,
    values: [
      {
        _id: 'a',
        key: 'green',
        title: 'Uno',
        text: null,
        picture: null,
        alt: null,
        titleEn: null,
        textEn: null,
        altEn: null,
      },
    ],
  },
  milestones: {
    ...shipped.milestones,
    lead: null,
    stories: [{ _id: 'a', club: 'Uno', city: null, year: null, story: null, picture: null, alt: null }],
  },
  news: { ...shipped.news, lead: null, empty: null },
  footer: { ...shipped.footer, farewell: null, note: null },
}
