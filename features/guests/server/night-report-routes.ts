/** Routes of the report of a night. */

import { csvResponse } from '../../../platform/api/server/csv.ts'
import { defineRoute, json } from '../../../platform/api/server/route.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { nightReport } from '../shared/guests.ts'
import { guestPermissions } from './guest-permissions.ts'
import { guestTag as tag } from './guest-settings-routes.ts'
import type { Guests } from './guests.ts'
import { exportNames, exportReport } from './night-report-csv.ts'

const csv = {
  description: 'CSV (RFC 4180) en UTF-8, separado por punto y coma.',
  contentType: 'text/csv',
} as const

export function nightReportRoutes({ guests: { reports } }: { guests: Guests }) {
  return [
    defineRoute({
      id: 'getNightReport',
      method: 'GET',
      path: '/events/:id/door/summary',
      access: guestPermissions['guests.read'],
      tag,
      summary: 'Qué pasó en la puerta, por lista y por media hora; de los nombres, solo los repetidos',
      responses: { 200: { description: 'Los totales.', schema: nightReport } },
      problems: ['not-found'],
      async handle({ params }) {
        const report = await reports.read(params.id)
        return report ? json(report) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'exportNightReport',
      method: 'GET',
      path: '/events/:id/door/summary.csv',
      access: guestPermissions['guests.read'],
      tag,
      summary: 'Lo mismo, para una planilla',
      responses: { 200: csv },
      problems: ['not-found'],
      async handle({ params }) {
        const report = await reports.read(params.id)
        return report ? csvResponse(exportReport(report), 'puerta.csv') : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'exportNightGuests',
      method: 'GET',
      path: '/events/:id/door/guests.csv',
      access: guestPermissions['guests.read'],
      tag,
      summary: 'Los nombres que todavía se guardan, con cuánta gente entró con cada uno',
      responses: { 200: csv },
      problems: ['not-found'],
      async handle({ params }) {
        const names = await reports.readNames(params.id)
        return names ? csvResponse(exportNames(names), 'invitados.csv') : problemResponse('not-found')
      },
    }),
  ] as const
}
