/**
 * Any path that is no page (specification §2). In the browser it may still be one of the back office, which public pages
 * do not know (see writeSiteManifest in vite.config.ts): the server does.
 */
import { redirect } from 'react-router'
import type { Route } from './+types/unknown'

export const loader = () => redirect('/404')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export default function Unknown() {
  return null
}
