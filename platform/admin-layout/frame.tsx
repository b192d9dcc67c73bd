/**
 * The back office on the server. The server has no data of its screens, so it renders the frame alone, equal for every
 * visitor. The API checks each call.
 */
import type { RouteObject } from 'react-router'
import { HydrateFallback, meta } from './guard.tsx'
import { screens } from './screen-list.ts'

export const adminFrame: RouteObject = {
  Component: HydrateFallback,
  handle: {
    entry: 'admin',
    meta,
    // Search engines must not list it, and proxies must not store it.
    headers: { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' },
  },
  children: screens.map(({ path, file }) => ({ path, element: null, handle: { module: file } })),
}
