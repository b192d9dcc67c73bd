/** Routes of the audit log, and of earlier versions of items. */

import { z } from 'zod'
import { createPageHeaders } from '../../api/server/paging.ts'
import * as responses from '../../api/server/responses.ts'
import { createEtag, defineRoute, json, respondWithEdit } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { auditLogEntry, auditLogEntryDetail, latestChange } from '../../content/shared/audit-log-answers.ts'
import {
  auditLogQuerySchema,
  latestQuerySchema,
  resourceParams,
  revertSchema,
} from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { AuditLog } from './audit-log.ts'

export function auditLogRoutes({ auditLog, basePath }: { auditLog: AuditLog; basePath: string }) {
  const tag = 'Historial'
  const path = '/history'
  return [
    defineRoute({
      id: 'listHistory',
      method: 'GET',
      path,
      access: permissions['history.read'],
      tag,
      summary: 'Quién hizo qué, de todo o de un recurso, de un ítem o de una persona',
      query: auditLogQuerySchema,
      responses: {
        200: {
          description:
            'Lo último primero; de los textos largos, un extracto. X-Total-Count y Link (RFC 8288) para paginar.',
          headers: ['X-Total-Count', 'Link'],
          schema: z.array(auditLogEntry),
        },
      },
      async handle({ query }) {
        const { items, total } = await auditLog.list(query)
        return json(items, { headers: createPageHeaders(basePath + path, query, total) })
      },
    }),
    defineRoute({
      id: 'getHistoryEntry',
      method: 'GET',
      path: `${path}/:id`,
      access: permissions['history.read'],
      tag,
      summary: 'Un registro entero, y lo que era el ítem antes, después y hoy',
      responses: {
        200: {
          description: 'El ETag es el contador de ediciones que tiene hoy el ítem.',
          headers: ['ETag'],
          schema: auditLogEntryDetail,
        },
      },
      problems: ['not-found'],
      async handle({ params }) {
        const entry = await auditLog.one(params.id)
        if (!entry) return problemResponse('not-found')
        return json(entry.detail, {
          headers: entry.version === null ? {} : { ETag: createEtag(entry.version) },
        })
      },
    }),
    defineRoute({
      id: 'revertTo',
      method: 'POST',
      path: `${path}/:id/restore`,
      access: permissions['history.restore'],
      tag,
      summary: 'Volver un ítem a lo que era antes de un registro (before) o después (after)',
      headers: ['If-Match'],
      body: revertSchema,
      responses: {
        200: {
          description: 'Como quedó, también si estaba en la papelera.',
          schema: responses.getAnyEntitySchema(),
        },
      },
      problems: ['invalid-fields', 'not-found', 'title-taken'],
      handle: async ({ params, body: { to }, caller: { user: by }, precondition }) =>
        respondWithEdit(await auditLog.restore(params.id, to, { by, precondition })),
    }),
    defineRoute({
      id: 'listLatestChanges',
      method: 'GET',
      path: `${path}/latest/:resource`,
      access: permissions['history.read'],
      tag,
      summary: 'Cuándo cambió cada uno de estos ítems por última vez, y por quién',
      params: resourceParams,
      query: latestQuerySchema,
      responses: {
        200: {
          description: 'Sin los que no están.',
          schema: z.array(latestChange),
        },
      },
      problems: ['not-found'],
      handle: async ({ params: { resource }, query: { ids } }) => json(await auditLog.latest(resource, ids)),
    }),
  ] as const
}
