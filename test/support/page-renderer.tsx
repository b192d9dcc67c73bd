/** Renders single pages for tests, without header and footer. It uses the real loaders and the markup of React. */
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterContextProvider, RouterProvider } from 'react-router'
import { getSections, publicPages } from '../../features/index.pages.ts'
import { localizeClubSettings } from '../../platform/pages/localize-club-settings.ts'
import { pageOptionsContext, readerContext } from '../../platform/pages/page-context.ts'
import { getLanguage } from '../../platform/shared/languages.ts'
import type { openTestClub } from './club.ts'

export type Render = NonNullable<NonNullable<Parameters<typeof openTestClub>[1]>['render']>

interface Page {
  loader(args: never): Promise<unknown>
  meta(args: never): MetaDescriptor[]
  default: ComponentType<{ loaderData: unknown }>
}

/**
 * @param pages route modules by their paths. Named groups of a path are the parameters of the page. The first path that
 * matches is rendered
 */
export const createRenderer =
  (pages: [path: RegExp, module: unknown][], siteUrl: string): Render =>
  async (request, reader, { preview }) => {
    const path = decodeURIComponent(new URL(request.url).pathname)
    for (const [pattern, module] of pages) {
      const match = pattern.exec(path)
      if (!match) continue
      const page = module as Page
      const context = new RouterContextProvider()
      context.set(readerContext, reader)
      context.set(pageOptionsContext, { siteUrl, preview: preview ?? null })
      try {
        const params = match.groups ?? {}
        const loaderData = await page.loader({
          context,
          params,
          request,
          sections: findPageSections(module),
        } as never)
        const language = getLanguage(path)
        const root = { siteUrl, club: localizeClubSettings(await reader.settings(), language) }
        const matches = [{ id: 'root', loaderData: root }]
        const meta = page.meta({ loaderData, matches, location: { pathname: path } } as never)
        const head = JSON.stringify(meta).replaceAll('<', '\\u003c')
        const Body = page.default
        const router = createMemoryRouter(
          [{ id: 'root', path: '*', loader: () => root, element: <Body loaderData={loaderData} /> }],
          { hydrationData: { loaderData: { root } }, initialEntries: [path] },
        )
        const body = renderToStaticMarkup(<RouterProvider router={router} />)
        return new Response(`<!doctype html><script type="application/json">${head}</script>${body}`, {
          headers: { 'Content-Type': 'text/html' },
        })
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        throw thrown
      }
    }
    return new Response(null, { status: 302, headers: { Location: '/404' } })
  }

/** Returns the sections that features add to the page of a route module. */
export function findPageSections(module: unknown) {
  const page = publicPages.find((each) => each.module === module)
  return page ? getSections(page) : []
}

/** Returns the structured data (JSON-LD) in the head of the page. */
export function readStructuredData(html: string) {
  const head = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]')
  return head.find((each: object) => 'script:ld+json' in each)['script:ld+json']
}
