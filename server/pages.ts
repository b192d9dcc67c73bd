/** Pages: what React Router renders, with the policy that its inline scripts need, kept until the content changes. */
import { createHash } from 'node:crypto'
import { SENT_KEY } from '../contract/contact.ts'
import type { ServerReader } from '../contract/reader.ts'
import { type Cache, type Kept, type Notes, serve, UNNOTED } from './cache.ts'
import { encode } from './compress.ts'
import type { Env } from './env.ts'
import { htmlOf } from './rendered.ts'
import { contentSecurityPolicy } from './security.ts'

/** Renders a page with the data that `reader` gives: React Router's handler, in production or in development. */
export type Render = (request: Request, reader: ServerReader, address: string) => Promise<Response>

interface PagesOptions {
  render: Render
  readerFor(notes: Notes): ServerReader
  /** null in development: nothing is kept. */
  cache: Cache | null
  env: Pick<Env, 'apiBase' | 'siteUrl'>
}

/** Query keys that change what a page shows, by its path. All others (campaign tags and the like) are dropped. */
const QUERY_KEYS = new Map([
  ['/news', ['page']],
  ['/contact', [SENT_KEY]],
])

export function createPages({ render, readerFor, cache, env }: PagesOptions) {
  const policyOf = (html: string) => {
    const { scriptHashes, styleHashes } = inlineHashes(html)
    return contentSecurityPolicy({ scriptHashes, styleHashes: cache ? styleHashes : 'any' }, env)
  }

  async function make(url: URL, notes: Notes): Promise<Kept | Response> {
    // What is rendered is the same for everyone: neither cookies nor dropped query keys reach it.
    const response = await render(
      new Request(url, { headers: { Accept: 'text/html' } }),
      readerFor(notes),
      '',
    )
    const html = await htmlOf(response)
    return html === null ? withPolicy(response, policyOf('')) : toKept(html, response, policyOf)
  }

  return async (request: Request, address: string): Promise<Response> => {
    const url = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The answer to a form, or data that React Router's own client asks for.
    if (!isRead || url.pathname.endsWith('.data'))
      return uncached(await render(request, readerFor(UNNOTED), address), policyOf)

    // Not resolved from its path: that of //other.example/news would be another host.
    const shown = new URL(url)
    shown.search = ''
    for (const name of QUERY_KEYS.get(url.pathname) ?? []) {
      const value = url.searchParams.get(name)
      if (value !== null) shown.searchParams.set(name, value)
    }
    const made = cache
      ? await cache.get(shown.pathname + shown.search, (notes) => make(shown, notes))
      : await make(shown, UNNOTED)
    return made instanceof Response ? made : serve(made, request)
  }
}

type PolicyOf = (html: string) => string

/** What a route may say of its own page (its `headers`), beside what every page says. */
const OWN_HEADERS = ['Cache-Control', 'X-Robots-Tag']

async function toKept(
  html: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  policyOf: PolicyOf,
): Promise<Kept> {
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policyOf(html)],
      ...OWN_HEADERS.flatMap((name): [string, string][] => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ],
    encoded: await encode(Buffer.from(html)),
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
  const html = await htmlOf(response)
  if (html === null) return new Response(response.body, { status: response.status, headers })
  headers.set('Content-Security-Policy', policyOf(html))
  return new Response(html, { status: response.status, headers })
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of the inline scripts and style elements of a page that we rendered ourselves. */
export function inlineHashes(html: string): { scriptHashes: string[]; styleHashes: string[] } {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    // Data blocks (JSON-LD) are no scripts to the policy.
    .filter(
      ([, attributes = '']) =>
        !/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes),
    )
    .map(([, , text = '']) => sha256(text))
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => sha256(text))
  return { scriptHashes: [...new Set(scripts)], styleHashes: [...new Set(styles)] }
}
