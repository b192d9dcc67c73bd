/** Results of services: a value, or an expected failure that is returned and not thrown. */
import type { ProblemExtras, ProblemId } from './problems.ts'

export interface ProblemOutcome {
  ok: false
  problem: ProblemId
  extras?: ProblemExtras
}

export type Outcome<T> = { ok: true; value: T } | ProblemOutcome

/** An entity and its edit counter. */
export interface Versioned<E> {
  entity: E
  version: number
}

/**
 * Checks the edit counter of an item inside the transaction of a write.
 * @returns the refusal of a request whose If-Match or If-None-Match excludes this version
 */
export type Precondition = (version: number | string) => ProblemOutcome | null

/** The precondition of a write that replaces any version. */
export const anyVersion: Precondition = () => null

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const problem = (problem: ProblemId, extras?: ProblemExtras): ProblemOutcome => ({
  ok: false,
  problem,
  ...(extras && { extras }),
})
