/** The answer of a page whose form was refused. */
import type { ProblemOutcome } from '../api/shared/outcome.ts'
import { problems } from '../api/shared/problems.ts'

/** Returns status and headers for the `data` of React Router. */
export const createRefusalInit = ({ problem, extras }: ProblemOutcome): ResponseInit => ({
  status: problems[problem].status,
  headers: extras?.retryAfter === undefined ? {} : { 'Retry-After': String(extras.retryAfter) },
})
