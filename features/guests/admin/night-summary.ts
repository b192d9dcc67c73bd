/** Describes the report of a night in a few lines, for a message and for a picture. */
import { wallClock } from '../../../platform/shared/dates.ts'
import { addHourArticle } from '../../../platform/shared/night-dates.ts'
import { formatAmount } from '../../../platform/shared/prices.ts'
import type { NightReport } from '../shared/guests.ts'
import { type Price, sumByCurrency } from '../shared/money.ts'
import { formatCount, formatNumber } from '../shared/people-counts.ts'
import { formatPeople, formatShare, NO_PHONE_NAME } from './guest-words.ts'

export interface SummaryRow {
  label: string
  value: string
  /** Length of a bar, from 0 to 1. undefined: no bar */
  part?: number
}

export interface NightSummary {
  title: string
  lead: string[]
  sections: { title: string; rows: SummaryRow[] }[]
}

interface SummaryContext {
  /** The name of the night. */
  night: string
  timeZone: string
  isOver: boolean
  /** ms since 1970 */
  now: number
}

/** Rows of lists and of phones. A message of all 50 lists would not be read. */
const ROWS_MAX = 20
const REPEATS_SHOWN = 10
/** Characters of a name in a row. */
const NAME_MAX = 40

export function summarizeReport(
  report: NightReport,
  { night, timeZone, isOver, now }: SummaryContext,
): NightSummary {
  const { invited, arrived, tickets, walkIns, exits, peak, late, halfHours } = report
  const toHour = (at: number | string) => wallClock(new Date(at), timeZone).slice(11)
  const people = formatPeople(countEntered({ guests: arrived, tickets, walkIns }))
  const share = formatShare(arrived, invited)
  const most = Math.max(1, ...halfHours.map(countEntered))
  return {
    title: `La noche: ${night}`,
    lead: [
      isOver
        ? `Entraron ${people}.`
        : `Hasta ${addHourArticle(toHour(now))} entraron ${people}, y hay ${formatNumber(halfHours.at(-1)?.inside ?? 0)} adentro.`,
      [
        `De las listas ${formatOf(arrived, invited)}${share === null ? '' : ` (${share})`}`,
        `con entrada ${formatNumber(tickets)}`,
        `sin lista ${formatNumber(walkIns)}`,
        `salieron ${formatNumber(exits)}.`,
      ].join(', '),
      ...(peak
        ? [`Lo más lleno: ${formatNumber(peak.inside)} adentro, a ${addHourArticle(toHour(peak.at))}.`]
        : []),
      ...(late > 0
        ? [`${formatCount(late, 'ingreso llegó tarde y no cuenta', 'ingresos llegaron tarde y no cuentan')}.`]
        : []),
    ],
    sections: [
      { title: 'Por lista', rows: describeLists(report.lists) },
      ...describeMoney(report),
      {
        title: 'Por media hora',
        rows: halfHours.map((part) => ({
          label: part.from,
          value: `${formatNumber(countEntered(part))}, adentro ${formatNumber(part.inside)}`,
          part: countEntered(part) / most,
        })),
      },
      {
        title: `Repetidos, que no cuentan: ${formatNumber(report.repeated)}`,
        rows: describeFirst(report.repeats, REPEATS_SHOWN, ({ name, at, people }) => [
          {
            label: cut(name ?? 'Sin nombre'),
            value: `${toHour(at)}${people === 1 ? '' : `, ${formatNumber(people)} de más`}`,
          },
        ]),
      },
    ].filter(({ rows }) => rows.length > 0),
  }
}

/** Formats a summary as a message of WhatsApp, where asterisks mark bold words. */
export const formatMessage = ({ title, lead, sections }: NightSummary): string =>
  [
    [`*${title}*`, ...lead],
    ...sections.map((section) => [
      `*${section.title}*`,
      ...section.rows.map(({ label, value }) => (value === '' ? label : `${label}: ${value}`)),
    ]),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')

export const countEntered = ({
  guests,
  tickets,
  walkIns,
}: Pick<NightReport['halfHours'][number], 'guests' | 'tickets' | 'walkIns'>): number =>
  guests + tickets + walkIns

/** Formats amounts in several currencies: '$ 120.000 y USD 30'. */
export const formatAmounts = (amounts: readonly Price[]): string =>
  amounts.map(({ amount, currency }) => formatAmount(amount, currency)).join(' y ')

export type Takings = NonNullable<NightReport['money']>['walkIns'][number]

export const sumTakings = (rows: readonly Takings[]): Price[] =>
  sumByCurrency(rows.map(({ amount, price }) => ({ amount, currency: price.currency })))

/** Groups the money of a night by list, deleted lists together, and walk-ins. */
export function groupMoney(
  { conditions, walkIns }: Pick<NonNullable<NightReport['money']>, 'conditions' | 'walkIns'>,
  lists: NightReport['lists'],
): { name: string; rows: Takings[] }[] {
  const known = new Set(lists.map(({ _id }) => _id))
  return [
    ...lists.map(({ _id, name }) => ({ name, rows: conditions.filter(({ list }) => list === _id) })),
    { name: 'De listas borradas', rows: conditions.filter(({ list }) => !known.has(list)) },
    { name: 'Sin lista', rows: walkIns },
  ].filter(({ rows }) => rows.length > 0)
}

const formatOf = (arrived: number, invited: number): string =>
  invited > 0 ? `${formatNumber(arrived)} de ${formatNumber(invited)}` : formatNumber(arrived)

const cut = (name: string): string => {
  const letters = [...name]
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : name
}

/** Describes the first items, and counts the others in a last row. */
const describeFirst = <T>(
  items: readonly T[],
  max: number,
  describe: (item: T) => SummaryRow[],
): SummaryRow[] => [
  ...items.slice(0, max).flatMap(describe),
  ...(items.length > max ? [{ label: `Y ${formatNumber(items.length - max)} más`, value: '' }] : []),
]

/** Returns the people of a list who were added by a link. null when the whole list has one source, or none by a link */
function findPromoterPart({ sources }: NightReport['lists'][number]) {
  const added = sources.filter(({ invited, arrived }) => invited + arrived > 0)
  return (added.length > 1 && added.find(({ addedBy }) => addedBy === 'link')) || null
}

const describeLists = (lists: NightReport['lists']): SummaryRow[] =>
  describeFirst(
    lists.toSorted((one, other) => other.arrived - one.arrived),
    ROWS_MAX,
    (list) => {
      const byLink = findPromoterPart(list)
      return [
        { label: cut(list.name), value: formatOf(list.arrived, list.invited) },
        ...(byLink ? [{ label: '· por el enlace', value: formatOf(byLink.arrived, byLink.invited) }] : []),
      ]
    },
  )

function describeMoney({ money, lists }: NightReport): NightSummary['sections'] {
  if (money === null) return []
  const byPhone = Map.groupBy(money.phones, ({ device }) => device)
  return [
    {
      title: `Plata en la puerta: ${formatAmounts(money.totals)}`,
      rows: [
        ...describeFirst(groupMoney(money, lists), ROWS_MAX, ({ name, rows }) => [
          { label: cut(name), value: formatAmounts(sumTakings(rows)) },
        ]),
        ...(money.unpriced > 0 ? [{ label: 'Sin precio', value: formatPeople(money.unpriced) }] : []),
      ],
    },
    {
      title: 'Por teléfono',
      rows: describeFirst([...byPhone], ROWS_MAX, ([device, sums]) => [
        { label: cut(device ?? NO_PHONE_NAME), value: formatAmounts(sums) },
      ]),
    },
  ]
}
