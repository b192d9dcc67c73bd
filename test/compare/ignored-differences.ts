/** Allowed differences between two builds. Each rule has its reason. */
import { isText, type TestAnswer } from './send-request.ts'

/** Addresses whose answers may differ, with the reason. */
const IGNORED_ADDRESSES: [RegExp, string][] = [
  [/^\/api\/(openapi\.json|docs)/, 'the document may order and name its parts in another way'],
  [/^\/api\/(metrics|health)/, 'figures of the process'],
]

/**
 * Headers that depend on the connection or the single request. Content-Length is among them, because the comparison of the
 * bodies covers it.
 */
const IGNORED_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|x-request-id|server-timing|content-length)$/

interface Rule {
  reason: string
  pattern: RegExp
  by: string
}

const TEXT_RULES: Rule[] = [
  {
    reason: 'names of built scripts and styles carry a hash of their content',
    pattern: /\/?assets\/[\w.-]+\.(?:js|css)/g,
    by: '/assets/*',
  },
  {
    reason: 'built files may be split and preloaded in another way',
    pattern: /(?:<link rel="(?:modulepreload|stylesheet|preload)"[^>]*href="\/assets\/\*"[^>]*>)+/g,
    by: '',
  },
  { reason: 'a nonce is random', pattern: /nonce(=|-)"?[\w+/=-]+"?/g, by: 'nonce$1*' },
  {
    reason: 'inline scripts name built files',
    pattern: /'sha256-[\w+/=]+'( 'sha256-[\w+/=]+')*/g,
    by: "'sha256-*'",
  },
  { reason: 'React marks the borders of texts', pattern: /<!--(?:\/?\$[?!]?|&|\/&| )?-->/g, by: '' },
  { reason: 'useId counts the components of the tree', pattern: /_R_\w*_|«[rR]\w+»|:[rR]\w+:/g, by: '_R_*_' },
  { reason: 'each server has a port of its own', pattern: /127\.0\.0\.1:\d+/g, by: '127.0.0.1:*' },
  {
    reason: 'this time includes the milliseconds of the request, so it is compared to 10 s',
    pattern: /(data-stale-at="\d+)\d{4}"/g,
    by: '$1*"',
  },
  { reason: 'security.txt expires a while after the request', pattern: /^Expires: .*$/gm, by: 'Expires: *' },
  {
    reason: 'problem documents name the request',
    pattern: /"(requestId|instance)":"[^"]+"/g,
    by: '"$1":"*"',
  },
  {
    reason: 'the session was used by this very request',
    pattern: /"(lastSeenAt|usedAt)":"[^"]+"/g,
    by: '"$1":"*"',
  },
]

export const findReasonToSkip = (path: string): string | undefined =>
  IGNORED_ADDRESSES.find(([pattern]) => pattern.test(path))?.[1]

const normalize = (text: string): string =>
  TEXT_RULES.reduce((result, { pattern, by }) => result.replace(pattern, by), text)

/** Splits an answer into lines for a line-by-line comparison. Markup is split at its tags to keep the differences short. */
export function splitLines(answer: TestAnswer, hash: (body: Buffer) => string): string[] {
  const headers = answer.headers
    .filter(([name]) => !IGNORED_HEADERS.test(name))
    .map(([name, value]) => `${name}: ${name === 'etag' && isText(answer) ? '*' : normalize(value)}`)
    .sort()
  const body = isText(answer)
    ? normalize(answer.body.toString())
        .replace(/(?=<)|(?<=>)|(?<=[,;{}])/g, '\n')
        .split('\n')
    : [`${answer.body.length} bytes ${hash(answer.body)}`]
  return [String(answer.status), ...headers, '', ...body]
}
