/** API routes for uploads: pictures inside texts, and audio files. Audio is sent in parts, so that only a lost part is sent again. */

import { z } from 'zod'
import { bodyProblems, defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import { permissions } from '../../auth/shared/policy.ts'
import { audioPartSchema, mediaSchema } from '../../content/shared/content-schemas.ts'
import { picture } from '../../content/shared/entity-parts.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'
import { AUDIO_KEPT_HOURS, AUDIO_PART_TYPE } from '../shared/audio.ts'
import { audioUpload } from '../shared/audio-upload.ts'
import type { AudioUploads } from './audio-uploads.ts'
import type { Images } from './images.ts'

export function mediaRoutes({ images }: { images: Images }) {
  return [
    defineRoute({
      id: 'uploadPicture',
      method: 'POST',
      path: '/media',
      access: permissions['media.upload'],
      tag: 'Imágenes',
      summary: 'Guardar una imagen para el interior de un texto',
      body: mediaSchema,
      maxBytes: BODY_MAX_BYTES + BODY_IMAGE_BYTES,
      responses: { 201: { description: 'Dónde quedó.', headers: ['Location'], schema: picture } },
      problems: [...bodyProblems, 'image-too-large', 'storage-full'],
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

const TAG = 'Audio'
const PATH = '/media/audio/:key'

const params = z.object({ key: z.string().regex(/^[\w-]{8,64}$/) })

export function audioRoutes({ audioUploads }: { audioUploads: AudioUploads }) {
  return [
    defineRoute({
      id: 'getAudioUpload',
      method: 'GET',
      path: PATH,
      access: permissions['media.upload'],
      tag: TAG,
      params,
      summary: 'Hasta dónde llegó un audio propio',
      responses: { 200: { description: 'Lo que ya está.', schema: audioUpload } },
      problems: ['not-found'],
      async handle({ params: { key }, caller }) {
        const found = await audioUploads.find({ userId: caller.user.id, key })
        return found ? json(found) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'uploadAudio',
      method: 'PUT',
      path: PATH,
      access: permissions['media.upload'],
      tag: TAG,
      params,
      summary: 'Mandar una parte de un audio propio, MP3 o M4A de hasta 200 MB; la última lo guarda',
      query: audioPartSchema,
      streamed: {
        contentType: AUDIO_PART_TYPE,
        description: `Los bytes desde \`offset\`, hasta 24 MB por vez. \`key\` la elige quien manda: 8 a 64 letras, números y guiones. Lo que llegó espera al resto ${AUDIO_KEPT_HOURS} horas, también si se corta en el medio.`,
      },
      responses: { 200: { description: 'Lo que ya está.', schema: audioUpload } },
      problems: [
        'invalid-fields',
        'not-found',
        'upload-offset',
        'too-large',
        'too-slow',
        'audio-needed',
        'audio-too-large',
        'unavailable',
        'storage-full',
      ],
      handle: async ({ request, params: { key }, query, caller, arriving }) =>
        respondWithOutcome(
          await audioUploads.add({ userId: caller.user.id, key }, query, request, arriving),
          (upload) => json(upload),
        ),
    }),
    defineRoute({
      id: 'cancelAudioUpload',
      method: 'DELETE',
      path: PATH,
      access: permissions['media.upload'],
      tag: TAG,
      params,
      summary: 'Olvidar lo que llegó de un audio propio',
      responses: { 204: { description: 'No queda nada de lo que estaba a medias.' } },
      problems: ['not-found'],
      async handle({ params: { key }, caller }) {
        await audioUploads.remove({ userId: caller.user.id, key })
        return noContent()
      },
    }),
  ] as const
}
