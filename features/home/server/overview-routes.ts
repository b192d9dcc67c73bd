/** The overview that the home of the back office shows, in one response. */
import { z } from 'zod'
import { id, instant, typed } from '../../../platform/api/server/response-fields.ts'
import { historyItem, picture } from '../../../platform/api/server/responses.ts'
import { defineRoute, json } from '../../../platform/api/server/route.ts'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import type { RecentChange } from '../../../platform/content/shared/versions.ts'
import { visitSummary } from '../../analytics/index.server.ts'
import { messageSummary } from '../../messages/index.server.ts'
import type { FeatureApiServices } from '../../services.ts'
import type { NextNight, Overview } from '../shared/overview.ts'

const { changes: _changes, userId: _userId, version: _version, ...recentFields } = historyItem.shape

const recentChange = z.object(recentFields).meta({ id: 'RecentChange' }) satisfies z.ZodType<RecentChange>

const nextNight = z
  .object({
    _id: id(),
    slug: z.string(),
    date: z.string(),
    title: z.string().nullable(),
    status: typed<NextNight['status']>(z.string()),
    statusNote: z.string().nullable(),
    draft: z.boolean(),
    publishAt: instant().nullable(),
    unpublishAt: instant().nullable(),
    isSoldOut: z.boolean(),
    flyer: picture.omit({ placeholder: true }),
  } satisfies Record<keyof NextNight, z.ZodType>)
  .meta({ id: 'NextNight' })

const unseenItems = () =>
  z.object({
    items: z.array(
      z.object({
        resource: z.enum(resourceNames),
        _id: z.string(),
        label: z.string(),
        publishAt: instant().nullable(),
      }),
    ),
    total: z.int(),
  })

const overviewSchema = z
  .object({
    night: nextNight.nullable().describe('La próxima que no terminó; null: ninguna.'),
    laterNights: z.int().describe('Cuántas hay después.'),
    registrations: z.int().describe('Personas que esperan que las aprueben.'),
    messages: z
      .array(z.object({ _id: id(), person: z.string(), createdAt: instant() }))
      .describe('Quiénes esperan una respuesta: los últimos.'),
    drafts: unseenItems().describe('Los últimos borradores.'),
    scheduled: unseenItems().describe('Lo próximo que se publica solo.'),
    warnings: z
      .array(z.enum(['backup', 'disk', 'certificate', 'clock']))
      .describe('Lo que va mal y se dice antes de que duela.'),
    changes: z.array(recentChange),
    summary: messageSummary,
    visits: visitSummary.describe('Esta semana hasta hoy, y los mismos días de la anterior.'),
  } satisfies Record<keyof Overview, z.ZodType>)
  .meta({ id: 'Overview' })

export function overviewRoutes({ overview }: FeatureApiServices) {
  return [
    defineRoute({
      id: 'getOverview',
      method: 'GET',
      path: '/overview',
      access: 'overview.read',
      tag: 'Servicio',
      summary: 'La próxima noche, lo que espera a alguien, y los últimos cambios',
      responses: { 200: { description: 'Para el inicio.', schema: overviewSchema } },
      problems: ['sign-in-needed'],
      handle: async () => json(await overview()),
    }),
  ] as const
}
