/** What the home of the back office tells, in one answer. */

import { defineRoute, json } from '../../../platform/api/server/route.ts'
import type { FeatureApiServices } from '../../services.ts'
import * as responses from './overview-responses.ts'

export function overviewRoutes({ overview }: FeatureApiServices) {
  return [
    defineRoute({
      id: 'getOverview',
      method: 'GET',
      path: '/overview',
      access: 'overview.read',
      tag: 'Servicio',
      summary: 'La próxima noche, lo que espera a alguien, y los últimos cambios',
      responses: { 200: { description: 'Para el inicio.', schema: responses.overview } },
      problems: ['sign-in-needed'],
      handle: async () => json(await overview()),
    }),
  ] as const
}
