import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databases } from '../../test/support/databases.ts'
import { type MailServer, readHeader, startMailServer } from '../../test/support/mailserver.ts'
import {
  createMigratedDatabase,
  insertUser,
  type MigratedDatabase,
} from '../../test/support/migrated-database.ts'
import { createSiteSettings } from '../../test/support/site-settings.ts'
import type { Database } from '../db/connect.ts'
import { createLog } from '../process/log.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts'
import type { OutgoingMail, Transport } from './smtp.ts'
import type { MailText } from './templates.ts'

const MINUTE_MS = 60_000

const DAY_MS = 24 * 60 * MINUTE_MS

const noSuchUser = () => Object.assign(new Error('no such user'), { responseCode: 550 })

const mail = (given: Partial<MailText> & { messageId?: string } = {}): MailText & { messageId?: string } => ({
  recipient: 'ana@mail.example',
  subject: 'Hola',
  text: 'Hola, Ana.\n',
  ...given,
})

/** Returns the names of the header fields of a raw mail. */
const headerNames = (raw: string): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))

/** Decodes each encoded word of a header (RFC 2047) once, as a mail program does. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      (encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
            'latin1',
          )
      ).toString(),
    )

/** Starts an SMTP server whose `onLine` can break the protocol. */
async function startRudeServer(onLine: (line: string, socket: Socket) => boolean, port = 0) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 rude\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() as string
      for (const line of lines) {
        if (onLine(line, socket)) continue
        if (line.startsWith('DATA')) socket.write('354 go on\r\n')
        else if (/^(EHLO|HELO|MAIL|RCPT|RSET|QUIT)/.test(line)) socket.write('250 fine\r\n')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe.each(databases)('outbox on $name', ({ create }) => {
  let place: MigratedDatabase
  let log: string[]
  let ahead: number
  let site: SiteSettings
  const started: Outbox[] = []
  const servers: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
  })
  afterAll(() => place.dispose())

  beforeEach(() => {
    log = []
    ahead = 0
    site = createSiteSettings()
  })
  afterEach(async () => {
    for (const outbox of started.splice(0)) await outbox.stop()
    for (const server of servers.splice(0)) await server.close()
    await place.database.write(async (tx) => {
      await tx.deleteFrom('outbox').execute()
      await sql`delete from "messages"`.execute(tx)
      await tx.deleteFrom('users').execute()
    })
  })

  const now = () => Date.now() + ahead

  function open(given: Partial<OutboxOptions> = {}): Outbox {
    const outbox = createOutbox({
      database: place.database,
      smtpUrl: null,
      mailFrom: 'noche@club.example',
      mailTo: null,
      settings: { all: async () => site },
      log: createLog('info', { write: (line) => void log.push(line) }),
      now,
      deletionTime: async () => now(),
      onAnswerFailed: async () => {},
      ...given,
    })
    started.push(outbox)
    return outbox
  }

  async function insertMessage(): Promise<string> {
    const id = randomUUIDv7()
    const insert = sql`insert into "messages" ("id", "person", "from", "body", "createdAt")
      values (${id}, 'Ana', 'ana@mail.example', 'Hola', ${now()})`
    await place.database.write((tx) => insert.execute(tx))
    return id
  }

  async function serve(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
    const server = await startMailServer(options)
    servers.push(server)
    return server
  }

  async function put(outbox: Outbox, ...mails: (MailText & { messageId?: string })[]): Promise<void> {
    for (const each of mails) await place.database.write((tx) => outbox.enqueue(tx, each))
    outbox.wake()
  }

  /** Moves the clock beyond a pause between attempts. */
  function pass(outbox: Outbox, milliseconds: number): void {
    ahead += milliseconds
    outbox.wake()
  }

  const rows = (database: Database = place.database) =>
    database.read.selectFrom('outbox').selectAll().orderBy('seq').execute()
  const row = async () => (await rows())[0] as Awaited<ReturnType<typeof rows>>[number]
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000, interval: 15 })
  const delivered = (count: number) =>
    until(async () =>
      expect((await rows()).filter(({ deliveredAt }) => deliveredAt !== null)).toHaveLength(count),
    )
  const failed = (attempts: number) =>
    until(async () => expect(await row()).toMatchObject({ attempts, claimedUntil: 0 }))

  describe('delivers', () => {
    it('a mail from the club as plain text', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await put(outbox, mail({ subject: 'Confirmá tu e-mail', text: 'Hola:\n\n¿Qué tal, Ñandú?\n' }))
      await delivered(1)
      expect(server.mails).toMatchObject([{ from: 'noche@club.example', to: ['ana@mail.example'] }])
      const raw = server.mails[0]?.raw ?? ''
      const { id, createdAt } = await row()
      expect(readHeader(raw, 'From')).toBe(`${site.identity.name} <noche@club.example>`)
      expect(readHeader(raw, 'To')).toBe('ana@mail.example')
      expect(readHeader(raw, 'Reply-To')).toBeNull()
      expect(readHeader(raw, 'Subject')).toMatch(/^=\?UTF-8\?Q\?Confirm=C3=A1_tu_e-mail\?=$/i)
      expect(readHeader(raw, 'Message-ID')).toBe(`<${id}@club.example>`)
      expect(readHeader(raw, 'Content-Type')).toBe('text/plain; charset=utf-8')
      expect(readHeader(raw, 'Auto-Submitted')).toBe('auto-generated')
      expect(Date.parse(readHeader(raw, 'Date') ?? '')).toBe(Math.floor(createdAt / 1000) * 1000)
      expect(raw).toContain('=C2=BFQu=C3=A9 tal, =C3=91and=C3=BA?')
    })

    it('with the club’s name at the time of sending', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      await put(outbox, mail())
      site = createSiteSettings({ identity: { name: 'Otra' } })
      outbox.start()
      await delivered(1)
      expect(readHeader(server.mails[0]?.raw ?? '', 'From')).toBe('Otra <noche@club.example>')
    })

    it('a visitor’s message with the visitor as Reply-To', async () => {
      const server = await serve()
      const outbox = open({
        smtpUrl: server.url,
        mailFrom: 'La noche <noche@club.example>',
        mailTo: ['club@club.example', 'otra@club.example'],
      })
      outbox.start()
      await put(outbox, mail({ recipient: null, replyTo: 'jose@máil.example', text: '¿Abren?\n.\nQUIT\n' }))
      await delivered(1)
      expect(server.mails).toMatchObject([{ to: ['club@club.example', 'otra@club.example'] }])
      const raw = server.mails[0]?.raw ?? ''
      expect(readHeader(raw, 'From')).toBe('La noche <noche@club.example>')
      expect(readHeader(raw, 'Reply-To')).toBe('jose@xn--mil-ela.example')
      expect(raw.replaceAll('\r\n', '\n')).toContain('Abren?\n.\nQUIT\n')
    })

    it('no Reply-To that has no ASCII form, because the mail server may not offer SMTPUTF8', async () => {
      const server = await serve({ hideSMTPUTF8: true })
      const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
      outbox.start()
      await put(
        outbox,
        mail({ recipient: null, replyTo: 'josé@máil.example' }),
        mail({ recipient: null, replyTo: ['josé@mail.example', 'ana@mail.example'] }),
      )
      await delivered(2)
      expect(server.mails.map(({ raw }) => readHeader(raw, 'Reply-To'))).toEqual([null, 'ana@mail.example'])
      for (const { raw } of server.mails) expect(raw).not.toMatch(/[^\p{ASCII}]/u)
    })

    it('mails for the club to all administrators who are active at the time of sending', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await insertUser(place.database, { email: 'espera@club.example', status: 'pending' })
      await put(outbox, mail({ recipient: null }))
      await until(async () => expect((await row()).lastError).toContain('ningún administrador activo'))
      expect(await row()).toMatchObject({ attempts: 0, deliveredAt: null, claimedUntil: 0 })
      await insertUser(place.database, { email: 'ana@club.example', createdAt: 1 })
      await insertUser(place.database, { email: 'beto@club.example', createdAt: 2 })
      pass(outbox, MINUTE_MS)
      await delivered(1)
      expect(server.mails.map(({ to }) => to)).toEqual([['ana@club.example', 'beto@club.example']])
    })

    it('mails in the order of their creation', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      await put(outbox, ...[1, 2, 3, 4].map((n) => mail({ subject: `Mail ${n}` })))
      outbox.start()
      await delivered(4)
      expect(server.mails.map(({ raw }) => readHeader(raw, 'Subject'))).toEqual([
        'Mail 1',
        'Mail 2',
        'Mail 3',
        'Mail 4',
      ])
    })

    it('mails from before the start, and mails that waited for SMTP_URL', async () => {
      const without = open()
      without.start()
      expect(without.delivers).toBe(false)
      await put(without, mail(), mail({ recipient: null }))
      await sleep(100)
      expect(await without.status()).toEqual({ pending: 2, failed: 0 })
      const server = await serve()
      const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
      expect(outbox.delivers).toBe(true)
      outbox.start()
      await delivered(2)
      expect(await outbox.status()).toEqual({ pending: 0, failed: 0 })
    })

    it('no mail of a transaction that was rolled back', async () => {
      const outbox = open()
      const failing = place.database.write(async (tx) => {
        await outbox.enqueue(tx, mail())
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await rows()).toEqual([])
    })

    it('mails and erases their text afterwards', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await put(outbox, mail({ text: 'https://club.example/login#confirm=secret' }))
      await delivered(1)
      expect(await row()).toMatchObject({ text: '', subject: 'Hola', lastError: null, claimedUntil: 0 })
      expect(log.join()).toContain('Mail delivered')
      expect(log.join()).not.toContain('ana@mail.example')
    })

    it('to the recipients that the server accepts', async () => {
      const server = await serve({
        onRcptTo: ({ address }, _, done) =>
          done(address.startsWith('gone') ? new Error('no such user') : null),
      })
      const outbox = open({ smtpUrl: server.url, mailTo: ['gone@club.example', 'ana@club.example'] })
      outbox.start()
      await put(outbox, mail({ recipient: null }))
      await delivered(1)
      expect(server.mails.map(({ to }) => to)).toEqual([['ana@club.example']])
      expect((await row()).lastError).toBe(
        'El servidor de correo no aceptó 1 de las direcciones: gone@club.example',
      )
      expect(log.join()).not.toContain('gone@club.example')
    })

    it('over TLS, and only to servers with a trusted certificate', async () => {
      // The test server has a self-signed certificate, and prints a warning about it when it starts.
      const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
      const server = await serve({ secure: true })
      warned.mockRestore()
      const strict = open({ smtpUrl: server.url })
      strict.start()
      await put(strict, mail())
      await failed(1)
      expect((await row()).lastError).toContain('certificate')
      await strict.stop()
      const trusting = open({ smtpUrl: `${server.url}?tls.rejectUnauthorized=false` })
      pass(trusting, MINUTE_MS)
      trusting.start()
      await delivered(1)
      expect(server.mails).toHaveLength(1)
    })
  })

  describe('tries again', () => {
    it.each([
      [
        'rejects every mail temporarily',
        {
          onMailFrom: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
            done(Object.assign(new Error('later'), { responseCode: 451 })),
        },
        '451 later',
      ],
      [
        'rejects the recipient temporarily',
        {
          onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
            done(Object.assign(new Error('come back'), { responseCode: 450 })),
        },
        'El servidor de correo no aceptó las direcciones: 450 come back',
      ],
      [
        'rejects the recipient by a policy that the club can change',
        {
          onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
            done(Object.assign(new Error('5.7.1 relay denied'), { responseCode: 554 })),
        },
        '554 5.7.1 relay denied',
      ],
      [
        'rejects the text',
        {
          onData: (stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error) => void) => {
            stream.resume()
            stream.on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })))
          },
        },
        '554 looks like spam',
      ],
    ])('when the server %s', async (_, refusal, reason) => {
      const refusing = await serve(refusal)
      const outbox = open({ smtpUrl: refusing.url })
      outbox.start()
      await put(outbox, mail())
      await failed(1)
      const { lastError, nextAttemptAt, deliveredAt } = await row()
      expect(lastError).toContain(reason)
      expect(deliveredAt).toBeNull()
      expect(nextAttemptAt - now()).toBeGreaterThan(25_000)
      expect(nextAttemptAt - now()).toBeLessThanOrEqual(30_000)
      expect(await outbox.status()).toEqual({ pending: 1, failed: 1 })
      outbox.wake()
      await sleep(100)
      expect((await row()).attempts).toBe(1)

      await refusing.close()
      const healed = await serve({ port: refusing.port })
      pass(outbox, 30_000)
      await delivered(1)
      expect(healed.mails).toHaveLength(1)
      expect(readHeader(healed.mails[0]?.raw ?? '', 'Message-ID')).toBe(`<${(await row()).id}@club.example>`)
    })

    it('when the server is unreachable, without blocking other mail', async () => {
      const gone = await serve()
      await gone.close()
      const outbox = open({ smtpUrl: gone.url })
      outbox.start()
      await put(outbox, mail({ subject: 'Mail 1' }), mail({ subject: 'Mail 2' }))
      await until(async () => expect(await outbox.status()).toEqual({ pending: 2, failed: 2 }))
      expect((await row()).lastError).toContain('ECONNREFUSED')
      const server = await serve({ port: gone.port })
      await put(outbox, mail({ subject: 'Mail 3' }))
      await delivered(1)
      pass(outbox, 30_000)
      await delivered(3)
      expect(server.mails.map(({ raw }) => readHeader(raw, 'Subject'))).toEqual([
        'Mail 3',
        'Mail 1',
        'Mail 2',
      ])
    })

    it('a visitor’s message without a limit, with pauses that grow to two hours', async () => {
      const outbox = open({ transport: { sendMail: () => Promise.reject(new Error('no')) } })
      outbox.start()
      const messageId = await insertMessage()
      await put(outbox, mail({ recipient: 'club@club.example', messageId }))
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 12; attempt++) {
        await failed(attempt)
        const pause = (await row()).nextAttemptAt - now()
        pauses.push(Math.ceil(pause / 10_000) / 6)
        pass(outbox, pause)
      }
      expect(pauses).toEqual([0.5, 1, 2, 5, 10, 30, 60, 120, 120, 120, 120, 120])
      pass(outbox, 100 * DAY_MS)
      await failed(13)
    })

    it('a visitor’s message even after a permanent rejection of the recipient', async () => {
      const server = await serve({ onRcptTo: (_address, _session, done) => done(noSuchUser()) })
      const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
      outbox.start()
      const messageId = await insertMessage()
      await put(outbox, mail({ recipient: null, messageId }))
      await failed(1)
      expect((await row()).lastError).toContain('550 no such user')
    })

    it('when the server closes the connection during the mail', async () => {
      let hasBegun = false
      const dying = await startRudeServer((line, socket) => {
        if (line.startsWith('Subject:')) {
          hasBegun = true
          socket.destroy()
        }
        return hasBegun
      })
      servers.push(dying)
      const outbox = open({ smtpUrl: dying.url })
      outbox.start()
      await put(outbox, mail({ text: 'largo '.repeat(20_000) }))
      await failed(1)
      expect(hasBegun).toBe(true)
      await dying.close()
      servers.splice(0)
      const server = await serve({ port: dying.port })
      pass(outbox, 30_000)
      await delivered(1)
      expect(server.mails).toHaveLength(1)
      expect(server.mails[0]?.raw.replace(/=?\r\n/g, '').match(/largo/g)).toHaveLength(20_000)
    })

    it('when the answer is lost: the second copy has the Message-ID of the first', async () => {
      const received: string[] = []
      let lines: string[] = []
      const losing = await startRudeServer((line, socket) => {
        lines.push(line)
        if (line !== '.') return false
        received.push(lines.join('\r\n'))
        lines = []
        if (received.length === 1) socket.destroy()
        else socket.write('250 thanks\r\n')
        return true
      })
      servers.push(losing)
      const outbox = open({ smtpUrl: losing.url })
      outbox.start()
      await put(outbox, mail())
      await failed(1)
      pass(outbox, 30_000)
      await delivered(1)
      const ids = received.map((raw) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim())
      expect(ids).toEqual(Array(2).fill(`<${(await row()).id}@club.example>`))
    })

    it.each([
      ['greet', () => createServer((socket) => void socket.on('error', () => {}))],
      ['answer', () => createServer((socket) => void socket.on('error', () => {}).write('220 slow\r\n'))],
    ])('when the server does not %s', async (_, make) => {
      const silent = make()
      silent.listen(0, '127.0.0.1')
      await once(silent, 'listening')
      servers.push({ close: async () => void silent.close() })
      // Time-outs in SMTP_URL replace the defaults, which are longer.
      const outbox = open({
        smtpUrl: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}?greetingTimeout=200&socketTimeout=300`,
      })
      outbox.start()
      await put(outbox, mail())
      await failed(1)
      expect((await row()).lastError).toMatch(/timeout|greeting/i)
    })

    it('without logging the password, even when the server repeats it', async () => {
      const leaking = await serve({
        allowInsecureAuth: true,
        authMethods: ['PLAIN'],
        authOptional: false,
        onAuth: ({ username, password }, _, done) => {
          const plain = Buffer.from(`\0${username}\0${password}`).toString('base64')
          done(new Error(`not you: ${password} (${plain})\r\nX: y ${'long '.repeat(200)}`))
        },
      })
      const outbox = open({ smtpUrl: leaking.url.replace('//', '//noche:t%40p-secret@') })
      outbox.start()
      await put(outbox, mail())
      await failed(1)
      const lastError = (await row()).lastError ?? ''
      expect(lastError).toContain('not you: … (…)')
      expect(lastError).not.toMatch(/[\r\n]/)
      expect(lastError.length).toBeLessThanOrEqual(300)
      expect(log.join()).not.toContain('t@p-secret')
    })
  })

  describe('gives up', () => {
    it('a mail to a rejected address', async () => {
      const server = await serve({ onRcptTo: (_address, _session, done) => done(noSuchUser()) })
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await put(outbox, mail())
      await until(async () => expect(await rows()).toEqual([]))
      expect(log.join()).toMatch(/Mail given up.*/)
      expect(log.join()).toContain('550 no such user')
      expect(await outbox.status()).toEqual({ pending: 0, failed: 0 })
    })

    it.each([
      ['somebody', { recipient: 'ana@mail.example' }],
      ['the club', { recipient: null }],
    ])('a mail to %s that could not be delivered in five days', async (_, to) => {
      const outbox = open({
        transport: { sendMail: () => Promise.reject(new Error('no')) },
        mailTo: ['club@club.example'],
      })
      outbox.start()
      await put(outbox, mail(to))
      await failed(1)
      pass(outbox, 5 * DAY_MS - MINUTE_MS)
      await failed(2)
      pass(outbox, 2 * MINUTE_MS)
      await until(async () => expect(await rows()).toEqual([]))
      expect(log.join()).toContain('Mail given up')
    })

    it('none of the old mails while the clock is not trusted', async () => {
      const outbox = open({
        transport: { sendMail: () => Promise.reject(new Error('no')) },
        deletionTime: async () => null,
      })
      outbox.start()
      await put(outbox, mail())
      await failed(1)
      pass(outbox, 6 * DAY_MS)
      await failed(2)
      expect(await rows()).toHaveLength(1)
    })
  })

  it('erases recipients after a month, and keeps the state of visitors’ messages', async () => {
    const server = await serve()
    const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
    outbox.start()
    const messageId = await insertMessage()
    await put(outbox, mail(), mail({ recipient: null, messageId }))
    await delivered(2)
    ahead += 29 * DAY_MS
    await outbox.tidy(now())
    expect(await rows()).toHaveLength(2)
    ahead += 2 * DAY_MS
    await outbox.tidy(now())
    expect((await rows()).map((each) => each.messageId)).toEqual([messageId])
  })

  describe('two workers', () => {
    /** A mail transport that answers only when the test lets it. */
    function stuckTransport() {
      const mails: OutgoingMail[] = []
      const answers: PromiseWithResolvers<{ rejected: string[] }>[] = []
      const transport: Transport = {
        sendMail(mail) {
          mails.push(mail)
          const answer = Promise.withResolvers<{ rejected: string[] }>()
          mail.signal.addEventListener('abort', () => answer.reject(new Error('aborted')))
          answers.push(answer)
          return answer.promise
        },
      }
      return { transport, mails, answers }
    }

    it('send each mail once', async () => {
      const server = await serve()
      const one = open({ smtpUrl: server.url })
      const other = open({ smtpUrl: server.url, database: place.connectAgain() })
      await put(one, ...Array.from({ length: 10 }, (_, n) => mail({ subject: `Mail ${n}` })))
      one.start()
      other.start()
      await delivered(10)
      const subjects = server.mails.map(({ raw }) => readHeader(raw, 'Subject'))
      expect(subjects).toHaveLength(10)
      expect(new Set(subjects).size).toBe(10)
    })

    it('skip a mail that the other one has claimed, and take over an expired claim', async () => {
      const stuck = stuckTransport()
      const dead = open({ transport: stuck.transport })
      dead.start()
      await put(dead, mail({ subject: 'Mail 1' }))
      await until(() => expect(stuck.mails).toHaveLength(1))

      const server = await serve()
      const alive = open({ smtpUrl: server.url, database: place.connectAgain() })
      alive.start()
      await put(alive, mail({ subject: 'Mail 2' }))
      await delivered(1)
      pass(alive, MINUTE_MS)
      await sleep(150)
      expect(server.mails.map(({ raw }) => readHeader(raw, 'Subject'))).toEqual(['Mail 2'])

      pass(alive, 2 * MINUTE_MS)
      await delivered(2)
      expect(server.mails).toHaveLength(2)
      expect(readHeader(server.mails[1]?.raw ?? '', 'Message-ID')).toBe(stuck.mails[0]?.messageId)

      // The first worker was only slow. Its late failure must not undo the success of the second one.
      stuck.answers[0]?.reject(new Error('too late'))
      await until(() => expect(log.join()).toContain('too late'))
      expect(await row()).toMatchObject({ attempts: 0, lastError: null })
      expect((await row()).deliveredAt).not.toBeNull()
    })

    it('take over a mail that the other one did not finish before it stopped', async () => {
      const slow = await startRudeServer((line) => line.startsWith('MAIL'))
      servers.push(slow)
      const stopped = open({ smtpUrl: slow.url })
      stopped.start()
      await put(stopped, mail())
      await until(async () => expect((await row()).claimedUntil).toBeGreaterThan(now()))
      await sleep(100)
      const start = performance.now()
      await stopped.stop()
      expect(performance.now() - start).toBeLessThan(3000)
      expect(await row()).toMatchObject({ claimedUntil: 0, attempts: 0, deliveredAt: null, lastError: null })

      const server = await serve()
      open({ smtpUrl: server.url }).start()
      await delivered(1)
      expect(server.mails).toHaveLength(1)
    })
  })

  describe('stop', () => {
    it('waits for the mail that is being sent', async () => {
      const server = await serve({
        onRcptTo: (_address, _session, done) => void setTimeout(done, 400),
      })
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await put(outbox, mail(), mail())
      await until(async () => expect((await row()).claimedUntil).toBeGreaterThan(0))
      await outbox.stop()
      expect(server.mails).toHaveLength(1)
      expect(await outbox.status()).toEqual({ pending: 1, failed: 0 })
    })

    it('returns at once without mail, and before a start', async () => {
      const outbox = open({ transport: { sendMail: () => Promise.reject(new Error('no')) } })
      outbox.start()
      await sleep(50)
      const start = performance.now()
      await outbox.stop()
      await open().stop()
      expect(performance.now() - start).toBeLessThan(200)
    })

    it('can be followed by a new start', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await outbox.stop()
      await put(outbox, mail())
      await sleep(100)
      expect(server.mails).toHaveLength(0)
      outbox.start()
      await delivered(1)
      expect(server.mails).toHaveLength(1)
    })
  })

  it('does not send a mail again when storing its delivery failed', async () => {
    let isFull = false
    const flaky: Database = {
      ...place.database,
      write: (work) => (isFull ? Promise.reject(new Error('disk full')) : place.database.write(work)),
    }
    const sent: OutgoingMail[] = []
    const transport: Transport = {
      sendMail: async (mail) => {
        sent.push(mail)
        isFull = true
        return { rejected: [] }
      },
    }
    const outbox = open({ database: flaky, transport })
    outbox.start()
    await put(outbox, mail())
    await until(() => expect(log.join()).toContain('disk full'))
    outbox.wake()
    await sleep(100)
    isFull = false
    await delivered(1)
    expect(sent).toHaveLength(1)
    expect(await row()).toMatchObject({ attempts: 0, lastError: null })
  })

  describe('prevents header injection', () => {
    // Mail programs decode encoded words (RFC 2047), also in ASCII subjects. This one has a line break and a field.
    const ENCODED = '=?utf-8?B?DQpCY2M6IGV2aWxAbWFpbC5leGFtcGxl?='
    it.each([
      ['direction characters', '\u202eanA\u2066', 'anA'],
      ['other characters without a shape', 'A\u200bna\u{e0041}\u00ad\ufeff', 'Ana'],
      ['an encoded word', ENCODED, ENCODED.replace('=?', '= ?')],
      ['an encoded word around a format character', ENCODED.replace('=?', '=\u2060?'), '= ?utf-8?B?'],
      ['an encoded word and other letters', `Ñandú ${ENCODED}`, 'Ñandú = ?utf-8?B?'],
    ])('through %s in the name of a visitor or of the club', async (_, name, shown) => {
      const server = await serve()
      site = createSiteSettings({ identity: { name } })
      const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
      const message = mail({ subject: `Mensaje de ${name}` })
      await put(outbox, message)
      // An earlier release stored subjects that were cleaned less.
      await place.database.write((tx) => tx.updateTable('outbox').set({ subject: message.subject }).execute())
      outbox.start()
      await delivered(1)
      const raw = server.mails[0]?.raw ?? ''
      for (const field of ['Subject', 'From']) {
        const text = decodeWords(readHeader(raw, field) ?? '')
        expect(text).toContain(shown)
        expect(text).not.toMatch(/=\?|[\p{Cc}\p{Cf}]/u)
      }
    })

    it('keeps the joiners of emoji and scripts', async () => {
      const outbox = open({ smtpUrl: null })
      const name = '👩\u200d🚀 می\u200cخواهم'
      await put(outbox, mail({ subject: name }))
      expect((await row()).subject).toBe(name)
    })

    it('through the subject or a visitor’s name', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url, mailTo: ['club@club.example'] })
      outbox.start()
      const lines = 'Hola\r\nBcc: evil@mail.example\r\n\r\nBody\u2028\tmás'
      const message = mail({ recipient: null, subject: `Mensaje de ${lines}` })
      await put(outbox, mail({ subject: `${lines}\0` }), message)
      await delivered(2)
      for (const { raw, to } of server.mails) {
        expect(to).toHaveLength(1)
        expect(headerNames(raw).map((name) => name.toLowerCase())).not.toContain('bcc')
        expect(headerNames(raw).filter((name) => name === 'Subject')).toHaveLength(1)
      }
      expect((await row()).subject).toBe('Hola Bcc: evil@mail.example Body más')
    })

    it.each([
      'ana@mail.example\r\nBcc: evil@mail.example',
      'ana@mail.example, evil@mail.example',
      'ana@mail.example;evil@mail.example',
      'Ana <ana@mail.example>',
      'ana@mail.example\n',
      '"ana"@mail.example',
      'ana@evil.example@mail.example',
      'ana@mail.example\0',
      'ana',
      '',
    ])('through the address %j', async (address) => {
      const outbox = open()
      for (const given of [{ replyTo: address }, { recipient: address }]) {
        await expect(place.database.write((tx) => outbox.enqueue(tx, mail(given)))).rejects.toThrow(TypeError)
      }
      expect(await rows()).toEqual([])
    })

    it('through the text', async () => {
      const server = await serve()
      const outbox = open({ smtpUrl: server.url })
      outbox.start()
      await put(
        outbox,
        mail({
          text: 'Hola\r\n.\r\nMAIL FROM:<evil@mail.example>\r\nRCPT TO:<evil@mail.example>\r\nDATA\r\n',
        }),
      )
      await delivered(1)
      expect(server.mails).toHaveLength(1)
      expect(server.mails[0]?.raw).toContain('\r\n.\r\nMAIL FROM:<evil@mail.example>')
    })
  })
})
