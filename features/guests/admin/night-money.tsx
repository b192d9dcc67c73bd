/** The money of a night: in all, by list and condition, of people without a list, and by phone. */
import { formatAmount } from '../../../platform/shared/prices.ts'
import type { NightReport } from '../shared/guests.ts'
import { type Price, sumByCurrency } from '../shared/money.ts'
import { formatNumber } from '../shared/people-counts.ts'
import { formatPeople, NO_PHONE_NAME } from './guest-words.ts'
import { formatDoorPrice, readPrice } from './price-text.ts'

type Money = NonNullable<NightReport['money']>

/** Formats amounts in several currencies: '$ 120.000 y USD 30'. */
const formatAmounts = (amounts: readonly Price[]): string =>
  amounts.map(({ amount, currency }) => formatAmount(amount, currency)).join(' y ')

interface MoneyOfNightProps extends Pick<NightReport, 'lists'> {
  money: Money
}

export function MoneyOfNight({ money, lists }: MoneyOfNightProps) {
  const { totals, walkIns, phones, unpriced } = money
  const groups = [
    ...groupByList(money, lists),
    ...(walkIns.length > 0 ? [{ name: 'Sin lista', rows: walkIns }] : []),
  ]
  return (
    <section className="guest-section" aria-labelledby="money">
      <h2 className="menu-title mono" id="money">
        Plata en la puerta
      </h2>
      <p className="guest-total">
        <strong>{formatAmounts(totals)}</strong>
      </p>
      {unpriced > 0 && (
        <p className="guest-note">
          No suma a {formatPeople(unpriced)} sin precio: de su condición, o de la puerta.
        </p>
      )}
      <table className="guest-table" aria-labelledby="money">
        <thead className="mono">
          <tr>
            <th scope="col">De quiénes</th>
            <th scope="col">Personas</th>
            <th scope="col">Plata</th>
          </tr>
        </thead>
        {groups.map(({ name, rows }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lists can have one name, and groups keep their order
          <tbody key={index}>
            <tr>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{formatNumber(rows.reduce((people, row) => people + row.people, 0))}</td>
              <td>{formatAmounts(sumTakings(rows))}</td>
            </tr>
            <tr className="guest-detail">
              <td colSpan={3}>
                <p className="guest-parts">
                  {rows.map((row) => (
                    <span key={`${row.label} ${formatDoorPrice(row.price)}`}>{describeTakings(row)}</span>
                  ))}
                </p>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
      <p className="guest-note">
        Por teléfono:{' '}
        {phones
          .map(({ device, ...sum }) => `${device ?? NO_PHONE_NAME} ${formatAmount(sum.amount, sum.currency)}`)
          .join(' · ')}
      </p>
    </section>
  )
}

type Takings = Money['walkIns'][number]

const sumTakings = (rows: readonly Takings[]): Price[] =>
  sumByCurrency(rows.map(({ amount, price }) => ({ amount, currency: price.currency })))

/** Returns the money of each list. Lists that were deleted are one group. */
function groupByList(
  { conditions }: Pick<Money, 'conditions'>,
  lists: NightReport['lists'],
): { name: string; rows: Takings[] }[] {
  const known = new Set(lists.map(({ _id }) => _id))
  return [
    ...lists.map(({ _id, name }) => ({ name, rows: conditions.filter(({ list }) => list === _id) })),
    { name: 'De listas borradas', rows: conditions.filter(({ list }) => !known.has(list)) },
  ].filter(({ rows }) => rows.length > 0)
}

/** Describes people and their price: 'Gratis × 12', '$ 6.000 × 5', 'Con trago: $ 8.000 × 2'. */
function describeTakings({ label, price, people }: Takings): string {
  const own = readPrice(label)
  const isPrice = own?.amount === price.amount && own.currency === price.currency
  return `${isPrice ? '' : `${label}: `}${formatDoorPrice(price)} × ${formatNumber(people)}`
}
