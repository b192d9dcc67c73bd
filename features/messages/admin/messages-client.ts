/** The calls about messages: only their screens load them. */

import { asAdministrator } from '../../../platform/admin-layout/session-end.ts'
import { type Answer, API_BASE, call } from '../../../platform/api/client/call.ts'
import { part } from '../../../platform/api/client/reader.ts'
import type { AnswerWay } from '../../../platform/mail/delivery-state.ts'
import type { Templates } from '../shared/answer-templates.ts'
import type { MessageDetail, MessagePage, MessageSettings } from '../shared/messages.ts'

/** Which messages. */
export interface MessageFilter {
  q: string
  unread: boolean
  unanswered: boolean
}

export interface MessageQuery extends MessageFilter {
  page: number
  limit: number
}

interface Marks {
  read?: boolean
  open?: boolean
}

const at = (id: string) => `/messages/${part(id)}`

const chosen = ({ q, unread, unanswered }: MessageFilter) => ({
  ...(q && { q }),
  ...(unread && { unread: '1' }),
  ...(unanswered && { unanswered: '1' }),
})

/** Where the table of these messages is. */
export const exportAddress = (filter: MessageFilter): string =>
  `${API_BASE}/messages/export.csv?${new URLSearchParams(chosen(filter))}`

/** Without it spreadsheets take the letters for others; browsers leave it out of what they read. */
const BYTE_ORDER_MARK = '\ufeff'

/** Those messages as a file to keep. */
async function exportTable(filter: MessageFilter): Promise<Answer<Blob>> {
  const path = exportAddress(filter).slice(API_BASE.length)
  const answer = await asAdministrator(call<string>('GET', path, { reads: 'text' }))
  return answer.ok
    ? { ...answer, value: new Blob([BYTE_ORDER_MARK, answer.value], { type: 'text/csv' }) }
    : answer
}

export const messageCalls = {
  exportTable,
  list({ page, limit, ...filter }: MessageQuery) {
    const query = new URLSearchParams({ limit: String(limit), page: String(page), ...chosen(filter) })
    return asAdministrator(call<MessagePage>('GET', `/messages?${query}`))
  },
  settings: () => asAdministrator(call<MessageSettings>('GET', '/messages/settings')),
  change: (body: MessageSettings) =>
    asAdministrator(call<MessageSettings>('PUT', '/messages/settings', { body })),
  one: (id: string) => asAdministrator(call<MessageDetail>('GET', at(id))),
  mark: (id: string, body: Marks) => asAdministrator(call<MessageDetail>('PUT', at(id), { body })),
  /** @returns the ids of those that changed */
  markAll: (ids: string[], marks: Marks) =>
    asAdministrator(call<{ ids: string[] }>('PUT', '/messages', { body: { ids, ...marks } })),
  remove: (id: string) => asAdministrator(call<null>('DELETE', at(id))),
  removeAll: (ids: string[]) =>
    asAdministrator(call<{ ids: string[] }>('POST', '/messages/batch/delete', { body: { ids } })),
  resend: (id: string) => asAdministrator(call<MessageDetail>('POST', `${at(id)}/resend`)),
  /** @param key a repeated send after a lost answer sends no second mail */
  answer: (id: string, body: { text: string; way: AnswerWay }, key: string) =>
    asAdministrator(
      call<MessageDetail>('POST', `${at(id)}/answers`, { body, headers: { 'Idempotency-Key': key } }),
    ),
  resendAnswer: (id: string, answer: string) =>
    asAdministrator(call<MessageDetail>('POST', `${at(id)}/answers/${part(answer)}/resend`)),
  templates: () => asAdministrator(call<Templates>('GET', '/messages/templates')),
  /** @param etag refused with 412 when somebody else saved in between */
  changeTemplates: (body: Templates, etag: string | null) =>
    asAdministrator(
      call<Templates>('PUT', '/messages/templates', { body, ...(etag && { headers: { 'If-Match': etag } }) }),
    ),
}
