/** Routes of visit counts: public pages report visits and clicks, administrators read them. */

import { csvResponse } from '../../../platform/api/server/csv.ts'
import {
  bodyProblems,
  defineRoute,
  json,
  noContent,
  type RouteContext,
} from '../../../platform/api/server/route.ts'
import * as answers from '../shared/visit-answers.ts'
import {
  clickSchema,
  visitExportSchema,
  visitQuerySchema,
  visitSchema,
  visitWeekSchema,
} from '../shared/visit-schemas.ts'
import { VISIT_MAX_BYTES } from '../shared/visits.ts'
import type { Analytics } from './analytics.ts'
import type { Tickets } from './ticket-links.ts'
import { visitPermissions } from './visit-permissions.ts'

const TAG = 'Visitas'

export function visitRoutes({ analytics, tickets }: { analytics: Analytics; tickets: Tickets }) {
  const getFrom = ({ caller, request }: Pick<RouteContext, 'caller' | 'request'>) => ({
    address: caller.address,
    headers: request.headers,
    isAdministrator: caller.user !== null,
  })
  return [
    defineRoute({
      id: 'countVisit',
      method: 'POST',
      path: '/visits',
      access: visitPermissions['visits.count'],
      bound: 'memory',
      tag: TAG,
      summary:
        'Contar una visita. No cuentan los programas que se dan a conocer como tales (curl entre ellos), quien manda DNT o Sec-GPC, ni quien administra: se les responde igual',
      body: visitSchema,
      maxBytes: VISIT_MAX_BYTES,
      bodyAsText: true,
      responses: { 204: { description: 'Recibida.' } },
      problems: bodyProblems,
      async handle({ body: { path, source = null }, ...context }) {
        await analytics.visit({ path, source }, getFrom(context))
        return noContent()
      },
    }),
    defineRoute({
      id: 'countClick',
      method: 'POST',
      path: '/clicks',
      access: visitPermissions['visits.count'],
      bound: 'lookup',
      tag: TAG,
      summary:
        'Contar un clic en el enlace de entradas de una fecha, donde lleva derecho a la boletería. Como las visitas: se responde igual cuente o no',
      body: clickSchema,
      maxBytes: VISIT_MAX_BYTES,
      bodyAsText: true,
      responses: { 204: { description: 'Recibido.' } },
      problems: bodyProblems,
      async handle({ body: { event, source = null }, ...context }) {
        await tickets.count({ event, source }, getFrom(context))
        return noContent()
      },
    }),
    defineRoute({
      id: 'listVisits',
      method: 'GET',
      path: '/visits',
      access: visitPermissions['visits.read'],
      tag: TAG,
      summary: 'Visitas por día, página y origen, y clics en entradas; los dos extremos incluidos',
      query: visitQuerySchema,
      responses: {
        200: { description: 'Con lo que este proceso todavía no escribió.', schema: answers.visitCounts },
      },
      handle: async ({ query }) => json(await analytics.counts(query)),
    }),
    defineRoute({
      id: 'getVisitWeek',
      method: 'GET',
      path: '/visits/week',
      access: visitPermissions['visits.read'],
      tag: TAG,
      summary: 'Una semana al lado de la anterior: días, páginas, orígenes, y las fechas hasta sus entradas',
      query: visitWeekSchema,
      responses: { 200: { description: 'De lunes a domingo, o a hoy.', schema: answers.visitWeek } },
      handle: async ({ query: { of } }) => json(await analytics.week(of)),
    }),
    defineRoute({
      id: 'exportVisits',
      method: 'GET',
      path: '/visits/export.csv',
      access: visitPermissions['visits.read'],
      tag: TAG,
      summary: 'Visitas y clics como planilla: todo lo guardado, o esos días',
      query: visitExportSchema,
      responses: {
        200: { description: 'CSV (RFC 4180) en UTF-8 con su marca, por día.', contentType: 'text/csv' },
      },
      handle: async ({ query }) => csvResponse(await analytics.export(query), 'visitas.csv'),
    }),
  ] as const
}
