/** What people without a list pay at the door of a night. */
import type { Kysely } from 'kysely'
import { type Outcome, success } from '../../../platform/api/shared/outcome.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { NamedPrice } from '../shared/money.ts'
import type { ChangeNight } from './night-changes.ts'

export interface WalkInPrices {
  /** Replaces the prices of a night. Phones at the door receive them. */
  replace(event: string, prices: readonly NamedPrice[]): Promise<Outcome<null>>
}

export const createWalkInPrices = (changeNight: ChangeNight): WalkInPrices => ({
  replace: (event, prices) =>
    changeNight(event, async (tx) => {
      await tx
        .updateTable('doors')
        .set({ walkInPrices: prices.length === 0 ? null : JSON.stringify(prices) })
        .where('event', '=', event)
        .execute()
      return success(null)
    }),
})

export async function readWalkInPrices(db: Kysely<Tables>, event: string): Promise<NamedPrice[]> {
  const door = await db
    .selectFrom('doors')
    .select('walkInPrices')
    .where('event', '=', event)
    .executeTakeFirst()
  return parseWalkInPrices(door)
}

/** Returns the prices of a stored door. */
export const parseWalkInPrices = (door: Pick<Row<'doors'>, 'walkInPrices'> | undefined): NamedPrice[] =>
  door?.walkInPrices ? JSON.parse(door.walkInPrices) : []

/** Returns the price of a stored entry. */
export const parsePaidPrice = ({ price }: Pick<Row<'doorEntries'>, 'price'>): NamedPrice | null =>
  price === null ? null : JSON.parse(price)
