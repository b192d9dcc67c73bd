import * as responses from '../../api/server/responses.ts'
import { bodyProblems, defineRoute, json, writeProblems } from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import { mediaSchema } from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'

export function mediaRoutes({ images }: ApiServices) {
  return [
    defineRoute({
      id: 'uploadPicture',
      method: 'POST',
      path: '/media',
      access: 'media.upload',
      tag: 'Imágenes',
      summary: 'Guardar una imagen para el interior de un texto',
      body: mediaSchema,
      maxBytes: BODY_MAX_BYTES + BODY_IMAGE_BYTES,
      responses: { 201: { description: 'Dónde quedó.', schema: responses.picture } },
      problems: [...bodyProblems, ...writeProblems, 'image-too-large', 'storage-full'],
      async handle({ body }) {
        const stored = await images.store(body.image)
        if (stored.ok) return json(stored.picture, { status: 201, headers: { Location: stored.picture.src } })
        const errors = [{ field: 'image', message: stored.message }]
        return problemResponse(stored.problem === 'image-too-large' ? 'image-too-large' : 'invalid-fields', {
          errors,
        })
      },
    }),
  ] as const
}
