/** Reads a table of a spreadsheet: cells between tabs below a row with the names of the columns. */
import { fold } from '../../../../platform/shared/text/fold.ts'

/** First words of the names of columns, without accents and case. */
const NAME = /^(?:artistas?|djs?|nombre|name|acts?)\b/
const ROOM = /^(?:sala|room|pista|piso|escenario|stage|floor)\b/
const HOUR = /^\d{1,2}(?:[:.h]?\d{2})?(?: ?(?:hs?|am|pm)\.?)?$|^(?:close|cierre|end|fin)$/i

export interface TableLine {
  typed: string
  /** The line, or the hours and the name of a row. Blank for the names of the columns */
  text: string
  /** The room of a row. null for other lines, and for a blank cell */
  room: string | null
}

/** Returns the lines of a text, in which rows of a table are written as other lines are. */
export function readTable(lines: readonly string[]): TableLine[] {
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  const isNamed = (pattern: RegExp) => (cell: string) => pattern.test(fold(cell))
  const header = rows.findIndex((cells) => cells.length > 1 && cells.some(isNamed(NAME)))
  const name = rows[header]?.findIndex(isNamed(NAME)) ?? -1
  const room = rows[header]?.findIndex(isNamed(ROOM)) ?? -1
  return lines.map((typed, index) => {
    const cells = rows[index] as string[]
    if (index === header) return { typed, text: '', room: null }
    if (header === -1 || index < header || cells.length === 1) return { typed, text: typed, room: null }
    const hours = cells.filter((cell, at) => at !== name && at !== room && HOUR.test(cell))
    return { typed, text: `${hours.join(' - ')} ${cells[name] ?? ''}`, room: cells[room] || null }
  })
}
