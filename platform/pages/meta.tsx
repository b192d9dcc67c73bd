/** Renders title, description and other elements of the document head. The route declares them in its `handle`. */
import { useContext } from 'react'
import { type MetaDescriptor, useLocation, useMatches } from 'react-router'
import { PageDelivery } from './delivery/page-delivery.ts'
import type { MetaArguments } from './page-meta.ts'

/** Part of the `handle` of a route. When several matched routes have a `meta`, the deepest one applies. */
export interface HasMeta {
  meta?(route: never): MetaDescriptor[]
}

/** Elements for the head. */
export function Meta() {
  const prefix = useTitlePrefix()
  return useDescriptors()
    .filter((each) => !isStructuredData(each))
    .map((each) => renderDescriptor(each, prefix))
}

/**
 * Returns the first word of the title of a refused form, which is the same in Spanish and English. A screen reader reads the
 * title of a new page first. The browser never renders such a page, so it does without this code.
 */
const useTitlePrefix = import.meta.env.SSR
  ? () => (useContext(PageDelivery).isRefusal ? 'Error: ' : '')
  : () => ''

/** JSON-LD for the end of the body, because no browser needs it to show the page. */
export const StructuredData = () =>
  useDescriptors()
    .filter(isStructuredData)
    .map((each) => renderDescriptor(each))

const isStructuredData = (descriptor: MetaDescriptor): boolean => 'script:ld+json' in descriptor

function useDescriptors(): MetaDescriptor[] {
  const matches = useMatches()
  const location = useLocation()
  const match = matches.findLast(({ handle }) => (handle as HasMeta | undefined)?.meta)
  if (!match) return []
  const { meta } = match.handle as Required<HasMeta>
  const route: MetaArguments = { matches, location, loaderData: match.loaderData }
  return meta(route as never)
}

function renderDescriptor(descriptor: MetaDescriptor, titlePrefix = '') {
  if ('tagName' in descriptor) {
    const { tagName: Tag, ...attributes } = descriptor as { tagName: 'link' | 'meta' }
    return <Tag key={JSON.stringify(attributes)} {...attributes} />
  }
  // This check follows the one for `tagName`, because the descriptor of a link may also have a `title`.
  if ('title' in descriptor) return <title key="title">{`${titlePrefix}${descriptor.title}`}</title>
  if ('script:ld+json' in descriptor) {
    const json = JSON.stringify(descriptor['script:ld+json'])
    return (
      <script
        key={json}
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no character can end the element
        dangerouslySetInnerHTML={{ __html: escapeHtml(json) }}
      />
    )
  }
  return <meta key={JSON.stringify(descriptor)} {...descriptor} />
}

const ESCAPES: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const escapeHtml = (json: string): string =>
  json.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] as string)
