import { execFile } from 'node:child_process'
import { chmod, mkdir, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { rememberOpening } from '../../platform/db/known-address.ts'
import { migrateTo, migrationNames } from '../../platform/db/migrate.ts'
import { writeSetting } from '../../platform/db/settings.ts'
import { HELD_BACK } from '../../platform/media/server/media-sweep.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { type BucketPlace, parseBucketUrl } from '../../platform/process/bucket-url.ts'
import { type Env, readEnv } from '../../platform/process/env.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import { createPicture, openTestClub } from '../../test/support/club.ts'
import { databases } from '../../test/support/databases.ts'
import { createFilm } from '../../test/support/films.ts'
import { startMailServer } from '../../test/support/mailserver.ts'
import { canMountFileSystems, inOwnFileSystem, onReadOnlyDisk } from '../../test/support/own-disk.ts'
import { freePort } from '../../test/support/ports.ts'
import { startSilentServer } from '../../test/support/silent-server.ts'
import { startTlsServer } from '../../test/support/tls-server.ts'
import { openFolderTarget } from '../backup/archive-target.ts'
import { createBackup } from '../backup/create-backup.ts'
import { readCertificateEnd } from '../checks/certificate-check.ts'
import type { Finding } from '../checks/check-declaration.ts'
import { examine } from './doctor-command.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const run = promisify(execFile)

/** Lists what is in a bucket: objects and unfinished uploads. */
async function listBucketContents(url: string) {
  const { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3')
  const { bucket, endpoint, region } = parseBucketUrl(url) as BucketPlace
  const client = new S3Client({ region, endpoint: endpoint as string, forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  return { Contents, Uploads }
}

/** Starts a bucket whose key only has the right to put. */
async function startPutOnlyBucket() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const isBegin = request.method === 'POST' && request.url?.includes('uploads')
    // The check of the clock sends HEAD requests to the same server, which are not recorded.
    if (request.method !== 'HEAD') requests.push(isBegin ? 'POST ?uploads' : String(request.method))
    request.resume().on('end', () => {
      response.writeHead(isBegin ? 200 : 403, { 'Content-Type': 'application/xml' })
      response.end(
        isBegin
          ? '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'
          : '<Error><Code>AccessDenied</Code><Message>no</Message></Error>',
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://backups?endpoint=http://127.0.0.1:${port}`,
    requests,
    close: async () => void server.close().closeAllConnections(),
  }
}

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

describe.each(databases)('the doctor of a club on $name', ({ name, create, createEmpty, testOnce }) => {
  const disposals: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose()
  })

  /** Creates a club with a picture and a backup, and closes it. */
  async function createHealthyClub(variables: Record<string, string> = {}) {
    const place = await create()
    disposals.push(place.dispose)
    const club = await openTestClub(place, { env: variables })
    await club.signIn()
    const stored = await club.images.store(await createPicture('#445566'))
    if (!stored.ok) throw new Error(stored.message)
    await createBackup({
      club: club.env,
      store: await openMedia(club.env.mediaUrl),
      target: openFolderTarget(join(place.dataDir, 'backups')),
      name: 'club-1.tar',
    })
    await club.stop()
    const env = readEnv({
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      PORT: String(await freePort()),
      SITE_URL: 'https://club.example',
      TRUST_PROXY: '1',
      ...variables,
    })
    const database = connect(place)
    disposals.push(database.close)
    return { env, database, id: stored.id, backup: join(place.dataDir, 'backups', 'club-1.tar') }
  }

  async function collectFindings(
    env: Env,
    now?: () => number,
    // The tests must not send requests to the internet.
    certificateOf = async () => Date.now() + 60 * DAY_MS,
    patienceMs?: number,
  ): Promise<Finding[]> {
    const all: Finding[] = []
    for await (const finding of examine(env, { now, readCertificateEnd: certificateOf, patienceMs }))
      all.push(finding)
    return all
  }

  const bad = async (env: Env, now?: () => number) =>
    (await collectFindings(env, now)).filter(({ state }) => state === 'bad')
  const warnings = async (env: Env, now?: () => number) =>
    (await collectFindings(env, now)).filter(({ state }) => state === 'warning').map(({ says }) => says)

  test('finds no problems in a healthy club', async () => {
    const { env } = await createHealthyClub()
    const all = await collectFindings(env)
    expect(all.filter(({ state }) => state === 'bad')).toEqual([])
    expect(all.filter(({ state }) => state === 'good').map(({ part }) => part)).toEqual(
      expect.arrayContaining([
        'configuración',
        'disco',
        'base de datos',
        'reloj',
        'imágenes',
        'correo',
        'copias',
        'certificado',
      ]),
    )
    for (const { says } of all) expect(says).toMatch(/^[A-ZÁÉÍÓÚÑ/\d].*[.…]$/s)
  })

  testOnce('reports which process runs the background work, or that no process does', async () => {
    const { env, database } = await createHealthyClub()
    const aboutWork = async () =>
      (await collectFindings(env)).filter(({ says }) => says.includes('trabajo de fondo'))
    expect(await aboutWork()).toEqual([])
    const work = (workedAt: number) =>
      database.write((tx) =>
        writeSetting(tx, 'leader', JSON.stringify({ host: 'club-a', pid: 12, since: 0, workedAt })),
      )
    await work(Date.now() - 61_000)
    expect(await aboutWork()).toMatchObject([
      {
        part: 'servidor',
        state: 'good',
        says: 'El trabajo de fondo lo hace club-a, proceso 12; la última vez, hace 1 minuto.',
      },
    ])
    await work(Date.now() - 6 * 60_000)
    expect(await aboutWork()).toMatchObject([
      {
        state: 'warning',
        says: expect.stringMatching(/^Nadie hace .* desde hace 6 minutos; lo hacía club-a, proceso 12\.$/),
      },
    ])
  })

  testOnce('reports a stopped club, but none before its first start, nor beside a running one', async () => {
    const { env, database } = await createHealthyClub()
    const origin = `http://127.0.0.1:${env.port}`
    expect(await bad(env)).toEqual([])

    const other = createServer((_, response) => response.end('{"build":"test"}'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    disposals.push(async () => void other.close().closeAllConnections())
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const at = Date.parse('2026-11-20T11:00:00Z')
    await rememberOpening(database, { origin: elsewhere, build: 'test', at })
    expect(await bad(env)).toEqual([])

    const leads = (host: string) =>
      database.write((tx) =>
        writeSetting(tx, 'leader', JSON.stringify({ host, pid: 12, since: 0, workedAt: Date.now() })),
      )
    await rememberOpening(database, { origin, build: 'test', at })
    await leads('club-b')
    expect(await bad(env)).toEqual([])

    await leads(hostname())
    expect(await bad(env)).toEqual([
      {
        part: 'servidor',
        state: 'bad',
        says: expect.stringMatching(/^El club está detenido\. La última vez se abrió el 20\/11\/26, .*\.$/),
        mend: expect.stringMatching(/^\.\/pulso start; .*club restart$/),
      },
    ])
  })

  testOnce('reports no problem and creates no folder when there is no club yet', async () => {
    const { dataDir, dispose } = await create()
    disposals.push(dispose)
    const nowhere = join(dataDir, 'nowhere')
    const env = readEnv({ DATA_DIR: nowhere, PORT: String(await freePort()) })
    expect((await collectFindings(env)).filter(({ state }) => state === 'bad')).toEqual([])
    await expect(readFile(nowhere)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  testOnce.skipIf(process.platform === 'win32')(
    'reports that other users can read the data, and the fix',
    async () => {
      const { env } = await createHealthyClub()
      const about = async () => (await collectFindings(env)).filter(({ says }) => says.includes('leer'))
      expect(await about()).toMatchObject([{ part: 'disco', state: 'good' }])
      await chmod(env.dataDir, 0o755)
      const mend = `chmod -R go= "${env.dataDir}"`
      expect(await about()).toEqual([
        {
          part: 'disco',
          state: 'warning',
          says: expect.stringMatching(/^DATA_DIR \(.*\) la puede leer cualquiera/),
          mend,
        },
      ])
      await chmod(env.dataDir, 0o750)
      expect(await about()).toMatchObject([
        { state: 'warning', says: expect.stringContaining('su grupo'), mend },
      ])
      await run('sh', ['-c', mend])
      expect(await about()).toMatchObject([{ state: 'good' }])
    },
  )

  test('lists missing pictures', async () => {
    const { env, id } = await createHealthyClub()
    const file = `${id}-32.webp`
    await rm(join(env.mediaUrl, file.slice(0, 2), file))
    expect(await bad(env)).toMatchObject([{ part: 'imágenes', says: expect.stringContaining(file) }])
  })

  testOnce('reports files that no row names', async () => {
    const { env } = await createHealthyClub()
    const database = connect(env)
    await database.write((tx) => writeSetting(tx, HELD_BACK, JSON.stringify({ strays: 588, files: 590 })))
    await database.close()
    expect(await bad(env)).toMatchObject([
      { part: 'imágenes', says: 'La base de datos no conoce 588 de 590 archivos, y no se borró ninguno.' },
    ])
  })

  testOnce('reports a store of another club, and writes nothing into it', async () => {
    const { env } = await createHealthyClub()
    const store = await openMedia(env.mediaUrl)
    await store.setOwner('0fa1b2c3-0000-4000-8000-000000000000')
    const before = await readdir(env.mediaUrl, { recursive: true })
    expect(await bad(env)).toMatchObject([
      {
        part: 'imágenes',
        says: expect.stringMatching(/del club 0fa1b2c3\) no son del mismo club\.$/),
        mend: expect.stringContaining('./pulso media join'),
      },
    ])
    expect(await readdir(env.mediaUrl, { recursive: true })).toEqual(before)
  })

  testOnce('counts films, and names missing ones', async () => {
    const { env } = await createHealthyClub()
    const club = await openTestClub({ ...env, databaseUrl: env.databaseUrl })
    const { cookie: as } = await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })
    const headers = { 'Content-Type': 'video/mp4' }
    const answer = await club.send('POST', '/api/site/film', { as, body: createFilm(), headers })
    const { film } = (await answer.json()) as { film: string }
    await club.stop()
    const said = async () =>
      (await collectFindings(env)).filter(({ part }) => part === 'imágenes').map(({ says }) => says)
    expect(await said()).toEqual([expect.stringContaining('1 imagen y 1 film, con todos sus archivos')])
    const file = film.slice('/media/'.length)
    await rm(join(env.mediaUrl, file.slice(0, 2), file))
    expect(await bad(env)).toMatchObject([{ part: 'imágenes', says: expect.stringContaining(file) }])
  })

  testOnce('reports a bucket that does not exist or does not answer', async () => {
    const { env } = await createHealthyClub()
    const gone = buckets.create().replace(/club-\w+/, 'no-such-bucket')
    expect(await bad({ ...env, mediaUrl: gone })).toMatchObject([
      { part: 'imágenes', mend: expect.stringContaining('MEDIA_URL') },
    ])
    const closed = `s3://media?endpoint=http://127.0.0.1:${await freePort()}`
    expect(await bad({ ...env, mediaUrl: closed })).toMatchObject([
      { part: 'imágenes', says: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  testOnce('lists pictures that are missing in a bucket', async () => {
    const { env, id } = await createHealthyClub({ MEDIA_URL: buckets.create() })
    expect(await bad(env)).toEqual([])
    await (await openMedia(env.mediaUrl)).remove(`${id}-32.jpg`)
    expect(await bad(env)).toMatchObject([{ says: expect.stringContaining(`${id}-32.jpg`) }])
  })

  test('reports a database of a newer or older version', async () => {
    const { env, database } = await createHealthyClub()
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`.execute(
      database.read,
    )
    expect(await bad(env)).toMatchObject([
      { part: 'base de datos', says: expect.stringContaining('más nueva') },
    ])

    const older = await createEmpty()
    disposals.push(older.dispose)
    const old = connect(older)
    disposals.push(old.close)
    await old.write((tx) => migrateTo(tx, migrationNames[0] as string))
    expect(await warnings({ ...env, ...older })).toContainEqual(expect.stringContaining('versión anterior'))
  })

  test('reports item counters that differ from the rows', async () => {
    const { env, database } = await createHealthyClub()
    await database.write((tx) =>
      tx.updateTable('revisions').set({ live: 7 }).where('resource', '=', 'news').execute(),
    )
    expect(await warnings(env)).toContainEqual(expect.stringContaining('news'))
  })

  test.each([
    ['a row from the future', 0, 10 * HOUR_MS],
    ['a time before the program', -20 * 365 * 24 * HOUR_MS, 0],
  ])('reports a wrong clock: %s', async (_, clock, row) => {
    const { env, database } = await createHealthyClub()
    await database.write((tx) =>
      tx
        .updateTable('users')
        .set({ createdAt: Date.now() + row } as never)
        .execute(),
    )
    const found = await bad(env, () => Date.now() + clock)
    expect(found.map(({ part }) => part)).toContain('reloj')
  })

  testOnce('reports each kind of failure of the mail server, without the password', async () => {
    const { env } = await createHealthyClub()
    const secret = 'una-clave-secreta'
    const server = await startMailServer({
      authOptional: false,
      onAuth: (auth, _session, done) =>
        auth.password === 'right' ? done(null, { user: 'x' }) : done(new Error(`no: ${auth.password}`)),
    })
    disposals.push(server.close)
    const url = (password: string) => `smtp://club:${password}@127.0.0.1:${server.port}`
    expect(await bad({ ...env, smtpUrl: url('right') })).toEqual([])
    const found = await bad({ ...env, smtpUrl: url(secret) })
    expect(found).toMatchObject([{ part: 'correo', says: expect.stringContaining('EAUTH 535') }])
    expect(JSON.stringify(found)).not.toContain(secret)
    const port = await freePort()
    const closed = await bad({ ...env, smtpUrl: `smtp://127.0.0.1:${port}` })
    expect(closed).toMatchObject([
      {
        part: 'correo',
        says: expect.stringContaining(`ahí no escucha nadie en 127.0.0.1:${port} (ECONNREFUSED)`),
        mend: expect.stringMatching(/puerto de SMTP_URL.*587/),
      },
    ])
    const tls = await bad({ ...env, smtpUrl: `smtps://127.0.0.1:${server.port}` })
    expect(tls).toMatchObject([{ part: 'correo', says: expect.stringContaining('TLS') }])
    expect((await bad({ ...env, smtpUrl: 'smtp://no.such.invalid' }))[0]?.says).toMatch(/ENOTFOUND|EAI_AGAIN/)
  })

  test('reports mail that has waited for a long time', async () => {
    const { env, database } = await createHealthyClub()
    const server = await startMailServer()
    disposals.push(server.close)
    await database.write((tx) =>
      tx
        .insertInto('outbox')
        .values({
          id: 'x',
          recipient: null,
          replyTo: null,
          subject: 's',
          text: 't',
          messageId: null,
          createdAt: Date.now() - 2 * HOUR_MS,
          attempts: 3,
          nextAttemptAt: 0,
          claimedUntil: 0,
          deliveredAt: null,
          lastError: '550 no such mailbox',
        })
        .execute(),
    )
    expect(await warnings({ ...env, smtpUrl: server.url })).toContainEqual(
      expect.stringContaining('550 no such mailbox'),
    )
  })

  testOnce('reports an old, a damaged and a missing backup', async () => {
    const { env, backup } = await createHealthyClub()
    const old = Date.now() / 1000 - 40 * 3600
    await utimes(backup, old, old)
    expect(await warnings(env)).toContainEqual(expect.stringContaining('hace 40 horas'))
    const bytes = await readFile(backup)
    await writeFile(backup, bytes.subarray(0, bytes.length / 2))
    expect(await bad(env)).toMatchObject([{ part: 'copias', mend: './pulso backup' }])
    await rm(backup)
    expect(await warnings(env)).toContainEqual(expect.stringContaining('no hay ninguna'))
  })

  testOnce.each([
    [13 * DAY_MS, 'warning', 'vence'],
    [-DAY_MS, 'bad', 'venció'],
  ])('checks the certificate that visitors receive: it ends in %d ms', async (left, state, says) => {
    const { env } = await createHealthyClub()
    const server = await startTlsServer(Math.floor((Date.now() + left) / 1000) * 1000)
    disposals.push(server.close)
    const found = await collectFindings(env, undefined, () => readCertificateEnd(server.origin))
    expect(found.filter(({ part }) => part === 'certificado')).toMatchObject([
      { state, says: expect.stringContaining(says) },
    ])
  })

  testOnce(
    'reports an https site that does not answer, and checks no certificate of an http site',
    async () => {
      const { env } = await createHealthyClub()
      const about = async (siteUrl: string) => {
        const closed = `https://127.0.0.1:${await freePort()}`
        const found = await collectFindings({ ...env, siteUrl }, undefined, () => readCertificateEnd(closed))
        return found.filter(({ part }) => part === 'certificado')
      }
      expect(await about('https://club.example')).toMatchObject([
        { state: 'warning', says: expect.stringContaining('ECONNREFUSED') },
      ])
      expect(await about('http://club.example')).toEqual([])
    },
  )

  testOnce('reports the age of the last backup in the second place', async () => {
    const { env, database } = await createHealthyClub()
    const elsewhere = { ...env, backupTo: env.dataDir }
    const about = async (hoursAgo: number) => {
      const doneAt = Date.now() - hoursAgo * HOUR_MS
      const claim = JSON.stringify({ day: '2026-11-21', startedAt: doneAt, doneAt })
      await database.write((tx) => writeSetting(tx, 'daily-backup-elsewhere', claim))
      return (await collectFindings(elsewhere)).filter(({ says }) => says.includes('segundo lugar es de'))
    }
    expect(await about(30)).toMatchObject([{ state: 'good', says: expect.stringContaining('30 horas') }])
    expect(await about(40)).toMatchObject([{ state: 'warning' }])
  })

  test('reports checks that do not finish, and finishes the others', async () => {
    const { env } = await createHealthyClub()
    const silent = await startSilentServer()
    disposals.push(silent.close)
    const backupKey = join(env.dataDir, 'backup.key')
    await writeFile(backupKey, 'una clave muy larga\n')
    const bucket = `s3://media?endpoint=http://127.0.0.1:${silent.port}`
    const hanging = {
      ...env,
      mediaUrl: bucket,
      backupTo: bucket,
      backupKey,
      smtpUrl: `smtp://127.0.0.1:${silent.port}`,
      port: silent.port,
    }
    const all = await collectFindings(hanging, undefined, undefined, 700)
    const unfinished = expect.stringContaining('No se terminó de revisar')
    expect(all).toEqual(
      expect.arrayContaining([
        { part: 'imágenes', state: 'bad', says: unfinished, mend: expect.stringContaining('MEDIA_URL') },
        { part: 'copias', state: 'bad', says: unfinished, mend: expect.stringContaining('BACKUP_TO') },
        expect.objectContaining({ part: 'reloj' }),
        expect.objectContaining({ part: 'correo', state: 'bad', says: expect.stringContaining('a tiempo') }),
        expect.objectContaining({ part: 'servidor', state: 'bad' }),
        expect.objectContaining({
          part: 'copias',
          state: 'good',
          says: expect.stringContaining('club-1.tar'),
        }),
        expect.objectContaining({ part: 'certificado', state: 'good' }),
      ]),
    )
  })

  testOnce('tests the second place with only the right to put, and removes its test data', async () => {
    const { env } = await createHealthyClub()
    const backupKey = join(env.dataDir, 'backup.key')
    await writeFile(backupKey, 'una clave muy larga\n')
    const about = async (backupTo: string) =>
      (await collectFindings({ ...env, backupTo, backupKey })).filter(
        ({ part, says }) => part === 'copias' && says.includes(backupTo),
      )
    const good = buckets.create('/folder')
    expect(await about(good)).toMatchObject([{ state: 'good', says: expect.stringContaining('cifrada') }])
    const { Contents, Uploads } = await listBucketContents(good)
    expect([Contents, Uploads]).toEqual([[], []])

    const gone = good.replace(/club-\w+/, 'no-such-bucket')
    expect(await about(gone)).toMatchObject([{ state: 'bad', says: expect.stringContaining('no existe') }])
    const closed = `s3://backups?endpoint=http://127.0.0.1:${await freePort()}`
    expect(await about(closed)).toMatchObject([
      {
        state: 'bad',
        says: expect.stringContaining('ECONNREFUSED'),
        mend: expect.stringContaining('BACKUP_TO'),
      },
    ])

    const putOnly = await startPutOnlyBucket()
    disposals.push(putOnly.close)
    expect(await about(putOnly.url)).toMatchObject([
      { state: 'good', says: expect.stringContaining('No se puede probar') },
    ])
    expect(putOnly.requests).toEqual(['POST ?uploads', 'GET', 'DELETE'])
  })

  testOnce('checks a second place that is a folder, and its disk', async () => {
    const { env } = await createHealthyClub()
    const about = async (backupTo: string) =>
      (await collectFindings({ ...env, backupTo })).filter(({ says }) => says.includes(backupTo))
    const folder = join(env.dataDir, 'second')
    expect(await about(folder)).toMatchObject([
      { state: 'warning', says: expect.stringContaining('no existe todavía') },
    ])
    await mkdir(folder)
    expect(await about(folder)).toMatchObject([
      { state: 'warning', says: expect.stringContaining('mismo disco que el club') },
    ])
    expect(await readdir(folder)).toEqual([])
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await about(join(file, 'in'))).toMatchObject([
      { state: 'bad', says: expect.stringContaining('ENOTDIR') },
    ])
  })

  testOnce('checks the second place before the first daily backup', async () => {
    const { env, backup } = await createHealthyClub()
    await rm(backup)
    const backupTo = `s3://backups?endpoint=http://127.0.0.1:${await freePort()}`
    const found = await collectFindings({ ...env, backupTo })
    expect(found).toContainEqual(
      expect.objectContaining({ part: 'copias', state: 'bad', says: expect.stringContaining('BACKUP_TO') }),
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        state: 'warning',
        says: expect.stringContaining('todavía no llegó ninguna'),
      }),
    )
  })

  /** Runs the doctor as a process, because only a process can have a file system of its own. */
  async function examineWithin(within: string[], env: Env): Promise<Finding[]> {
    const program = join(import.meta.dirname, './main.ts')
    const [command = '', ...args] = [...within, process.execPath, program, 'doctor', '--json']
    const { stdout } = await run(command, args, {
      env: {
        ...process.env,
        DATA_DIR: env.dataDir,
        DATABASE_URL: env.databaseUrl ?? '',
        MEDIA_URL: env.mediaUrl,
        PORT: String(env.port),
      },
    }).catch((error: { stdout: string }) => error)
    return (JSON.parse(stdout) as { findings: Finding[] }).findings
  }

  testOnce.runIf(canMountFileSystems())(
    'distinguishes a full disk from a folder without rights',
    async () => {
      const { env } = await createHealthyClub()
      const mediaUrl = join(env.dataDir, 'full')
      await mkdir(mediaUrl)
      const fill = 'head -c 2000000 /dev/zero > "$0/ballast"; exec "$@"'
      const within = [...inOwnFileSystem(mediaUrl, '1m'), 'sh', '-c', fill, mediaUrl]
      const all = await examineWithin(within, { ...env, mediaUrl })
      expect(all.filter(({ part, state }) => part === 'imágenes' && state === 'bad')).toMatchObject([
        { says: expect.stringContaining('el disco está lleno'), mend: expect.stringContaining('Hacé lugar') },
      ])
    },
  )

  testOnce.runIf(canMountFileSystems())(
    'reports a read-only disk, and does not blame the owner of the folder',
    async () => {
      const { env } = await createHealthyClub()
      const all = await examineWithin(onReadOnlyDisk(env.dataDir), env)
      const isAboutDisk = ({ part, state }: Finding) =>
        state === 'bad' && ['disco', 'base de datos', 'imágenes'].includes(part)
      const found = all.filter(isAboutDisk)
      expect(found.length).toBeGreaterThan(1)
      for (const { says, mend } of found) {
        expect(says).toContain('montado solo para leer')
        expect(mend).not.toContain('usuario del club')
      }
    },
  )

  testOnce('recommends a second place, and reports a missing or short key for it', async () => {
    const { env } = await createHealthyClub()
    expect(await warnings(env)).toContainEqual(expect.stringContaining('mismo disco'))
    const backupKey = join(env.dataDir, 'backup.key')
    const elsewhere = { ...env, backupTo: buckets.create(), backupKey }
    expect(await bad(elsewhere)).toMatchObject([{ part: 'copias', says: expect.stringContaining('clave') }])
    await writeFile(backupKey, 'corta\n')
    expect(await bad(elsewhere)).toMatchObject([{ part: 'copias', says: expect.stringContaining('12') }])
    await writeFile(backupKey, 'una clave muy larga\n')
    expect(await bad(elsewhere)).toEqual([])
    expect(await warnings(elsewhere)).not.toContainEqual(expect.stringContaining('mismo disco'))
  })

  if (name === 'sqlite') {
    test('finds damage in the database file', async () => {
      const { env, database } = await createHealthyClub()
      await sql`pragma wal_checkpoint(truncate)`.execute(database.read)
      const path = join(env.dataDir, 'club.sqlite')
      const pages = (await readFile(path)).length / 4096
      const file = await open(path, 'r+')
      for (let page = 3; page < pages; page += 2)
        await file.write(Buffer.alloc(512, 0x5a), 0, 512, page * 4096 + 100)
      await file.close()
      const [first] = await bad(env)
      expect(first).toMatchObject({ part: 'base de datos', mend: expect.stringContaining('./pulso restore') })
    })

    test('finds rows with broken references', async () => {
      const { env } = await createHealthyClub()
      const direct = new DatabaseSync(join(env.dataDir, 'club.sqlite'), {
        enableForeignKeyConstraints: false,
      })
      direct.exec(
        `insert into sessions ("tokenHash", "userId", "createdAt", "seenAt") values ('t', 'nobody', 1, 1)`,
      )
      direct.close()
      expect(await bad(env)).toMatchObject([
        { part: 'base de datos', says: expect.stringContaining('sessions') },
      ])
    })
  } else {
    test('reports a server that does not answer, without the password', async () => {
      const { env } = await createHealthyClub()
      const databaseUrl = `postgres://club:una-clave@127.0.0.1:${await freePort()}/club`
      const found = await bad({ ...env, databaseUrl })
      expect(found).toMatchObject([{ part: 'base de datos', mend: expect.stringContaining('DATABASE_URL') }])
      expect(JSON.stringify(found)).not.toContain('una-clave')
    })
  }
})
