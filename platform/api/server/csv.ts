/** Tables for spreadsheets: CSV (RFC 4180) in UTF-8, with the separator that Excel expects in Spanish. */
import { wallClock } from '../../shared/dates.ts'

/** Without this mark Excel reads UTF-8 as the encoding of the system. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * One row. All cells are quoted, so that separators and line ends are text. A text that spreadsheets would read as a formula
 * gets an apostrophe: a stranger's message must not run a formula on an administrator's computer.
 */
const csvRow = (cells: string[]): string => `${cells.map(cell).join(';')}\r\n`

const cell = (text: string): string =>
  `"${guardInside(text.replace(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/, "'$&")).replaceAll('"', '""')}"`

/** Possible start of a formula inside a cell: a sign after a separator or a line end, with blanks and quotes between. */
const INNER_START = /([,;\t\r\n](?:[^\S\t\r\n]|")*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * A spreadsheet with another separator splits quoted text at its own separators and line ends. An equals sign always begins
 * a formula there. A plus, minus or at sign is harmless without a call, a command or a cell of another book, which all need
 * "(", "|" or "!". Prose has these signs after commas and line ends: "a, -b", lists, phones, "@club".
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

/** An instant in the club's zone for spreadsheets, DD-MM-YYYY HH:mm. '' for null. @param at ms since 1970 */
export function csvMoment(at: number | null, timeZone: string): string {
  if (at === null) return ''
  const [day = '', time] = wallClock(at, timeZone).split('T')
  return `${day.split('-').toReversed().join('-')} ${time}`
}

/** The bytes of a table, created as the client reads them. No more than one page is in memory. */
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
