/** Handles requests for pages: canonical URLs, rendering, caching, previews, forms and the Content-Security-Policy. */
import { createHash, randomBytes } from 'node:crypto'
import { respond } from '../cache/answer.ts'
import { encode } from '../cache/encoding.ts'
import { type Dependencies, UNTRACKED } from '../cache/freshness.ts'
import { type CachedResponse, REVALIDATE_HEADERS, type ResponseCache } from '../cache/response-cache.ts'
import type { Preview, Previews } from '../content/server/previews.ts'
import { formatItemName } from '../content/shared/item-names.ts'
import { findItemPage } from '../content/shared/item-pages.ts'
import { getPublicationState } from '../content/shared/publication.ts'
import { getDeclaration } from '../content/shared/resources.ts'
import { type BodyLimits, bodyProblem, withBody } from '../http/body.ts'
import { busyPage, tooLargePage } from '../http/error-pages.ts'
import type { FindMovedPage } from '../http/moved-page.ts'
import { problemResponse } from '../http/problem-response.ts'
import { contentSecurityPolicy, EMBEDDABLE, embedPolicy, SANDBOX_POLICY } from '../http/security-headers.ts'
import { createWorkGate, type Sender, type WorkGate } from '../http/work-gate.ts'
import type { PreviewNote } from '../pages/shared/page-services.ts'
import type { PreviewData, Reader } from '../pages/shared/reader.ts'
import type { Env } from '../process/env.ts'
import { WorkRefused } from '../process/work-refused.ts'
import { getLanguage, localizePath } from '../shared/languages.ts'
import { NEWS_ROUTE, newsPath, PREVIEWS_PATH } from '../shared/public-paths.ts'
import { type DeclaredPage, type DeclaredPages, getPageUrl } from './declared-pages.ts'
import type { CreateReader } from './page-reader.ts'

export interface RenderOptions {
  /** IP address of the visitor, for rate limits of forms and private pages. '' for pages that are cached */
  address: string
  /** Random value that the renderer sets on its scripts and style elements. `hashInline` finds them by it. */
  nonce: string
  preview?: PreviewNote
  /** True for a page in the frame beside a form, which loads no files. */
  isFramed?: boolean
}

/** Renders a page with the data that `reader` returns. */
export type Render = (request: Request, reader: Reader, options: RenderOptions) => Promise<Response>

interface PagesOptions {
  render: Render
  /** Called for each request, because the pages change in development. */
  declared(): Promise<DeclaredPages>
  readerFor: CreateReader
  previews: Pick<Previews, 'find'>
  /** Cache for pages. null in development, where the cache is off */
  cache: ResponseCache | null
  env: Pick<Env, 'apiBase' | 'siteUrl'>
  now: () => number
  gate?: WorkGate
  findMovedPage?: FindMovedPage
}

export function createPageHandler(options: PagesOptions) {
  const { declared, readerFor, previews, cache, now, gate = createWorkGate(), findMovedPage } = options
  const { render, renderUncached, make, barePolicy, policyOf } = createPageBuilder(options)

  /** Renders the page of a hidden item, uncached. When the item has been published, redirects to its public page. */
  async function showPreview(
    { resource, entity, expiresAt }: Preview,
    request: Request,
    sender: Sender,
  ): Promise<Response> {
    const path = findItemPage(resource, entity)
    const state = getPublicationState(entity, now())
    if (state === 'published')
      return new Response(null, { status: 302, headers: [...PRIVATE_HEADERS, ['Location', path]] })
    const declaration = getDeclaration(resource)
    const { article, one } = declaration.words
    const note = { item: `${article} ${one} «${formatItemName(declaration, entity)}»`, state, expiresAt }
    const { response, page } = await gate.run('page', sender, () =>
      render(new URL(path, request.url), readerFor(UNTRACKED, { itemId: entity._id }), { preview: note }),
    )
    // The renderer returned a redirect, because the item was deleted in the meantime.
    if (page === null) return addPolicy(response, barePolicy)
    for (const [name, value] of PRIVATE_HEADERS) response.headers.set(name, value)
    return respond(await toCached(page, response, policyOf), request)
  }

  /**
   * Renders a page with unsaved settings, or with an unsaved item, for an administrator. The result is not cached. Its
   * Content-Security-Policy blocks all scripts, in case the response is opened as a document.
   */
  async function previewPage(path: string, unsaved: PreviewData, request: Request): Promise<Response> {
    const { response, page } = await render(new URL(path, request.url), readerFor(UNTRACKED, unsaved), {
      isFramed: true,
    })
    if (page === null) throw new Error(`no page exists at ${path}`)
    for (const [name, value] of PRIVATE_HEADERS) response.headers.set(name, value)
    return respond(await toCached(page, response, () => SANDBOX_POLICY), request)
  }

  /** Returns the canonical path with the unchanged query. null when there is no such page */
  async function findCanonicalUrl({ route, path, params }: DeclaredPage, url: URL): Promise<string | null> {
    if (route !== NEWS_ROUTE) return path + url.search
    // The URL of a news item contains its title with capitals and accents, so the stored item defines the spelling.
    const item = await readerFor(UNTRACKED).newsByTitle(params.title ?? '')
    return item && newsPath(item.newsTitle) + url.search
  }

  /** Redirects to the canonical URL. null when there is no such page */
  async function redirectToCanonical(page: DeclaredPage, url: URL, sender: Sender): Promise<Response | null> {
    const find = () => findCanonicalUrl(page, url)
    const location = await (page.route === NEWS_ROUTE ? gate.run('lookup', sender, find) : find())
    return location === null ? null : redirect(308, location, barePolicy)
  }

  async function showPage(page: DeclaredPage, request: Request, sender: Sender): Promise<Response> {
    const url = getPageUrl(page, new URL(request.url))
    if (!cache) return respond(await make(url, UNTRACKED, page), request)
    if (page.isPrivate)
      return respond(
        await gate.run(page.work, sender, () => make(url, UNTRACKED, page, sender.address)),
        request,
      )
    const isFixed = Object.keys(page.params).length === 0 && url.search === ''
    const response = await cache.get(url.pathname + url.search, (dependencies) => {
      const makePage = () => make(url, dependencies, page)
      // Fixed pages have no limit, so that requests for unknown titles do not delay them. They are few, and each is cached.
      return isFixed ? makePage() : gate.run(page.work, sender, makePage)
    })
    return respond(response, request)
  }

  /** Answers a request. @throws WorkRefused */
  async function handleRequest(
    request: Request,
    sender: Sender,
    page: DeclaredPage | null,
  ): Promise<Response> {
    const url = new URL(request.url)
    const { pathname } = url
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The client of React Router requests `.data` URLs. Nothing uses them here: public pages have no client, and screens read
    // the API.
    if (pathname.endsWith('.data')) return new Response(null, { status: 404, headers: NO_STORE })

    if (isRead && pathname.startsWith(PREVIEWS_PATH)) {
      const previewed = await gate.run('lookup', sender, () =>
        previews.find(pathname.slice(PREVIEWS_PATH.length)),
      )
      if (previewed) return showPreview(previewed, request, sender)
    }

    const takesForms = page?.takesForms === true
    if (!isRead && !(takesForms && request.method === 'POST')) return refuseMethod(takesForms)
    const redirectToNotFound = () => redirect(302, localizePath(getLanguage(pathname), '/404'), barePolicy)
    if (page === null) return redirectToNotFound()
    if (page.path !== pathname) return (await redirectToCanonical(page, url, sender)) ?? redirectToNotFound()
    if (isRead) return showPage(page, request, sender)
    const { address } = sender
    return withForm(request, { maxBytes: page.formMaxBytes, visitor: address }, (form) =>
      gate.run(page.work === 'page' ? 'form' : page.work, sender, () =>
        renderUncached(form, readerFor(UNTRACKED), { address }),
      ),
    )
  }

  /** Redirects a read of a page that does not exist, when the page has moved. null when it has not */
  async function redirectToMoved(
    request: Request,
    sender: Sender,
    missing: Response,
  ): Promise<Response | null> {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The path of a preview is a secret, which a list of missing pages must not have.
    const isPreview = new URL(request.url).pathname.startsWith(PREVIEWS_PATH)
    if (!findMovedPage || !isRead || isPreview || !isMissingPage(missing)) return null
    const location = await findMovedPage(request, sender)
    if (location === null) return null
    const response = redirect(308, location, barePolicy)
    // Browsers may keep a 308 for ever (RFC 9110 §15.4.9), also after an administrator has corrected it.
    response.headers.set('Cache-Control', 'no-store')
    return response
  }

  return {
    previewPage,
    isPrivate: async (path: string) => (await declared()).find(path)?.isPrivate === true,
    async handle(request: Request, sender: Sender): Promise<Response> {
      const { pathname } = new URL(request.url)
      const page = (await declared()).find(pathname)
      const response = await handleRequest(request, sender, page).catch((error: unknown) => {
        if (!(error instanceof WorkRefused)) throw error
        return busyPage(error.status, getLanguage(pathname), error.retryAfter)
      })
      if (!page?.isPrivate) return (await redirectToMoved(request, sender, response)) ?? response
      for (const [name, value] of PRIVATE_HEADERS) response.headers.set(name, value)
      return response
    },
  }
}

/** Creates functions that render a page and set the Content-Security-Policy that allows its inline scripts and styles. */
function createPageBuilder({
  render,
  readerFor,
  cache,
  env,
}: Pick<PagesOptions, 'render' | 'readerFor' | 'cache' | 'env'>) {
  const getPolicy: CreatePolicy = ({ scriptHashes, styleHashes }) =>
    contentSecurityPolicy({ scriptHashes, styleHashes: cache ? styleHashes : 'any' }, env)

  const createEmbedPolicy: CreatePolicy = ({ styleHashes }) =>
    embedPolicy({ styleHashes: cache ? styleHashes : 'any' })

  /** Policy of responses without HTML, such as a redirect. */
  const barePolicy = getPolicy({ scriptHashes: [], styleHashes: [] })

  async function renderRequest(
    request: Request,
    reader: Reader,
    options: Partial<RenderOptions> = {},
  ): Promise<{ response: Response; page: Page | null }> {
    const nonce = randomBytes(16).toString('base64url')
    const response = await render(request, reader, { address: '', ...options, nonce })
    return { response, page: await readPage(response, nonce) }
  }

  /** The request that is rendered has no cookie, so a page is the same for every visitor. */
  const renderUrl = (url: URL, reader: Reader, options?: Partial<RenderOptions>) =>
    renderRequest(new Request(url, { headers: { Accept: 'text/html' } }), reader, options)

  return {
    policyOf: getPolicy,
    barePolicy,
    render: renderUrl,

    /** Renders the response to a form. */
    async renderUncached(form: Request, reader: Reader, options: Partial<RenderOptions>) {
      const { response, page } = await renderRequest(form, reader, options)
      return toUncached(response, page, getPolicy)
    },

    async make(
      url: URL,
      dependencies: Dependencies,
      { isCacheable, isEmbed }: DeclaredPage,
      address = '',
    ): Promise<CachedResponse | Response> {
      if (!isCacheable) dependencies.doNotStore()
      const { response, page } = await renderUrl(url, readerFor(dependencies), { address })
      if (page === null) return addPolicy(response, barePolicy)
      if (!isEmbed) return toCached(page, response, getPolicy)
      const cached = await toCached(page, response, createEmbedPolicy)
      return { ...cached, headers: [...cached.headers, EMBEDDABLE] }
    },
  }
}

function refuseMethod(takesForms: boolean): Response {
  const response = problemResponse('method-not-allowed')
  response.headers.set('Allow', takesForms ? 'GET, HEAD, POST' : 'GET, HEAD')
  return response
}

const redirect = (status: 302 | 308, location: string, policy: string): Response =>
  addPolicy(new Response(null, { status, headers: { Location: location } }), policy)

/** True for the redirect to /404, with which the handler and the loaders of pages answer a page that does not exist. */
const isMissingPage = ({ status, headers }: Response): boolean =>
  status === 302 && MISSING_PAGES.includes(headers.get('Location') ?? '')

const MISSING_PAGES = [localizePath('es', '/404'), localizePath('en', '/404')]

/** Reads the whole body of a form, then passes a copy of the request to `work`. */
function withForm(
  request: Request,
  limits: BodyLimits,
  work: (form: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return work(request)
  return withBody(request, limits, async (body) => {
    if (body.ok && hasFewFields(request, body.bytes)) return work(copyForm(request, body.bytes))
    const problem = body.ok ? 'too-large' : body.problem
    const rejection =
      problem === 'too-large'
        ? tooLargePage(getLanguage(new URL(request.url).pathname))
        : bodyProblem(problem)
    // The rest of the body was not read, so the connection cannot be used for other requests.
    rejection.headers.set('Connection', 'close')
    return rejection
  })
}

/** Limit of the fields in a form. No form of the site has so many. */
const FIELDS_MAX = 100

/** Refuses urlencoded forms with too many fields, because parsing them is expensive. Other encodings need more bytes per field. */
function hasFewFields({ headers }: Request, body: Buffer): boolean {
  if (!/urlencoded/i.test(headers.get('Content-Type') ?? '')) return true
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0 && fields <= FIELDS_MAX; at = body.indexOf('&', at + 1)) fields++
  return fields <= FIELDS_MAX
}

/**
 * Copies a form request without its Origin header. origin.ts has checked the header already. React Router would check it
 * again without SITE_URL and TRUST_PROXY, and would reject valid forms.
 */
function copyForm({ url, method, headers: sent }: Request, body: Buffer): Request {
  const headers = new Headers(sent)
  headers.delete('Origin')
  return new Request(url, { method, headers, body: body as BodyInit })
}

const NO_STORE = { 'Cache-Control': 'no-store' }

/** Headers of previews and private pages. They are not stored or indexed, and their URL does not reach other sites. */
const PRIVATE_HEADERS: [string, string][] = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
  ['Referrer-Policy', 'no-referrer'],
]

interface InlineHashes {
  scriptHashes: string[]
  styleHashes: string[]
}

type CreatePolicy = (hashes: InlineHashes) => string

interface Page extends InlineHashes {
  bytes: Uint8Array
}

/** Headers that a route may set. Other headers of a rendering are dropped. */
const ROUTE_HEADERS = ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag']

/** Reads a rendered page. null when the response has no HTML, for example a redirect */
async function readPage(response: Response, nonce: string): Promise<Page | null> {
  const isPage =
    response.body !== null && (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  return isPage ? hashInline(new Uint8Array(await response.arrayBuffer()), nonce) : null
}

async function toCached(
  page: Page,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  policyOf: CreatePolicy,
): Promise<CachedResponse> {
  const own = ROUTE_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    status,
    headers: [
      ...(status >= 500
        ? ([['Cache-Control', 'no-store']] satisfies CachedResponse['headers'])
        : REVALIDATE_HEADERS.filter(([name]) => !own.some(([each]) => each === name))),
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policyOf(page)],
      ...own,
    ],
    encoded: await encode(page.bytes),
  }
}

function addPolicy(response: Response, policy: string): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-cache')
  headers.set('Content-Security-Policy', policy)
  return new Response(response.body, { status: response.status, headers })
}

function toUncached(response: Response, page: Page | null, policyOf: CreatePolicy): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-store')
  if (page === null) return new Response(response.body, { status: response.status, headers })
  headers.set('Content-Security-Policy', policyOf(page))
  return new Response(page.bytes as BodyInit, { status: response.status, headers })
}

/** Returns the CSP hash of a text. @param text latin1: one character for each byte */
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`

/**
 * Hashes the inline scripts and style elements that have the nonce, then removes the nonce. The hashes go into the
 * Content-Security-Policy, because a cached page cannot have a new nonce for each visitor. A script in a stored text has no
 * nonce, so it gets no hash and browsers block it.
 */
export function hashInline(rendered: Uint8Array, nonce: string): Page {
  // Tags are ASCII, so decoding as latin1 finds them and keeps all bytes.
  const html = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength).toString('latin1')
  const attribute = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  // indexOf is used here, because a regular expression takes milliseconds per page until the engine has compiled it.
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, at + attribute.length)) {
    // React escapes `<` and `>` in attributes, so these are the ends of the tag.
    const start = html.lastIndexOf('<', at)
    const opened = html.indexOf('>', at) + 1
    const tag = html.slice(start, opened)
    const name = /^<(script|style)\s/.exec(tag)?.[1] as keyof typeof hashes | undefined
    // Scripts with a `src` are allowed by their URL. JSON blocks are not run, so the policy does not apply to them.
    if (!name || /\ssrc=|type="application\/(ld\+)?json"/.test(tag)) continue
    const closed = html.indexOf(`</${name}>`, opened)
    if (closed >= 0) hashes[name].add(sha256(html.slice(opened, closed)))
  }
  return {
    bytes: Buffer.from(html.replaceAll(attribute, ''), 'latin1'),
    scriptHashes: [...hashes.script],
    styleHashes: [...hashes.style],
  }
}
