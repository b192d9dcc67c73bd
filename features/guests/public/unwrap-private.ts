import { data, redirect } from 'react-router'
import type { Outcome } from '../../../platform/api/shared/outcome.ts'
import { createRefusalInit } from '../../../platform/pages/form-refusal.ts'

/**
 * Returns the value of a secret address. An unknown address redirects to the 404 page. Other refusals, such as too many
 * unknown addresses, are shown by the error page.
 */
export function unwrapPrivate<T>(outcome: Outcome<T>, notFound: string): T {
  if (outcome.ok) return outcome.value
  throw outcome.problem === 'not-found' ? redirect(notFound) : data(null, createRefusalInit(outcome))
}

/**
 * Ends a form whose address is unknown, or that was sent too often. The page is not rendered, because its loader would
 * count the address a second time.
 */
export function refusePrivate(outcome: Outcome<unknown>, notFound: string): void {
  if (!outcome.ok && (outcome.problem === 'not-found' || outcome.problem === 'too-many-attempts'))
    unwrapPrivate(outcome, notFound)
}
