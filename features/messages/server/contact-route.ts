import {
  answerOutcome,
  bodyProblems,
  defineRoute,
  json,
  readProblems,
} from '../../../platform/api/server/route.ts'
import { messageSchema } from '../../../platform/content/shared/content-schemas.ts'
import type { FeatureApiServices } from '../../services.ts'
import * as responses from './message-responses.ts'

export function mailRoutes({ contactMessages }: FeatureApiServices) {
  return [
    defineRoute({
      id: 'sendMessage',
      method: 'POST',
      path: '/mail/sendMail',
      access: 'messages.send',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      unparsedBody: messageSchema,
      responses: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: responses.received,
        },
      },
      problems: [...bodyProblems, ...readProblems, 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        answerOutcome(await contactMessages.receive(body, caller.address), (stored) =>
          json(stored, { status: 201 }),
        ),
    }),
  ] as const
}
