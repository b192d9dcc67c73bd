/** Streams messages as a CSV file. */
import { csvMoment, csvStream } from '../../../platform/api/server/csv.ts'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { Row } from '../../../platform/db/tables.ts'
import { filterMessages, type MessageFilter } from './message-reading.ts'

/** Number of rows that one query reads. */
const BATCH = 200

const HEADERS = [
  'Fecha',
  'Nombre',
  'E-mail',
  'Mensaje',
  'Leído',
  'Respuesta',
  'Respondido por',
  'Respondido el',
  'Lo que se respondió',
]

export const exportMessages = (
  database: Database,
  filter: MessageFilter,
  timeZone: string,
): ReadableStream<Uint8Array> => csvStream(HEADERS, csvRows(database, filter, timeZone))

async function* csvRows(
  database: Database,
  filter: MessageFilter,
  timeZone: string,
): AsyncGenerator<string[][]> {
  for (let before: number | null = null; ; ) {
    let query = filterMessages(database, filter).selectAll().orderBy('seq', 'desc').limit(BATCH)
    if (before !== null) query = query.where('seq', '<', before)
    const rows: Row<'messages'>[] = await query.execute()
    if (rows.length === 0) return
    const answers = await database.read
      .selectFrom('answers')
      .selectAll()
      .where(
        'messageId',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('seq')
      .execute()
    const byMessage = Map.groupBy(answers, ({ messageId }) => messageId)
    yield rows.map((row) => csvRow(row, byMessage.get(row.id) ?? [], timeZone))
    before = rows.at(-1)?.seq ?? null
  }
}

/** @param answers the answers to the message, oldest first */
function csvRow(row: Row<'messages'>, answers: Row<'answers'>[], timeZone: string): string[] {
  const last = answers.at(-1)
  return [
    csvMoment(row.createdAt, timeZone),
    row.person,
    row.from,
    row.body,
    csvMoment(row.readAt, timeZone),
    row.isOpen === 1 ? 'Sin responder' : last ? 'Respondido' : '',
    last ? (last.userName ?? formatEmail(last.userEmail)) : '',
    csvMoment(last?.createdAt ?? null, timeZone),
    answers.flatMap(({ text }) => text || []).join('\n\n'),
  ]
}
