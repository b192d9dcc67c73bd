/** The PIN of a door, and the limits of wrong ones. */
import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { hashToken } from '../../../platform/process/tokens.ts'
import { PIN_LENGTH, WRONG_PINS_IN_ALL, WRONG_PINS_MAX } from '../shared/guest-limits.ts'

export type DoorPin = Pick<Row<'doors'>, 'pinHash' | 'wrongPins'>

/** A phone that has entered with a PIN of this door, and that no administrator has ended. */
export type KnownPhone = Pick<Row<'doorSessions'>, 'id' | 'wrongPins'>

export const createPin = (): string => String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0')

/**
 * Hashes a PIN. A slow hash would not protect six digits, and would let strangers use up memory and threads. A stolen hash
 * is worth little: the same database contains the names that the PIN protects.
 */
export const hashPin = (token: string, pin: string): string => hashToken(`${token} ${pin}`)

/** Returns why a phone may not try a PIN. null when it may. @param phone null for a phone that the door does not know */
export function findRefusal(door: DoorPin | undefined, phone: KnownPhone | null) {
  if (!door || door.pinHash === null) return 'door-closed' as const
  const isLocked =
    door.wrongPins >= (phone ? WRONG_PINS_IN_ALL : WRONG_PINS_MAX) ||
    (phone?.wrongPins ?? 0) >= WRONG_PINS_MAX
  return isLocked ? ('door-locked' as const) : null
}

/** Locks the row of a door until the commit. */
export const lockDoor = (tx: Transaction<Tables>, event: string): Promise<DoorPin | undefined> =>
  tx
    .updateTable('doors')
    .set((row) => ({ cursor: row.ref('cursor') }))
    .where('event', '=', event)
    .returning(['pinHash', 'wrongPins'])
    .executeTakeFirst()

/** Replaces the PIN of a door. All phones get their tries back. */
export async function storePin(tx: Transaction<Tables>, event: string, pinHash: string): Promise<void> {
  await tx.updateTable('doors').set({ pinHash, wrongPins: 0 }).where('event', '=', event).execute()
  await tx.updateTable('doorSessions').set({ wrongPins: 0 }).where('event', '=', event).execute()
}

export async function countWrongPin(
  tx: Transaction<Tables>,
  event: string,
  phone: KnownPhone | null,
): Promise<void> {
  await tx
    .updateTable('doors')
    .set((row) => ({ wrongPins: row('wrongPins', '+', 1) }))
    .where('event', '=', event)
    .execute()
  if (phone)
    await tx
      .updateTable('doorSessions')
      .set({ wrongPins: phone.wrongPins + 1 })
      .where('id', '=', phone.id)
      .execute()
}
