import { messageSchema } from '../../../contract/content/schemas.ts'
import { ANONYMOUS_BODY_MAX_BYTES } from '../../../contract/limits.ts'
import * as responses from '../responses.ts'
import { answer, type Call, invalid, json, reading } from '../route.ts'
import type { ApiServices } from '../table.ts'

export function mailCalls({ mailbox }: ApiServices): Call[] {
  return [
    {
      id: 'sendMessage',
      method: 'POST',
      path: '/mail/sendMail',
      who: 'anyone',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      body: { schema: messageSchema, maxBytes: ANONYMOUS_BODY_MAX_BYTES },
      answers: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: responses.received,
        },
      },
      refusals: [...invalid, ...reading, 'too-many-attempts'],
      async handle({ body, caller }) {
        return answer(await mailbox.receive(body, caller.address), (stored) => json(stored, { status: 201 }))
      },
    },
  ]
}
