/** Routes of the comparison of nights. */
import { csvResponse } from '../../../platform/api/server/csv.ts'
import { defineRoute, json, respondWithOutcome } from '../../../platform/api/server/route.ts'
import { season, seasonQuery } from '../shared/season.ts'
import type { Seasons } from './season.ts'
import { exportSeason } from './season-csv.ts'
import { seasonPermissions } from './season-permissions.ts'

const TAG = 'Temporada'

export function seasonRoutes(seasons: Seasons) {
  return [
    defineRoute({
      id: 'getSeason',
      method: 'GET',
      path: '/season',
      access: seasonPermissions['season.read'],
      tag: TAG,
      summary: 'Las fechas de un período, una al lado de la otra: puerta, visitas y clics en entradas',
      query: seasonQuery,
      responses: { 200: { description: 'Hasta dos años y 400 fechas.', schema: season } },
      handle: async ({ query }) => respondWithOutcome(await seasons.read(query), json),
    }),
    defineRoute({
      id: 'exportSeason',
      method: 'GET',
      path: '/season.csv',
      access: seasonPermissions['season.read'],
      tag: TAG,
      summary: 'Lo mismo, para una planilla',
      query: seasonQuery,
      responses: {
        200: {
          description: 'CSV (RFC 4180) en UTF-8, separado por punto y coma.',
          contentType: 'text/csv',
        },
      },
      handle: async ({ query }) =>
        respondWithOutcome(await seasons.read(query), (compared) =>
          csvResponse(exportSeason(compared), 'temporada.csv'),
        ),
    }),
  ] as const
}
