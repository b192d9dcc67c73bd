/** Writes tables for spreadsheets: CSV (RFC 4180) in UTF-8, with the separator that Excel expects in Spanish. */
import { wallClock } from '../../shared/dates.ts'

/** Without this mark, Excel would read UTF-8 in the encoding of the system. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Formats a row. All cells are quoted, so that separators and line ends in them are text. A text that spreadsheets would
 * read as a formula gets an apostrophe: a stranger's message must not run a formula on an administrator's computer.
 */
const csvRow = (cells: string[]): string => `${cells.map(cell).join(';')}\r\n`

const cell = (text: string): string =>
  `"${guardInside(text.replace(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/, "'$&")).replaceAll('"', '""')}"`

/**
 * Matches a possible start of a formula inside a cell: a sign such as = or + after a separator or a line end, optionally
 * with blanks and quotes between.
 */
const INNER_START = /([,;\t\r\n](?:[^\S\t\r\n]|")*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * Escapes formulas within a text. A spreadsheet with another separator splits quoted text into cells, at its own separator
 * and at line ends. In such a cell an equals sign always begins a formula. A plus, minus or at sign is harmless without
 * "(", "|" or "!", which calls, commands and references to other workbooks need. Prose often has such signs: "a, -b",
 * lists, phone numbers, "@club".
 */
function guardInside(text: string): string {
  const lastCall = Math.max(
    text.lastIndexOf('('),
    text.lastIndexOf('\uff08'),
    text.lastIndexOf('|'),
    text.lastIndexOf('!'),
  )
  return text.replace(INNER_START, (whole, before: string, sign: string, at: number) =>
    sign === '=' || sign === '\uff1d' || at < lastCall ? `${before}'${sign}` : whole,
  )
}

/** Formats a time for spreadsheets, DD-MM-YYYY HH:mm in the club's zone. '' for null. @param at ms since 1970 */
export function csvMoment(at: number | null, timeZone: string): string {
  if (at === null) return ''
  const [day = '', time] = wallClock(at, timeZone).split('T')
  return `${day.split('-').toReversed().join('-')} ${time}`
}

/**
 * Returns the bytes of a table as a stream. Rows are created when the client reads them, so no more than one page of rows
 * is in memory.
 */
export function csvStream(header: string[], pages: AsyncIterator<string[][]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isBegun = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true
          controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvRow(header)))
          return
        }
        const page = await pages.next()
        if (page.done) controller.close()
        else controller.enqueue(encoder.encode(page.value.map(csvRow).join('')))
      },
      async cancel() {
        await pages.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Answers with a table that browsers save as a file. */
export const csvResponse = (table: ReadableStream<Uint8Array>, fileName: string): Response =>
  new Response(table, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
