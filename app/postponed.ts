/**
 * Lets a page's framework wait. React Router's <Scripts> writes links that fetch it while the page is still being read,
 * and a module script that starts it. Here the links become a list and the script a text that does not run;
 * early/framework.ts makes both of them again once it is time (docs/decisions/0007).
 *
 * What React Router writes is matched as it stands. Should another version write it otherwise, the page is left as it
 * is, and test/e2e/budget.spec.ts says so.
 */

/** The route table, and what the one without the back office is called (see vite.config.ts). */
export const MANIFEST = /\bmanifest-([\w-]+)\.js/
export const SITE_MANIFEST = 'site-pages-$1.js'

const PRELOAD = '<link rel="modulepreload" href="'
const PRELOAD_END = '"/>'
const START = '<script type="module" async="">'

/** What lets it come: 'asked', the visitor's first sign; 'shown', that the page is shown. See early/framework.ts. */
export type When = 'asked' | 'shown'

/** @param html a page as React Router renders it */
export function postponed(html: string, when: When): string {
  const at = html.indexOf(START)
  const { rest, files } = withoutPreloads(html.slice(0, Math.max(at, 0)))
  const after = html.slice(at + START.length)
  if (files.length === 0 || after.includes(START)) return html
  const late = `<script type="text/plain" data-when="${when}" data-framework="${files.join(' ')}">${after.slice(0, after.indexOf('<'))}`
  // What is shown to be signed in on leads into the back office.
  const start = when === 'shown' ? late : late.replace(new RegExp(MANIFEST, 'g'), SITE_MANIFEST)
  return rest + start + after.slice(after.indexOf('<'))
}

/** Not a regular expression: one that few pages have been through takes milliseconds for a whole page. */
function withoutPreloads(html: string): { rest: string; files: string[] } {
  const files: string[] = []
  let rest = ''
  let from = 0
  for (let start = html.indexOf(PRELOAD); start >= 0; start = html.indexOf(PRELOAD, from)) {
    const end = html.indexOf(PRELOAD_END, start)
    files.push(html.slice(start + PRELOAD.length, end))
    rest += html.slice(from, start)
    from = end + PRELOAD_END.length
  }
  return { rest: rest + html.slice(from), files }
}
