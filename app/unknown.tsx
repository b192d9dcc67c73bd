/** Any path that is no page. React's screens know no public page: a path that they are led to and do not know is the server's to answer. */
import { redirect } from 'react-router'
import { languageOf, pathIn } from '../contract/languages.ts'
import type { Route } from './+types/unknown'

export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(pathIn(languageOf(new URL(request.url).pathname), '/404'))

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export default function Unknown() {
  return null
}
