/** Writes the report of a night, and its guests, as tables for spreadsheets. */
import { csvStream } from '../../../platform/api/server/csv.ts'
import type { NightReport } from '../shared/guests.ts'
import { type Price, sumByCurrency } from '../shared/money.ts'
import { refusalWords } from '../shared/refusal-words.ts'
import type { ReportedGuest } from './night-report.ts'

/** Writes a row for each half hour, then the totals. Each list has a column. */
export function exportReport(report: NightReport): ReadableStream<Uint8Array> {
  const { lists, halfHours, tickets, walkIns, exits, invited } = report
  const empty = ['', '', '', '']
  return streamRows(
    ['Desde', ...lists.map(({ name }) => name), 'Con entrada', 'Sin lista', 'Salidas', 'Adentro'],
    [
      ...halfHours.map((part) => [
        part.from,
        ...lists.map(({ _id }) => part.lists.find(({ list }) => list === _id)?.people ?? 0),
        part.tickets,
        part.walkIns,
        part.exits,
        part.inside,
      ]),
      ['Entraron', ...lists.map(({ arrived }) => arrived), tickets, walkIns, exits, ''],
      [`Invitados (${invited})`, ...lists.map((list) => list.invited), ...empty],
      ['Repetidos', ...lists.map(({ repeated }) => repeated), ...empty],
      ...listMoney(report),
    ],
  )
}

/** Returns a row for each currency, with the money of each list and of walk-ins. */
const listMoney = ({ money, lists }: NightReport): (string | number)[][] =>
  (money?.totals ?? []).map(({ currency }) => {
    const sum = (takings: { price: Price; amount: number }[]) =>
      sumByCurrency(takings.map(({ amount, price }) => ({ amount, currency: price.currency }))).find(
        (total) => total.currency === currency,
      )?.amount ?? 0
    const ofList = (id: string) => (money?.conditions ?? []).filter(({ list }) => list === id)
    return [
      `Plata (${currency})`,
      ...lists.map(({ _id }) => sum(ofList(_id))),
      '',
      sum(money?.walkIns ?? []),
      '',
      '',
    ]
  })

const sources: Record<ReportedGuest['addedBy'], string> = {
  administrator: 'El club',
  link: 'Un enlace',
  public: 'El sitio',
}

export const exportNames = (guests: readonly ReportedGuest[]): ReadableStream<Uint8Array> =>
  streamRows(
    ['Lista', 'Nombre', 'Acompañantes', 'Entraron', 'Nota', 'Desde dónde', 'Código', 'Documento', 'No vale'],
    guests.map(({ list, name, companions, arrived, note, addedBy, code, document, refusal }) => [
      list,
      name,
      companions,
      arrived,
      note ?? '',
      sources[addedBy],
      code ?? '',
      document ?? '',
      refusal === null ? '' : refusalWords[refusal],
    ]),
  )

function streamRows(header: string[], rows: (string | number)[][]): ReadableStream<Uint8Array> {
  async function* pages() {
    yield rows.map((row) => row.map(String))
  }
  return csvStream(header, pages())
}
