/** Lists the requests of a phone's first visit to a page. It reads them from the HTML of the page. */
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_HEADERS, type MeasuredServer, requestStatus, type VisitRequest } from './measured-servers.ts'

/**
 * Smallest width of a picture that the simulated phone loads. Its screen has 720 device pixels, for which browsers skip
 * narrower files. px
 */
const PICTURE_MIN_WIDTH = 480

/** Longest wait for the demo's pictures. The address of a file redirects until the file is encoded in the background. ms */
const ENCODING_MAX_MS = 900_000

/**
 * Returns the requests for the page, the links in its HTML, the fonts of its styles, its pictures, its scripts and its
 * film. Of each picture the phone loads one file: the first format, in the first width that is enough.
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
    // Media players request a range, and accept no content encoding.
    ...(film ? [{ path: film, headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-' } }] : []),
  ]
}

/** Returns the attributes of each tag with the given name. */
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

/** Resolves when each requested file exists, because AVIF files are encoded only after a picture is stored. */
export async function waitForFiles({ origin }: MeasuredServer, asked: VisitRequest[]): Promise<void> {
  const until = Date.now() + ENCODING_MAX_MS
  for (const { path } of asked) {
    while ((await requestStatus(origin + path)) !== 200) {
      if (Date.now() > until) throw new Error(`${path} does not exist yet`)
      await sleep(500)
    }
  }
}

/** Creates a wrk script that sends the given requests in turn. */
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
