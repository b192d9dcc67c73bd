/** From a public page to what it is edited by. The link is in the page for everybody, who is signed in sees it (header.css). */
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { FROM_KEY } from '../auth/client/session.ts'
import { ROOT_ID } from '../pages/root-id.ts'
import type { loader } from '../pages/root-loader.ts'

/** Of a route's `handle`: the form, or the list, of what its page shows. */
export interface Edited {
  edits(loaderData: never): string
}

/** null: nobody edits this page, or it is a preview. */
export function useEditLink(): string | null {
  const { pathname, search } = useLocation()
  const page = useMatches().at(-1)
  const isPreview = Boolean(useRouteLoaderData<typeof loader>(ROOT_ID)?.preview)
  const { edits } = (page?.handle ?? {}) as Partial<Edited>
  if (!edits || isPreview || !page?.loaderData) return null
  return `${edits(page.loaderData as never)}?${new URLSearchParams({ [FROM_KEY]: pathname + search })}`
}
