/**
 * Answers that are the same for everyone, made once per content change and then served from memory: pages and the
 * API's lists. A kept answer names the revisions that it read; when one of them has moved on, or its time is over, it
 * is made again, once however many ask at that moment. One whose reads all find what they found is as true as before.
 */
import { hash } from 'node:crypto'
import type { Revised } from '../../db/content.ts'
import { type Encoded, type Encoding, isCompressed, matchesEtag, pickEncoding, squeezed } from './encoding.ts'
import { createQuietWork } from './idle.ts'

export interface Kept {
  status: number
  headers: [string, string][]
  encoded: Encoded
}

/** Not by `instanceof Response`: there are two of these, Node's and the quicker one of @hono/node-server. */
const isKept = (made: Kept | Response): made is Kept => 'encoded' in made

/** What an answer says of itself while it is made. */
export interface Notes {
  /** It reads this resource. Said before the read: a write in between makes it stale, never wrongly fresh. */
  reads(resource: Revised): void
  /** It reads this of a resource, and nothing else: a change that leaves what is read as it is does not concern it. */
  sees<T>(resource: Revised, read: () => Promise<T>): Promise<T>
  expiresIn(milliseconds: number): void
}

/** For an answer that nobody keeps. */
export const UNNOTED: Notes = { reads: () => {}, sees: (_, read) => read(), expiresIn: () => {} }

export interface Cache {
  /**
   * @param key what the answer depends on, besides content: the address that it answers, in its one canonical spelling
   * @param fill makes the answer; a Response instead of a Kept is passed on and not kept
   */
  get(key: string, fill: (notes: Notes) => Promise<Kept | Response>): Promise<Kept | Response>
  /** What is kept under this key and still true. */
  peek(key: string): Kept | undefined
  /** What is kept, and how often it was there when it was asked for. */
  size(): { entries: number; bytes: number; maxBytes: number; hits: number; misses: number }
}

interface CacheOptions {
  revisionOf(resource: Revised): number
  now: () => number
  maxBytes: number
  /** After so long without a new answer, those that are kept are compressed as well as can be. */
  quietMs?: number
}

/** Something that an answer read, by which it can be told whether a change concerns it. */
interface Sight {
  resource: Revised
  look(): Promise<unknown>
  /** Hash of what it saw. */
  seen: string
}

interface Entry extends Kept {
  /** What keeping it costs, bytes. */
  weight: number
  revisions: [Revised, number][]
  sights: Sight[]
  /** Resources of which it read more than its sights. */
  unseen: Set<Revised>
  expiresAt: number
  madeAt: number
}

/** A clock that is put right by less is none that went back. */
const CLOCK_SLACK_MS = 60_000

const QUIET_MS = 1_000

/**
 * What an entry takes beside its body, key and headers. Without it a crowd of small answers, as searches that find
 * nothing are, would be held without bound.
 */
const ENTRY_BYTES = 1_000

/** Under a storm of writes an answer may be outdated whenever it is done; the last one is then as new as can be. */
const FILL_ATTEMPTS = 3

/** Lists are handed out more than once (reader.ts), and a print costs as much as reading one. */
const prints = new WeakMap<object, string>()

function printOf(seen: unknown): string {
  const known = seen instanceof Object && prints.get(seen)
  if (known) return known
  const print = hash('sha256', JSON.stringify(seen) ?? '', 'base64')
  if (seen instanceof Object) prints.set(seen, print)
  return print
}

export function createCache({ revisionOf, now, maxBytes, quietMs = QUIET_MS }: CacheOptions): Cache {
  // A Map keeps the order of insertion: the first is the one that was asked for longest ago.
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<Entry | Response>>()
  const squeezing = createQuietWork(squeeze, quietMs)
  let bytes = 0
  let hits = 0
  let misses = 0

  /** What a clock that was ahead made would stay until the day that it told. */
  const isInTime = ({ madeAt, expiresAt }: Entry) => expiresAt > now() && madeAt <= now() + CLOCK_SLACK_MS

  const isTrue = (entry: Entry) =>
    isInTime(entry) && entry.revisions.every(([resource, revision]) => revisionOf(resource) === revision)

  function forget(key: string) {
    squeezing.drop(key)
    bytes -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function keep(key: string, entry: Entry) {
    forget(key)
    if (entry.status >= 500 || entry.weight > maxBytes) return
    entries.set(key, entry)
    bytes += entry.weight
    if (isCompressed(entry.encoded)) squeezing.add(key)
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }

  async function make(
    key: string,
    fill: (notes: Notes) => Promise<Kept | Response>,
  ): Promise<Entry | Response> {
    misses++
    const read = new Map<Revised, number>()
    const unseen = new Set<Revised>()
    const sights: Sight[] = []
    let expiresAt = Number.POSITIVE_INFINITY
    const note = (resource: Revised) => {
      if (!read.has(resource)) read.set(resource, revisionOf(resource))
    }
    const made = await fill({
      reads: (resource) => {
        note(resource)
        unseen.add(resource)
      },
      sees: async (resource, look) => {
        note(resource)
        const found = await look()
        sights.push({ resource, look, seen: printOf(found) })
        return found
      },
      expiresIn: (milliseconds) => {
        expiresAt = Math.min(expiresAt, now() + milliseconds)
      },
    })
    if (!isKept(made)) return made
    const weight = made.encoded.size + 2 * (key.length + JSON.stringify(made.headers).length) + ENTRY_BYTES
    const entry = { ...made, weight, revisions: [...read], sights, unseen, expiresAt, madeAt: now() }
    keep(key, entry)
    return entry
  }

  /** An outdated answer that no change concerned is true again. @returns whether it is */
  async function renew(entry: Entry): Promise<boolean> {
    if (!isInTime(entry)) return false
    // Asked before the looks: a write in between makes it stale, never wrongly fresh.
    const revisions = entry.revisions.map(
      ([resource]) => [resource, revisionOf(resource)] as [Revised, number],
    )
    const moved = new Set(
      entry.revisions
        .filter(([resource, revision]) => revisionOf(resource) !== revision)
        .map(([resource]) => resource),
    )
    for (const resource of moved) if (entry.unseen.has(resource)) return false
    for (const { resource, look, seen } of entry.sights) {
      if (moved.has(resource) && printOf(await look()) !== seen) return false
    }
    entry.revisions = revisions
    return true
  }

  async function renewOrMake(
    key: string,
    fill: (notes: Notes) => Promise<Kept | Response>,
  ): Promise<Entry | Response> {
    const outdated = entries.get(key)
    // A look that fails says nothing; making it says what is wrong.
    if (outdated && (await renew(outdated).catch(() => false))) return outdated
    return make(key, fill)
  }

  async function squeeze(key: string): Promise<void> {
    const entry = entries.get(key)
    if (!entry || !isTrue(entry)) return
    const encoded = await squeezed(entry.encoded)
    if (entries.get(key) !== entry) return
    const weight = entry.weight + encoded.size - entry.encoded.size
    bytes += weight - entry.weight
    // Another object: whoever remembers something of the first one must not take it for this one.
    entries.set(key, { ...entry, encoded, weight })
  }

  function peek(key: string): Entry | undefined {
    const known = entries.get(key)
    if (!known || !isTrue(known)) return undefined
    entries.delete(key)
    entries.set(key, known)
    hits++
    return known
  }

  return {
    peek,
    async get(key, fill) {
      const known = peek(key)
      if (known) return known
      for (let attempt = 1; ; attempt++) {
        const making = underWay.get(key) ?? renewOrMake(key, fill).finally(() => underWay.delete(key))
        underWay.set(key, making)
        const made = await making
        if (!isKept(made)) return made.clone()
        // An answer begun before a write may be joined after it: what it read is then old already.
        if (isTrue(made) || attempt === FILL_ATTEMPTS) return made
      }
    },
    size: () => ({ entries: entries.size, bytes, maxBytes, hits, misses }),
  }
}

/**
 * A browser keeps the answer but asks each time, which costs it a 304: what an administrator saves is what the next
 * request shows. An answer may say otherwise in its own headers.
 */
const CACHE_CONTROL = 'no-cache'

/** Everything that a kept answer says of itself, in one encoding; null: with a 304, which has no body. */
export function headersOf({ headers, encoded }: Kept, encoding: Encoding | null): [string, string][] {
  const common: [string, string][] = [
    ['Cache-Control', CACHE_CONTROL],
    ['ETag', encoded.etag],
    ['Vary', 'Accept-Encoding'],
  ]
  for (const own of headers) {
    const same = common.findIndex(([name]) => name === own[0])
    if (same < 0) common.push(own)
    else common[same] = own
  }
  if (encoding === null) return common
  const body = encoded.bodies[encoding]
  if (body !== encoded.bodies.identity) common.push(['Content-Encoding', encoding])
  return [...common, ['Content-Length', String(body.byteLength)]]
}

/** What was made for an address, as this request may have it. What nobody keeps goes as it is. */
export function serve(kept: Kept | Response, request: Request): Response {
  if (!isKept(kept)) return kept
  const { status, encoded } = kept
  if (status === 200 && matchesEtag(request.headers.get('If-None-Match'), encoded.etag)) {
    return new Response(null, { status: 304, headers: headersOf(kept, null) })
  }
  const encoding = pickEncoding(request.headers.get('Accept-Encoding'))
  const body = request.method === 'HEAD' ? null : (encoded.bodies[encoding] as BodyInit)
  return new Response(body, { status, headers: headersOf(kept, encoding) })
}
