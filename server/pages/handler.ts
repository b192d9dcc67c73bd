/** Pages: what React Router renders, with the policy that its inline scripts need, cached until the content changes. */
import { createHash } from 'node:crypto'
import { stateOf } from '../../contract/content/publication.ts'
import type { ServerReader } from '../../contract/content/reader.ts'
import { declarationOf } from '../../contract/content/resources.ts'
import { pageOfItem } from '../../contract/item-pages.ts'
import { ANONYMOUS_BODY_MAX_BYTES } from '../../contract/limits.ts'
import { nameOf } from '../../contract/names.ts'
import type { PreviewNote } from '../../contract/page-services.ts'
import { PREVIEWS_PATH } from '../../contract/share.ts'
import type { Site } from '../../contract/site/site.ts'
import { respond } from '../cache/answer.ts'
import { encode } from '../cache/encoding.ts'
import {
  type CachedResponse,
  type Dependencies,
  REVALIDATED,
  type ResponseCache,
  UNTRACKED,
} from '../cache/response-cache.ts'
import type { Previewed, Previews } from '../content/previews.ts'
import type { Env } from '../env.ts'
import { bodyProblem, withBody } from '../http/body.ts'
import { BARE_POLICY, contentSecurityPolicy, EMBEDDABLE, embedPolicy } from '../http/security-headers.ts'
import type { ReaderFor } from './data-source.ts'
import { type DeclaredPages, pageAddress } from './declared-pages.ts'

/**
 * Renders a page with the data that `reader` gives: React Router's handler, in production or in development.
 * @param preview what the page says of itself when it is one
 */
export type Render = (
  request: Request,
  reader: ServerReader,
  address: string,
  preview?: PreviewNote,
) => Promise<Response>

interface PagesOptions {
  render: Render
  /** What the routes declare; in development it changes as one saves. */
  declared(): Promise<DeclaredPages>
  readerFor: ReaderFor
  previews: Pick<Previews, 'find'>
  /** null in development: nothing is cached. */
  cache: ResponseCache | null
  env: Pick<Env, 'apiBase' | 'siteUrl'>
  now: () => number
}

export function createPages({ render, declared, readerFor, previews, cache, env, now }: PagesOptions) {
  const policyOf = (page: Uint8Array) => {
    const { scriptHashes, styleHashes } = inlineHashes(page)
    return contentSecurityPolicy({ scriptHashes, styleHashes: cache ? styleHashes : 'any' }, env)
  }

  const embeddedPolicyOf = (page: Uint8Array) =>
    embedPolicy({ styleHashes: cache ? inlineHashes(page).styleHashes : 'any' })

  async function make(
    url: URL,
    dependencies: Dependencies,
    { isCanonical, embeds }: DeclaredPages,
  ): Promise<CachedResponse | Response> {
    // A page has spellings without number: stored, they would push all others out.
    if (!isCanonical(url.pathname)) dependencies.doNotStore()
    // What is rendered is the same for everyone: neither cookies nor dropped query keys reach it.
    const response = await render(
      new Request(url, { headers: { Accept: 'text/html' } }),
      readerFor(dependencies),
      '',
    )
    const page = await pageOf(response)
    if (page === null) return withPolicy(response, policyOf(NOTHING))
    if (!embeds.has(url.pathname)) return toCached(page, response, policyOf)
    const cached = await toCached(page, response, embeddedPolicyOf)
    return { ...cached, headers: [...cached.headers, EMBEDDABLE] }
  }

  /** The page of an item that visitors do not see yet, made for this request alone; of one that they see, the way there. */
  async function showPreview(
    { resource, entity, expiresAt }: Previewed,
    request: Request,
  ): Promise<Response> {
    const path = pageOfItem(resource, entity)
    const state = stateOf(entity, now())
    if (state === 'published')
      return new Response(null, { status: 302, headers: [...PREVIEW_HEADERS, ['Location', path]] })
    const declaration = declarationOf(resource)
    const { article, one } = declaration.words
    const response = await render(
      new Request(new URL(path, request.url), { headers: { Accept: 'text/html' } }),
      readerFor(UNTRACKED, { revealed: entity._id }),
      '',
      { item: `${article} ${one} «${nameOf(declaration, entity)}»`, state, expiresAt },
    )
    const page = await pageOf(response)
    // It went into the bin meanwhile.
    if (page === null) return withPolicy(response, policyOf(NOTHING))
    for (const [name, value] of PREVIEW_HEADERS) response.headers.set(name, value)
    return respond(await toCached(page, response, policyOf), request)
  }

  /** The page at a path as it would be if the club said this of itself, made for this request alone. As a document it can do nothing. */
  async function imagine(path: string, said: Site, request: Request): Promise<Response> {
    const response = await render(
      new Request(new URL(path, request.url), { headers: { Accept: 'text/html' } }),
      readerFor(UNTRACKED, { said }),
      '',
    )
    const page = await pageOf(response)
    if (page === null) throw new Error(`there is no page at ${path}`)
    for (const [name, value] of PREVIEW_HEADERS) response.headers.set(name, value)
    return respond(await toCached(page, response, () => BARE_POLICY), request)
  }

  async function answer(request: Request, address: string): Promise<Response> {
    const url = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // What React Router's client would ask for: pages have none in the browser, and its screens read the API.
    if (url.pathname.endsWith('.data')) return new Response(null, { status: 404, headers: NO_STORE })
    // The answer to a form.
    if (!isRead)
      return withForm(request, address, async (form) =>
        uncached(await render(form, readerFor(UNTRACKED), address), policyOf),
      )

    if (url.pathname.startsWith(PREVIEWS_PATH)) {
      const previewed = await previews.find(url.pathname.slice(PREVIEWS_PATH.length))
      if (previewed) return showPreview(previewed, request)
    }

    const pages = await declared()
    const shown = pageAddress(url, pages.queryKeys)
    const made = cache
      ? await cache.get(shown.pathname + shown.search, (dependencies) => make(shown, dependencies, pages))
      : await make(shown, UNTRACKED, pages)
    return respond(made, request)
  }

  return { answer, imagine }
}

/** Hands the request to `work` with its body, where it has one, here as a whole. @param address the visitor's */
function withForm(
  request: Request,
  address: string,
  work: (form: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return work(request)
  const limits = { maxBytes: ANONYMOUS_BODY_MAX_BYTES, visitor: address }
  return withBody(request, limits, async (body) => {
    if (body.ok && hasFewFields(request, body.bytes)) return work(formOf(request, body.bytes))
    const rejection = bodyProblem(body.ok ? 'too-large' : body.problem)
    // The rest of the body is still to come: nothing else can be asked over this connection.
    rejection.headers.set('Connection', 'close')
    return rejection
  })
}

/** More than any form of ours has. */
const FIELDS_MAX = 100

/** Whether a form is cheap to take apart. In another encoding than that of addresses each field takes much more room. */
function hasFewFields({ headers }: Request, body: Buffer): boolean {
  if (!/urlencoded/i.test(headers.get('Content-Type') ?? '')) return true
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0 && fields <= FIELDS_MAX; at = body.indexOf('&', at + 1)) fields++
  return fields <= FIELDS_MAX
}

/**
 * It comes without its Origin: whether it is ours was judged before (origin.ts), and React Router, which does not know
 * SITE_URL or the proxies in front of us, would judge otherwise.
 */
function formOf({ url, method, headers: sent }: Request, body: Buffer): Request {
  const headers = new Headers(sent)
  headers.delete('Origin')
  return new Request(url, { method, headers, body: body as BodyInit })
}

const NO_STORE = { 'Cache-Control': 'no-store' }
const NOTHING = new Uint8Array()

/** Nobody keeps a preview or lists it, and no other site learns its address. */
const PREVIEW_HEADERS: [string, string][] = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
  ['Referrer-Policy', 'no-referrer'],
]

type PolicyOf = (page: Uint8Array) => string

/** What a route may say of its own page (its `headers`), beside what every page says. */
const OWN_HEADERS = ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag']

/** The bytes of a page; null: the response is none, such as a redirect. */
async function pageOf(response: Response): Promise<Uint8Array | null> {
  const isPage =
    response.body !== null && (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  return isPage ? new Uint8Array(await response.arrayBuffer()) : null
}

async function toCached(
  page: Uint8Array,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  policyOf: PolicyOf,
): Promise<CachedResponse> {
  const own = OWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return {
    status,
    headers: [
      ...REVALIDATED.filter(([name]) => !own.some(([each]) => each === name)),
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policyOf(page)],
      ...own,
    ],
    encoded: await encode(page),
  }
}

/** A redirect. */
function withPolicy(response: Response, policy: string): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-cache')
  headers.set('Content-Security-Policy', policy)
  return new Response(response.body, { status: response.status, headers })
}

async function uncached(response: Response, policyOf: PolicyOf): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-store')
  const page = await pageOf(response)
  if (page === null) return new Response(response.body, { status: response.status, headers })
  headers.set('Content-Security-Policy', policyOf(page))
  return new Response(page as BodyInit, { status: response.status, headers })
}

/** @param text one character a byte */
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`

/** Hashes of the inline scripts and style elements of a page that we rendered ourselves. */
export function inlineHashes(page: Uint8Array): { scriptHashes: string[]; styleHashes: string[] } {
  // Tags are ASCII: nothing has to be decoded to find them.
  const html = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('latin1')
  const scripts = elementsOf(html, 'script')
    // Data blocks (JSON-LD) and speculation rules are no scripts to the policy.
    .filter(({ tag }) => !/\ssrc=|type="(application\/(ld\+)?json|speculationrules)"/.test(tag))
    .map(({ text }) => sha256(text))
  const styles = elementsOf(html, 'style').map(({ text }) => sha256(text))
  return { scriptHashes: [...new Set(scripts)], styleHashes: [...new Set(styles)] }
}

/**
 * Elements whose text is no markup, as we write them: what is in quotes has no `>`. Not a regular expression, which takes
 * milliseconds for a page until many have been through it.
 */
function elementsOf(html: string, name: string): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = []
  const close = `</${name}>`
  for (let start = html.indexOf(`<${name}`); start >= 0; ) {
    const opened = html.indexOf('>', start) + 1
    const closed = html.indexOf(close, opened)
    if (closed < 0) break
    // Not an element whose name begins like this one.
    if (/[\s>]/.test(html[start + name.length + 1] as string))
      found.push({ tag: html.slice(start, opened), text: html.slice(opened, closed) })
    start = html.indexOf(`<${name}`, closed)
  }
  return found
}
