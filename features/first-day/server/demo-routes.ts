/** How much of the demo content is left, and its removal in one step. */
import { z } from 'zod'
import {
  answerOutcome,
  bodyProblems,
  json,
  type Route,
  withValidBody,
  writeProblems,
} from '../../../platform/api/server/route.ts'
import { BODY_MAX_BYTES } from '../../../platform/shared/limits.ts'
import type { FeatureApiServices } from '../../services.ts'
import { demoCount } from './demo-responses.ts'

const demoSchema = z.object({
  edited: z
    .boolean({ error: 'Tiene que ser true o false.' })
    .optional()
    .describe('También lo que alguien ya cambió.'),
})

export function demoRoutes({ demo }: Pick<FeatureApiServices, 'demo'>): Route[] {
  const tag = 'Papelera'
  return [
    {
      id: 'countDemo',
      method: 'GET',
      path: '/trash/demo',
      access: 'demo.read',
      tag,
      summary: 'Cuánto queda de lo que vino de ejemplo',
      responses: { 200: { description: 'Ninguno donde no hubo ejemplo.', schema: demoCount } },
      problems: ['sign-in-needed'],
      handle: async () => json(await demo.count()),
    },
    {
      id: 'deleteDemo',
      method: 'POST',
      path: '/trash/demo',
      access: 'demo.delete',
      tag,
      summary: 'Empezar con el club vacío: lo que vino de ejemplo va a la papelera, de una vez',
      body: { schema: demoSchema, maxBytes: BODY_MAX_BYTES },
      responses: {
        200: { description: 'Lo que queda. Una segunda vez no cambia nada.', schema: demoCount },
      },
      problems: [...bodyProblems, ...writeProblems],
      async handle({ body, caller }) {
        return withValidBody(demoSchema, body, async ({ edited }) =>
          answerOutcome(await demo.bin(edited ?? false, caller.user), (count) => json(count)),
        )
      },
    },
    {
      id: 'restoreDemo',
      method: 'POST',
      path: '/trash/demo/restore',
      access: 'demo.delete',
      tag,
      summary: 'Sacar de la papelera todo lo que vino de ejemplo; el cuerpo se ignora',
      responses: {
        200: { description: 'Lo que queda. Una segunda vez no cambia nada.', schema: demoCount },
      },
      problems: ['sign-in-needed', 'foreign-origin', 'title-taken'],
      async handle({ caller }) {
        return answerOutcome(await demo.restore(caller.user), (count) => json(count))
      },
    },
  ]
}
