/** Problem details (RFC 9457). The browser imports only types from this file. */
import { z } from 'zod'

const fieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldError>

/**
 * The body of every refusal, `application/problem+json`. `type` is `/problems/<id>`. The visitor sees `requestId`, and the
 * log of an unexpected error contains it, so both can be matched.
 */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('En castellano, listo para mostrar.'),
    errors: z.array(fieldError).optional(),
    requestId: z.string().optional(),
    left: z.int().optional().describe('En `list-full`: personas que todavía entran.'),
  })
  .meta({ id: 'Problem' })
export type ProblemDetails = z.infer<typeof problem>

/** Status and Spanish words of a refusal. */
export interface Problem {
  readonly status: number
  readonly title: string
  readonly detail: string
}
