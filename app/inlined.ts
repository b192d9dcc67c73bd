/**
 * Puts a page's style sheets into the page: it is painted as soon as it is here, and not after one more way to the
 * server and back. All of them together are less than a picture (test/e2e/budget.spec.ts).
 *
 * The links stay, switched off: they are what React expects to find, and leaves alone. A page that is navigated to
 * brings its own. Each sheet stands right after its link, so that the cascade is the one that links would make.
 */
/** Vite puts a # behind the address of a sheet that several pages share. */
const SHEET = /<link rel="stylesheet" (href="([^"#]+)#?")\/>/g

/** A style sheet by its address, in the characters of the page, or null where it is not to be had: its link then stays as it is. */
export type SheetOf = (href: string) => string | null

/** @param html a page as React Router renders it: all of its sheets are in its head */
export function inlined(html: string, sheet: SheetOf): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end).replace(SHEET, (link, href: string, address: string) => {
    const text = sheet(address)
    return text === null ? link : `<link rel="stylesheet" ${href} disabled=""/><style>${text}</style>`
  })
  return head + html.slice(end)
}
