/** What the home of the back office tells, in one answer. */
import * as responses from '../responses.ts'
import { json, type Route } from '../route.ts'
import type { ApiServices } from '../services.ts'

export function overviewRoutes({ overview }: ApiServices): Route[] {
  return [
    {
      id: 'getOverview',
      method: 'GET',
      path: '/overview',
      who: 'administrator',
      tag: 'Servicio',
      summary: 'La próxima noche, lo que espera a alguien, y los últimos cambios',
      responses: { 200: { description: 'Para el inicio.', schema: responses.overview } },
      problems: ['sign-in-needed'],
      handle: async () => json(await overview()),
    },
  ]
}
