import { mediaSchema } from '../../../contract/content/schemas.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../../contract/limits.ts'
import * as responses from '../responses.ts'
import { type Call, invalid, json, refused, valid, writing } from '../route.ts'
import type { ApiServices } from '../table.ts'

export function mediaCalls({ images }: ApiServices): Call[] {
  return [
    {
      id: 'uploadPicture',
      method: 'POST',
      path: '/media',
      who: 'administrator',
      tag: 'Imágenes',
      summary: 'Guardar una imagen para el interior de un texto',
      body: { schema: mediaSchema, maxBytes: BODY_MAX_BYTES + BODY_IMAGE_BYTES },
      answers: { 201: { description: 'Dónde quedó.', schema: responses.picture } },
      refusals: [...invalid, ...writing, 'image-too-large', 'storage-full'],
      async handle({ body }) {
        return valid(mediaSchema, body, async (sent) => {
          const stored = await images.store(sent.image)
          if (stored.ok)
            return json(stored.picture, { status: 201, headers: { Location: stored.picture.src } })
          const errors = [{ field: 'image', message: stored.message }]
          return refused(stored.problem === 'image-too-large' ? 'image-too-large' : 'invalid-fields', {
            errors,
          })
        })
      },
    },
  ]
}
