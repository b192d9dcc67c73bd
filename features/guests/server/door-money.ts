/** Adds up what people paid at the door, from the prices of conditions and of walk-ins. */
import type { EntryKind } from '../shared/door-state.ts'
import type { NightReport } from '../shared/guests.ts'
import { createConditionFinder, type PricedCondition } from '../shared/list-hours.ts'
import { multiplyAmount, type NamedPrice, sumByCurrency } from '../shared/money.ts'

/** An entry that counts. */
export interface PaidEntry {
  kind: EntryKind
  /** Without repeats, which are no people. */
  people: number
  /** Corrected time. ms since 1970 */
  at: number
  /** Id of the guest's list. null for other kinds and for unknown guests */
  list: string | null
  /** What each person of a walk-in paid. null: not known */
  price: NamedPrice | null
  /** Name of the phone. null: erased */
  device: string | null
}

type Money = NonNullable<NightReport['money']>
type Takings = Money['walkIns'][number]

interface MoneyContext {
  /** Conditions by id of list, also of deleted lists. */
  conditions: ReadonlyMap<string, readonly PricedCondition[]>
  /** Ids of the lists of tickets. */
  paidElsewhere: ReadonlySet<string>
  date: string
  timeZone: string
}

/**
 * Adds up money by condition, by price of walk-ins, and by phone. Companions pay like their guest. People with a ticket have
 * paid elsewhere.
 * @returns null when no price is known, so that the night counts people only
 */
export function computeMoney(
  entries: readonly PaidEntry[],
  { conditions, paidElsewhere, date, timeZone }: MoneyContext,
): NightReport['money'] {
  const ofLists = new Map<string, Takings & { list: string }>()
  const ofWalkIns = new Map<string, Takings>()
  const paid: Money['phones'] = []
  let unpriced = 0
  const finders = new Map(
    [...conditions].map(([list, ofList]) => [list, createConditionFinder(ofList, date, timeZone)]),
  )

  function findPrice({ kind, list, at, price }: PaidEntry): NamedPrice | null {
    if (kind === 'walkIn') return price
    const condition = finders.get(list ?? '')?.(at)
    return condition?.price ? { label: condition.label, ...condition.price } : null
  }

  for (const entry of entries) {
    const { kind, people, list, device } = entry
    if (people === 0 || (kind !== 'guest' && kind !== 'walkIn') || paidElsewhere.has(list ?? '')) continue
    const price = findPrice(entry)
    if (price === null) {
      unpriced += people
      continue
    }
    const { label, amount, currency } = price
    const takings = { label, price: { amount, currency }, people: 0, amount: 0 }
    const key = JSON.stringify([list, label, amount, currency])
    const row =
      kind === 'walkIn' || list === null
        ? getOrSet(ofWalkIns, key, takings)
        : getOrSet(ofLists, key, { ...takings, list })
    row.people += people
    row.amount = multiplyAmount(amount, row.people)
    paid.push({ device, currency, amount: multiplyAmount(amount, people) })
  }
  if (paid.length === 0) return null
  return {
    totals: sumByCurrency(paid),
    conditions: [...ofLists.values()],
    walkIns: [...ofWalkIns.values()],
    phones: [...Map.groupBy(paid, ({ device }) => device)].flatMap(([device, ofPhone]) =>
      sumByCurrency(ofPhone).map((sum) => ({ device, ...sum })),
    ),
    unpriced,
  }
}

function getOrSet<V>(rows: Map<string, V>, key: string, initial: V): V {
  const row = rows.get(key) ?? initial
  rows.set(key, row)
  return row
}
