/** Routes of the back office in the browser. The code of a screen loads when the screen is first opened. */
import '../../features/index.frame.css'
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import Guard, * as guard from '../admin-layout/guard.tsx'
import { screens } from '../admin-layout/screen-list.ts'
import { forgetReload } from '../api/client/chunk-reload.ts'
import { loadChunk, moduleName } from '../api/client/load-chunk.ts'

interface ScreenModule {
  default: ComponentType
  clientLoader?: unknown
  shouldRevalidate?: unknown
}

/**
 * Imports the code of each screen on demand. Vite makes a chunk of each. Keys are paths from the root of the repository,
 * with a leading slash.
 */
const importers = import.meta.glob<ScreenModule>([
  '/features/*/admin/*.screen.tsx',
  '/platform/*/admin/**/*.screen.tsx',
])

/**
 * Creates the route of a screen. If its file does not arrive, the route throws a ChunkError, which the error boundary of
 * guard.tsx shows.
 */
function screen(path: string, file: string): RouteObject {
  const name = moduleName(file, '.screen.tsx')
  const load = importers[`/${file}`]
  // screen-list.test.ts checks that every screen has a file, so this error means a wrong path in a manifest.
  if (!load) throw new Error(`No file for the screen ${file}`)
  return {
    path,
    async lazy() {
      const module = await loadChunk(name, load).catch((error: unknown) => {
        console.error(error)
        throw error
      })
      forgetReload(name)
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
