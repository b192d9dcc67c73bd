/** The routes of the back office in the browser. The code of a screen loads when it is first opened. */
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadChunk } from '../api/client/load-chunk.ts'
import Guard, * as guard from './guard.tsx'
import { type ScreenFile, screens } from './screen-list.ts'

interface ScreenModule {
  default: ComponentType
  clientLoader?: unknown
  shouldRevalidate?: unknown
}

/** The compiler reports a screen of a manifest that is missing here. */
const importers: Record<ScreenFile, () => Promise<ScreenModule>> = {
  'platform/content/admin/form/create.tsx': () => import('../content/admin/form/create.tsx'),
  'platform/content/admin/form/edit.tsx': () => import('../content/admin/form/edit.tsx'),
  'platform/content/admin/list/list.tsx': () => import('../content/admin/list/list.tsx'),
  'platform/content/admin/list/menu.tsx': () => import('../content/admin/list/menu.tsx'),
  'platform/content/admin/list/remove.tsx': () => import('../content/admin/list/remove.tsx'),
  'features/first-day/admin/first-day-overview.tsx': () =>
    import('../../features/first-day/admin/first-day-overview.tsx'),
  'features/first-day/admin/first-day-step.tsx': () =>
    import('../../features/first-day/admin/first-day-step.tsx'),
  'features/guide/admin/guide.tsx': () => import('../../features/guide/admin/guide.tsx'),
  'platform/content/admin/history/history-entry.tsx': () =>
    import('../content/admin/history/history-entry.tsx'),
  'platform/content/admin/history/history-list.tsx': () =>
    import('../content/admin/history/history-list.tsx'),
  'features/home/admin/home.tsx': () => import('../../features/home/admin/home.tsx'),
  'features/home/admin/our-club.tsx': () => import('../../features/home/admin/our-club.tsx'),
  'features/messages/admin/message-list.tsx': () => import('../../features/messages/admin/message-list.tsx'),
  'features/messages/admin/message.tsx': () => import('../../features/messages/admin/message.tsx'),
  'features/messages/admin/message-retention.tsx': () =>
    import('../../features/messages/admin/message-retention.tsx'),
  'features/messages/admin/answer-templates.tsx': () =>
    import('../../features/messages/admin/answer-templates.tsx'),
  'platform/settings/admin/edit-settings.tsx': () => import('../settings/admin/edit-settings.tsx'),
  'platform/settings/admin/settings-list.tsx': () => import('../settings/admin/settings-list.tsx'),
  'platform/content/admin/trash/trash-list.tsx': () => import('../content/admin/trash/trash-list.tsx'),
  'platform/auth/admin/own-account.tsx': () => import('../auth/admin/own-account.tsx'),
  'platform/auth/admin/add-user.tsx': () => import('../auth/admin/add-user.tsx'),
  'platform/auth/admin/invite.tsx': () => import('../auth/admin/invite.tsx'),
  'platform/auth/admin/users-screen.tsx': () => import('../auth/admin/users-screen.tsx'),
  'platform/auth/admin/remove.tsx': () => import('../auth/admin/remove.tsx'),
  'features/analytics/admin/visits-week.tsx': () => import('../../features/analytics/admin/visits-week.tsx'),
}

/** A screen whose file does not arrive is a ChunkError, for the boundary of layout/guard.tsx. */
function screen(path: string, file: ScreenFile): RouteObject {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)
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
    children: screens.map(({ path, file }) => screen(path, file)),
  },
]
