/** Writes the report of a night, and its guests, as tables for spreadsheets. */
import { csvStream } from '../../../platform/api/server/csv.ts'
import type { NightReport } from '../shared/guests.ts'
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
    ],
  )
}

const sources: Record<ReportedGuest['addedBy'], string> = {
  administrator: 'El club',
  link: 'Un enlace',
  public: 'El sitio',
}

export const exportNames = (guests: readonly ReportedGuest[]): ReadableStream<Uint8Array> =>
  streamRows(
    ['Lista', 'Nombre', 'Acompañantes', 'Entraron', 'Nota', 'Desde dónde'],
    guests.map(({ list, name, companions, arrived, note, addedBy }) => [
      list,
      name,
      companions,
      arrived,
      note ?? '',
      sources[addedBy],
    ]),
  )

function streamRows(header: string[], rows: (string | number)[][]): ReadableStream<Uint8Array> {
  async function* pages() {
    yield rows.map((row) => row.map(String))
  }
  return csvStream(header, pages())
}
