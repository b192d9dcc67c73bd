import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, open, rename, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { RESERVE_FILE } from '../../platform/db/disk-reserve.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { startBuckets } from '../support/buckets.ts'
import { createDraft, createPicture, openTestClub, readCookie } from '../support/club.ts'
import { databases } from '../support/databases.ts'
import { createPostgresDatabase, createSqliteDatabase } from '../support/empty-databases.ts'
import { type MailServer, startMailServer } from '../support/mailserver.ts'
import { canMountFileSystems, inOwnFileSystem } from '../support/own-disk.ts'
import { startPostgres } from '../support/postgres.ts'
import { expectProblem } from '../support/refusals.ts'
import { findInconsistencies } from './data-integrity.ts'
import { restartUnderLoad } from './dependency-failures.ts'
import { startProxy } from './round-robin-proxy.ts'
import { chooseSeed } from './seeded-random.ts'
import { startServer } from './server-process.ts'
import { administrator, LOAD_ENV } from './write-load.ts'

// The limit is longer than Vitest's default, because a busy machine starts servers slowly. ms
vi.setConfig({ testTimeout: 120_000 })
const POLL = { timeout: 30_000 }

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/**
 * Starts a club in its own process, signs in, and requests one page and one picture.
 * @param within a command that runs the server's command
 */
async function openClub(env: Record<string, string>, within?: string[]) {
  const server = await startServer({ ...LOAD_ENV, ...env }, { within })
  undo.push(() => server.kill())
  await server.ready()
  const { origin } = server
  let cookie = ''
  const post = (path: string, body: unknown) =>
    fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    })
  const signIn = async () => {
    const answer = await post('/auth/login', administrator)
    cookie = readCookie(answer)
    return answer.status
  }
  expect(await signIn()).toBe(200)
  const write = async (words: string) =>
    post('/news', { ...(await createDraft('news', words)), photo: await createPicture(deriveColour(words)) })
  const first = await write('Uno')
  expect(first.status).toBe(201)
  const { photo } = (await first.json()) as { photo: string }
  const page = async () => (await fetch(`${origin}/`)).text()
  expect(await page()).toContain('Novedad Uno')
  return {
    server,
    post,
    signIn,
    cookie: () => cookie,
    write,
    page,
    picture: () => fetch(origin + photo),
    /**
     * Requests another file of the same picture. The memory cache does not contain it, so the server must read the media
     * store.
     */
    unseenPicture: () => fetch(origin + photo.replace(/\.jpg$/, '.webp')),
    /** Resolves when the last file of the picture exists, because the server then has no more files to write. */
    waitForFiles: () =>
      expect
        .poll(async () => {
          const avif = await fetch(origin + photo.replace(/\.jpg$/, '.avif'), { redirect: 'manual' })
          await avif.arrayBuffer()
          return avif.status
        }, POLL)
        .toBe(200),
    message: () =>
      post('/mail/sendMail', { person: 'Vera', from: 'vera@club.example', body: '¿A qué hora abre?' }),
    async health() {
      const answer = await fetch(`${origin}/api/health`)
      return { code: answer.status, ...((await answer.json()) as Record<string, string>) }
    },
  }
}

const deriveColour = (words: string) => `#${Buffer.from(words.padEnd(3, 'x')).toString('hex').slice(0, 6)}`

async function expectUnavailable(response: Response) {
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  await expectProblem(response, 'unavailable')
}

const allWell = { code: 200, status: 'ok', database: 'ok', media: 'ok' }

// Skips systems without Linux user namespaces (user_namespaces(7)). Some distributions restrict them to listed programs.
describe.skipIf(!canMountFileSystems())('a full disk', () => {
  test('prevents partial writes, fails the health check, and leaves stored content available', async () => {
    const place = await createSqliteDatabase()
    undo.push(place.dispose)
    const club = await openClub({ DATA_DIR: place.dataDir }, inOwnFileSystem(place.dataDir, '16m'))
    const disk = `/proc/${club.server.pid}/root${place.dataDir}`
    const ballast = join(disk, 'ballast')
    // Waits for the background files of the picture: a file that does not fit is removed and frees space, so the disk would
    // not stay full.
    await club.waitForFiles()
    await expect.poll(() => existsSync(join(disk, RESERVE_FILE)), POLL).toBe(true)
    await fill(ballast)

    await expectProblem(await club.write('Dos'), 'storage-full')
    expect(await club.health()).toMatchObject({ code: 503, status: 'error', media: 'error' })
    const addResident = async () =>
      (await club.post('/residents', { name: 'x'.repeat(200), pressKit: link() })).status
    // The first writes fit into the allocated space of the write-ahead log. The next one takes the reserve and succeeds.
    while (existsSync(join(disk, RESERVE_FILE))) expect(await addResident()).toBe(201)
    expect(await club.signIn()).toBe(200)
    // Every write fails after the reserve is used.
    await expect.poll(addResident, POLL).toBe(507)
    expect(await club.health()).toMatchObject({ code: 503, database: 'error', media: 'error' })
    expect(await club.page()).toContain('Novedad Uno')
    expect((await club.picture()).status).toBe(200)

    await rm(ballast)
    expect(await club.health()).toMatchObject(allWell)
    expect((await club.write('Dos')).status).toBe(201)
    expect(await club.page()).toContain('Novedad Dos')
    // Copies the files, because SQLite would resolve the path outside the mount namespace and open the file below the
    // mount.
    const copy = join(place.dataDir, 'copy')
    // Pauses the server, which still encodes AVIF files. Otherwise rows and files could change between the copies of both.
    process.kill(club.server.pid, 'SIGSTOP')
    await cp(disk, copy, { recursive: true })
    process.kill(club.server.pid, 'SIGCONT')
    const database = connect({ databaseUrl: null, dataDir: copy })
    expect(await findInconsistencies(database, openLocalMedia(join(copy, 'media')))).toEqual([])
    await database.close()
  })
})

let links = 0
const link = () => `https://club.example/${++links}/${'y'.repeat(1_900)}`

async function fill(path: string) {
  const file = await open(path, 'w')
  for (let size = 1_048_576; size >= 512; ) {
    const written = await file.write(Buffer.alloc(size)).then(
      ({ bytesWritten }) => bytesWritten,
      () => 0,
    )
    if (written < size) size /= 2
  }
  await file.close()
}

test('refuses writes and serves pages while another process locks the database', async () => {
  const place = await createSqliteDatabase()
  undo.push(place.dispose)
  const club = await openClub({ DATA_DIR: place.dataDir })
  // The timeout lets this connection wait for its lock, because the club may write at the same moment. ms
  const other = new DatabaseSync(join(place.dataDir, 'club.sqlite'), { timeout: 5_000 })
  other.exec('begin exclusive')
  let isOver = false
  const refused = club.message().finally(() => {
    isOver = true
  })
  // Visitors must get pages while the database is locked.
  let pages = 0
  while (!isOver) {
    expect(await club.page()).toContain('Novedad Uno')
    pages++
    await sleep(50)
  }
  expect(pages).toBeGreaterThan(2)
  await expectUnavailable(await refused)
  expect(await club.health()).toMatchObject({ code: 503, database: 'error', media: 'ok' })
  other.exec('rollback')
  other.close()
  expect(await club.health()).toMatchObject(allWell)
  expect((await club.message()).status).toBe(201)
})

test('refuses writes and serves cached pages while the media folder is missing', async () => {
  const place = await createSqliteDatabase()
  undo.push(place.dispose)
  const club = await openClub({ DATA_DIR: place.dataDir })
  const media = join(place.dataDir, 'media')
  const kept = await club.picture()
  expect(kept.status).toBe(200)
  await rename(media, `${media}-away`)
  await expectUnavailable(await club.write('Dos'))
  await expectUnavailable(await club.unseenPicture())
  // The picture is in the memory cache, like the pages that show it.
  expect((await club.picture()).status).toBe(200)
  expect(await club.health()).toMatchObject({ code: 503, database: 'ok', media: 'error' })
  // Creates an empty folder, as an unmounted disk leaves it. The next mount would hide files that are written there.
  await mkdir(media)
  await expectUnavailable(await club.write('Dos'))
  await rm(media, { recursive: true })
  expect(await club.page()).toContain('Novedad Uno')
  expect((await club.message()).status).toBe(201)
  await rename(`${media}-away`, media)
  expect(await club.health()).toMatchObject(allWell)
  expect((await club.unseenPicture()).status).toBe(200)
  expect((await club.write('Dos')).status).toBe(201)
})

test('refuses writes and serves cached pages while the bucket is unreachable', async () => {
  const place = await createSqliteDatabase()
  undo.push(place.dispose)
  const buckets = await startBuckets()
  undo.push(buckets.stop)
  const bucket = new URL(buckets.create())
  const direct = bucket.searchParams.get('endpoint') as string
  const network = await startProxy(() => [direct])
  undo.push(network.close)
  bucket.searchParams.set('endpoint', network.origin)
  const club = await openClub({ DATA_DIR: place.dataDir, MEDIA_URL: bucket.href })
  await network.cut()
  await expectUnavailable(await club.write('Dos'))
  await expectUnavailable(await club.unseenPicture())
  expect(await club.health()).toMatchObject({ code: 503, database: 'ok', media: 'error' })
  expect(await club.page()).toContain('Novedad Uno')
  await network.open()
  expect(await club.health()).toMatchObject(allWell)
  expect((await club.unseenPicture()).status).toBe(200)
  expect((await club.write('Dos')).status).toBe(201)
})

test('answers 503 with Retry-After outside the memory cache while PostgreSQL is down', async () => {
  const postgres = await startPostgres({ own: true })
  undo.push(postgres.stop)
  const place = await createPostgresDatabase(postgres.url)
  undo.push(() => rm(place.dataDir, { recursive: true, force: true }))
  const club = await openClub({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl as string,
    SITE_URL: 'https://club.example',
  })
  await club.page()
  await postgres.crash()

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(club.server.origin + path, { redirect: 'manual', ...init })
  const expectAway = async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init)
    const seen = [path, answer.status, answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]
    expect(seen).toEqual([path, 503, '5', 'no-store'])
    return answer
  }
  for (const path of [
    ...['/news', '/news/Novedad-Uno', '/fechas', '/fechas/uno', '/fechas/embed', '/fechas/archivo/2026'],
    ...[
      '/artistas/uno',
      '/podcast/uno',
      '/episodios/uno',
      '/contact',
      '/contact?enviado',
      `/preview/${'x'.repeat(43)}`,
    ],
  ]) {
    const answer = await expectAway(path)
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    const text = await answer.text()
    expect(text).toContain('lang="es-AR"')
    expect(text).toContain('no está disponible en este momento')
  }
  for (const path of ['/en', '/en/fechas/uno']) {
    const text = await (await expectAway(path)).text()
    expect(text).toContain('lang="en"')
    expect(text).toContain('not available at the moment')
  }
  // These pages read only the settings, which the server keeps in memory.
  for (const path of ['/', '/culture', '/login', '/admin', '/404', '/robots.txt'])
    expect([path, (await ask(path)).status]).toEqual([path, path === '/404' ? 404 : 200])
  for (const path of [
    ...['/rss.xml', '/feed.json', '/fechas.xml', '/fechas.json', '/fechas.ics', '/fechas/uno.ics'],
    ...['/podcast.xml', '/sitemap.xml', '/ir/uno/url', '/share/events/uno.jpg'],
    `/oembed?url=${encodeURIComponent('https://club.example/fechas/uno')}`,
  ])
    await expectAway(path)
  await expectAway('/contact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://club.example' },
    body: new URLSearchParams({ person: 'Vera', from: 'vera@club.example', body: '¿Abren?' }),
  })
  for (const path of ['/news', '/events/x', '/site', '/overview'])
    await expectUnavailable(await ask(`/api${path}`, { headers: { Cookie: club.cookie() } }))
  await expectUnavailable(await club.message())
  await expectUnavailable(await club.post('/auth/login', administrator))
  await postgres.restart()
  expect((await ask('/news')).status).toBe(200)
})

test('keeps every confirmed write when PostgreSQL crashes under load', async () => {
  const report = await restartUnderLoad({ restarts: 1, seed: chooseSeed('short') })
  expect(report.faults).toEqual([])
  expect(report.answered).toBeGreaterThan(0)
})

describe.each(databases)('the mail queue, on $name,', ({ create }) => {
  /** Starts an SMTP server that misbehaves on each connection. @param onSocket handles each new connection */
  async function startBadServer(port: number, onSocket: (socket: Socket) => void) {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      onSocket(socket)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as { port: number }).port,
      connected: () => sockets.size > 0,
      async end() {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  /** Acts as an SMTP server that accepts the first lines of a mail, then closes the connection. */
  const closeDuringMail = (socket: Socket) => {
    let isMail = false
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (chunk) => {
      if (isMail) return socket.destroy()
      isMail = /^DATA\r\n/im.test(String(chunk))
      for (const line of String(chunk).split('\r\n').filter(Boolean))
        socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : '250 fine\r\n')
    })
  }

  test('delivers each message after a server that refused, hung or died, without delaying the sender', async () => {
    const place = await create()
    undo.push(place.dispose)
    let bad = await startBadServer(0, (socket) => socket.end('421 not now\r\n'))
    const { port } = bad
    const club = await openTestClub(place, {
      env: {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_TO: 'club@club.example',
        MAIL_FROM: 'no-reply@club.example',
      },
    })
    undo.push(() => club.stop())
    club.start({ background: false })
    const sentTexts: string[] = []
    const sendMessage = async (body: string) => {
      const answer = await club.send('POST', '/api/mail/sendMail', {
        body: { person: 'Vera', from: 'vera@club.example', body },
        from: `10.0.0.${sentTexts.length + 1}`,
      })
      expect(answer.status).toBe(201)
      sentTexts.push(body)
    }
    const mail = async () => ((await (await club.send('GET', '/api/health')).json()) as { mail: string }).mail
    /** Returns the number of delivery attempts for the oldest message. */
    const countAttempts = async () =>
      (await club.database.read.selectFrom('outbox').select('attempts').orderBy('seq').execute())[0]?.attempts
    const retryNow = () => {
      club.clock.now += 2 * 3_600_000
      club.outbox.wake()
    }

    expect(await mail()).toBe('ok')
    await sendMessage('Uno.')
    await expect.poll(countAttempts, POLL).toBe(1)
    expect(await mail()).toBe('waiting')
    expect((await club.send('GET', '/api/health')).status).toBe(200)
    await bad.end()

    bad = await startBadServer(port, () => {})
    retryNow()
    await expect.poll(bad.connected, POLL).toBe(true)
    // The server holds the connection of the outbox open and sends nothing. The sender of a message must still get an
    // answer.
    await sendMessage('Dos.')
    await bad.end()
    await expect.poll(countAttempts, POLL).toBe(2)

    bad = await startBadServer(port, closeDuringMail)
    retryNow()
    await expect.poll(countAttempts, POLL).toBe(3)
    await bad.end()

    const good: MailServer = await startMailServer({ port })
    undo.push(good.close)
    retryNow()
    await expect.poll(() => good.mails.length, POLL).toBe(2)
    for (const body of sentTexts) expect(good.mails.filter(({ raw }) => raw.includes(body))).toHaveLength(1)
    await expect.poll(mail, POLL).toBe('ok')
  })
})

describe.each(databases)('a clock set back, on $name,', ({ create }) => {
  const YEAR_MS = 365 * 86_400_000

  test('does not block mail or sign-in after a year in the future', async () => {
    const place = await create()
    undo.push(place.dispose)
    const refusing = await startMailServer({ onConnect: (_session, done) => done(new Error('not now')) })
    const { port } = refusing
    const club = await openTestClub(place, {
      env: { SMTP_URL: refusing.url, MAIL_TO: 'club@club.example', MAIL_FROM: 'no-reply@club.example' },
    })
    undo.push(() => club.stop())
    const today = club.clock.now
    const { cookie } = await club.signIn(administrator)
    club.clock.now = today + YEAR_MS
    club.start({ background: false })
    const message = { person: 'Vera', from: 'vera@club.example', body: '¿A qué hora abre?' }
    for (let sent = 0; sent < 5; sent++)
      expect((await club.send('POST', '/api/mail/sendMail', { body: message })).status).toBe(201)
    await expectProblem(await club.send('POST', '/api/mail/sendMail', { body: message }), 'too-many-attempts')
    for (let tried = 0; tried < 10; tried++)
      await club.send('POST', '/api/auth/login', { body: { ...administrator, password: 'no es esta' } })
    await expectProblem(
      await club.send('POST', '/api/auth/login', { body: administrator }),
      'too-many-attempts',
    )
    const failed = async () => (await club.outbox.status()).failed
    await expect.poll(failed, POLL).toBe(5)
    await refusing.close()

    club.clock.now = today + 60_000
    const good = await startMailServer({ port })
    undo.push(good.close)
    club.outbox.wake()
    await expect.poll(() => good.mails.length, POLL).toBe(5)
    expect((await club.send('POST', '/api/mail/sendMail', { body: message })).status).toBe(201)
    expect((await club.send('POST', '/api/auth/login', { body: administrator })).status).toBe(200)
    // A session from before the change of the clock must stay valid.
    expect((await club.send('GET', '/api/auth/sessions', { as: cookie })).status).toBe(200)
  })
})
