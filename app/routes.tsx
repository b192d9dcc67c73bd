/** The route table of the server. The browser has its own, with the screens only: account/entry.tsx, admin/entry.tsx. */
import type { ComponentType } from 'react'
import {
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
  useActionData,
  useLoaderData,
} from 'react-router'
import { accountRoutes } from './account/routes.tsx'
import { adminFrame } from './admin/frame.tsx'
import type { PageHandle } from './page-handle.ts'
import * as root from './root.tsx'
import { ROOT_ID } from './root-id.ts'
import { loader } from './root-loader.ts'
import * as artist from './site/artists/artist.tsx'
import * as contact from './site/contact/contact.tsx'
import * as home from './site/home/home.tsx'
import * as shell from './site/layout/shell.tsx'
import * as episode from './site/listen/episode.tsx'
import * as podcast from './site/listen/podcast.tsx'
import * as article from './site/news/article.tsx'
import * as news from './site/news/news.tsx'
import * as archive from './site/nights/archive.tsx'
import * as embed from './site/nights/embed.tsx'
import * as night from './site/nights/night.tsx'
import * as nights from './site/nights/nights.tsx'
import * as culture from './site/pages/culture.tsx'
import * as events from './site/pages/events.tsx'
import * as history from './site/pages/history.tsx'
import * as milestones from './site/pages/milestones.tsx'
import * as notFound from './site/pages/not-found.tsx'
import * as privacy from './site/pages/privacy.tsx'

/** `never`: each page has its own parameters and data (page-types.ts). */
interface PageModule {
  loader?(args: never): unknown
  action?(args: never): unknown
  default: ComponentType<{ loaderData: never; actionData: never }>
  meta: PageHandle['meta']
  handle?: object
}

/** page-styles-plugin.ts adds the export `styles` to the modules of pages. */
const stylesOf = (module: object): string[] => (module as { styles?: string[] }).styles ?? []

/** The route of a public page. */
function page(path: string, module: PageModule): RouteObject {
  const { default: Page, loader, action, meta, handle } = module
  const route = {
    ...(loader && { loader: loader as LoaderFunction }),
    ...(action && { action: action as ActionFunction }),
    handle: { ...handle, meta, styles: stylesOf(module) },
    Component: () => <Page loaderData={useLoaderData() as never} actionData={useActionData() as never} />,
  }
  return path === '' ? { ...route, index: true } : { ...route, path }
}

export const routes: RouteObject[] = [
  {
    id: ROOT_ID,
    path: '',
    loader,
    Component: root.default,
    ErrorBoundary: root.RootError,
    handle: { styles: stylesOf(root) },
    children: [
      {
        Component: shell.default,
        handle: { styles: stylesOf(shell) },
        children: [
          page('', home),
          page('history', history),
          page('culture', culture),
          page('events', events),
          page('milestones', milestones),
          page('contact', contact),
          page('news', news),
          page('news/:title', article),
          page('fechas', nights),
          page('fechas/archivo/:year', archive),
          page('fechas/:slug', night),
          page('artistas/:slug', artist),
          page('podcast/:slug', podcast),
          page('episodios/:slug', episode),
          // The contact form must link to it (Ley 25.326, art. 6).
          page('privacidad', privacy),
          page('404', notFound),
          // The pages in English: contract/languages.ts.
          page('en', home),
          page('en/culture', culture),
          page('en/contact', contact),
          page('en/fechas', nights),
          page('en/fechas/archivo/:year', archive),
          page('en/fechas/:slug', night),
          page('en/404', notFound),
        ],
      },
      // Other sites show it in a frame, so it has no header and no footer.
      page('fechas/embed', embed),
      ...accountRoutes,
      adminFrame,
    ],
  },
]
