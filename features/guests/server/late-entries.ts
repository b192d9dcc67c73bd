/**
 * Entries that a phone sent too late: dated after the door was closed, or sent after an administrator ended the phone. They
 * do not count until an administrator takes them.
 */
import type { Kysely } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { NO_PEOPLE } from '../shared/door-state.ts'
import type { DoorDevices, LateDecision } from '../shared/guests.ts'
import { toIso } from './guest-lists.ts'
import type { ChangeNight } from './night-changes.ts'

export interface LateEntries {
  /** Takes or discards the waiting entries of one phone. A discarded entry stays stored, because phones send entries again. */
  decide(event: string, device: string, decision: LateDecision): Promise<Outcome<null>>
}

export const createLateEntries = (changeNight: ChangeNight): LateEntries => ({
  decide: (event, device, { cursor: until, isTaken }) =>
    changeNight(event, async (tx, { cursor }) => {
      const { numUpdatedRows } = await tx
        .updateTable('doorEntries')
        // With the new cursor, phones that have read the changes before receive the taken entries.
        .set(isTaken ? { late: null, cursor } : { late: 'discarded' })
        .where('event', '=', event)
        .where('session', '=', device)
        .where('late', '=', 'waiting')
        .where('cursor', '<=', until)
        .executeTakeFirst()
      return numUpdatedRows === 0n ? problem('not-found') : success(null)
    }),
})

/** Adds up the waiting entries of each phone, also of phones whose session was erased. */
export async function readLateEntries(db: Kysely<Tables>, event: string): Promise<DoorDevices['late']> {
  const entries = await db
    .selectFrom('doorEntries as entry')
    .leftJoin('doorSessions', 'doorSessions.id', 'entry.session')
    .select(['entry.session', 'entry.kind', 'entry.people', 'entry.at', 'entry.correction', 'entry.cursor'])
    .select('doorSessions.device')
    .where('entry.event', '=', event)
    .where('entry.late', '=', 'waiting')
    .execute()
  const byPhone = Map.groupBy(entries, ({ session }) => session ?? '')
  return [...byPhone].map(([device, sent]) => {
    const people = { ...NO_PEOPLE }
    for (const { kind, people: count } of sent) people[kind] += count
    const times = sent.map(({ at, correction }) => at + correction)
    return {
      device,
      name: sent[0]?.device ?? null,
      entries: sent.length,
      guests: people.guest,
      tickets: people.ticket,
      walkIns: people.walkIn,
      exits: people.exit,
      undos: sent.filter(({ kind }) => kind === 'undo').length,
      from: toIso(times.reduce((one, other) => Math.min(one, other))),
      to: toIso(times.reduce((one, other) => Math.max(one, other))),
      cursor: sent.reduce((latest, { cursor }) => Math.max(latest, cursor), 0),
    }
  })
}
