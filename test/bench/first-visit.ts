/** The requests of a phone's first visit of a page, from the page's own HTML. */
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_HEADERS, type MeasuredServer, requestStatus, type VisitRequest } from './measured-servers.ts'

/** A phone whose screen has 720 device pixels does not load narrower files of a picture. px */
const PICTURE_MIN_WIDTH = 480

/** Time limit for the demo's pictures. Until a file is encoded in the background, its address redirects. ms */
const ENCODING_MAX_MS = 900_000

/**
 * The page, the links in its HTML, the fonts of its styles, one file of each picture (the first format, at the first
 * width that is enough), its scripts, and its film.
 */
export async function findVisitRequests({ origin }: MeasuredServer, page: string): Promise<VisitRequest[]> {
  const html = (await (await fetch(origin + page)).text()).replaceAll('&quot;', '"')
  const linked = parseTags(html, 'link')
    .filter(
      ({ rel, disabled }) => /^(icon|stylesheet|manifest|preload)$/.test(rel ?? '') && disabled === undefined,
    )
    .map(({ href }) => href)
  const named = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|woff2)/g)].map(([path]) => path)
  const pictures = html
    .split('<picture')
    .slice(1)
    .map((rest) => findPictureFile(rest.split('</picture>')[0] as string))
  const film = /\/assets\/[\w.-]+\.webm/.exec(html)?.[0]
  const paths = new Set([page, ...linked, ...named, ...pictures].filter((path) => path?.startsWith('/')))
  return [
    ...[...paths].map((path) => ({ path: path as string, headers: BROWSER_HEADERS })),
    // Media players request a range, without content encoding.
    ...(film ? [{ path: film, headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-' } }] : []),
  ]
}

/** The attributes of each tag with that name. */
const parseTags = (html: string, name: string): Partial<Record<string, string>>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        value,
      ]),
    ),
  )

function findPictureFile(html: string): string | undefined {
  const [source] = [...parseTags(html, 'source'), ...parseTags(html, 'img')]
  const files = (source?.srcset ?? source?.src ?? '').split(', ').map((each) => each.split(' '))
  const [path] =
    files.find(([, width]) => Number.parseInt(width ?? '', 10) >= PICTURE_MIN_WIDTH) ?? files.at(-1) ?? []
  return path
}

/** Resolves when each file exists: AVIF files are encoded after a picture is stored. */
export async function waitForFiles({ origin }: MeasuredServer, asked: VisitRequest[]): Promise<void> {
  const until = Date.now() + ENCODING_MAX_MS
  for (const { path } of asked) {
    while ((await requestStatus(origin + path)) !== 200) {
      if (Date.now() > until) throw new Error(`${path} is still missing`)
      await sleep(500)
    }
  }
}

/** A wrk script that requests all of them in turn. */
export const createWrkScript = (asked: VisitRequest[]): string => `
local asked = {
${asked
  .map(
    ({ path, headers }) =>
      `  { ${JSON.stringify(path)}, { ${Object.entries(headers)
        .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
        .join(', ')} } },`,
  )
  .join('\n')}
}
local requests = {}
local turn = 0
init = function()
  for index, each in ipairs(asked) do requests[index] = wrk.format("GET", each[1], each[2]) end
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
`
