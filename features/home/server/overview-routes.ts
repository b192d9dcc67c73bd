/** The route that returns all data of the home screen of the back office. */

import { defineRoute, json } from '../../../platform/api/server/route.ts'
import { administrators } from '../../../platform/auth/shared/policy.ts'
import { overview as overviewSchema } from '../shared/overview.ts'
import type { ReadOverview } from './overview.ts'

export function overviewRoutes({ overview }: ReadOverview) {
  return [
    defineRoute({
      id: 'getOverview',
      method: 'GET',
      path: '/overview',
      access: administrators,
      tag: 'Servicio',
      summary: 'La próxima fecha, lo que espera a alguien, y los últimos cambios',
      responses: { 200: { description: 'Para el inicio.', schema: overviewSchema } },
      handle: async () => json(await overview()),
    }),
  ] as const
}
