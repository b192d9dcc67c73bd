/** API routes that read, update, preview and reset each settings group. */

import type { z } from 'zod'
import * as responses from '../../api/server/responses.ts'
import {
  createAnswerEtag,
  defineRoute,
  getAudience,
  respondWithEdit,
  respondWithEntity,
} from '../../api/server/route.ts'
import type { ProblemId } from '../../api/shared/problems.ts'
import { permissions } from '../../auth/shared/policy.ts'
import type { Field } from '../../content/shared/fields.ts'
import { problemResponse } from '../../http/problem-response.ts'
import type { Films } from '../../media/server/films.ts'
import type { PreviewPage } from '../../pages/shared/reader.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES, FILM_TYPE } from '../../shared/limits.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import { type SettingsName, settingsNames } from '../shared/settings-names.ts'
import { settingsChangeSchema } from '../shared/settings-schemas.ts'
import type { SettingsService } from './settings-service.ts'

/** Number of new pictures that a request may contain for a field with rows. */
const PICTURES_PER_ROWS = 5

/** Counts the new pictures that a request may contain. They determine its maximum size. */
const countNewPictures = (fields: Field[]): number =>
  fields.reduce(
    (sum, field) =>
      sum +
      (field.kind === 'image'
        ? 1
        : field.kind === 'rows' && Object.values(field.columns).some((column) => column.kind === 'image')
          ? PICTURES_PER_ROWS
          : 0),
    0,
  )

const TAG = 'Sitio'

const capitalize = (name: SettingsName): string => name[0]?.toUpperCase() + name.slice(1)

interface Services {
  settings: SettingsService
  previewPage: PreviewPage
  films: Films
}

export function settingsRoutes(services: Services) {
  const { settings, films } = services
  return [
    defineRoute({
      id: 'getSite',
      method: 'GET',
      path: '/site',
      access: permissions['settings.read'],
      bound: 'page',
      tag: TAG,
      summary: 'Lo que el club dice de sí mismo, por grupos',
      knowsSession: true,
      headers: ['If-None-Match'],
      responses: {
        200: {
          description: 'Como se edita: `{club}` está por el nombre del club.',
          schema: responses.site,
        },
      },
      problems: ['unreadable'],
      async handle({ request, caller }) {
        const { audience, cacheControl } = getAudience(caller)
        const found = await Promise.all(settingsNames.map((name) => settings.one(name, audience)))
        const entity = Object.fromEntries(settingsNames.map((name, index) => [name, found[index]?.entity]))
        const version = found.reduce((sum, one) => sum + one.version, 0)
        return respondWithEntity(request, entity, createAnswerEtag({ entity, version }), cacheControl)
      },
    }),
    ...settingsNames.flatMap((name) => groupRoutes(name, services)),
    defineRoute({
      id: 'uploadFilm',
      method: 'POST',
      path: '/site/film',
      access: permissions['settings.write'],
      tag: TAG,
      summary: 'Subir el film de la portada, en MP4 con H.264',
      headers: ['If-Match'],
      streamed: { contentType: FILM_TYPE, description: 'El archivo, de hasta 24 MB.' },
      responses: {
        201: {
          description: 'La apariencia con su film; se ve en el acto.',
          headers: ['Location'],
          schema: responses.getGroupSchema('look'),
        },
      },
      problems: [
        'invalid-fields',
        'unreadable',
        'too-slow',
        'film-needed',
        'film-too-large',
        'unavailable',
        'storage-full',
      ],
      async handle({ request, arriving, caller: { user: by }, precondition }) {
        // The version is checked before the file is read, so that a useless upload is refused at once.
        const { version } = await settings.one('look', 'administrators')
        const refusal = precondition(version)
        if (refusal) return problemResponse(refusal.problem)
        const taken = await films.take(request, arriving)
        if (!taken.ok) return problemResponse(taken.problem, taken.extras)
        const updated = await settings.update('look', { film: taken.value }, { by, precondition })
        return respondWithEdit(updated, { status: 201, headers: { Location: taken.value } })
      },
    }),
  ] as const
}

function groupRoutes(name: SettingsName, { settings, previewPage }: Services) {
  const { words } = settingsGroups[name]
  const path = `/site/${name}` as const
  const schema = responses.getGroupSchema(name)
  const pictures = countNewPictures(Object.values<Field>(settingsGroups[name].fields))
  const imageRefusals: ProblemId[] = pictures > 0 ? ['image-too-large', 'storage-full'] : []
  return [
    defineRoute({
      id: `getSite${capitalize(name)}`,
      method: 'GET',
      path,
      access: permissions['settings.read'],
      bound: 'lookup',
      tag: TAG,
      summary: `${words.one}: lo que dice el club, o lo que viene de fábrica`,
      knowsSession: true,
      headers: ['If-None-Match'],
      responses: { 200: { description: 'El ETag empieza con su contador de ediciones.', schema } },
      problems: ['unreadable'],
      async handle({ request, caller }) {
        const { audience, cacheControl } = getAudience(caller)
        const found = await settings.one(name, audience)
        return respondWithEntity(request, found.entity, createAnswerEtag(found), cacheControl)
      },
    }),
    defineRoute({
      id: `updateSite${capitalize(name)}`,
      method: 'PUT',
      path,
      access: permissions['settings.write'],
      tag: TAG,
      summary: `Modificar ${words.one}: un campo ausente conserva el valor anterior, y las filas se mandan todas`,
      headers: ['If-Match', 'If-None-Match'],
      get unparsedBody(): z.ZodType<unknown, object> {
        return settingsChangeSchema(name)
      },
      maxBytes: BODY_MAX_BYTES + pictures * BODY_IMAGE_BYTES,
      responses: { 200: { description: 'Como quedó; se ve en el acto.', schema } },
      problems: ['invalid-fields', 'missing-fields', ...imageRefusals],
      handle: async ({ body, caller: { user: by }, precondition }) =>
        respondWithEdit(await settings.update(name, body, { by, precondition })),
    }),
    defineRoute({
      id: `previewSite${capitalize(name)}`,
      method: 'POST',
      path: `${path}/preview`,
      access: permissions['settings.write'],
      tag: TAG,
      summary: `Ver ${words.one} en su página antes de guardar: el mismo pedido que para modificarlo, y no se guarda nada`,
      get unparsedBody(): z.ZodType<unknown, object> {
        return settingsChangeSchema(name)
      },
      responses: {
        200: {
          description: `La página ${settingsGroups[name].shownOn} como quedaría. Una imagen nueva se muestra como vino.`,
          contentType: 'text/html',
          headers: ['ETag'],
        },
      },
      problems: ['invalid-fields', 'missing-fields'],
      async handle({ request, body }) {
        const preview = await settings.preview(name, body)
        return preview.ok
          ? previewPage(settingsGroups[name].shownOn, { settings: preview.value }, request)
          : problemResponse(preview.problem, preview.extras)
      },
    }),
    defineRoute({
      id: `resetSite${capitalize(name)}`,
      method: 'DELETE',
      path,
      access: permissions['settings.write'],
      tag: TAG,
      summary: `${words.one}: volver a lo que viene de fábrica`,
      headers: ['If-Match', 'If-None-Match'],
      responses: { 200: { description: 'Como quedó.', schema } },
      handle: async ({ caller: { user: by }, precondition }) =>
        respondWithEdit(await settings.reset(name, { by, precondition })),
    }),
  ] as const
}
