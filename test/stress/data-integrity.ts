/** Checks the consistency of a club's data: every reference has its target, and every counter is right. */
import { parse } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { listImageFields } from '../../platform/content/shared/fields.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../../platform/content/shared/resources.ts'
import { sortKey } from '../../platform/content/shared/titles.ts'
import type { Database } from '../../platform/db/connect.ts'
import { getSearchableWords, searchedTables } from '../../platform/db/search.ts'
import { findStoredGroup } from '../../platform/db/settings.ts'
import type { ContentRow } from '../../platform/db/tables.ts'
import { isStreamed, type MediaStore } from '../../platform/media/server/store.ts'
import { listFiles } from '../../platform/media/server/variants.ts'
import type { ReadAt } from '../../platform/media/worker/file-edits.ts'
import { judgeAudio } from '../../platform/media/worker/judge-audio.ts'
import { judgeFilm } from '../../platform/media/worker/judge-film.ts'
import { settingsGroups } from '../../platform/settings/shared/all-settings.ts'
import { settingsNames } from '../../platform/settings/shared/settings-names.ts'
import { fold } from '../../platform/shared/text/fold.ts'

type Row = Record<string, unknown>

const rows = async (database: Database, query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(database.read)).rows

const readItems = async ({ read }: Database, resource: ResourceName) =>
  (await read
    .selectFrom(resource as 'residents')
    .selectAll()
    .execute()) as unknown as ContentRow[]

/**
 * Sizes of media files by file name. A file with a known name and size is not checked again, because the content of a file
 * never changes.
 */
type CheckedFiles = Map<string, number>

/** @param seen files of earlier checks, which are not decoded again @returns a description of each inconsistency */
export async function findInconsistencies(
  database: Database,
  store: MediaStore,
  seen: CheckedFiles = new Map(),
): Promise<string[]> {
  const parts = await Promise.all([
    database.dialect === 'sqlite' ? checkDatabase(database) : [],
    checkCounters(database),
    checkKeys(database),
    checkSearchIndex(database),
    checkReferences(database),
    checkMails(database),
    checkMediaFiles(database, store, seen),
  ])
  return parts.flat()
}

async function checkDatabase(database: Database): Promise<string[]> {
  const integrity = await rows(database, sql`pragma integrity_check`)
  const orphans = await rows(database, sql`pragma foreign_key_check`)
  return [
    ...integrity.map(({ integrity_check: result }) => String(result)).filter((result) => result !== 'ok'),
    ...orphans.map((row) => `without its parent: ${JSON.stringify(row)}`),
  ]
}

async function checkCounters(database: Database): Promise<string[]> {
  const faults: string[] = []
  for (const resource of resourceNames) {
    const [counted] = await rows(
      database,
      sql`select count(*) as n from ${sql.table(resource)} where "deletedAt" is null`,
    )
    const [revision] = await rows(database, sql`select live from revisions where resource = ${resource}`)
    if (Number(counted?.n) !== Number(revision?.live))
      faults.push(`${counted?.n} live ${resource}, counted as ${revision?.live}`)
  }
  return faults
}

/** Compares the stored keys of a row (`titleKey`, `nameKey`) with the title from which they derive. */
async function checkKeys(database: Database): Promise<string[]> {
  const news = await database.read
    .selectFrom('news')
    .select(['id', 'newsTitle', 'titleKey', 'nameKey'])
    .execute()
  return news
    .filter(
      ({ newsTitle, titleKey, nameKey }) => titleKey !== fold(newsTitle) || nameKey !== sortKey(newsTitle),
    )
    .map(({ id }) => `news ${id} has the keys of another title`)
}

/** Checks that the search index has exactly the words of each row, and no entry for a missing row. */
async function checkSearchIndex(database: Database): Promise<string[]> {
  const faults: string[] = []
  for (const [name, declaration] of Object.entries(searchedTables)) {
    const all = await rows(database, sql`select * from ${sql.table(name)}`)
    const wanted = new Map(
      all
        .filter((row) => row.deletedAt == null)
        .map((row) => [Number(row.seq), getSearchableWords(declaration, row).split(' ').sort().join(' ')]),
    )
    const indexed = await readIndexedWords(database, name)
    for (const [seq, words] of wanted)
      if (indexed.get(seq) !== words) faults.push(`${name} ${seq} is indexed with wrong words`)
    for (const seq of indexed.keys())
      if (!wanted.has(seq)) faults.push(`${name} ${seq} is indexed and does not exist`)
  }
  return faults
}

async function readIndexedWords(database: Database, name: string): Promise<Map<number, string>> {
  const words = new Map<number, string[]>()
  if (database.dialect === 'postgres') {
    for (const { seq, terms } of await rows(
      database,
      sql`select seq, tsvector_to_array(words) as terms from ${sql.table(name)} where words is not null`,
    ))
      words.set(Number(seq), terms as string[])
  } else {
    const vocabulary = sql.table(`${name}Vocabulary`)
    await sql`create virtual table if not exists temp.${vocabulary} using fts5vocab('main', ${sql.lit(`${name}Words`)}, 'instance')`.execute(
      database.read,
    )
    for (const { doc, term } of await rows(database, sql`select doc, term from temp.${vocabulary}`))
      words.set(Number(doc), [...(words.get(Number(doc)) ?? []), String(term)])
  }
  return new Map([...words].map(([seq, terms]) => [seq, terms.sort().join(' ')]))
}

/**
 * Returns the id in a media address. The name of a picture is its id. The path of a film or an audio file contains the id.
 */
const parseId = (cell: unknown): string => parse(String(cell)).name

/**
 * Checks that each used picture, film or audio file has a reference. The users are rows, including those in the trash,
 * settings groups, and versions in the audit log.
 */
async function checkReferences(database: Database): Promise<string[]> {
  const faults: string[] = []
  const { read } = database
  const stored = new Set((await read.selectFrom('media').select('id').execute()).map(({ id }) => id))
  const references = new Set(
    (await read.selectFrom('mediaRefs').selectAll().execute()).map(
      ({ mediaId, itemId }) => `${mediaId} ${itemId}`,
    ),
  )
  const usedFiles: { id: string; user: string }[] = []
  for (const resource of resourceNames) {
    // An optional field without a value is null.
    const { fields } = getDeclaration(resource)
    const fileFields = Object.keys(fields).filter((name) =>
      ['image', 'audio'].includes(String(fields[name]?.kind)),
    )
    for (const row of await readItems(database, resource))
      for (const field of fileFields)
        if (row[field] !== null) usedFiles.push({ id: parseId(row[field]), user: row.id })
  }
  for (const { id, resource, changes } of await read.selectFrom('history').selectAll().execute()) {
    if (!resourceNames.includes(resource as ResourceName)) continue
    const changedValues = JSON.parse(changes) as Record<string, (string | null)[]>
    for (const field of listImageFields(getDeclaration(resource as ResourceName)))
      for (const picture of changedValues[field] ?? []) if (picture) usedFiles.push({ id: picture, user: id })
  }
  for (const name of settingsNames) {
    const { said } = await findStoredGroup(read, name)
    for (const [field, { kind }] of Object.entries(settingsGroups[name].fields))
      if (['image', 'film'].includes(kind) && said[field])
        usedFiles.push({ id: parseId(said[field]), user: name })
  }
  for (const { id, user } of usedFiles) {
    if (!stored.has(id)) faults.push(`${user} uses file ${id}, which is not stored`)
    if (!references.has(`${id} ${user}`)) faults.push(`file ${id} has no reference from ${user}`)
  }
  return faults
}

/** Checks that the outbox has a mail for each message. */
async function checkMails(database: Database): Promise<string[]> {
  const unmailed = await rows(
    database,
    sql`select id from messages where not exists (select 1 from outbox where outbox."messageId" = messages.id)`,
  )
  return unmailed.map(({ id }) => `message ${id} has no mail`)
}

/** @param storedSize the length in the row of the file. Null when the row has none. Bytes */
async function isPlayable(
  name: string,
  size: number,
  storedSize: number | null,
  store: MediaStore,
): Promise<boolean> {
  const bytes = Buffer.from((await store.read(name)) ?? [])
  const read: ReadAt = async (at, length) => bytes.subarray(at, at + length)
  const verdict = name.endsWith('.mp4') ? await judgeFilm(read, size) : await judgeAudio(read, size)
  return verdict.ok && (storedSize === null || Number(storedSize) === size)
}

async function checkMediaFiles(database: Database, store: MediaStore, seen: CheckedFiles): Promise<string[]> {
  const faults: string[] = []
  for (const row of await database.read.selectFrom('media').selectAll().execute()) {
    for (const name of listFiles(row)) {
      const size = await store.size(name)
      if (size === null) faults.push(`${name} is missing`)
      else if (isStreamed(name)) {
        if (seen.get(name) !== size && !(await isPlayable(name, size, row.bytes, store)))
          faults.push(`${name} is not whole`)
        seen.set(name, size)
      } else if (seen.get(name) !== size) {
        const bytes = (await store.read(name)) as Uint8Array
        const wanted = Number(/-(\d+)\./.exec(name)?.[1])
        const got = await sharp(bytes)
          .raw()
          .toBuffer({ resolveWithObject: true })
          .then(
            ({ info }) => info.width,
            () => null,
          )
        if (got !== wanted) faults.push(`${name} is ${got === null ? 'no picture' : `${got} px wide`}`)
        else seen.set(name, size)
      }
    }
  }
  return faults
}
