import type { MetaDescriptor } from 'react-router'
import { copy } from '../../club/copy.ts'
import type { PageKey } from '../../contract/club.ts'

/** The part of a route's meta arguments that is read here; every route's own type has it. */
interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** null: SITE_URL is not set, so there is no absolute address to give (decisions §2). */
function siteUrlOf({ matches }: MetaArguments): string | null {
  const site = matches.find((match) => match?.id === 'root')?.loaderData as
    | { siteUrl: string | null }
    | undefined
  return site?.siteUrl ?? null
}

interface Description {
  title: string
  description: string
}

/** Title, description and, where the site knows its origin, the one address of a page. */
export function describe(words: Description, path: string, page: MetaArguments): MetaDescriptor[] {
  const siteUrl = siteUrlOf(page)
  return [
    { title: words.title },
    { name: 'description', content: words.description },
    ...(siteUrl ? [{ tagName: 'link', rel: 'canonical', href: siteUrl + path } as const] : []),
  ]
}

/** The `meta` of a page whose words are in club/copy.ts. */
export const pageMeta = (key: PageKey, path: string) => (page: MetaArguments) =>
  describe(copy.meta[key], path, page)
