/** Knows the paths that the site answers itself, so that no redirect is stored for them. */
import { SHIPPED_PICTURES } from '../../../club/defaults.ts'
import type { DeclaredPages } from '../../../platform/rendering/declared-pages.ts'
import { PREVIEWS_PATH, TICKETS_PATH } from '../../../platform/shared/public-paths.ts'

/** Folders that are answered as a whole, also where they have no page. */
const FOLDERS = [
  '/api/',
  '/admin/',
  '/assets/',
  '/media/',
  '/share/',
  '/icons/',
  '/problems/',
  PREVIEWS_PATH,
  TICKETS_PATH,
  SHIPPED_PICTURES,
]

/**
 * Creates the check of a path. The page of one item, such as `/fechas/{slug}`, is not the site's own, because the item may not
 * exist any more. A redirect never hides the item: it is looked up only when the page does not exist.
 * @param apiBase path of the API, or its address on another host
 */
export function createOwnPaths({
  pages,
  isDocument,
  apiBase,
}: {
  pages: () => Promise<DeclaredPages>
  isDocument: (path: string) => boolean
  apiBase: string
}): () => Promise<(pathname: string) => boolean> {
  const folders = URL.canParse(apiBase) ? FOLDERS : [...FOLDERS, `${apiBase}/`]
  return async () => {
    const declared = await pages()
    return (pathname) => {
      const page = declared.find(pathname)
      if (page && (page.isPrivate || Object.keys(page.params).length === 0)) return true
      const folder = `${pathname.toLowerCase()}/`
      // The page handler answers 404 to paths with this end.
      if (pathname.endsWith('.data') || folders.some((each) => folder.startsWith(each))) return true
      return isDocument(pathname)
    }
  }
}
