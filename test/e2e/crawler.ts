/** Crawls everything that a site sends to visitors: pages, feeds, pictures, headers. */

/** Paths where the crawl starts, including those that no page links to. */
const BEGINNINGS = [
  '/',
  '/404',
  '/no-hay-nada-aca',
  '/events',
  '/login',
  '/register',
  '/admin',
  '/robots.txt',
  '/sitemap.xml',
  '/rss.xml',
  '/feed.json',
  '/fechas.xml',
  '/fechas.json',
  '/fechas.ics',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
  '/favicon.ico',
  '/share/home.jpg',
  '/api/openapi.json',
  '/api/docs',
  '/api/site',
  '/api/health',
  '/api/health/club',
  '/api/live',
  '/api/nada',
]

/** Media types of the program's own files. The crawl skips them, because they are the same for every club. */
const SOFTWARE = /^(text\/(css|javascript)|application\/javascript|font\/)/

const PATHS_MAX = 3_000

/** Finds paths that follow a quotation mark, anywhere in a text. */
const findPaths = (text: string, origin: string): string[] =>
  [...text.replaceAll(origin, '').matchAll(/(?:["'>]|&quot;|, )(\/(?!\/)[^"'<>\s&,]*)/g)].map(
    ([, path = '']) => path.replace(/#.*/, ''),
  )

/**
 * Follows every path of the site that a response contains.
 * @returns for each pattern, the paths whose headers or bytes match it
 * @throws when the site has more than PATHS_MAX paths
 */
export async function findPathsMatching(origin: string, ...patterns: RegExp[]): Promise<string[][]> {
  const seen = new Set(BEGINNINGS)
  const found = patterns.map((pattern) => ({ pattern, paths: [] as string[] }))
  for (const path of seen) {
    if (seen.size > PATHS_MAX) throw new Error('The site has too many paths')
    const response = await fetch(origin + path, { redirect: 'manual' })
    const type = response.headers.get('Content-Type') ?? ''
    const bytes = Buffer.from(await response.arrayBuffer())
    if (SOFTWARE.test(type)) continue
    const isText = /^(text|application)\//.test(type)
    const text = bytes.toString(isText ? 'utf8' : 'latin1')
    const headers = JSON.stringify([...response.headers])
    for (const { pattern, paths } of found) if (pattern.test(text) || pattern.test(headers)) paths.push(path)
    if (isText)
      for (const next of findPaths(`${text} "${response.headers.get('Location')}"`, origin)) seen.add(next)
  }
  return found.map(({ paths }) => paths)
}
