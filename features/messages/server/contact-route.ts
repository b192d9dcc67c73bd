import {
  answerOutcome,
  bodyProblems,
  json,
  type Route,
  readProblems,
} from '../../../platform/api/server/route.ts'
import { messageSchema } from '../../../platform/content/shared/content-schemas.ts'
import { ANONYMOUS_BODY_MAX_BYTES } from '../../../platform/shared/limits.ts'
import type { FeatureApiServices } from '../../services.ts'
import * as responses from './message-responses.ts'

export function mailRoutes({ contactMessages }: FeatureApiServices): Route[] {
  return [
    {
      id: 'sendMessage',
      method: 'POST',
      path: '/mail/sendMail',
      access: 'messages.send',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      body: { schema: messageSchema, maxBytes: ANONYMOUS_BODY_MAX_BYTES },
      responses: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: responses.received,
        },
      },
      problems: [...bodyProblems, ...readProblems, 'too-many-attempts'],
      async handle({ body, caller }) {
        return answerOutcome(await contactMessages.receive(body, caller.address), (stored) =>
          json(stored, { status: 201 }),
        )
      },
    },
  ]
}
