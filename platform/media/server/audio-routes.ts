/** Audio files, which come in parts: one that is lost on the way is sent again, and nothing else. */

import * as responses from '../../api/server/responses.ts'
import {
  type Administrator,
  answerOutcome,
  json,
  noContent,
  type Route,
  withValidQuery,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import { audioPartSchema } from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { AUDIO_KEPT_HOURS, AUDIO_PART_TYPE } from '../shared/audio.ts'

const TAG = 'Audio'
const PATH = '/media/audio/:key'

/** As long as any client makes one. */
const KEY = /^[\w-]{8,64}$/

export function audioRoutes({ audioUploads }: ApiServices): Route[] {
  const nameOf = ({ params, caller }: Administrator) => {
    const { key = '' } = params
    return KEY.test(key) ? { userId: caller.user.id, key } : null
  }
  return [
    {
      id: 'getAudioUpload',
      method: 'GET',
      path: PATH,
      access: 'media.upload',
      tag: TAG,
      summary: 'Hasta dónde llegó un audio propio',
      responses: { 200: { description: 'Lo que ya está.', schema: responses.audioUpload } },
      problems: ['sign-in-needed', 'not-found'],
      async handle(context) {
        const name = nameOf(context)
        const found = name && (await audioUploads.find(name))
        return found ? json(found) : problemResponse('not-found')
      },
    },
    {
      id: 'uploadAudio',
      method: 'PUT',
      path: PATH,
      access: 'media.upload',
      tag: TAG,
      summary: 'Mandar una parte de un audio propio, MP3 o M4A de hasta 200 MB; la última lo guarda',
      query: audioPartSchema,
      streamed: {
        contentType: AUDIO_PART_TYPE,
        description: `Los bytes desde \`offset\`, hasta 24 MB por vez. \`key\` la elige quien manda: 8 a 64 letras, números y guiones. Lo que llegó espera al resto ${AUDIO_KEPT_HOURS} horas, también si se corta en el medio.`,
      },
      responses: { 200: { description: 'Lo que ya está.', schema: responses.audioUpload } },
      problems: [
        'invalid-query',
        'invalid-fields',
        'sign-in-needed',
        'foreign-origin',
        'not-found',
        'upload-offset',
        'too-large',
        'too-slow',
        'audio-needed',
        'audio-too-large',
        'unavailable',
        'storage-full',
      ],
      async handle(context) {
        const name = nameOf(context)
        if (name === null) return problemResponse('not-found')
        const { request, arriving, url } = context
        return withValidQuery(audioPartSchema, url, async (from) =>
          answerOutcome(await audioUploads.add(name, from, request, arriving), (upload) => json(upload)),
        )
      },
    },
    {
      id: 'cancelAudioUpload',
      method: 'DELETE',
      path: PATH,
      access: 'media.upload',
      tag: TAG,
      summary: 'Olvidar lo que llegó de un audio propio',
      responses: { 204: { description: 'No queda nada de lo que estaba a medias.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle(context) {
        const name = nameOf(context)
        if (name === null) return problemResponse('not-found')
        await audioUploads.remove(name)
        return noContent()
      },
    },
  ]
}
