/** `./pulso doctor`: looks at every part of a club, running or not, changes nothing, and says what to mend. */
import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Judgement } from '../../../contract/warnings.ts'
import type { Database } from '../../../db/connect.ts'
import type { Env } from '../../env.ts'
import { isBucketUrl } from '../../media/bucket-url.ts'
import { localMedia } from '../../media/disk.ts'
import { openMedia } from '../../media/open.ts'
import type { MediaStore } from '../../media/store.ts'
import { filesOf } from '../../media/variants.ts'
import { verify } from '../backup/archive.ts'
import { openArchive, openTarget } from '../backup/archive-target.ts'
import { backupsFolder, lastBackupAt } from '../backup/daily.ts'
import { WrongKey } from '../backup/encryption.ts'
import { keyIn } from '../backup/key.ts'
import { whoCanRead } from '../private-files.ts'
import { certificateEndsAt, showsCertificate } from '../warnings/certificate.ts'
import { otherClocks, writtenLater } from '../warnings/clock.ts'
import { spacesOf } from '../warnings/disk.ts'
import {
  freeRatio,
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDisk,
  judgeMail,
} from '../warnings/judge.ts'
import { examineDatabase } from './database.ts'
import { amount, type Finding, of, reasonOf } from './finding.ts'

const HOUR_MS = 3_600_000

const MAIL_MS = 10_000
const HEALTH_MS = 5_000

/** @param certificateOf stands in for whoever answers for SITE_URL, in tests */
export async function* examine(
  env: Env,
  now = Date.now,
  certificateOf = certificateEndsAt,
): AsyncGenerator<Finding> {
  yield* examineConfiguration(env)
  yield* examineDisk(env)
  yield* examineDatabase(env, async function* (database) {
    yield* examineClock(env, database, now)
    yield* examineMedia(env, database)
    yield* examineOutbox(env, database, now)
    yield* examineSecondBackup(env, database, now)
  })
  yield* examineMail(env)
  yield* examineBackups(env, now)
  yield* examineCertificate(env, now, certificateOf)
  yield* examineServer(env)
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      yield warning(`DATA_DIR (${env.dataDir}) no existe todavía.`, './pulso start')
    else
      yield bad(
        `No se puede escribir en DATA_DIR (${env.dataDir}).`,
        `chown -R al usuario del club ${env.dataDir}`,
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

async function* examineClock(env: Env, database: Database, now: () => number): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('reloj')
  const mend = 'Poné el reloj en hora y dejá que se mantenga solo: timedatectl set-ntp true'
  const found: Finding[] = []
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

async function* examineMedia(env: Env, database: Database): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('imágenes')
  const mend = isBucketUrl(env.mediaUrl)
    ? 'Revisá MEDIA_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY y los permisos del balde.'
    : `Revisá que la carpeta sea del usuario del club: ${env.mediaUrl}`
  let store: MediaStore
  try {
    store = await openMedia(env.mediaUrl)
    await tryOut(store)
  } catch (error) {
    yield bad(`No se puede guardar: ${reasonOf(error)}`, mend)
    return
  }
  const rows = await database.read
    .selectFrom('media')
    .select(['id', 'width', 'avifAt', 'isFilm', 'audio'])
    .execute()
  const there = new Set<string>()
  for await (const name of store.list(Number.POSITIVE_INFINITY)) there.add(name)
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

async function* examineMail(env: Env): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('correo')
  if (env.smtpUrl === null) {
    yield warning('Sin SMTP_URL no sale ningún correo; los mensajes se leen en /admin/messages.')
    return
  }
  const transport = nodemailer.createTransport({
    url: env.smtpUrl,
    connectionTimeout: MAIL_MS,
    greetingTimeout: MAIL_MS,
    dnsTimeout: MAIL_MS,
    socketTimeout: MAIL_MS,
  })
  try {
    await transport.verify()
    yield good('El servidor de correo nos deja entrar.')
  } catch (error) {
    const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
    // Not its words: servers repeat what they were sent, passwords included.
    yield bad(
      `El servidor de correo no nos deja entrar (${[code, responseCode].filter(Boolean).join(' ')}).`,
      MAIL_MENDS[code] ?? 'Revisá SMTP_URL.',
    )
  } finally {
    transport.close()
  }
}

const MAIL_MENDS: Record<string, string> = {
  EAUTH: 'Revisá el usuario y la contraseña de SMTP_URL (los símbolos van codificados: @ es %40).',
  EDNS: 'Revisá el nombre del servidor en SMTP_URL.',
  ECONNECTION: 'Revisá el servidor y el puerto de SMTP_URL; muchos proveedores cierran el 25: probá 587.',
  ESOCKET: 'Revisá el servidor y el puerto de SMTP_URL: smtps:// es el 465, smtp:// el 587.',
  ETIMEDOUT: 'Revisá el servidor y el puerto de SMTP_URL; muchos proveedores cierran el 25: probá 587.',
}

const hoursSince = (at: number, now: () => number): string =>
  amount(Math.floor((now() - at) / HOUR_MS), 'hora', 'horas')

async function* examineBackups(env: Env, now: () => number): AsyncGenerator<Finding> {
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
    const { manifest, pictures } = await verify(await openArchive(join(folder, newest.name)), null)
    if (!manifest.pictures.inside) {
      const pool = localMedia(join(folder, 'media'))
      for (const { name, size } of pictures.values())
        if ((await pool.size(name)) !== size) throw new Error(`${name} falta en ${join(folder, 'media')}`)
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
  yield* examineSecondPlace(env)
}

async function* examineSecondPlace({ backupTo, backupKey }: Env): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('copias')
  if (backupTo === null) {
    yield warning('Todas están en el mismo disco que el club.', 'BACKUP_TO=s3://… y BACKUP_KEY=archivo')
    return
  }
  try {
    if (backupKey !== null) await keyIn(backupKey)
    await openTarget(backupTo)
  } catch (error) {
    yield bad(`No se puede usar el segundo lugar: ${reasonOf(error)}`, 'Revisá BACKUP_TO y BACKUP_KEY.')
    return
  }
  yield good(
    backupKey === null
      ? `Otra va a ${backupTo} cada día, sin cifrar.`
      : 'Otra va cada día, cifrada, a un segundo lugar. Que la clave esté también fuera de esta máquina.',
  )
}

/** The archive itself cannot be looked at: the key that we hold may only put. */
async function* examineSecondBackup(
  env: Env,
  { read }: Database,
  now: () => number,
): AsyncGenerator<Finding> {
  if (env.backupTo === null) return
  const { warning, good } = of('copias')
  const at = await lastBackupAt(read, ['elsewhere'])
  if (at === null) return
  const says = `La última que llegó al segundo lugar es de hace ${hoursSince(at, now)}.`
  if (judgeBackup(at, { now: now() }) === 'ok') yield good(says)
  else yield warning(says, 'El club hace una por día mientras anda; mirá por qué no en su registro.')
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

async function* examineServer(env: Env): AsyncGenerator<Finding> {
  const { good, bad, warning } = of('servidor')
  const host = env.host === '0.0.0.0' ? '127.0.0.1' : env.host === '::' ? '::1' : env.host
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`
  try {
    const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(HEALTH_MS) })
    const report = (await response.json()) as Record<string, string>
    const failing = Object.keys(report).filter((name) => report[name] === 'error' && name !== 'status')
    if (response.ok) yield good(`Anda en ${origin}, versión ${report.build}.`)
    else
      yield bad(
        `Anda en ${origin}, pero dice que no están bien: ${failing.join(', ')}.`,
        'Lo de arriba dice por qué.',
      )
  } catch {
    yield warning(`En ${origin} no contesta nadie: el club no anda, o anda con otro PORT.`, './pulso start')
  }
}
