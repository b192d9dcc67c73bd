/**
 * Puts a page's style sheets into the page: it is painted as soon as it is here, and not after one more way to the
 * server and back. All of them together are less than a picture (e2e/budget.spec.ts).
 *
 * The links stay, switched off: they are what React expects to find, and leaves alone. A page that is navigated to
 * brings its own. Each sheet stands right after its link, so that the cascade is the one that links would make.
 */
import { readFileSync } from 'node:fs'

const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g

const known = new Map<string, string>()

/** The server's build lies beside the browser's, which is served under /. null: another build has taken its place. */
function fromBuild(href: string): string | null {
  try {
    const text = known.get(href) ?? readFileSync(new URL(`../client${href}`, import.meta.url), 'utf8').trim()
    known.set(href, text)
    return text
  } catch {
    return null
  }
}

/**
 * @param html a page as React Router renders it
 * @param sheet null: its link stays as it is
 */
export const inlined = (html: string, sheet: (href: string) => string | null = fromBuild): string =>
  html.replace(SHEET, (link, href: string) => {
    const text = sheet(href)
    return text === null ? link : `<link rel="stylesheet" href="${href}" disabled=""/><style>${text}</style>`
  })
