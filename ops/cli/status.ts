/** `./pulso status`: a glance at a club that runs or not. Changes nothing; what does not answer is told as that. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { connect, type Database } from '../../platform/db/connect.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { migrationsOf, NoClub, UnknownSchema } from '../../platform/db/schema.ts'
import { sqliteFile } from '../../platform/db/sqlite.ts'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import { openMedia } from '../../platform/media/server/open.ts'
import { createDeletionClock } from '../../platform/process/clock/deletion-clock.ts'
import { type Env, ownEnv } from '../../platform/process/env.ts'
import { spaceIn } from '../../platform/process/free-space.ts'
import { knownAddress, lastOpening } from '../../platform/process/known-address.ts'
import {
  freeRatio,
  judgeBackup,
  judgeDisk,
  judgeLeader,
  judgeMail,
} from '../../platform/process/warning-limits.ts'
import { within } from '../../platform/process/within.ts'
import type { Judgement } from '../../platform/shared/health-conditions.ts'
import { lastBackupAt, lastDaily } from '../backup/daily.ts'
import { amount, type Finding, reasonOf, SIGNS } from '../doctor/finding.ts'
import { readLeader } from '../leader.ts'
import { requireFile, unsuitability } from './database.ts'
import { EXIT, Failure } from './exit.ts'
import type { Say } from './say.ts'
import { version } from './version.ts'
import { doubtInWords, wallClock } from './words.ts'

/** What says nothing for so long does not answer. ms */
const PATIENCE_MS = 2_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What administrators are warned of is to be mended. */
const judged = (judgement: Judgement): Finding['state'] => (judgement === 'ok' ? 'good' : 'bad')

/** What is told of one part. */
interface Part {
  /** As programs know it. */
  name: 'server' | 'background' | 'database' | 'pictures' | 'mail' | 'backups' | 'clock' | 'disk' | 'upgrade'
  title: string
  says: string
  state: Finding['state']
  /** For programs. */
  facts: Record<string, unknown>
}

export async function runStatus(say: Say): Promise<number> {
  const env = ownEnv()
  const now = Date.now()
  if (env.databaseUrl === null) await requireFile(sqliteFile(env.dataDir), env.dataDir)
  const database = connect(env)
  const schema = await schemaOf(database)
  const unsuitable =
    schema.state === 'silent' ? null : await inTime(unsuitability(env.databaseUrl)).catch(() => null)
  // Of another version's tables nothing is asked.
  const read = schema.state === 'current' ? database : null
  const parts = await Promise.all([
    server(env, read),
    databaseOf(env, database, schema, unsuitable),
    pictures(env, read),
    read && mail(env, read, now),
    read && backups(env, read, now),
    read && clock(env, read),
    disk(env),
    read && upgrade(read),
  ])
  const [{ facts }] = parts
  const told = [...parts, read && (await background(read, now, facts.running === true))].filter(
    (part) => part !== null,
  )
  const width = Math.max(...told.map(({ title }) => title.length)) + 2
  for (const { title, says, state } of told) say.line(`${SIGNS[state]} ${title.padEnd(width)}${says}`)
  const toMend = told.filter(({ state }) => state === 'bad').map(({ name }) => name)
  if (toMend.length > 0) say.line('\nQué hacer: ./pulso doctor')
  say.document({
    version: version(),
    ...Object.fromEntries(told.map(({ name, facts }) => [name, facts])),
    toMend,
  })
  if (schema.state === 'older' || schema.state === 'newer') return EXIT.otherVersion
  return toMend.length > 0 ? EXIT.failed : EXIT.good
}

interface Schema {
  state: 'current' | 'older' | 'newer' | 'silent'
  /** The last migration that ran; null: not known. */
  migration: string | null
  reason: string | null
}

/** @throws NoClub */
async function schemaOf({ read }: Database): Promise<Schema> {
  try {
    const ran = await inTime(migrationsOf(read))
    const migration = ran.at(-1)
    if (migration === undefined) throw new NoClub()
    return { state: ran.length < migrationNames.length ? 'older' : 'current', migration, reason: null }
  } catch (error) {
    if (error instanceof NoClub) throw error
    if (error instanceof UnknownSchema) return { state: 'newer', migration: null, reason: null }
    return { state: 'silent', migration: null, reason: reasonOf(error) }
  }
}

const SCHEMAS: Record<Schema['state'], string> = {
  current: 'de esta versión',
  older: 'de una versión anterior: la actualiza el próximo arranque',
  newer: 'de una versión más nueva que este programa',
  silent: 'no contesta',
}

function databaseOf(env: Env, { dialect }: Database, schema: Schema, unsuitable: string | null): Part {
  const where = dialect === 'sqlite' ? `SQLite en ${env.dataDir}` : 'PostgreSQL'
  const why = schema.reason ?? schema.migration
  return {
    name: 'database',
    title: 'base de datos',
    says: `${where}, ${SCHEMAS[schema.state]}${why === null ? '' : ` (${why})`}${unsuitable === null ? '' : `. ${unsuitable}`}`,
    state: schema.state === 'current' && unsuitable === null ? 'good' : 'bad',
    facts: { kind: dialect, ...schema, unsuitable },
  }
}

/** A club that was stopped is nothing to mend. */
async function server(env: Env, database: Database | null): Promise<Part> {
  const known = database && (await inTime(knownAddress(database)).catch(() => null))
  const opening = database && (await inTime(lastOpening(database.read)).catch(() => null))
  const host = env.host === '0.0.0.0' ? '127.0.0.1' : env.host === '::' ? '::1' : env.host
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`
  const answers = await Promise.all([...new Set([own, known ?? own])].map(health))
  const [answer] = [...answers.filter(({ state }) => state !== 'stopped'), ...answers]
  const { address, state, build } = answer as Awaited<ReturnType<typeof health>>
  const since = opening && build === opening.build ? opening.at : null
  const lastOpened = opening?.at ?? null
  const says = {
    good: `anda en ${address}, versión ${version()}${since === null ? '' : `, desde el ${wallClock(since)}`}`,
    bad: `anda en ${address}, y dice que algo no está bien`,
    stopped: `no anda en ${own}${lastOpened === null ? '' : `; la última vez se abrió el ${wallClock(lastOpened)}`}`,
  }[state]
  return {
    name: 'server',
    title: 'club',
    says,
    state: state === 'stopped' ? 'warning' : state,
    facts: {
      running: state !== 'stopped',
      healthy: state === 'good',
      address,
      build,
      since: iso(since),
      lastOpened: iso(lastOpened),
    },
  }
}

/** A stopped club needs no leader. @param isRunning whether the club runs on this machine */
async function background({ read }: Database, now: number, isRunning: boolean): Promise<Part | null> {
  const leader = await inTime(readLeader(read)).catch(() => null)
  if (leader === null) return null
  const { host, pid, workedAt } = leader
  const isLate = judgeLeader(workedAt, { now }) !== 'ok'
  return {
    name: 'background',
    title: 'trabajo de fondo',
    says: `${isLate ? 'nadie lo hace; lo hacía' : 'lo hace'} ${host}, proceso ${pid}; la última vez, ${ago(workedAt, now)}`,
    state: !isLate ? 'good' : isRunning ? 'bad' : 'warning',
    facts: { host, pid, since: iso(leader.since), workedAt: iso(workedAt), late: isLate },
  }
}

async function health(
  address: string,
): Promise<{ address: string; state: 'good' | 'bad' | 'stopped'; build: string | null }> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { build = null } = (await response.json()) as { build?: string }
    return { address, state: response.ok ? 'good' : 'bad', build }
  } catch (error) {
    // Somebody is there, who does not answer, or not as a club does.
    const refused = error instanceof TypeError && error.cause !== undefined
    return { address, state: refused ? 'stopped' : 'bad', build: null }
  }
}

async function pictures({ mediaUrl }: Env, database: Database | null): Promise<Part> {
  const counted = database && (await inTime(countsOf(database)).catch(() => null))
  const failure = await inTime(
    isBucketUrl(mediaUrl)
      ? openMedia(mediaUrl).then((store) => store.ping())
      : access(mediaUrl, constants.R_OK | constants.W_OK),
  ).then(
    () => null,
    // The first picture makes the folder.
    (error: unknown) =>
      (counted?.files ?? 0) === 0 && (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? null
        : reasonOf(error),
  )
  const words = counted && `${amount(counted.files, 'archivo subido', 'archivos subidos')}`
  return {
    name: 'pictures',
    title: 'imágenes',
    says: [words, `en ${mediaUrl}`, failure && `no se puede usar (${failure})`].filter(Boolean).join(', '),
    state: failure === null ? 'good' : 'bad',
    facts: { where: mediaUrl, count: counted?.files ?? null, reason: failure },
  }
}

async function countsOf({ read }: Database): Promise<{ files: number }> {
  const { files } = await read
    .selectFrom('media')
    .select((row) => row.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return { files: Number(files) }
}

async function mail({ smtpUrl }: Env, { read }: Database, now: number): Promise<Part> {
  const row = await inTime(
    read
      .selectFrom('outbox')
      .select((of) => [of.fn.countAll<number>().as('waiting'), of.fn.min('createdAt').as('since')])
      .where('deliveredAt', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  const waiting = Number(row.waiting)
  const since = row.since === null ? null : Number(row.since)
  const queue =
    since === null
      ? 'nada por salir'
      : `${amount(waiting, 'por salir', 'por salir')}, lo más viejo de ${ago(since, now)}`
  return {
    name: 'mail',
    title: 'correo',
    says: smtpUrl === null ? 'sin SMTP_URL no sale ninguno' : queue,
    state: smtpUrl === null ? 'warning' : judged(judgeMail(since, { now })),
    facts: { delivers: smtpUrl !== null, waiting, since: iso(since) },
  }
}

async function backups(env: Env, { read }: Database, now: number): Promise<Part> {
  const places: ('here' | 'elsewhere')[] = env.backupTo === null ? ['here'] : ['here', 'elsewhere']
  const [at, { here, elsewhere }] = await inTime(Promise.all([lastBackupAt(read, places), lastDaily(read)]))
  const says = [
    here === null
      ? 'ninguna todavía; el club hace una por día mientras anda'
      : `la última de ${ago(here, now)}`,
    ...(env.backupTo === null
      ? []
      : [`en el segundo lugar, ${elsewhere === null ? 'ninguna todavía' : `de ${ago(elsewhere, now)}`}`]),
  ].join('; ')
  const state = at === null ? 'good' : judged(judgeBackup(at, { now }))
  const isMissing = here === null || (env.backupTo !== null && elsewhere === null)
  return {
    name: 'backups',
    title: 'copias diarias',
    says,
    state: state === 'good' && isMissing ? 'warning' : state,
    facts: { late: state === 'bad', last: iso(here), lastElsewhere: iso(elsewhere) },
  }
}

/** Reports the clock only while it is in doubt. */
async function clock(env: Env, database: Database): Promise<Part | null> {
  const log = { info: () => {}, warn: () => {} }
  const doubt = await inTime(createDeletionClock({ database, env, log, now: Date.now }).doubt())
  if (doubt === null) return null
  return {
    name: 'clock',
    title: 'reloj',
    says: `${doubtInWords(doubt)}: no se borra nada por viejo`,
    state: 'bad',
    facts: { inDoubt: true, contradictedBy: doubt.whose, aheadMs: doubt.by },
  }
}

async function disk({ dataDir }: Env): Promise<Part | null> {
  const space = await spaceIn(dataDir).catch(() => null)
  // PostgreSQL and a bucket, and nothing here yet.
  if (space === null) return null
  const gigabytes = (space.free / 1e9).toLocaleString('es-AR', { maximumFractionDigits: 1 })
  const share = freeRatio(space)
  return {
    name: 'disk',
    title: 'disco',
    says: `${gigabytes} GB libres (${Math.round(share * 100)} %) en ${dataDir}`,
    state: judged(judgeDisk(space)),
    facts: { where: dataDir, freeBytes: space.free, freeShare: share },
  }
}

async function upgrade({ read }: Database): Promise<Part | null> {
  const opening = await inTime(lastOpening(read))
  if (opening === null || opening.upgradedAt === null) return null
  return {
    name: 'upgrade',
    title: 'actualizado',
    says: `el ${wallClock(opening.upgradedAt)}`,
    state: 'good',
    facts: { at: iso(opening.upgradedAt) },
  }
}

/** @throws Failure when the work takes longer than PATIENCE_MS */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  within(PATIENCE_MS, work, () => {
    throw new Failure(`nadie contestó en ${PATIENCE_MS / 1000} segundos`)
  })

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const words = new Intl.RelativeTimeFormat('es-AR')

/** 'hace 3 horas' */
function ago(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  if (passed < HOUR_MS) return words.format(-Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < 2 * DAY_MS) return words.format(-Math.floor(passed / HOUR_MS), 'hour')
  return words.format(-Math.floor(passed / DAY_MS), 'day')
}
