/** Turns the contract's problems into answers (RFC 9457). */
import { type ProblemExtras, type ProblemId, problemDetails, problems } from '../api/shared/problems.ts'

/** An expected failure, returned and not thrown. */
export interface ProblemOutcome {
  ok: false
  problem: ProblemId
  extras?: ProblemExtras
}

export const problem = (problem: ProblemId, extras?: ProblemExtras): ProblemOutcome => ({
  ok: false,
  problem,
  ...(extras && { extras }),
})

export type Outcome<T> = { ok: true; value: T } | ProblemOutcome

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

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
