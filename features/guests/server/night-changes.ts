/** Transactions that change the lists or guests of a night. */
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, problem } from '../../../platform/api/shared/outcome.ts'
import type { RevisionKey } from '../../../platform/content/shared/revision-keys.ts'
import { type Database, transact } from '../../../platform/db/connect.ts'
import { raiseRevision } from '../../../platform/db/revisions.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { countPlaces, isFilling } from '../shared/people-counts.ts'
import { findGuestNight, type GuestNight, nextCursor } from './guest-nights.ts'
import { readInvitedLists } from './list-rows.ts'

export interface NightChange {
  night: GuestNight
  /** Number of the change. Every changed row stores it. */
  cursor: number
}

/** The column with which rows name their night. */
export interface NightId {
  event: string
}

export type ChangeNight = <T>(
  event: string,
  work: (tx: Transaction<Tables>, change: NightChange) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>

interface NightChangesOptions {
  database: Database
  onChange: (resource: RevisionKey, revision: number) => void
}

/**
 * Returns a function that runs `work` in a transaction. It locks the night, so that two requests cannot fill the last place
 * of a list. A failed outcome rolls back. The cached page of the night expires only when the change concerns visitors.
 */
export const createNightChanges =
  ({ database, onChange }: NightChangesOptions): ChangeNight =>
  async (event, work) => {
    let revision: number | null = null
    const outcome = await transact(database, async (tx) => {
      revision = null
      const night = await findGuestNight(tx, event)
      if (!night) return problem('not-found')
      const cursor = await nextCursor(tx, event)
      const before = await readPublicState(tx, event)
      const outcome = await work(tx, { night, cursor })
      if (outcome.ok && (await readPublicState(tx, event)) !== before)
        revision = await raiseRevision(tx, 'guestLists', 0)
      return outcome
    })
    if (outcome.ok && revision !== null) onChange('guestLists', revision)
    return outcome
  }

/** Returns what visitors read about the public lists of a night, to compare it. */
async function readPublicState(db: Kysely<Tables>, event: string): Promise<string> {
  const lists = await readInvitedLists(db, [event], true)
  return JSON.stringify(
    lists.map((list) => {
      const { id, closes, conditions, maxCompanions } = list
      return [id, closes, conditions, maxCompanions, countPlaces(list) === 0, isFilling(list)]
    }),
  )
}
