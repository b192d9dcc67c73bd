import { messageSchema } from '../../../contract/content/schemas.ts'
import { ANONYMOUS_BODY_MAX_BYTES } from '../../../contract/limits.ts'
import { schemas } from '../openapi.ts'
import { answer, type Call, invalid, json, reading } from '../route.ts'
import type { ApiServices } from '../table.ts'

export function mailCalls({ mailbox }: ApiServices): Call[] {
  return [
    {
      method: 'POST',
      path: '/mail/sendMail',
      who: 'anyone',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      body: { schema: messageSchema, maxBytes: ANONYMOUS_BODY_MAX_BYTES },
      answers: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: schemas.object({ _id: { type: 'string' } }),
        },
      },
      refusals: [...invalid, ...reading, 'too-many-attempts'],
      async handle({ body, caller }) {
        return answer(await mailbox.receive(body, caller.address), (stored) => json(stored, { status: 201 }))
      },
    },
  ]
}
