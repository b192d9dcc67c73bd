/** Routes that dismiss the tasks of a new club, count its demo content, and remove or restore it. */

import { z } from 'zod'
import {
  bodyProblems,
  defineRoute,
  json,
  noContent,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import { administrators } from '../../../platform/auth/shared/policy.ts'
import { demoCount } from '../shared/demo-count.ts'
import { firstDayState } from '../shared/first-day-state.ts'
import type { Demo } from './demo.ts'
import type { FirstDay } from './first-day.ts'

const demoSchema = z.object({
  edited: z
    .boolean({ error: 'Tiene que ser true o false.' })
    .optional()
    .describe('También lo que alguien ya cambió.'),
})

export function firstDayRoutes(firstDay: FirstDay) {
  return [
    defineRoute({
      id: 'readFirstDay',
      method: 'GET',
      path: '/first-day',
      access: administrators,
      tag: 'Servicio',
      summary: 'Qué pasos del primer día están hechos',
      responses: { 200: { description: 'Lo que falta.', schema: firstDayState } },
      handle: async () => json(await firstDay.state()),
    }),
    defineRoute({
      id: 'dismissFirstDay',
      method: 'DELETE',
      path: '/first-day',
      access: administrators,
      tag: 'Servicio',
      summary: 'No mostrar más lo que al club le falta para empezar, a nadie',
      responses: { 204: { description: 'No se muestra más.' } },
      async handle({ caller }) {
        await firstDay.dismiss(caller.user)
        return noContent()
      },
    }),
  ] as const
}

export function demoRoutes(demo: Demo) {
  const tag = 'Papelera'
  return [
    defineRoute({
      id: 'countDemo',
      method: 'GET',
      path: '/trash/demo',
      access: administrators,
      tag,
      summary: 'Cuánto queda de lo que vino de ejemplo',
      responses: { 200: { description: 'Ninguno donde no hubo ejemplo.', schema: demoCount } },
      handle: async () => json(await demo.count()),
    }),
    defineRoute({
      id: 'deleteDemo',
      method: 'POST',
      path: '/trash/demo',
      access: administrators,
      tag,
      summary: 'Empezar con el club vacío: lo que vino de ejemplo va a la papelera, de una vez',
      body: demoSchema,
      responses: {
        200: { description: 'Lo que queda. Una segunda vez no cambia nada.', schema: demoCount },
      },
      problems: bodyProblems,
      handle: async ({ body: { edited }, caller }) =>
        respondWithOutcome(await demo.bin(edited ?? false, caller.user), (count) => json(count)),
    }),
    defineRoute({
      id: 'restoreDemo',
      method: 'POST',
      path: '/trash/demo/restore',
      access: administrators,
      tag,
      summary: 'Sacar de la papelera todo lo que vino de ejemplo; el cuerpo se ignora',
      responses: {
        200: { description: 'Lo que queda. Una segunda vez no cambia nada.', schema: demoCount },
      },
      problems: ['title-taken'],
      handle: async ({ caller }) =>
        respondWithOutcome(await demo.restore(caller.user), (count) => json(count)),
    }),
  ] as const
}
