/** The contact form through HTTP. A message is stored before the response. outbox.test.ts tests its delivery. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISSING_FIELDS } from '../../../platform/api/shared/problems.ts'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, readHeader, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { contactMessagesOf } from '../index.server.ts'
import { TRAP_FIELD } from '../shared/contact-message.ts'
import { MESSAGES_KEPT_MONTHS } from '../shared/message-limits.ts'
import type { Message } from '../shared/messages.ts'

const message = { person: 'Ana Bucle', from: 'ana@visita.example', body: 'Hola.\n¿Abren el viernes?' }

describe('messages of visitors', () => {
  let database: TestDatabase
  let club: TestClub
  let server: MailServer
  beforeAll(async () => {
    database = await createDatabase()
    server = await startMailServer()
    club = await openTestClub(database, { env: { SMTP_URL: server.url, MAIL_TO: 'hola@club.example' } })
    club.outbox.start()
  })
  afterAll(async () => {
    await club.stop()
    await server.close()
    await database.dispose()
  })

  const send = (body: unknown, sent: RequestOptions = {}) =>
    club.send('POST', '/api/mail/sendMail', { body, ...sent })
  const mailCount = async () => (await club.database.read.selectFrom('outbox').select('id').execute()).length
  const stored = () => club.database.read.selectFrom('messages').selectAll().orderBy('seq').execute()

  test('are refused when incomplete, without counting for the rate limit', async () => {
    await changesNothing(club, async () => {
      const { detail } = await expectProblem(await send({}), 'missing-fields', ['person', 'from', 'body'])
      expect(detail).toBe(MISSING_FIELDS)
      for (const name of ['person', 'from', 'body'] as const) {
        await expectProblem(await send({ ...message, [name]: ' \n' }), 'missing-fields', [name])
        await expectProblem(await send({ ...message, [name]: ['x'] }), 'invalid-fields', [name])
      }
      const wrongs = {
        person: 'x'.repeat(201),
        body: 'x'.repeat(5001),
        from: 'ana@visita.example\r\nBcc: todos@visita.example',
      }
      for (const [name, wrong] of Object.entries(wrongs))
        await expectProblem(await send({ ...message, [name]: wrong }), 'invalid-fields', [name])
      await expectProblem(await send('{'), 'invalid-json')
      await expectProblem(
        await send('x=1', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
        'json-needed',
      )
      await expectProblem(await send({ ...message, x: 'x'.repeat(1_000_000) }), 'too-large')
      await expectProblem(
        await send(message, { headers: { Origin: 'https://otro.example' } }),
        'foreign-origin',
      )
    })
  })

  test('are refused when the e-mail address has invisible characters', async () => {
    await changesNothing(club, async () => {
      for (const wrong of ['\u0085', '\u200b', '\u202e'])
        await expectProblem(
          await send({ ...message, from: `a${wrong}na@visita.example` }, { from: '203.0.113.4' }),
          'invalid-fields',
          ['from'],
        )
    })
  })

  test('are stored before the response and delivered after it', async () => {
    const response = await send(
      { ...message, person: ' Ana\r\nBcc: todos@visita.example ', extra: 1 },
      { from: '203.0.113.5' },
    )
    expect(response.status).toBe(201)
    const { _id, ...rest } = (await response.json()) as { _id: string }
    expect(rest).toEqual({})
    const [row] = (await stored()).slice(-1)
    expect(row).toMatchObject({
      ...message,
      id: _id,
      person: 'Ana Bcc: todos@visita.example',
      createdAt: club.clock.now,
      readAt: null,
    })

    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(1)
    const [mail] = server.mails
    expect(mail?.to).toEqual(['hola@club.example'])
    expect(readHeader(mail?.raw ?? '', 'Reply-To')).toContain(message.from)
    expect(readHeader(mail?.raw ?? '', 'Bcc')).toBeNull()
  })

  test('leave no name, address or text in the log', () => {
    const logged = club.logged.join('')
    expect(logged).toContain('Mail delivered')
    for (const part of [message.person, message.from, '¿Abren el viernes?'])
      expect([part, logged.includes(part)]).toEqual([part, false])
  })

  test('are limited to five from one address in ten minutes', async () => {
    const from = '203.0.113.9'
    for (let sent = 0; sent < 5; sent++) {
      // A refused form does not use up the sender's limit of messages.
      await expectProblem(await send({}, { from }), 'missing-fields')
      expect((await send(message, { from })).status).toBe(201)
    }
    const before = [(await stored()).length, await mailCount()]
    const refusal = await send(message, { from, headers: { 'X-Forwarded-For': '203.0.113.10' } })
    expect(Number(refusal.headers.get('Retry-After'))).toBe(600)
    await expectProblem(refusal, 'too-many-attempts')
    expect([(await stored()).length, await mailCount()]).toEqual(before)
    expect((await send(message, { from: '203.0.113.10' })).status).toBe(201)
    club.clock.now += 600_000
    expect((await send(message, { from })).status).toBe(201)
  })

  test('sent to the API are stored even with a value in the trap field, which only the form has', async () => {
    const response = await send(
      { ...message, [TRAP_FIELD]: 'https://visita.example' },
      { from: '203.0.113.6' },
    )
    expect(response.status).toBe(201)
    const { _id } = (await response.json()) as { _id: string }
    expect((await stored()).map(({ id }) => id)).toContain(_id)
  })

  test('are deleted after a year together with their mail', async () => {
    const sentAt = club.clock.now
    expect((await send(message, { from: '203.0.113.7' })).status).toBe(201)
    const old = (await stored()).filter(({ createdAt }) => createdAt <= sentAt).map(({ id }) => id)
    club.clock.now += 86_400_000
    const younger = (await (await send(message, { from: '203.0.113.7' })).json()) as { _id: string }
    const after = new Date(sentAt)
    after.setUTCMonth(after.getUTCMonth() + MESSAGES_KEPT_MONTHS)
    club.clock.now = after.getTime() - 60_000
    await contactMessagesOf(club.platform).tidy(club.clock.now)
    expect((await stored()).map(({ id }) => id)).toContain(old.at(-1))
    club.clock.now = after.getTime() + 60_000
    await contactMessagesOf(club.platform).tidy(club.clock.now)
    expect((await stored()).map(({ id }) => id)).toEqual([younger._id])
    const carried = await club.database.read.selectFrom('outbox').select('messageId').execute()
    expect(carried.map(({ messageId }) => messageId)).toEqual([younger._id])
  })
})

describe.each(databases)('many messages on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', SITE_URL: 'http://club.test' }
    club = await openTestClub(database, { env })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (from: string) => club.send('POST', '/api/mail/sendMail', { body: message, from })
  const storedMails = () => club.database.read.selectFrom('outbox').selectAll().orderBy('seq').execute()
  const one = async (id: string) =>
    (await (await club.send('GET', `/api/messages/${id}`, { as })).json()) as Message

  test('share a limit when they come from one IPv6 network', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await send(`2001:db8:9:${n + 10}00::1`)).status)
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(2).fill(429)])
    club.clock.now += 3_600_000
    await club.database.write((tx) => tx.deleteFrom('outbox').execute())
  })

  test('are all stored; sixty an hour are mailed, and one mail announces the rest', async () => {
    const ids: string[] = []
    for (let n = 0; n < 64; n++) {
      const response = await send(`10.9.${n}.1`)
      expect(response.status).toBe(201)
      ids.push(((await response.json()) as { _id: string })._id)
    }
    const mails = await storedMails()
    expect(mails).toHaveLength(61)
    expect(mails.map(({ messageId }) => messageId)).toEqual([...ids.slice(0, 60), null])
    const summary = mails.at(-1)
    expect(summary).toMatchObject({ recipient: null, replyTo: null })
    expect(summary?.text).toContain('http://club.test/admin/messages')

    const late = ids.at(-1) as string
    expect((await one(late)).delivery).toEqual({
      state: 'kept',
      deliveredAt: null,
      nextAttemptAt: null,
      reason: expect.stringMatching(/^[A-ZÁÉÍÓÚÑ].+[.]$/),
    })
    const resent = await club.send('POST', `/api/messages/${late}/resend`, { as })
    expect([resent.status, ((await resent.json()) as Message).delivery.state]).toEqual([202, 'waiting'])
    expect((await storedMails()).at(-1)).toMatchObject({ messageId: late, replyTo: message.from })

    club.clock.now += 3_600_000
    expect((await send('10.9.99.1')).status).toBe(201)
    expect((await storedMails()).length).toBe(63)
  })

  test('are mailed within the same limit when they arrive at the same time', async () => {
    club.clock.now += 3_600_000
    const before = (await storedMails()).length
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => send(`10.10.${n}.1`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await storedMails()).length - before).toBe(61)
  })
})

test('messages are stored without a mail server', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  try {
    const response = await club.send('POST', '/api/mail/sendMail', { body: message })
    expect(response.status).toBe(201)
    expect(await club.database.read.selectFrom('messages').select('from').execute()).toEqual([
      { from: message.from },
    ])
  } finally {
    await club.stop()
    await database.dispose()
  }
})
