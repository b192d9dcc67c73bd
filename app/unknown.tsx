/**
 * Matches any path that is not a page. The server redirects such paths to /404 before rendering (server/pages/handler.ts).
 * In the browser, React's screens do not know the public pages, so an unknown path is loaded as a document.
 */
import type { Route } from './+types/unknown'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export default function Unknown() {
  return null
}
