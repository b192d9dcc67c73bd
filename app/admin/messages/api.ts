/** The calls about messages: only their screens load them. */
import type {
  Message,
  MessagePage,
  MessageSettings,
  MessageSummary,
} from '../../../contract/messages/messages.ts'
import { call } from '../../client/call.ts'
import { part } from '../../client/reader.ts'
import { asAdministrator } from '../layout/session-end.ts'

export interface MessageQuery {
  q: string
  page: number
  limit: number
  unread: boolean
}

const at = (id: string) => `/messages/${part(id)}`

export const messageCalls = {
  list({ q, page, limit, unread }: MessageQuery) {
    const query = new URLSearchParams({
      limit: String(limit),
      page: String(page),
      ...(q && { q }),
      ...(unread && { unread: '1' }),
    })
    return asAdministrator(call<MessagePage>('GET', `/messages?${query}`))
  },
  summary: () => asAdministrator(call<MessageSummary>('GET', '/messages/summary')),
  settings: () => asAdministrator(call<MessageSettings>('GET', '/messages/settings')),
  change: (body: MessageSettings) =>
    asAdministrator(call<MessageSettings>('PUT', '/messages/settings', { body })),
  one: (id: string) => asAdministrator(call<Message>('GET', at(id))),
  mark: (id: string, read: boolean) => asAdministrator(call<Message>('PUT', at(id), { body: { read } })),
  remove: (id: string) => asAdministrator(call<null>('DELETE', at(id))),
  resend: (id: string) => asAdministrator(call<Message>('POST', `${at(id)}/resend`)),
}
