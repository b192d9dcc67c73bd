/** Computes the delivery state of a mail, as administrators see it. */
import type { Kysely } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { AnswerDelivery, Delivery } from '../shared/delivery-state.ts'

export type OutboxState = Pick<Row<'outbox'>, 'attempts' | 'nextAttemptAt' | 'deliveredAt' | 'lastError'>

/**
 * Finds the mails that carry contact messages or answers.
 * @param ids of the messages or answers. They are also the keys of the result
 */
export async function findOutboxStates(
  read: Kysely<Tables>,
  carries: 'messageId' | 'answerId',
  ids: string[],
): Promise<Map<string | null, OutboxState>> {
  const mails = await read
    .selectFrom('outbox')
    .select([carries, 'attempts', 'nextAttemptAt', 'deliveredAt', 'lastError'])
    .where(carries, 'in', ids)
    .execute()
  return new Map(mails.map((mail) => [mail[carries], mail]))
}

interface DeliveryContext {
  /** False when the club has no mail server. */
  delivers: boolean
  /** Current time. ms since 1970 */
  now: number
}

/** Explains why a message has no mail although the club has a mail server. */
const TOO_MANY_MESSAGES = 'En esa hora llegaron más mensajes que de costumbre.'

const NO_SERVER = 'El sitio ya no tiene un servidor de correo.'

/** Returns the state of the mail with a visitor's message to the club. */
export function getMessageDelivery(
  mail: OutboxState | undefined,
  { delivers, now }: DeliveryContext,
): Delivery {
  if (mail && (mail.deliveredAt !== null || delivers)) return getMailDelivery(mail, now)
  return {
    state: 'kept',
    deliveredAt: null,
    nextAttemptAt: null,
    reason: delivers ? TOO_MANY_MESSAGES : null,
  }
}

/** Returns the state of the mail with an answer to a visitor. */
export function getAnswerDelivery(
  { failure }: { failure: string | null },
  mail: OutboxState | undefined,
  { delivers, now }: DeliveryContext,
): AnswerDelivery {
  const none = { deliveredAt: null, nextAttemptAt: null }
  if (!mail) return { state: 'failed', ...none, reason: failure }
  if (mail.deliveredAt === null && !delivers) return { state: 'waiting', ...none, reason: NO_SERVER }
  return getMailDelivery(mail, now)
}

function getMailDelivery(mail: OutboxState, now: number): Delivery & AnswerDelivery {
  const { deliveredAt, lastError, attempts, nextAttemptAt } = mail
  if (deliveredAt !== null)
    return {
      state: 'delivered',
      deliveredAt: formatInstant(deliveredAt),
      nextAttemptAt: null,
      reason: lastError,
    }
  // A mail whose next attempt is due counts as waiting, also after failed attempts.
  const isFailing = (attempts > 0 || lastError !== null) && nextAttemptAt > now
  return {
    state: isFailing ? 'failing' : 'waiting',
    deliveredAt: null,
    nextAttemptAt: formatInstant(nextAttemptAt),
    reason: isFailing ? lastError : null,
  }
}

export const formatInstant = (ms: number): string => new Date(ms).toISOString()
