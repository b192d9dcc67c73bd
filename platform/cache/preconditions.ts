/** Decides the preconditions of all requests (RFC 9110 §13). */
import { type Precondition, type ProblemOutcome, problem } from '../api/shared/outcome.ts'

type SentHeaders = Pick<Headers, 'get'>

/** The current version of the target of a request. */
export interface Representation {
  etag: string
  /** Value of Last-Modified, if there is one */
  modified?: string | undefined
}

/**
 * `met`: the request proceeds. `unchanged`: a read is answered by 304. `changed` and `exists` are answered by 412:
 * If-Match names another version, or If-None-Match names this one.
 */
type Verdict = 'met' | 'unchanged' | 'changed' | 'exists'

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Evaluates the preconditions in the order of RFC 9110 §13.2.2. */
export function evaluate(method: string, sent: SentHeaders, { etag, modified }: Representation): Verdict {
  const ifMatch = sent.get('If-Match')
  if (ifMatch !== null) {
    if (!includesTag(ifMatch, etag, 'strong')) return 'changed'
  } else if (modified !== undefined && compareTimes(modified, sent.get('If-Unmodified-Since')) > 0)
    return 'changed'
  const ifNoneMatch = sent.get('If-None-Match')
  if (ifNoneMatch !== null) {
    if (!includesTag(ifNoneMatch, etag, 'weak')) return 'met'
    return isRead(method) ? 'unchanged' : 'exists'
  }
  const isKnown =
    isRead(method) && modified !== undefined && compareTimes(modified, sent.get('If-Modified-Since')) <= 0
  return isKnown ? 'unchanged' : 'met'
}

/** An entity tag (§8.8.3). Tags may contain commas. */
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/** True when the list contains the tag or is `*`. A weak tag never matches in the strong comparison (§8.8.3.2). */
function includesTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true
  const [current] = etag.matchAll(TAG)
  for (const [, weak, opaque] of list.matchAll(TAG)) {
    const isComparable = comparison === 'weak' || (weak === undefined && current?.[1] === undefined)
    if (isComparable && opaque === current?.[2]) return true
  }
  return false
}

/** @returns NaN when the request has no valid time. All comparisons with NaN are false, so such a header is ignored */
const compareTimes = (modified: string, sent: string | null): number =>
  sent?.endsWith('GMT') ? Date.parse(modified) - Date.parse(sent) : Number.NaN

/**
 * Returns the precondition of a write to an item, whose tag is its edit counter. A tag from a read of a visitor has a hash
 * behind the counter, and proxies that compress turn a strong tag into a weak one. Both name the same counter, so they
 * match here (record 89).
 */
export function readPrecondition({ method, headers }: Pick<Request, 'method' | 'headers'>): Precondition {
  const counters = { get: (name: string) => headers.get(name)?.replace(COUNTER_TAG, '"$1"') ?? null }
  return (version) => refusals[evaluate(method, counters, { etag: `"${version}"` })]
}

const COUNTER_TAG = /(?:W\/)?"([a-z\d]+)(?:-[\w-]+)?"/g

const refusals: Record<Verdict, ProblemOutcome | null> = {
  met: null,
  unchanged: null,
  changed: problem('edited-meanwhile'),
  exists: problem('precondition-failed'),
}
