/**
 * Makes the daily backup of a running club in DATA_DIR/backups: all rows, and a folder of pictures that all daily backups
 * share, because a picture never changes. It protects from mistakes of people and programs. BACKUP_TO names a second place,
 * which protects from a broken disk.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DeletionTime } from '../../platform/clock/deletion-clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { readSetting, replaceSetting } from '../../platform/db/settings.ts'
import { type LocalMedia, openLocalMedia } from '../../platform/media/server/local-media.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import { readClubId } from '../../platform/media/server/store-owner.ts'
import { createBackgroundLoop } from '../../platform/process/background-loop.ts'
import { isBucketUrl } from '../../platform/process/bucket-url.ts'
import { createFreeSpace } from '../../platform/process/free-space.ts'
import type { Log } from '../../platform/process/log.ts'
import type { SettingsService } from '../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { ARCHIVE_NAMES, type Entry, parsePictureEntries, readArchiveFiles } from './archive-format.ts'
import { openArchive, openFolderTarget, openTarget } from './archive-target.ts'
import { type ClubPlace, type CreatedBackup, createBackup, removeLeftovers } from './create-backup.ts'
import { readKeyFile } from './encryption.ts'

/**
 * Retention of each kind of archive. Archives of `./pulso backup` have other names and stay. `upgrade-…` is the name of
 * backup-before-upgrade.ts and of deploy/club.sh.
 */
const RETENTION = {
  daily: { pattern: /^daily-(\d{4}-\d{2}-\d{2})\.tar$/, days: 7 },
  upgrade: { pattern: /^upgrade-\w+-(\d{4}-\d{2}-\d{2})\.tar$/, days: 30 },
}
const DAY_MS = 24 * 3_600_000

/** Delay of the first check, so that a club that restarts all the time makes no backup each time. ms */
const FIRST_RUN_MS = 5 * 60_000
const RUN_EVERY_MS = 10 * 60_000

/** Time after which the process of an unfinished backup counts as ended. Another process may then try. ms */
const CLAIM_TIMEOUT_MS = 2 * 3_600_000

/** Keys of `settings` with the claims. With a claim, several processes and machines agree which one makes the backup. */
const CLAIM = 'daily-backup'
const CLAIM_ELSEWHERE = 'daily-backup-elsewhere'

interface Claim {
  /** Day of the backup, YYYY-MM-DD */
  day: string
  /** Start of the attempt. ms since 1970 */
  startedAt: number
  doneAt: number | null
  /**
   * Time at which the backup before this one was finished. ms since 1970. null, or absent in rows of older versions, when
   * unknown
   */
  lastDoneAt?: number | null
  /** Start of the first attempt of all. ms since 1970 */
  firstAt?: number
}

const findLastSuccess = ({ doneAt, lastDoneAt = null }: Claim): number | null => doneAt ?? lastDoneAt
const findFirstAttempt = ({ firstAt, startedAt }: Claim): number => firstAt ?? startedAt

interface DailyOptions {
  place: ClubPlace
  /** The second place, and the file with the key that encrypts its archives. */
  elsewhere?: { to: string; key: string | null } | null | undefined
  database: Database
  store: MediaStore
  settings: Pick<SettingsService, 'all'>
  log: Pick<Log, 'info' | 'error' | 'warn'>
  now: () => number
  deletionTime: DeletionTime
  /** Replaces the free bytes of the disk. Only for tests. */
  free?: ((folder: string) => Promise<number>) | undefined
}

export interface DailyBackup {
  start(): void
  stop(): void
  /** Makes the backup of the day, unless it exists or another process makes it. @throws the error that prevented it */
  run(): Promise<CreatedBackup | null>
  /**
   * Makes a complete archive in the second place. null when there is none, when the archive exists, or when another process
   * makes it
   */
  runElsewhere(): Promise<CreatedBackup | null>
}

/**
 * Returns when the last daily backup was finished. With two places, the older of their times counts. A place without any
 * success counts with the time of its first attempt.
 * @returns ms since 1970; null before the first attempt
 */
export async function readOldestBackupTime(
  read: Database['read'],
  places: ('here' | 'elsewhere')[],
): Promise<number | null> {
  const held = await Promise.all(
    places.map((place) => readSetting(read, place === 'here' ? CLAIM : CLAIM_ELSEWHERE)),
  )
  const claims = held.flatMap((claim) => (claim === null ? [] : [JSON.parse(claim) as Claim]))
  return claims.length === 0
    ? null
    : Math.min(...claims.map((claim) => findLastSuccess(claim) ?? findFirstAttempt(claim)))
}

/** Returns when the last daily backup of each place was finished. ms since 1970. null: never */
export async function readLastDailyBackups(
  read: Database['read'],
): Promise<{ here: number | null; elsewhere: number | null }> {
  const [here = null, elsewhere = null] = await Promise.all(
    [CLAIM, CLAIM_ELSEWHERE].map(async (key) => {
      const held = await readSetting(read, key)
      return held === null ? null : findLastSuccess(JSON.parse(held))
    }),
  )
  return { here, elsewhere }
}

export const backupsFolder = ({ dataDir }: Pick<ClubPlace, 'dataDir'>): string => join(dataDir, 'backups')

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

export function createDailyBackup(options: DailyOptions): DailyBackup {
  const { place, elsewhere = null, database, store, settings, log, now, deletionTime, free } = options
  const folder = backupsFolder(place)
  /** Opens the folder for pictures. Only a backup does this, because it creates the folder. */
  const openPool = () => openLocalMedia(join(folder, 'media'))

  /** Returns the day of a backup. It begins when the night ends (08:00), a time without uploads. */
  const computeBackupDay = async (at: number) =>
    currentNight(new Date(at), (await settings.all()).identity.timeZone)

  /** Claims the backup and makes it. @param make creates the archive of the day, YYYY-MM-DD */
  async function runClaimed(
    key: string,
    make: (day: string) => Promise<CreatedBackup>,
  ): Promise<CreatedBackup | null> {
    const day = await computeBackupDay(now())
    const claim = await claimDay(database, key, day, now())
    if (!claim) return null
    const created = await make(day)
    await database.write((tx) =>
      replaceSetting(tx, key, JSON.stringify(claim), JSON.stringify({ ...claim, doneAt: now() })),
    )
    return created
  }

  async function run(): Promise<CreatedBackup | null> {
    const created = await runClaimed(CLAIM, async (day) => {
      await mkdir(folder, { recursive: true })
      const at = await deletionTime()
      if (at !== null) await removeLeftovers(folder, at)
      return createBackup({
        club: place,
        store,
        target: openFolderTarget(folder, createFreeSpace(folder, free)),
        name: `daily-${day}.tar`,
        beside: {
          pool: openPool(),
          from: isBucketUrl(place.mediaUrl) ? null : openLocalMedia(place.mediaUrl),
          known: await readPictureList(await findNewestArchive(folder)).catch(() => new Map()),
        },
        now,
      })
    })
    // Pictures are removed only when all archives can be read, because an unreadable archive may need any of them.
    if (created)
      await prune().catch((error: unknown) => log.warn({ error }, 'old backups could not be removed'))
    return created
  }

  /**
   * Stores an archive in the second place. It never deletes archives there, so its key needs only the right to put, and a
   * thief of this key cannot erase backups.
   */
  async function runElsewhere(): Promise<CreatedBackup | null> {
    if (elsewhere === null) return null
    return runClaimed(CLAIM_ELSEWHERE, async () =>
      createBackup({
        club: place,
        store,
        target: await openTarget(elsewhere.to),
        name: nameElsewhere('daily', await readClubId(database.read), hostname(), new Date(now())),
        passphrase: elsewhere.key === null ? null : await readKeyFile(elsewhere.key),
        now,
      }),
    )
  }

  /** Deletes old archives. It runs after a new backup, so a club that cannot make backups keeps its last ones. */
  async function prune() {
    const at = await deletionTime()
    if (at === null) return
    await removeExpired(folder, await computeBackupDay(at))
    const pool = openPool()
    await removeUnlistedPictures(pool, folder)
    await pool.tidy(at)
  }

  const loop = createBackgroundLoop({
    firstAfterMs: FIRST_RUN_MS,
    async runOnce() {
      await run()
        .then((created) => created && logCreated(log, created))
        .catch((error: unknown) => log.error({ error }, 'daily backup failed; next attempt in two hours'))
      await runElsewhere()
        .then(
          (created) =>
            created && log.info({ where: created.where }, 'daily backup stored in the second place'),
        )
        .catch((error: unknown) =>
          log.error({ error }, 'daily backup in the second place failed; next attempt in two hours'),
        )
      return RUN_EVERY_MS
    },
    onError: () => RUN_EVERY_MS,
  })

  return {
    start: loop.start,
    // A backup that is under way is not awaited: its file gets its name only when it is complete.
    stop: () => void loop.stop(),
    run,
    runElsewhere,
  }
}

/** Limit of the host in a name. A host name has at most 253 characters (RFC 1035, 2.3.4). */
const HOST_MAX = 40

/**
 * Names an archive in a place that is not the club's own folder. Several clubs, and copies of a club on other machines, may share that place.
 * @param clubId null before the database has an id
 */
export function nameElsewhere(kind: 'daily' | 'club', clubId: string | null, host: string, at: Date): string {
  const time = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  const machine = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, HOST_MAX)
  return `${kind}-${clubId?.slice(0, 8) ?? 'unmarked'}-${machine}-${time}.tar`
}

/** Claims the backup of a day. @returns null if it exists, or another process makes it */
async function claimDay(database: Database, key: string, day: string, now: number): Promise<Claim | null> {
  return database.write(async (tx) => {
    const held = await readSetting(tx, key)
    const last = held === null ? null : (JSON.parse(held) as Claim)
    const isTaken = last?.day === day && (last.doneAt !== null || last.startedAt > now - CLAIM_TIMEOUT_MS)
    if (isTaken) return null
    const claim: Claim = {
      day,
      startedAt: now,
      doneAt: null,
      lastDoneAt: last && findLastSuccess(last),
      firstAt: last ? findFirstAttempt(last) : now,
    }
    // The write fails if another process has replaced the row meanwhile.
    return (await replaceSetting(tx, key, held, JSON.stringify(claim))) ? claim : null
  })
}

function logCreated(log: DailyOptions['log'], { where, manifest: { tables, pictures } }: CreatedBackup) {
  log.info({ where, pictures: pictures.count }, 'daily backup stored')
  if (pictures.missing.length > 0)
    log.error({ missing: pictures.missing.slice(0, 20), tables }, 'pictures that rows refer to are missing')
}

async function removeExpired(folder: string, today: string) {
  for (const name of await readdir(folder)) {
    const aged = Object.values(RETENTION).find(({ pattern }) => pattern.test(name))
    const day = aged?.pattern.exec(name)?.[1]
    if (aged && day !== undefined && day <= daysBefore(today, aged.days)) await rm(join(folder, name))
  }
}

/** Removes the pictures that no archive of the folder lists. */
async function removeUnlistedPictures(pool: LocalMedia, folder: string) {
  const wanted = new Set<string>()
  for (const path of await listDailyArchives(folder))
    for (const name of (await readPictureList(path)).keys()) wanted.add(name)
  for await (const name of pool.list(Number.POSITIVE_INFINITY)) if (!wanted.has(name)) await pool.remove(name)
}

/** Lists the archives whose pictures are in the shared folder, oldest first. */
const listDailyArchives = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => RETENTION.daily.pattern.test(name))
    .sort()
    .map((name) => join(folder, name))

const findNewestArchive = async (folder: string): Promise<string | undefined> =>
  (await listDailyArchives(folder)).at(-1)

/** Reads the pictures that an archive lists, by name. @throws BrokenArchive */
async function readPictureList(path: string | undefined): Promise<Map<string, Entry>> {
  const pictures = new Map<string, Entry>()
  if (path === undefined) return pictures
  for await (const file of readArchiveFiles(await openArchive(path), null)) {
    if (file.name !== ARCHIVE_NAMES.pictures) continue
    for await (const entry of parsePictureEntries(file.content)) pictures.set(entry.name, entry)
  }
  return pictures
}
