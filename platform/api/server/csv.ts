/** Tables for spreadsheets: CSV (RFC 4180) in UTF-8, with the separator that Excel expects in Spanish. */
import { wallClock } from '../../shared/dates.ts'

/** Without it Excel takes UTF-8 for the letters of the system. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * One row. Everything is quoted, so that separators and line ends are text. What spreadsheets would take for a formula gets
 * an apostrophe before it: whoever writes to the club must not run anything on the computers of who reads.
 */
const csvRow = (cells: string[]): string => `${cells.map(cell).join(';')}\r\n`

const cell = (text: string): string =>
  `"${guardInside(text.replace(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/, "'$&")).replaceAll('"', '""')}"`

/** What may begin a formula inside a cell: after a separator or a line end, blanks and quotes between them allowed. */
const INNER_START = /([,;\t\r\n](?:[^\S\t\r\n]|")*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * A spreadsheet that expects another separator ends quoted text at the first one, and takes for cells what separators and
 * line ends inside it divide. An equals sign always begins a formula there. A plus, minus or at sign does no harm without a
 * call, a command or a cell of another book after it, none of which goes without "(", "|" or "!"; and prose has them after
 * commas and line ends: "a, -b", lists, phones, "@club".
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

/** As spreadsheets of the club's country read instants: DD-MM-YYYY HH:mm on its wall; '' for null. @param at ms since 1970 */
export function csvMoment(at: number | null, timeZone: string): string {
  if (at === null) return ''
  const [day = '', time] = wallClock(at, timeZone).split('T')
  return `${day.split('-').toReversed().join('-')} ${time}`
}

/** Bytes of rows that are made as somebody takes them: of a long table no more than a page is held. */
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

/** A table that browsers save. */
export const csvResponse = (table: ReadableStream<Uint8Array>, fileName: string): Response =>
  new Response(table, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
