/** Writes the comparison of nights as a table for spreadsheets. */
import { csvStream } from '../../../platform/api/server/csv.ts'
import { formatDate } from '../../../platform/shared/dates.ts'
import { listCurrencies } from '../shared/currencies.ts'
import type { Season } from '../shared/season.ts'

/** Writes a row for each night, oldest first. A figure that is not known is an empty cell. */
export function exportSeason({ nights, counts }: Season): ReadableStream<Uint8Array> {
  const currencies = listCurrencies(nights)
  async function* pages() {
    yield nights.map(({ title, date, door, site }) =>
      [
        formatDate(date),
        title,
        ...(counts.door
          ? [
              door?.people,
              ...currencies.map((name) => door?.money?.find(({ currency }) => currency === name)?.amount),
              door?.arrivals,
            ]
          : []),
        ...(counts.site ? [site?.clicks, site?.visits] : []),
      ].map((value) => String(value ?? '')),
    )
  }
  return csvStream(
    [
      'Día',
      'Fecha',
      ...(counts.door ? ['Personas', ...currencies.map((name) => `Plata (${name})`), 'De las listas'] : []),
      ...(counts.site ? ['Clics en entradas', 'Visitas'] : []),
    ],
    pages(),
  )
}
