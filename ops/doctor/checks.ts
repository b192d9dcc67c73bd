/** `./pulso doctor`: looks at every part of a club, running or not, changes nothing, and says what to mend. */
import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import type { Database } from '../../platform/db/connect.ts'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import { localMedia } from '../../platform/media/server/disk.ts'
import { openMedia } from '../../platform/media/server/open.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import { filesOf } from '../../platform/media/server/variants.ts'
import { otherClocks, writtenLater } from '../../platform/process/clock/clock-offset.ts'
import { createDeletionClock } from '../../platform/process/clock/deletion-clock.ts'
import { type Env, EnvError } from '../../platform/process/env.ts'
import { explainError, knownExplanation } from '../../platform/process/explain-error.ts'
import { whoCanRead } from '../../platform/process/private-files.ts'
import {
  freeRatio,
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDisk,
  judgeLeader,
  judgeMail,
} from '../../platform/process/warning-limits.ts'
import type { Judgement } from '../../platform/shared/health-conditions.ts'
import { verify } from '../backup/archive.ts'
import { openArchive, openTarget, type StoredArchive } from '../backup/archive-target.ts'
import { backupsFolder, lastBackupAt, lastDaily } from '../backup/daily.ts'
import { WrongKey } from '../backup/encryption.ts'
import { keyIn, NoKey } from '../backup/key.ts'
import { dayAndTime, doubtInWords } from '../cli/words.ts'
import { readLeader } from '../leader.ts'
import { certificateEndsAt, showsCertificate } from '../warnings/certificate.ts'
import { spacesOf } from '../warnings/disk.ts'
import { type Check, finish } from './bounded.ts'
import { examineDatabase } from './database.ts'
import { amount, type Finding, of, reasonOf } from './finding.ts'

const HOUR_MS = 3_600_000

/** A check without progress for this long is reported as unfinished. ms */
const PATIENCE_MS = 5_000
/** Factor for waits with an error message of their own, so that they end earlier. */
const SHORTER = 0.9

interface Options {
  now?: (() => number) | undefined
  /** Replaces the handshake with SITE_URL in tests. */
  certificateOf?: typeof certificateEndsAt
  patienceMs?: number | undefined
}

/** Runs the checks side by side, and yields their findings in a fixed order. */
export async function* examine(
  env: Env,
  { now = Date.now, certificateOf = certificateEndsAt, patienceMs = PATIENCE_MS }: Options = {},
): AsyncGenerator<Finding> {
  const run = (part: Check['part'], mend: string, run: Check['run']) =>
    finish({ part, mend, run }, patienceMs)
  const waitMs = patienceMs * SHORTER

  let database: Database | null = null
  const opened = run('base de datos', 'Revisá que la base de datos ande, y repetí.', () =>
    examineDatabase(env, (ready) => {
      database = ready
    }),
  )
  const others = [
    run('correo', 'Revisá el servidor y el puerto de SMTP_URL.', () => examineMail(env, waitMs)),
    run('copias', `Revisá el disco de ${backupsFolder(env)}.`, (progress) =>
      examineBackups(env, now, progress),
    ),
    run('copias', CHECK_SECOND_PLACE, () => examineSecondPlace(env)),
    run('certificado', 'Revisá desde otra máquina que el sitio abra.', () =>
      examineCertificate(env, now, certificateOf),
    ),
    run('servidor', 'Mirá el registro del club.', () => examineServer(env, waitMs)),
  ]
  yield* await run('configuración', 'Repetí.', () => examineConfiguration(env))
  yield* await run('disco', `Revisá que ${env.dataDir} esté montada.`, () => examineDisk(env))
  yield* await opened
  try {
    yield* (await Promise.all(database === null ? [] : inDatabase(database))).flat()
    yield* (await Promise.all(others)).flat()
  } finally {
    // Closing would wait for a query that hangs.
    await Promise.race([(database as Database | null)?.close(), sleep(waitMs, undefined, { ref: false })])
  }

  function inDatabase(database: Database) {
    return [
      run('reloj', 'Repetí; si sigue, revisá la base de datos y el balde.', () =>
        examineClock(env, database, now),
      ),
      run('imágenes', mediaMend(env), (progress) => examineMedia(env, database, progress)),
      run('correo', 'Repetí; si sigue, revisá la base de datos.', () => examineOutbox(env, database, now)),
      run('copias', 'Repetí; si sigue, revisá la base de datos.', () =>
        examineSecondBackup(env, database, now),
      ),
      run('servidor', 'Repetí; si sigue, revisá la base de datos.', () => examineLeader(database, now)),
    ]
  }
}

function* examineConfiguration(env: Env): Generator<Finding> {
  const { good, warning } = of('configuración')
  yield good(`Las variables se entienden; Node ${process.version}.`)
  if (env.siteUrl === null)
    yield warning(
      'Sin SITE_URL no salen correos con enlaces, ni mapa del sitio, ni imágenes para compartir.',
      'SITE_URL=https://el-sitio.example',
    )
  else if (env.siteUrl.startsWith('http:') && !/\/\/(localhost|127\.|\[::1\])/.test(env.siteUrl))
    yield warning(
      `SITE_URL (${env.siteUrl}) no usa https: las contraseñas y las sesiones viajan sin cifrar.`,
      'Poné delante un proxy con HTTPS.',
    )
  if (env.siteUrl?.startsWith('https:') && env.trustProxy === 0)
    yield warning(
      'SITE_URL usa https pero TRUST_PROXY es 0: si delante hay un proxy, todas las visitas parecen venir de él y comparten los límites.',
      'TRUST_PROXY=1',
    )
}

async function* examineDisk(env: Env): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('disco')
  try {
    await access(env.dataDir, constants.W_OK | constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const { reason, fix } = explainError(error, 'DATA_DIR')
    if (code === 'ENOENT') yield warning(`DATA_DIR (${env.dataDir}) no existe todavía.`, './pulso start')
    else
      yield bad(
        `No se puede escribir en DATA_DIR (${env.dataDir}): ${reason}.`,
        code === 'EACCES' || fix === null ? `chown -R al usuario del club ${env.dataDir}` : fix,
      )
    return
  }
  const who = await whoCanRead(env.dataDir)
  if (who === 'owner') yield good('DATA_DIR la puede leer solo el usuario del club.')
  else if (who !== null)
    yield warning(
      `DATA_DIR (${env.dataDir}) la puede leer ${who === 'group' ? 'su grupo' : 'cualquiera que entre a esta máquina'}: ahí están los mensajes y las claves del segundo factor.`,
      `chmod -R go= "${env.dataDir}"`,
    )
  const findings = { ok: good, warning, error: bad }
  for (const { folder, space } of await spacesOf(env).catch(() => [])) {
    const state = judgeDisk(space)
    const free = (space.free / 1e9).toLocaleString('es-AR', { maximumFractionDigits: 1 })
    const says = `${folder}: ${free} GB libres (${Math.floor(freeRatio(space) * 100)} %).`
    yield findings[state](says, DISK_MENDS[state])
  }
}

const DISK_MENDS: Record<Judgement, string | undefined> = {
  ok: undefined,
  warning: 'Hacé lugar antes de que falte.',
  error: 'Hacé lugar: con menos de 500 MB no se hacen copias, y pronto no se podrá escribir.',
}

const silent = { info: () => {}, warn: () => {} }

async function* examineClock(env: Env, database: Database, now: () => number): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('reloj')
  const mend = 'Poné el reloj en hora y dejá que se mantenga solo: timedatectl set-ntp true'
  const found: Finding[] = []
  const doubt = await createDeletionClock({ database, env, log: silent, now }).doubt()
  if (doubt !== null)
    found.push(
      bad(
        `${doubtInWords(doubt)}: mientras tanto no se borra nada por viejo. Dice ${dayAndTime(now())}.`,
        'Si está mal, timedatectl set-ntp true. Si está bien: ./pulso clock confirm',
      ),
    )
  try {
    for (const { whose, offset } of await otherClocks(env, database, now))
      if (judgeClock(offset) !== 'ok')
        found.push(
          bad(`El ${whose} y el nuestro se llevan ${Math.round(Math.abs(offset) / 1000)} segundos.`, mend),
        )
  } catch (error) {
    found.push(warning(`No se pudo comparar con otro: ${reasonOf(error)}`))
  }
  const later = await writtenLater(database, now())
  if (later !== null)
    found.push(
      later.table === null
        ? bad('Está antes de que este programa existiera.', mend)
        : bad(`En ${later.table} hay algo escrito en el futuro (${new Date(later.at).toISOString()}).`, mend),
    )
  if (found.length > 0) yield* found
  else yield good(`${new Date(now()).toISOString()}, y nada lo contradice.`)
}

const mediaMend = ({ mediaUrl }: Env): string =>
  isBucketUrl(mediaUrl)
    ? 'Revisá MEDIA_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY y los permisos del balde.'
    : `Revisá que la carpeta sea del usuario del club: ${mediaUrl}`

async function* examineMedia(env: Env, database: Database, progress: () => void): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('imágenes')
  let store: MediaStore
  try {
    store = await openMedia(env.mediaUrl)
    await tryOut(store)
  } catch (error) {
    // An EnvError wraps the error of the bucket.
    const { reason, fix } = explainError(error instanceof EnvError ? error.cause : error, 'MEDIA_URL')
    yield bad(`No se puede guardar: ${reason}.`, fix ?? mediaMend(env))
    return
  }
  progress()
  const rows = await database.read
    .selectFrom('media')
    .select(['id', 'width', 'avifAt', 'isFilm', 'audio'])
    .execute()
  const there = new Set<string>()
  for await (const name of store.list(Number.POSITIVE_INFINITY)) {
    there.add(name)
    progress()
  }
  const missing: string[] = []
  // It may have been swept while we looked.
  for (const row of rows)
    for (const name of filesOf(row))
      if (!there.has(name) && (await isStillThere(database, row.id))) missing.push(name)
  if (missing.length > 0)
    yield bad(
      `Faltan ${amount(missing.length, 'archivo', 'archivos')} de imágenes, films o audios: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? '…' : ''}`,
      'Están en alguna copia: ./pulso restore archivo --replace (con el club detenido), o volvé a subirlos.',
    )
  else yield good(`${inWords(rows)}, con todos sus archivos; se puede escribir.`)
  const waiting = rows.filter(({ avifAt }) => avifAt === null).length
  if (waiting > 100)
    yield warning(`${waiting} imágenes esperan su AVIF.`, 'Se hacen solas mientras el club anda.')
}

function inWords(rows: { isFilm: number; audio: string | null }[]): string {
  const films = rows.filter(({ isFilm }) => isFilm === 1).length
  const audios = rows.filter(({ audio }) => audio !== null).length
  const counted = [
    amount(rows.length - films - audios, 'imagen', 'imágenes'),
    ...(films === 0 ? [] : [amount(films, 'film', 'films')]),
    ...(audios === 0 ? [] : [amount(audios, 'audio', 'audios')]),
  ]
  return new Intl.ListFormat('es').format(counted)
}

const isStillThere = async (database: Database, id: string) =>
  (await database.read.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** A name that no picture has. */
const PROBE = 'doctor-0.webp'

async function tryOut(store: MediaStore) {
  const written = Buffer.from('doctor')
  await store.put(PROBE, written)
  const read = await store.read(PROBE)
  await store.remove(PROBE)
  if (read === null || !written.equals(read)) throw new Error('lo que se escribió no es lo que se leyó')
}

async function* examineOutbox(env: Env, database: Database, now: () => number): AsyncGenerator<Finding> {
  const { warning, good } = of('correo')
  const waiting = await database.read
    .selectFrom('outbox')
    .select(['createdAt', 'attempts', 'lastError'])
    .where('deliveredAt', 'is', null)
    .orderBy('createdAt')
    .limit(1000)
    .execute()
  const late = waiting.filter(({ createdAt }) => judgeMail(createdAt, { now: now() }) !== 'ok')
  if (waiting.length === 0) yield good('No hay correos esperando.')
  else if (late.length > 0 && env.smtpUrl !== null)
    yield warning(
      `${amount(late.length, 'correo espera', 'correos esperan')} hace más de una hora.${late[0]?.lastError ? ` El último error: ${late[0].lastError}` : ''}`,
      'Salen solos cuando el servidor de correo los acepte.',
    )
  else yield good(`${amount(waiting.length, 'correo por salir', 'correos por salir')}.`)
}

async function* examineMail(env: Env, waitMs: number): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('correo')
  if (env.smtpUrl === null) {
    yield warning('Sin SMTP_URL no sale ningún correo; los mensajes se leen en /admin/messages.')
    return
  }
  const transport = nodemailer.createTransport({
    url: env.smtpUrl,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    dnsTimeout: waitMs,
    socketTimeout: waitMs,
  })
  try {
    await transport.verify()
    yield good('El servidor de correo nos deja entrar.')
  } catch (error) {
    const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
    // Never print the server's message: some servers repeat the password in it.
    const known = knownExplanation(error, 'SMTP_URL')
    const reason = known?.reason ?? `no nos atiende (${[code, responseCode].filter(Boolean).join(' ')})`
    yield bad(
      `No se puede usar el servidor de correo: ${reason}.`,
      `${known?.fix ?? 'Revisá SMTP_URL.'}${CONNECTING.includes(code) ? ' Muchos proveedores cierran el puerto 25: probá 587.' : ''}`,
    )
  } finally {
    transport.close()
  }
}

/** Failures of nodemailer before the server's greeting. */
const CONNECTING = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT']

const hoursSince = (at: number, now: () => number): string =>
  amount(Math.floor((now() - at) / HOUR_MS), 'hora', 'horas')

async function* examineBackups(env: Env, now: () => number, progress: () => void): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('copias')
  const folder = backupsFolder(env)
  const archives = await Promise.all(
    (await readdir(folder).catch(() => []))
      .filter((name) => /^(club|daily)-.*\.tar$/.test(name))
      .map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const newest = archives.sort((a, b) => a.at - b.at).at(-1)
  if (newest === undefined) {
    yield warning(
      `En ${folder} no hay ninguna. El club hace una por día mientras anda; la primera, a los cinco minutos.`,
      './pulso backup',
    )
    return
  }
  const says = `La última (${newest.name}) es de hace ${hoursSince(newest.at, now)}`
  try {
    const archive = await openArchive(join(folder, newest.name))
    const { manifest, pictures } = await verify({ ...archive, read: () => watched(archive, progress) }, null)
    if (!manifest.pictures.inside) {
      const pool = localMedia(join(folder, 'media'))
      for (const { name, size } of pictures.values()) {
        if ((await pool.size(name)) !== size) throw new Error(`${name} falta en ${join(folder, 'media')}`)
        progress()
      }
    }
  } catch (error) {
    if (!(error instanceof WrongKey)) {
      yield bad(`${says} y no sirve: ${reasonOf(error)}`, './pulso backup')
      return
    }
  }
  if (judgeBackup(newest.at, { now: now() }) !== 'ok')
    yield warning(
      `${says}.`,
      'El club hace una por día mientras anda; mirá por qué no en su registro, y: ./pulso backup',
    )
  else yield good(`${says}, y está entera.`)
}

async function* watched(archive: StoredArchive, progress: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of archive.read()) {
    progress()
    yield chunk
  }
}

const CHECK_SECOND_PLACE = 'Revisá BACKUP_TO, BACKUP_KEY, AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.'

async function* examineSecondPlace({ dataDir, backupTo, backupKey }: Env): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('copias')
  if (backupTo === null) {
    yield warning('Todas están en el mismo disco que el club.', 'BACKUP_TO=s3://… y BACKUP_KEY=archivo')
    return
  }
  try {
    if (backupKey !== null) await keyIn(backupKey)
    await (await openTarget(backupTo)).check()
  } catch (error) {
    if (!isBucketUrl(backupTo) && (error as NodeJS.ErrnoException).code === 'ENOENT') {
      yield warning(
        `BACKUP_TO (${backupTo}) no existe todavía; la crea la primera copia.`,
        'Si va en otro disco, revisá que esté montado.',
      )
      return
    }
    const { reason, fix } = explainError(error, 'BACKUP_TO')
    yield bad(
      error instanceof NoKey
        ? `BACKUP_KEY: ${reason}.`
        : `No se puede usar BACKUP_TO (${backupTo}): ${reason}.`,
      fix ?? CHECK_SECOND_PLACE,
    )
    return
  }
  const sealed = backupKey === null ? 'sin cifrar' : 'cifrada'
  if (isBucketUrl(backupTo))
    yield good(
      `Otra va cada día, ${sealed}, a ${backupTo}, que contesta y deja empezar una. No se puede probar si hay lugar, ni leer las que hay: la clave solo pone. Que BACKUP_KEY esté también fuera de esta máquina.`,
    )
  else if ((await stat(backupTo)).dev === (await stat(dataDir)).dev)
    yield warning(
      `Otra va cada día, ${sealed}, a ${backupTo}, que está en el mismo disco que el club.`,
      'BACKUP_TO en otro disco, o s3://…',
    )
  else yield good(`Otra va cada día, ${sealed}, a ${backupTo}, donde se puede escribir.`)
}

/** Does not read the archive itself: the key of the second place may only allow put. */
async function* examineSecondBackup(
  env: Env,
  { read }: Database,
  now: () => number,
): AsyncGenerator<Finding> {
  if (env.backupTo === null) return
  const { warning, good } = of('copias')
  // Before the first success, `at` is the time of the first attempt.
  const [{ elsewhere }, at] = await Promise.all([lastDaily(read), lastBackupAt(read, ['elsewhere'])])
  const isLate = at !== null && judgeBackup(at, { now: now() }) !== 'ok'
  const says =
    elsewhere !== null
      ? `La última que llegó al segundo lugar es de hace ${hoursSince(elsewhere, now)}.`
      : `Al segundo lugar todavía no llegó ninguna${at === null ? '' : `; se intenta desde hace ${hoursSince(at, now)}`}.`
  if (elsewhere !== null && !isLate) yield good(says)
  else yield warning(says, 'El club lleva una por día mientras anda; si no llega, su registro dice por qué.')
}

async function* examineCertificate(
  { siteUrl }: Env,
  now: () => number,
  certificateOf: typeof certificateEndsAt,
): AsyncGenerator<Finding> {
  if (!showsCertificate(siteUrl)) return
  const { good, warning, bad } = of('certificado')
  try {
    const endsAt = await certificateOf(siteUrl)
    const state = judgeCertificate(endsAt, { now: now() })
    const until = new Date(endsAt).toISOString().slice(0, 10)
    if (state === 'ok') yield good(`El de ${siteUrl} vale hasta el ${until}.`)
    else
      yield (state === 'error' ? bad : warning)(
        state === 'error' ? `El de ${siteUrl} venció el ${until}.` : `El de ${siteUrl} vence el ${until}.`,
        'Se renueva solo: mirá por qué no en el registro del proxy (journalctl -u caddy, o certbot renew).',
      )
  } catch (error) {
    yield warning(
      `No se pudo mirar el de ${siteUrl}: ${reasonOf(error)}`,
      'Revisá desde otra máquina que el sitio abra.',
    )
  }
}

/** One process at a time runs the background work. The row is missing until a process of this version has led. */
async function* examineLeader({ read }: Database, now: () => number): AsyncGenerator<Finding> {
  const { good, warning } = of('servidor')
  const leader = await readLeader(read)
  if (leader === null) return
  const { host, pid, workedAt } = leader
  const minutes = amount(Math.max(0, Math.floor((now() - workedAt) / 60_000)), 'minuto', 'minutos')
  const who = `${host}, proceso ${pid}`
  if (judgeLeader(workedAt, { now: now() }) === 'ok')
    yield good(`El trabajo de fondo lo hace ${who}; la última vez, hace ${minutes}.`)
  else
    yield warning(
      `Nadie hace el trabajo de fondo (copias, limpieza, avisos) desde hace ${minutes}; lo hacía ${who}.`,
      "Si el club anda, reinicialo: systemctl restart 'club@*'; si está detenido, es así hasta el próximo arranque.",
    )
}

async function* examineServer(env: Env, waitMs: number): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('servidor')
  const host = env.host === '0.0.0.0' ? '127.0.0.1' : env.host === '::' ? '::1' : env.host
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`
  try {
    const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(waitMs) })
    const report = (await response.json()) as Record<string, string>
    const failing = Object.keys(report).filter((name) => report[name] === 'error' && name !== 'status')
    if (response.ok) yield good(`Anda en ${origin}, versión ${report.build}.`)
    else
      yield bad(
        `Anda en ${origin}, pero dice que no están bien: ${failing.join(', ')}.`,
        'Lo de arriba dice por qué.',
      )
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      yield bad(`En ${origin} hay un programa que no contesta.`, 'Mirá el registro del club, o reinicialo.')
    else
      yield warning(`En ${origin} no contesta nadie: el club no anda, o anda con otro PORT.`, './pulso start')
  }
}
