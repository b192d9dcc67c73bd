/**
 * Detects a database and a media store of different clubs. Both have the random id of their club. The start and each sweep
 * compare the ids before they remove anything.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { isUnusedClub } from '../../db/load.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'
import { getSqlitePath } from '../../db/sqlite.ts'
import type { Tables } from '../../db/tables.ts'
import { type Env, EnvError } from '../../process/env.ts'
import type { Log } from '../../process/log.ts'
import { StorageFull, StoreUnavailable } from '../../process/storage-errors.ts'
import { waitAtMost } from '../../process/wait-at-most.ts'
import { countRows, findIdsWithoutRow } from './media-rows.ts'
import { isClubId, type MediaStore } from './store.ts'
import { parseFileName } from './variants.ts'

/** Key of the id in the table `settings`. A backup contains it, and a restore writes it into the store. */
export const CLUB_ID = 'club-id'

export interface FileCount {
  /** Number of files that no row of the database names. */
  strays: number
  files: number
}

/** Smallest number of files without a row that may be suspicious. Several lost uploads leave fewer. */
const STRAYS_MIN = 20
const STRAYS_SHARE = 0.1

/**
 * True when the files without a row are so many that the database probably belongs to another club, or lost rows. A sweep
 * deletes the row of an unused picture just before its files, so the sweep itself leaves no files without a row.
 */
export const isSuspicious = ({ strays, files }: FileCount): boolean =>
  strays >= STRAYS_MIN && strays > files * STRAYS_SHARE

/**
 * `same`: one club. `join`: the side without an id takes the id of the other side. `foreign`: two clubs. `held-back`: one
 * club, but so many files have no row that the database probably lost rows.
 */
type Verdict = 'same' | 'join' | 'foreign' | 'held-back'

export interface StoreFacts extends FileCount {
  databaseId: string | null
  storeId: string | null
  /** See `isUnusedClub`. Only used when the database has no id. */
  isUnused: boolean
  /** Number of pictures, films and sounds in the database. Only used when the store has no id. */
  rows: number
}

export function assessStore({ databaseId, storeId, isUnused, rows, ...count }: StoreFacts): Verdict {
  // An empty store beside a club with pictures is a wrong or unmounted one.
  if (storeId === null && count.files === 0 && rows >= STRAYS_MIN) return 'foreign'
  if (databaseId !== null && storeId !== null && databaseId !== storeId) return 'foreign'
  if (databaseId === null && storeId !== null && isUnused) return 'foreign'
  const isMarked = databaseId !== null && storeId !== null
  if (isSuspicious(count)) return isMarked ? 'held-back' : 'foreign'
  return isMarked ? 'same' : 'join'
}

interface Sides {
  database: Database
  store: MediaStore
}

export interface Examination extends StoreFacts {
  verdict: Verdict
}

/**
 * Compares a database and a store, and changes neither.
 * @param counted files that the caller has counted. If an id is missing, all files are counted instead
 * @param readOwner reads the id of the store, perhaps with a time limit
 * @throws StoreUnavailable
 */
export async function examineStore(
  { database, store }: Sides,
  counted: FileCount = { strays: 0, files: 0 },
  readOwner = store.readOwner,
): Promise<Examination> {
  const storeId = await readOwner()
  const databaseId = await readClubId(database.read)
  const isUnused = databaseId === null && (await isUnusedClub(database))
  // An empty database beside a store with an id is foreign whatever the store contains, so the store is not listed.
  const isDecided = storeId !== null && (databaseId !== null || isUnused)
  const { strays, files } = isDecided ? counted : await findStrays({ database, store })
  const rows = storeId === null ? await countRows(database.read) : 0
  const facts = { databaseId, storeId, isUnused, rows, strays, files }
  return { ...facts, verdict: assessStore(facts) }
}

/** Like `examineStore`, but stores the id where it is missing. @returns never the verdict `join` */
export async function examineAndJoin(
  sides: Sides,
  counted?: FileCount,
  readOwner?: MediaStore['readOwner'],
): Promise<Examination> {
  const examined = await examineStore(sides, counted, readOwner)
  if (examined.verdict !== 'join') return examined
  const { database, store } = sides
  const databaseId = await database.write((tx) => ensureClubId(tx, examined.storeId))
  const facts = { ...examined, ...counted, databaseId, storeId: await store.claim(databaseId) }
  return { ...facts, verdict: assessStore(facts) }
}

/** Returns the id in the database. null until the first start that reached the store. */
export async function readClubId(db: Kysely<Tables>): Promise<string | null> {
  return toClubId(await readSetting(db, CLUB_ID))
}

const toClubId = (value: string | null): string | null => (value !== null && isClubId(value) ? value : null)

/**
 * Returns the id in the database. If it has none, stores one. Of two processes at once, both return the same id.
 * @param id null for a new one
 */
export async function ensureClubId(tx: Kysely<Tables>, id: string | null): Promise<string> {
  // Read once: a second read could return the id that another process has stored meanwhile, and replace it.
  const before = await readSetting(tx, CLUB_ID)
  const stored = toClubId(before)
  if (stored !== null) return stored
  await replaceSetting(tx, CLUB_ID, before, id ?? randomUUID())
  return (await readSetting(tx, CLUB_ID)) as string
}

/**
 * Finds the files that no row names.
 * @param writtenBefore leaves out younger files. ms since 1970
 * @returns also `byId`, the files of each id
 * @throws StoreUnavailable
 */
export async function findStrays({ database, store }: Sides, writtenBefore = Number.POSITIVE_INFINITY) {
  const names = await Array.fromAsync(store.list(writtenBefore)).catch((error: unknown) => {
    throw new StoreUnavailable(error)
  })
  const { byId, unnamed } = await groupFiles(database, names)
  const countFiles = (of: Iterable<string>) =>
    [...of].reduce((sum, id) => sum + (byId.get(id)?.length ?? 0), 0)
  return { byId, unnamed, strays: countFiles(unnamed), files: countFiles(byId.keys()) }
}

/** Groups files by the id in their names. Other names are left out. @returns also `unnamed`, the ids without a row */
export async function groupFiles({ read }: Pick<Database, 'read'>, names: string[]) {
  const byId = new Map<string, string[]>()
  for (const [id, files] of Map.groupBy(names, parseFileName)) if (id !== null) byId.set(id, files)
  return { byId, unnamed: await findIdsWithoutRow(read, [...byId.keys()]) }
}

/** Thrown when database and store belong to different clubs. The message has two Spanish lines without a secret. */
export class ForeignStore extends EnvError {
  override name = 'ForeignStore'
  constructor(place: Place, examined: Examination) {
    super(`${describeForeign(place, examined)} No se borró nada.\n${FOREIGN_MEND}`)
  }
}

type Place = Pick<Env, 'databaseUrl' | 'dataDir' | 'mediaUrl'>

export const FOREIGN_MEND =
  'Si alguna no es la de este club, o falta montar un disco, corregí DATABASE_URL, DATA_DIR o MEDIA_URL. Si está bien así: ./pulso media join dice qué pasaría, y con --yes las une.'

export function describeForeign(place: Place, facts: StoreFacts): string {
  const { databaseId, storeId, isUnused, files, rows, strays } = facts
  const database = isUnused ? 'vacía' : describeId(databaseId)
  if (storeId === null && files === 0)
    return `En ${place.mediaUrl} no hay ningún archivo, y la base de datos (${describeDatabase(place)}, ${database}) tiene ${rows} imágenes, films y audios.`
  const store = storeId === null ? `con ${strays} archivos que esa base no conoce` : describeId(storeId)
  return `La base de datos (${describeDatabase(place)}, ${database}) y las imágenes (${place.mediaUrl}, ${store}) no son del mismo club.`
}

/** Describes an id in Spanish. Its first 8 characters distinguish two clubs. */
export const describeId = (id: string | null): string =>
  id === null ? 'sin marca' : `del club ${id.slice(0, 8)}`

/** Returns the path or the address of the database, without password and parameters. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return getSqlitePath(dataDir)
  const url = URL.parse(databaseUrl)
  return url === null ? 'PostgreSQL' : `${url.protocol}//${url.host}${url.pathname}`
}

/** Time for which the start waits for the id in the store. ms */
const OWNER_MS = 5_000

/**
 * Requires that database and store belong to one club. If the store does not answer, returns: the sweep compares them later.
 * @throws ForeignStore
 */
export async function requireOwnStore(
  sides: Sides & { place: Place; log: Pick<Log, 'warn'> },
  patienceMs = OWNER_MS,
): Promise<void> {
  const { store, place, log } = sides
  const readOwner = () =>
    waitAtMost(patienceMs, store.readOwner(), () => {
      throw new StoreUnavailable(new Error(`no answer in ${patienceMs} ms`))
    })
  try {
    const examined = await examineAndJoin(sides, undefined, readOwner)
    if (examined.verdict === 'foreign') throw new ForeignStore(place, examined)
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof StorageFull)) throw error
    log.warn({ error }, 'media store could not be compared with the database; the next sweep compares them')
  }
}
