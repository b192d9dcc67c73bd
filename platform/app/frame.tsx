/**
 * Renders the back office on the server. The server does not load the data of screens, so it renders only the frame, which
 * is the same for every visitor. The API checks the permissions of each call.
 */
import type { RouteObject } from 'react-router'
import { HydrateFallback, meta } from '../admin-layout/guard.tsx'
import { screens } from '../admin-layout/screen-list.ts'

export const adminFrame: RouteObject = {
  Component: HydrateFallback,
  handle: {
    entry: 'admin',
    meta,
    // Keeps the page out of search engines and of the caches of proxies.
    headers: { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' },
  },
  children: screens.map(({ path, file }) => ({ path, element: null, handle: { module: file } })),
}
