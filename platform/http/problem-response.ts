/** Creates responses from problems (RFC 9457). */
import { type ProblemExtras, type ProblemId, problemDetails, problems } from '../api/shared/problems.ts'

export function problemResponse(id: ProblemId, extras: ProblemExtras = {}): Response {
  return new Response(JSON.stringify(problemDetails(id, extras)), {
    status: problems[id].status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(extras.retryAfter !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(extras.retryAfter))),
      }),
    },
  })
}
