/**
 * Reads and writes answers, and marks messages as waiting for an answer. The functions run in the transaction of their
 * caller.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import type { AnswerFailure } from '../../../platform/mail/send-and-retry.ts'
import type { AnswerWay } from '../shared/delivery-state.ts'

/** The author of an answer, with current e-mail address and name. */
interface Answerer {
  id: string
  email: string
  name?: string | null
}

export interface NewAnswer {
  messageId: string
  way: AnswerWay
  text: string
  replyTo: string[]
  by: Answerer
  /** Time of the answer. ms since 1970 */
  at: number
}

export async function insertAnswer(
  tx: Transaction<Tables>,
  { messageId, way, text, replyTo, by, at }: NewAnswer,
): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('answers')
    .values({
      id,
      messageId,
      way,
      text,
      replyTo: replyTo.length > 0 ? replyTo.join(', ') : null,
      userId: by.id,
      userEmail: by.email,
      userName: by.name ?? null,
      createdAt: at,
      failedAt: null,
      failure: null,
    })
    .execute()
  return id
}

/**
 * Marks messages as answered outside the site, by adding an answer without text to each.
 * @returns ids of the messages that changed
 */
export async function closeMessages(
  tx: Transaction<Tables>,
  ids: string[],
  { by, at }: { by: Answerer; at: number },
): Promise<string[]> {
  const closed = await tx
    .updateTable('messages')
    .set((row) => ({ isOpen: 0, readAt: row.fn.coalesce('readAt', row.val(at)) }))
    .where('id', 'in', ids)
    .where('isOpen', '=', 1)
    .returning('id')
    .execute()
  for (const { id } of closed)
    await insertAnswer(tx, { messageId: id, way: 'elsewhere', text: '', replyTo: [], by, at })
  return closed.map(({ id }) => id)
}

/** Reopens messages: they keep their answers, and wait for another one. @returns ids of the messages that changed */
export async function openMessages(tx: Transaction<Tables>, ids: string[]): Promise<string[]> {
  const opened = await tx
    .updateTable('messages')
    .set({ isOpen: 1 })
    .where('id', 'in', ids)
    .where('isOpen', '=', 0)
    .returning('id')
    .execute()
  if (opened.length === 0) return []
  const openIds = opened.map(({ id }) => id)
  await tx.deleteFrom('answers').where('messageId', 'in', openIds).where('way', '=', 'elsewhere').execute()
  return openIds
}

/** Called when the delivery of an answer is given up. The message waits for an answer again, unless it has a later one. */
export async function reopenAfterFailure(
  tx: Transaction<Tables>,
  { id, failedAt, failure }: AnswerFailure,
): Promise<void> {
  const answer = await tx
    .updateTable('answers')
    .set({ failedAt, failure })
    .where('id', '=', id)
    .returning(['seq', 'messageId'])
    .executeTakeFirst()
  if (!answer) return
  const later = await tx
    .selectFrom('answers')
    .select('id')
    .where('messageId', '=', answer.messageId)
    .where('seq', '>', answer.seq)
    .executeTakeFirst()
  if (!later) await tx.updateTable('messages').set({ isOpen: 1 }).where('id', '=', answer.messageId).execute()
}
