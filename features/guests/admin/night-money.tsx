/** The money of a night: in all, by list and condition, of people without a list, and by phone. */
import { formatAmount } from '../../../platform/shared/prices.ts'
import type { NightReport } from '../shared/guests.ts'
import { formatNumber } from '../shared/people-counts.ts'
import { formatPeople, NO_PHONE_NAME } from './guest-words.ts'
import { formatAmounts, groupMoney, sumTakings, type Takings } from './night-summary.ts'
import { formatDoorPrice, readPrice } from './price-text.ts'

interface MoneyOfNightProps extends Pick<NightReport, 'lists'> {
  money: NonNullable<NightReport['money']>
}

export function MoneyOfNight({ money, lists }: MoneyOfNightProps) {
  const { totals, phones, unpriced } = money
  const groups = groupMoney(money, lists)
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

/** Describes people and their price: 'Gratis × 12', '$ 6.000 × 5', 'Con trago: $ 8.000 × 2'. */
function describeTakings({ label, price, people }: Takings): string {
  const own = readPrice(label)
  const isPrice = own?.amount === price.amount && own.currency === price.currency
  return `${isPrice ? '' : `${label}: `}${formatDoorPrice(price)} × ${formatNumber(people)}`
}
