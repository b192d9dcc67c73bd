/** Creates responses from problems (RFC 9457). */
import { type ProblemExtras, type ProblemId, problemDetails, problems } from '../api/shared/problems.ts'

/**
 * Scheme of WWW-Authenticate, which a 401 must have (RFC 9110 §15.5.2). No browser knows this scheme, so none opens its
 * dialog for a password, as `Basic` would make it do.
 */
const CHALLENGE = 'Cookie realm="club"'
/** Programs send METRICS_TOKEN as a bearer token (RFC 6750). */
const METRICS_CHALLENGE = 'Bearer'

export function problemResponse(id: ProblemId, extras: ProblemExtras = {}): Response {
  return new Response(JSON.stringify(problemDetails(id, extras)), {
    status: problems[id].status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(problems[id].status === 401 && {
        'WWW-Authenticate': id === 'metrics-token-needed' ? METRICS_CHALLENGE : CHALLENGE,
      }),
      ...(extras.retryAfter !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(extras.retryAfter))),
      }),
    },
  })
}
