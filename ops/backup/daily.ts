/**
 * A backup a day, by itself, in DATA_DIR/backups: the rows whole, the pictures shared by all of them in a folder beside
 * them, since a picture never changes. It is there for what people and programs spoil; for a disk that dies there is a
 * second place, BACKUP_TO.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../platform/db/connect.ts'
import { readSetting, replaceSetting } from '../../platform/db/settings.ts'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import { localMedia } from '../../platform/media/server/disk.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import { createBackgroundLoop } from '../../platform/process/background-loop.ts'
import type { DeletionTime } from '../../platform/process/clock/deletion-clock.ts'
import { freeSpaceIn } from '../../platform/process/free-space.ts'
import type { Log } from '../../platform/process/log.ts'
import type { SiteWords } from '../../platform/settings/server/site.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { type Entry, filesOf, names, pictureEntries } from './archive.ts'
import { folderTarget, openArchive, openTarget } from './archive-target.ts'
import { type ClubPlace, type CreatedBackup, createBackup, removeLeftovers } from './create.ts'
import { keyIn } from './key.ts'

/** Archives that go by themselves, and how many days they stay. */
const AGED = {
  daily: { pattern: /^daily-(\d{4}-\d{2}-\d{2})\.tar$/, days: 7 },
  upgrade: { pattern: /^upgrade-\d{4}_\w+-(\d{4}-\d{2}-\d{2})\.tar$/, days: 30 },
}
const DAY_MS = 24 * 3_600_000

/** How soon after the start the first look is, and how often after it: a club that restarts all the time is left alone. */
const FIRST_LOOK_MS = 5 * 60_000
const LOOK_MS = 10 * 60_000

/** A backup that was begun and not ended within this died with its process: somebody else may try. */
const PATIENCE_MS = 2 * 3_600_000

/** The rows of `settings` by which several processes, and machines, agree who does it. */
const CLAIM = 'daily-backup'
const CLAIM_ELSEWHERE = 'daily-backup-elsewhere'

interface Claim {
  /** YYYY-MM-DD */
  day: string
  /** ms since 1970 */
  startedAt: number
  doneAt: number | null
  /** When the last one before this was ended; null, and absent of rows that older versions wrote: not known. */
  lastDoneAt?: number | null
  /** When the first of all tries was begun; absent as above. */
  firstAt?: number
}

const lastSuccessOf = ({ doneAt, lastDoneAt = null }: Claim): number | null => doneAt ?? lastDoneAt
const firstTryOf = ({ firstAt, startedAt }: Claim): number => firstAt ?? startedAt

interface DailyOptions {
  place: ClubPlace
  /** A second place, and the file with the key that seals what goes there. */
  elsewhere?: { to: string; key: string | null } | null | undefined
  database: Database
  store: MediaStore
  site: Pick<SiteWords, 'all'>
  log: Pick<Log, 'info' | 'error' | 'warn'>
  now: () => number
  deletionTime: DeletionTime
  /** Bytes that are free; for tests. */
  free?: ((folder: string) => Promise<number>) | undefined
}

export interface DailyBackup {
  start(): void
  stop(): void
  /** Takes the backup of the day unless it is there, or another process is at it. @throws what stopped it */
  run(): Promise<CreatedBackup | null>
  /** The same for the second place; null too where there is none. It is an archive of its own, whole. */
  runElsewhere(): Promise<CreatedBackup | null>
}

/**
 * When the last daily backup was ended, of several places the one that is behind. Tries that fail do not count; where
 * none was ever ended, it is when the first was begun.
 * @returns ms since 1970; null before the first try
 */
export async function lastBackupAt(
  read: Database['read'],
  places: ('here' | 'elsewhere')[],
): Promise<number | null> {
  const held = await Promise.all(
    places.map((place) => readSetting(read, place === 'here' ? CLAIM : CLAIM_ELSEWHERE)),
  )
  const claims = held.flatMap((claim) => (claim === null ? [] : [JSON.parse(claim) as Claim]))
  return claims.length === 0
    ? null
    : Math.min(...claims.map((claim) => lastSuccessOf(claim) ?? firstTryOf(claim)))
}

/**
 * When the last daily backup of each place was ended, ms since 1970; null: none was yet, or none is taken there.
 */
export async function lastDaily(
  read: Database['read'],
): Promise<{ here: number | null; elsewhere: number | null }> {
  const [here = null, elsewhere = null] = await Promise.all(
    [CLAIM, CLAIM_ELSEWHERE].map(async (key) => {
      const held = await readSetting(read, key)
      return held === null ? null : lastSuccessOf(JSON.parse(held))
    }),
  )
  return { here, elsewhere }
}

export const backupsFolder = ({ dataDir }: Pick<ClubPlace, 'dataDir'>): string => join(dataDir, 'backups')

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

export function createDailyBackup(options: DailyOptions): DailyBackup {
  const { place, elsewhere = null, database, store, site, log, now, deletionTime, free } = options
  const folder = backupsFolder(place)

  /** The day begins when the night ends (08:00): nobody dances, nobody uploads flyers. */
  const dayAt = async (at: number) => currentNight(new Date(at), (await site.all()).identity.timeZone)
  const today = () => dayAt(now())

  async function claim(key: string, day: string): Promise<Claim | null> {
    return database.write(async (tx) => {
      const held = await readSetting(tx, key)
      const last = held === null ? null : (JSON.parse(held) as Claim)
      const isTaken = last?.day === day && (last.doneAt !== null || last.startedAt > now() - PATIENCE_MS)
      if (isTaken) return null
      const wanted: Claim = {
        day,
        startedAt: now(),
        doneAt: null,
        lastDoneAt: last && lastSuccessOf(last),
        firstAt: last ? firstTryOf(last) : now(),
      }
      // Whoever read the same a moment ago finds another value now.
      return (await replaceSetting(tx, key, held, JSON.stringify(wanted))) ? wanted : null
    })
  }

  const settle = (key: string, claimed: Claim) =>
    database.write((tx) =>
      replaceSetting(tx, key, JSON.stringify(claimed), JSON.stringify({ ...claimed, doneAt: now() })),
    )

  async function run(): Promise<CreatedBackup | null> {
    const day = await today()
    const claimed = await claim(CLAIM, day)
    if (!claimed) return null
    await mkdir(folder, { recursive: true })
    const at = await deletionTime()
    if (at !== null) await removeLeftovers(folder, at)
    const freeSpace = freeSpaceIn(folder, free)
    const pool = localMedia(join(folder, 'media'))
    const taken = await createBackup({
      club: place,
      store,
      target: folderTarget(folder, freeSpace),
      name: `daily-${day}.tar`,
      beside: {
        pool,
        from: isBucketUrl(place.mediaUrl) ? null : localMedia(place.mediaUrl),
        known: await picturesOf(await newestOf(folder)).catch(() => new Map()),
      },
      freeSpace,
      now,
    })
    await settle(CLAIM, claimed)
    // One that nobody can read any more, say: nothing goes then.
    await prune().catch((error: unknown) => log.warn({ error }, 'old backups could not be removed'))
    return taken
  }

  /** Nothing is ever removed there: the key that we hold need not be able to, and so nobody who takes it from us is. */
  async function runElsewhere(): Promise<CreatedBackup | null> {
    if (elsewhere === null) return null
    const day = await today()
    const claimed = await claim(CLAIM_ELSEWHERE, day)
    if (!claimed) return null
    const taken = await createBackup({
      club: place,
      store,
      target: await openTarget(elsewhere.to),
      name: `daily-${day}.tar`,
      passphrase: elsewhere.key === null ? null : await keyIn(elsewhere.key),
      now,
    })
    await settle(CLAIM_ELSEWHERE, claimed)
    return taken
  }

  /** Only after a new one is safe: what cannot be backed up any more keeps its last backups. */
  async function prune() {
    const at = await deletionTime()
    if (at === null) return
    const thisDay = await dayAt(at)
    for (const name of await readdir(folder)) {
      const aged = Object.values(AGED).find(({ pattern }) => pattern.test(name))
      const day = aged?.pattern.exec(name)?.[1]
      if (aged && day !== undefined && day <= daysBefore(thisDay, aged.days)) await rm(join(folder, name))
    }
    const wanted = new Set<string>()
    for (const path of await dailyArchives(folder))
      for (const name of (await picturesOf(path)).keys()) wanted.add(name)
    const pool = localMedia(join(folder, 'media'))
    for await (const name of pool.list(Number.POSITIVE_INFINITY))
      if (!wanted.has(name)) await pool.remove(name)
    await pool.tidy(at)
  }

  const look = () =>
    run()
      .then((taken) => {
        if (taken === null) return
        const { tables, pictures } = taken.manifest
        log.info({ where: taken.where, pictures: pictures.count }, 'daily backup taken')
        if (pictures.missing.length > 0)
          log.error({ missing: pictures.missing.slice(0, 20), tables }, 'pictures that rows name are missing')
      })
      .catch((error: unknown) =>
        log.error({ error }, 'the daily backup failed; the next try is in two hours'),
      )
      .then(runElsewhere)
      .then((taken) => {
        if (taken !== null) log.info({ where: taken.where }, 'daily backup taken to the second place')
      })
      .catch((error: unknown) =>
        log.error({ error }, 'the daily backup did not reach the second place; the next try is in two hours'),
      )

  const loop = createBackgroundLoop({
    firstAfterMs: FIRST_LOOK_MS,
    async runOnce() {
      await look()
      return LOOK_MS
    },
    onError: () => LOOK_MS,
  })

  return {
    start: loop.start,
    stop() {
      // One that is under way leaves nothing half done when the process ends: files get their names when they are whole.
      void loop.stop()
    },
    run,
    runElsewhere,
  }
}

/** Archives in the folder of the backups whose pictures lie beside them. */
const dailyArchives = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => AGED.daily.pattern.test(name))
    .sort()
    .map((name) => join(folder, name))

const newestOf = async (folder: string): Promise<string | undefined> => (await dailyArchives(folder)).at(-1)

/** The pictures that an archive lists; none where it cannot be read. */
async function picturesOf(path: string | undefined): Promise<Map<string, Entry>> {
  const pictures = new Map<string, Entry>()
  if (path === undefined) return pictures
  for await (const file of filesOf(await openArchive(path), null)) {
    if (file.name !== names.pictures) continue
    for await (const entry of pictureEntries(file.content)) pictures.set(entry.name, entry)
  }
  return pictures
}
