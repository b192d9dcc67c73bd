/**
 * Splits the styles of a page. The head contains what the first screen needs. All other sheets are one file of the build, which
 * the page links behind its first screen (docs/decisions/0091).
 */
import { createHash } from 'node:crypto'
import { useContext } from 'react'
import type { RouteObject } from 'react-router'
import type { PageHandle } from '../page-route.tsx'
import { PageDelivery } from './page-delivery.ts'

interface SplitStyles {
  styles: string
  /** null when the head contains all styles */
  later: { path: string; text: string } | null
}

/**
 * @param handles of the matched routes, from the root to the page
 * @param isWhole true when the head must contain all styles
 */
export function splitStyles(handles: PageHandle[], isWhole = false): SplitStyles {
  const all = [...new Set(handles.flatMap(({ styles = [] }) => styles))]
  if (isWhole || !import.meta.env.PROD || !handles.some(({ hasLaterStyles }) => hasLaterStyles))
    return { styles: all.join(''), later: null }
  const first = new Set(handles.flatMap(({ firstStyles = [] }) => firstStyles))
  const text = all.filter((sheet) => !first.has(sheet)).join('')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return {
    styles: all.filter((sheet) => first.has(sheet)).join(''),
    later: { path: `/assets/later-${hash}.css`, text },
  }
}

/** Returns the files that the pages of these routes link, as text by path. scripts/build-site.mjs writes them. */
export const listStyleFiles = (routes: RouteObject[], parents: PageHandle[] = []): Record<string, string> =>
  Object.assign(
    {},
    ...routes.map(({ handle = {}, children = [] }) => {
      const handles: PageHandle[] = [...parents, handle]
      const { later } = splitStyles(handles)
      return { ...(later && { [later.path]: later.text }), ...listStyleFiles(children, handles) }
    }),
  )

/** The end of the first screen. The browser shows what comes before it, and waits for the file before it shows the rest. */
export function LaterStyles() {
  const { laterStyles } = useContext(PageDelivery)
  return laterStyles === null ? null : <link rel="stylesheet" href={laterStyles} />
}
