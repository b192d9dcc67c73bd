/** Hydrates a page of the back office or of an account, and creates the router of the browser. */
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadChunk } from '../api/client/load-chunk.ts'
import { ROOT_ID } from '../pages/club-settings.ts'
import { DATA_ID, type PageData, PageDelivery } from '../pages/delivery/page-delivery.ts'
import Root, { RootError } from './root.tsx'

/** The screens of the other build entry: admin screens for the account entry, and vice versa. The first navigation loads them. */
interface OtherScreens {
  name: string
  isAt(path: string): boolean
  load(): Promise<RouteObject[]>
}

/** Public pages are not part of this router, so a navigation to any other path loads a new document. */
const unknown: RouteObject = {
  path: '*',
  loader({ request }: LoaderFunctionArgs) {
    location.assign(request.url)
    return new Promise<never>(() => {})
  },
  element: null,
}

export function hydrateScreens(screens: RouteObject[], others: OtherScreens): void {
  const { root, ...delivery } = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '') as PageData
  const rootRoute: RouteObject = {
    id: ROOT_ID,
    // The root data is never loaded again. club-settings.ts merges later changes into it.
    loader: () => root,
    shouldRevalidate: () => false,
    Component: Root,
    ErrorBoundary: RootError,
    children: [...screens, unknown],
  }
  let hasOthers = false
  const router = createBrowserRouter([rootRoute], {
    hydrationData: { loaderData: { [ROOT_ID]: root } },
    async patchRoutesOnNavigation({ path, patch }) {
      if (hasOthers || !others.isAt(path)) return
      const routes = await loadChunk(others.name, others.load)
      if (!hasOthers) patch(ROOT_ID, routes)
      hasOthers = true
    },
  })
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageDelivery
          value={{ ...delivery, isEmbed: false, styles: '', laterStyles: null, nonce: undefined }}
        >
          <RouterProvider router={router} />
        </PageDelivery>
      </StrictMode>,
    )
  })
}
