/**
 * Records requests and answers. From these records follows the allowed state after a crash: every confirmed write is
 * present, and every other request took effect completely or not at all.
 */

import { sql } from 'kysely'
import { getFieldType } from '../../platform/content/shared/field-types.ts'
import { getDeclaration, type ResourceName } from '../../platform/content/shared/resources.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { ContentRow } from '../../platform/db/tables.ts'
import { UPLOADS_PER_USER_MAX } from '../../platform/media/server/upload-files.ts'
import { isPossibleValue, readValue } from './named-values.ts'

export interface Item {
  resource: ResourceName
  id: string
  state: 'live' | 'bin' | 'gone'
  version: number
  /** The values as the database stores them: texts as sent, pictures by their ids. */
  fields: Record<string, string>
}

export interface Session {
  cookie: string
  ended: boolean
}

/** A request whose answer has not arrived. The server may have executed it or not. */
export type PendingRequest =
  | {
      kind: 'create'
      resource: ResourceName
      /** A link that occurs in no other item, so that a query can find the item without its id. */
      marker: string
      fields: Record<string, string>
      /** Sends the request again with the same Idempotency-Key. */
      repeat(): Promise<Response>
    }
  | { kind: 'change'; before: Item[]; after: Item[] }
  /**
   * A write of a named value (named-values.ts). Null means that the value becomes absent. For an audio upload,
   * `laterUploads` counts the uploads that the same user began after it: the server keeps only the last three.
   */
  | { kind: 'value'; key: string; to: string | null; laterUploads?: number }
  | { kind: 'message'; marker: string }
  | { kind: 'registration'; email: string }
  | { kind: 'ending'; session: Session }
  | { kind: 'other' }

export interface Ledger {
  items: Map<string, Item>
  sessions: Session[]
  /** Texts of the contact messages that the server accepted. */
  messages: Set<string>
  registrations: Set<string>
  values: Map<string, string | null>
  /**
   * Number of visits sent, with or without an answer. A kill may lose the visits of the seconds before it, and each visit
   * counts at most once.
   */
  visits: number
  inDoubt: Set<PendingRequest>
  /** Answers that the client did not expect, with status, request and body. */
  unexpectedAnswers: string[]
  answered: number
  /**
   * Sends a request. The request stays in doubt when no answer arrives, or when `isExcused` accepts the status.
   * @param refused a status with which the server may refuse the request without a change of data
   * @returns null after a refusal, or while the request is in doubt
   */
  sendAndRecord(
    pending: PendingRequest,
    send: () => Promise<Response>,
    expected: number,
    refused?: number,
  ): Promise<RecordedAnswer | null>
  /** True when no request about the item is in doubt. */
  isCertain(item: Item): boolean
}

export interface RecordedAnswer {
  /** The parsed JSON. Null when the answer has none. */
  body: Record<string, unknown> | null
  response: Response
}

/** @param isExcused true for statuses that clients must expect during a failure */
export function createLedger(isExcused: (status: number) => boolean = () => false): Ledger {
  const ledger: Ledger = {
    items: new Map(),
    sessions: [],
    messages: new Set(),
    registrations: new Set(),
    values: new Map(),
    visits: 0,
    inDoubt: new Set(),
    unexpectedAnswers: [],
    answered: 0,

    async sendAndRecord(pending, send, expected, refused) {
      ledger.inDoubt.add(pending)
      let response: Response
      let text: string
      try {
        response = await send()
        text = await response.text()
      } catch {
        return null
      }
      if (isExcused(response.status)) return null
      ledger.inDoubt.delete(pending)
      if (response.status === refused) return null
      if (response.status !== expected) {
        ledger.unexpectedAnswers.push(
          `${response.status} to ${pending.kind}, not ${expected}: ${text.slice(0, 500)}`,
        )
        return null
      }
      ledger.answered++
      if (pending.kind === 'change') for (const item of pending.after) ledger.items.set(item.id, item)
      if (pending.kind === 'value') ledger.values.set(pending.key, pending.to)
      if (pending.kind === 'message') ledger.messages.add(pending.marker)
      if (pending.kind === 'registration') ledger.registrations.add(pending.email)
      if (pending.kind === 'ending') pending.session.ended = true
      const isJson = response.headers.get('Content-Type')?.includes('json')
      return { response, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : null }
    },

    isCertain: (item) =>
      ![...ledger.inDoubt].some(
        (pending) => pending.kind === 'change' && pending.before.some(({ id }) => id === item.id),
      ),
  }
  return ledger
}

const findRow = async ({ read }: Database, { resource, id }: Item) =>
  (await read
    .selectFrom(resource as 'residents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as unknown as ContentRow | undefined

/**
 * True when the stored cell equals the sent value. In fields with rows, only the values that were sent are compared, row by
 * row.
 */
function matchesSentValue(resource: ResourceName, name: string, sent: string, cell: unknown): boolean {
  const field = getDeclaration(resource).fields[name]
  // The default of a choice is stored as null.
  if (field?.kind === 'choice') return cell === getFieldType(field).toStoredText(sent, field)
  if (field?.kind !== 'rows') return cell === sent
  const [wanted, there] = [sent, String(cell)].map((text) => JSON.parse(text) as Record<string, unknown>[])
  return (
    wanted?.length === there?.length &&
    (wanted ?? []).every((row, index) =>
      Object.entries(row).every(([column, value]) => String(there?.[index]?.[column]) === String(value)),
    )
  )
}

/** Describes the difference between a stored row and the recorded item. Returns null when they are equal. */
function describeDifference(item: Item, row: ContentRow | undefined): string | null {
  const state = row === undefined ? 'gone' : row.deletedAt === null ? 'live' : 'bin'
  if (state !== item.state) return `${item.resource} ${item.id} is ${state}, not ${item.state}`
  if (row === undefined) return null
  if (row.version !== item.version)
    return `${item.resource} ${item.id} has version ${row.version}, not ${item.version}`
  for (const [name, value] of Object.entries(item.fields))
    if (!matchesSentValue(item.resource, name, value, row[name]))
      return `${item.resource} ${item.id}: ${name} is ${JSON.stringify(row[name])}, not ${JSON.stringify(value)}`
  return null
}

/** Returns the cookie of the first session, which the load never signs out. */
const findLastingCookie = ({ sessions }: Ledger): string => sessions[0]?.cookie ?? ''

/** The source (`utm_source`) of the visits that the load sends. */
export const SOURCE = 'stress'

export async function countVisits({ read }: Database): Promise<number> {
  const rows = await read.selectFrom('visits').select('count').where('source', '=', SOURCE).execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Returns the column that stores the marker of an item: a link that identifies the item when its request got no answer. */
const findMarkerColumn = (resource: ResourceName) =>
  resource === 'news'
    ? 'newsDescription'
    : resource === 'residents' || resource === 'agency'
      ? 'pressKit'
      : 'url'

export const createMarkerFields = (resource: ResourceName, marker: string) => ({
  [findMarkerColumn(resource)]: marker,
})

/**
 * Finds out whether the requests in doubt took effect, and records the result. Sends every second request that creates an
 * item again, like a browser after a lost answer.
 * @returns inconsistencies
 */
export async function resolveDoubts(ledger: Ledger, database: Database, origin: string): Promise<string[]> {
  const faults: string[] = []
  const { read } = database
  // The load represents many hours of use in a short time, so the hourly limits start again. All registrations become
  // confirmed, because the server drops unconfirmed ones in favour of newer ones.
  await database.write(async (tx) => {
    await tx.deleteFrom('throttles').execute()
    await tx.updateTable('users').set({ confirmedAt: 1 }).where('confirmedAt', 'is', null).execute()
  })
  let created = 0
  for (const pending of ledger.inDoubt) {
    if (pending.kind === 'create') {
      const { resource, marker, fields } = pending
      const find = async () =>
        (await read
          .selectFrom(resource as 'residents')
          .selectAll()
          .where(findMarkerColumn(resource) as 'pressKit', '=', marker)
          .execute()) as unknown as ContentRow[]
      if (created++ % 2 === 0) {
        const answer = await pending.repeat()
        if (answer.status !== 201)
          faults.push(`${answer.status} to a repeated ${resource}: ${await answer.text()}`)
        else await answer.arrayBuffer()
        if ((await find()).length !== 1)
          faults.push(`a repeated ${resource} was created ${(await find()).length} times`)
      }
      const rows = await find()
      if (rows.length > 1) faults.push(`${resource} ${marker} exists ${rows.length} times`)
      const [row] = rows
      if (row) {
        const item: Item = { resource, id: row.id, state: 'live', version: 1, fields }
        const difference = describeDifference(item, row)
        if (difference) faults.push(`not whole: ${difference}`)
        ledger.items.set(item.id, item)
      }
    } else if (pending.kind === 'change') {
      const rows = await Promise.all(pending.before.map((item) => findRow(database, item)))
      const differences = (items: Item[]) =>
        items.map((item, index) => describeDifference(item, rows[index])).filter(Boolean)
      const tookEffect = differences(pending.after).length === 0
      const hadNoEffect = differences(pending.before).length === 0
      if (!tookEffect && !hadNoEffect)
        faults.push(
          `done in part: ${[...differences(pending.before), ...differences(pending.after)].join('; ')}`,
        )
      for (const item of tookEffect ? pending.after : pending.before) ledger.items.set(item.id, item)
    } else if (pending.kind === 'message') {
      const { rows } = await sql`select 1 from "messages" where "body" = ${pending.marker}`.execute(read)
      if (rows.length > 1) faults.push(`message ${pending.marker} exists ${rows.length} times`)
      if (rows.length > 0) ledger.messages.add(pending.marker)
    } else if (pending.kind === 'registration') {
      const row = await read
        .selectFrom('users')
        .select('id')
        .where('email', '=', pending.email)
        .executeTakeFirst()
      if (row) ledger.registrations.add(pending.email)
    } else if (pending.kind === 'value') {
      const { key, to } = pending
      const before = ledger.values.get(key) ?? null
      const now = await readValue(key, { origin, cookie: findLastingCookie(ledger), database })
      // A user has at most three uploads. The server removes the oldest one when a further upload begins.
      const isReplacedUpload = now === null && (pending.laterUploads ?? 0) >= UPLOADS_PER_USER_MAX
      if (!isReplacedUpload && !isPossibleValue(now, before, to))
        faults.push(
          `${key} is ${now}, neither ${before} nor ${to}; later uploads: ${pending.laterUploads ?? 0}`,
        )
      ledger.values.set(key, now)
    }
  }
  // Sign-outs stay in doubt until findMissingWrites sends a request with the session, which shows whether the session has
  // ended.
  const endings = [...ledger.inDoubt].filter((pending) => pending.kind === 'ending')
  ledger.inDoubt.clear()
  for (const ending of endings) ledger.inDoubt.add(ending)
  return faults
}

/** @returns descriptions of confirmed writes that are missing or different */
export async function findMissingWrites(
  ledger: Ledger,
  database: Database,
  origin: string,
): Promise<string[]> {
  const faults = [...ledger.unexpectedAnswers.splice(0)]
  const { read } = database
  for (const [resource, items] of Map.groupBy(ledger.items.values(), ({ resource }) => resource)) {
    const rows = (await read
      .selectFrom(resource as 'residents')
      .selectAll()
      .execute()) as unknown as ContentRow[]
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const item of items) {
      const difference = describeDifference(item, byId.get(item.id))
      if (difference) faults.push(difference)
    }
    const known = new Set(items.map(({ id }) => id))
    for (const { id } of rows) if (!known.has(id)) faults.push(`${resource} ${id} was never requested`)
  }
  const messages = await sql<{ body: string }>`select "body" from "messages"`.execute(read)
  const bodies = messages.rows.map(({ body }) => body)
  for (const marker of ledger.messages)
    if (!bodies.includes(marker)) faults.push(`message ${marker} was accepted and is missing`)
  const emails = (await read.selectFrom('users').select('email').execute()).map(({ email }) => email)
  for (const email of ledger.registrations)
    if (!emails.includes(email)) faults.push(`${email} registered and is missing`)
  for (const [key, value] of ledger.values) {
    const now = await readValue(key, { origin, cookie: findLastingCookie(ledger), database })
    if (now !== value) faults.push(`${key} is ${now}, not ${value}`)
  }
  const visits = await countVisits(database)
  if (visits > ledger.visits) faults.push(`${visits} visits, of ${ledger.visits} that were sent`)

  const endingsInDoubt = [...ledger.inDoubt].flatMap((pending) =>
    pending.kind === 'ending' ? [pending.session] : [],
  )
  for (const session of ledger.sessions) {
    const { status } = await fetch(`${origin}/api/auth/sessions`, { headers: { Cookie: session.cookie } })
    if (endingsInDoubt.includes(session)) session.ended = status === 401
    else if (status !== (session.ended ? 401 : 200))
      faults.push(`a session that ${session.ended ? 'ended' : 'lives'} is answered with ${status}`)
  }
  ledger.inDoubt.clear()
  // An ended session has been checked once and is not checked again.
  ledger.sessions = ledger.sessions.filter(({ ended }) => !ended)
  return faults
}
