/** The routes of the back office in the browser. The code of a screen loads when it is first opened. */
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadChunk } from '../client/load-chunk.ts'
import Guard, * as guard from './layout/guard.tsx'
import { type ScreenFile, screens } from './routes.ts'

interface ScreenModule {
  default: ComponentType
  clientLoader?: unknown
  shouldRevalidate?: unknown
}

const importers: Record<ScreenFile, () => Promise<ScreenModule>> = {
  'content/form/create': () => import('./content/form/create.tsx'),
  'content/form/edit': () => import('./content/form/edit.tsx'),
  'content/list/list': () => import('./content/list/list.tsx'),
  'content/list/menu': () => import('./content/list/menu.tsx'),
  'content/list/remove': () => import('./content/list/remove.tsx'),
  'first-day/overview': () => import('./first-day/overview.tsx'),
  'first-day/step': () => import('./first-day/step.tsx'),
  'guide/guide': () => import('./guide/guide.tsx'),
  'history/entry': () => import('./history/entry.tsx'),
  'history/list': () => import('./history/list.tsx'),
  'home/home': () => import('./home/home.tsx'),
  'home/our-club': () => import('./home/our-club.tsx'),
  'messages/list': () => import('./messages/list.tsx'),
  'messages/message': () => import('./messages/message.tsx'),
  'messages/settings': () => import('./messages/settings.tsx'),
  'messages/templates': () => import('./messages/templates.tsx'),
  'site/edit': () => import('./site/edit.tsx'),
  'site/list': () => import('./site/list.tsx'),
  'trash/list': () => import('./trash/list.tsx'),
  'users/account': () => import('./users/account.tsx'),
  'users/add': () => import('./users/add.tsx'),
  'users/invite': () => import('./users/invite.tsx'),
  'users/list': () => import('./users/list.tsx'),
  'users/remove': () => import('./users/remove.tsx'),
  'visits/week': () => import('./visits/week.tsx'),
}

/** A screen whose file does not arrive is a ChunkError, for the boundary of layout/guard.tsx. */
function screen(path: string, file: ScreenFile): RouteObject {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return {
    path,
    async lazy() {
      const module = await loadChunk(name, importers[file]).catch((error: unknown) => {
        console.error(error)
        throw error
      })
      return {
        Component: module.default,
        ...(module.clientLoader !== undefined && { loader: module.clientLoader as LoaderFunction }),
        ...(module.shouldRevalidate !== undefined && {
          shouldRevalidate: module.shouldRevalidate as ShouldRevalidateFunction,
        }),
      }
    },
  }
}

export const adminRoutes: RouteObject[] = [
  {
    middleware: guard.middleware,
    loader: guard.loader,
    shouldRevalidate: guard.shouldRevalidate,
    handle: { meta: guard.meta },
    HydrateFallback: guard.HydrateFallback,
    Component: Guard,
    ErrorBoundary: guard.ErrorBoundary,
    children: screens.map(([path, file]) => screen(path, file)),
  },
]
