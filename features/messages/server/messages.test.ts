/** Messages for administrators, through HTTP. contact.test.ts tests how visitors send them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listErasures } from '../../../platform/db/erasures.ts'
import type { Render } from '../../../platform/rendering/page-handler.ts'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type MailServer, readHeader, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { MessageSummary, Overview } from '../../home/shared/overview.ts'
import { contactMessagesOf } from '../index.server.ts'
import { readKeptMonths } from '../public/contact-services.ts'
import { MESSAGES_KEPT_MONTHS } from '../shared/message-limits.ts'
import type { Message, MessageDetail, MessagePage } from '../shared/messages.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const DAY_MS = 86_400_000

/** A page that shows the retention period, as /privacidad does. */
const privacyPage: Render = async (_, reader) =>
  new Response(`<p>${await readKeptMonths(reader)} meses</p>`, {
    headers: { 'Content-Type': 'text/html' },
  })

describe.each(databases)('messages on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let server: MailServer
  let refusing = false
  let as: string
  beforeAll(async () => {
    database = await create()
    server = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(refusing ? Object.assign(new Error('mailbox is full'), { responseCode: 552 }) : null),
    })
    const env = { SMTP_URL: server.url, MAIL_TO: 'hola@club.example' }
    club = await openTestClub(database, { env, render: privacyPage })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await server.close()
    await database.dispose()
  })

  let senders = 0
  async function receive(given: Partial<{ person: string; from: string; body: string }> = {}) {
    const body = { person: 'Ana Bucle', from: 'ana@visita.example', body: 'Hola.', ...given }
    const from = `203.0.113.${++senders}`
    const response = await club.send('POST', '/api/mail/sendMail', { body, from })
    expect(response.status).toBe(201)
    return ((await response.json()) as { _id: string })._id
  }
  const get = (path: string) => club.send('GET', `/api/messages${path}`, { as })
  const page = async (query = ''): Promise<MessagePage> => (await get(query)).json()
  const one = async (id: string): Promise<MessageDetail> => (await get(`/${id}`)).json()
  const put = (path: string, body: unknown) => club.send('PUT', `/api/messages${path}`, { as, body })
  const resend = (id: string) => club.send('POST', `/api/messages/${id}/resend`, { as })
  const remove = (id: string) => club.send('DELETE', `/api/messages/${id}`, { as })
  const summary = async (): Promise<MessageSummary> => (await get('/summary')).json()
  const history = (resource: string) =>
    club.database.read
      .selectFrom('history')
      .selectAll()
      .where('resource', '=', resource)
      .orderBy('seq')
      .execute()

  test('are unchanged by requests with unknown values, which are refused', async () => {
    const id = await receive()
    await changesNothing(club, async () => {
      for (const query of [
        '?limit=0',
        '?limit=501',
        '?page=x',
        '?unread=0',
        '?unread=',
        `?q=${'x'.repeat(201)}`,
      ])
        await expectProblem(await get(query), 'invalid-query')
      await expectProblem(await put(`/${id}`, {}), 'missing-fields', ['read'])
      await expectProblem(await put(`/${id}`, { read: 'true' }), 'invalid-fields', ['read'])
      await expectProblem(await put('/settings', {}), 'missing-fields', ['keptMonths'])
      for (const keptMonths of [0, -1, 1.5, 61, '12', Number.MAX_SAFE_INTEGER])
        await expectProblem(await put('/settings', { keptMonths }), 'invalid-fields', ['keptMonths'])
      await expectProblem(await get(`/${NOBODY}`), 'not-found')
      await expectProblem(await put(`/${NOBODY}`, { read: true }), 'not-found')
      await expectProblem(await resend(NOBODY), 'not-found')
      await expectProblem(await remove(NOBODY), 'not-found')
    })
    expect((await remove(id)).status).toBe(204)
  })

  test('are listed in pages, newest first, with the number of unread messages, and never cached', async () => {
    const ids = [
      await receive({ body: 'Uno' }),
      await receive({ body: 'Dos' }),
      await receive({ body: 'Tres' }),
    ]
    const first = await get('?limit=2')
    expect(first.headers.get('X-Total-Count')).toBe('3')
    expect(first.headers.get('Link')).toBe(
      '</api/messages?limit=2&page=2>; rel="next", </api/messages?limit=2&page=2>; rel="last"',
    )
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    const { data, unread }: MessagePage = await first.json()
    expect([unread, data.map(({ body }) => body)]).toEqual([3, ['Tres', 'Dos']])
    expect(data[0]).toEqual({
      _id: ids[2],
      person: 'Ana Bucle',
      from: 'ana@visita.example',
      body: 'Tres',
      createdAt: new Date(club.clock.now).toISOString(),
      updatedAt: new Date(club.clock.now).toISOString(),
      readAt: null,
      open: true,
      answered: null,
      delivery: {
        state: 'waiting',
        deliveredAt: null,
        nextAttemptAt: new Date(club.clock.now).toISOString(),
        reason: null,
      },
    })
    expect(await one(ids[2] as string)).toEqual({
      ...data[0],
      answers: [],
      replyTo: ['hola@club.example'],
      delivers: true,
    })
    expect((await page('?limit=2&page=2')).data.map(({ _id }) => _id)).toEqual([ids[0]])
    expect((await get('/summary')).headers.get('Cache-Control')).toBe('no-store')
  })

  test('are marked as read once and can be marked as unread', async () => {
    const [newest] = (await page('?limit=1')).data
    const id = newest?._id as string
    const before = (await summary()).unread
    club.clock.now += 1000
    const readAt = new Date(club.clock.now).toISOString()
    expect(await (await put(`/${id}`, { read: true })).json()).toMatchObject({
      _id: id,
      readAt,
      updatedAt: readAt,
    })
    club.clock.now += 1000
    expect(await (await put(`/${id}`, { read: true })).json()).toMatchObject({ readAt })
    expect((await summary()).unread).toBe(before - 1)
    const unread = await page('?unread=1')
    expect(unread.data.map(({ _id }) => _id)).not.toContain(id)
    expect(unread.data).toHaveLength(before - 1)
    expect(await (await put(`/${id}`, { read: false })).json()).toMatchObject({ readAt: null })
    expect((await summary()).unread).toBe(before)
  })

  test('are found by prefixes of words in name, address and text, with or without accents', async () => {
    const id = await receive({
      person: 'Zoë Ñandú',
      from: 'zoe@orquesta.example',
      body: '¿Alquilan el SÓTANO?',
    })
    for (const q of ['zoe', 'nand', 'orque', 'sotano alq', 'ZOË@ORQUESTA'])
      expect([q, (await page(`?q=${encodeURIComponent(q)}`)).data.map(({ _id }) => _id)]).toEqual([q, [id]])
    expect((await get('?q=zoe')).headers.get('X-Total-Count')).toBe('1')
    expect((await page('?q=otano')).data).toEqual([])
    await put(`/${id}`, { read: true })
    expect((await page('?q=zoe&unread=1')).data).toEqual([])
    await remove(id)
    expect((await page('?q=zoe')).data).toEqual([])
  })

  test('show the reason of a failed delivery and the time of the next attempt', async () => {
    refusing = true
    club.outbox.start()
    const id = await receive()
    await expect.poll(async () => (await one(id)).delivery.state, { timeout: 10_000 }).toBe('failing')
    const { delivery } = await one(id)
    expect(delivery).toEqual({
      state: 'failing',
      deliveredAt: null,
      nextAttemptAt: new Date(club.clock.now + 30_000).toISOString(),
      reason: expect.stringMatching(/^El servidor de correo no aceptó las direcciones: .*mailbox is full/),
    })
    expect((await summary()).mail).toMatchObject({ delivers: true, failed: expect.any(Number) })
    expect((await summary()).mail.failed).toBeGreaterThan(0)

    // The administrator sends the same mail again before the automatic retry is due.
    refusing = false
    const sent = await resend(id)
    expect([sent.status, ((await sent.json()) as Message).delivery]).toEqual([
      202,
      {
        state: 'waiting',
        deliveredAt: null,
        nextAttemptAt: new Date(club.clock.now).toISOString(),
        reason: null,
      },
    ])
    await expect.poll(async () => (await one(id)).delivery.state, { timeout: 10_000 }).toBe('delivered')
    expect((await one(id)).delivery).toEqual({
      state: 'delivered',
      deliveredAt: new Date(club.clock.now).toISOString(),
      nextAttemptAt: null,
      reason: null,
    })
  })

  test('can be mailed again after delivery, as a new mail with the visitor as Reply-To', async () => {
    const id = await receive({ person: 'Otra Vez', from: 'otra@visita.example', body: 'Lo mismo.' })
    const mine = () => server.mails.filter(({ raw }) => (readHeader(raw, 'Reply-To') ?? '').includes('otra@'))
    await expect.poll(async () => (await one(id)).delivery.state, { timeout: 10_000 }).toBe('delivered')
    expect((await resend(id)).status).toBe(202)
    await expect.poll(() => mine().length, { timeout: 10_000 }).toBe(2)
    expect(mine().map(({ raw }) => raw.includes('Lo mismo.'))).toEqual([true, true])
    expect(new Set(mine().map(({ raw }) => readHeader(raw, 'Message-ID'))).size).toBe(2)
    const mails = club.database.read.selectFrom('outbox').select('id').where('messageId', '=', id).execute()
    expect(await mails).toHaveLength(1)
  })

  test('are deleted permanently with their mail, and the audit log does not name the sender', async () => {
    const id = await receive({ person: 'Secreta', from: 'secreta@visita.example', body: 'Nada.' })
    expect((await remove(id)).status).toBe(204)
    await expectProblem(await get(`/${id}`), 'not-found')
    await expectProblem(await remove(id), 'not-found')
    expect(await listErasures(club.database.read)).toContainEqual({
      kind: 'messages',
      id,
      at: club.clock.now,
    })
    const mails = club.database.read.selectFrom('outbox').select('id').where('messageId', '=', id).execute()
    expect(await mails).toEqual([])
    const [entry] = (await history('messages')).slice(-1)
    expect(entry).toMatchObject({
      action: 'purge',
      itemId: id,
      userEmail: 'ana@club.example',
      label: expect.stringMatching(/^Mensaje del \d\d-\d\d-\d{4}$/),
    })
    expect(JSON.stringify(entry)).not.toMatch(/secreta/i)
  })

  test('are stored for the period of the setting, and pages show it at once', async () => {
    const told = async () => (await club.send('GET', '/privacidad')).text()
    expect(await (await get('/settings')).json()).toEqual({ keptMonths: MESSAGES_KEPT_MONTHS })
    expect(await told()).toBe(`<p>${MESSAGES_KEPT_MONTHS} meses</p>`)
    const old = await receive({ body: 'Vieja' })
    club.clock.now += 100 * DAY_MS
    const { cookie } = await club.signIn({ email: 'beto@club.example', password: 'otra clave bien larga' })
    as = cookie
    const young = await receive({ body: 'Joven' })
    const changed = await put('/settings', { keptMonths: 3 })
    expect([changed.status, await changed.json()]).toEqual([200, { keptMonths: 3 }])
    expect(await told()).toBe('<p>3 meses</p>')
    await expectProblem(await get(`/${old}`), 'not-found')
    expect((await page('?q=vieja')).data).toEqual([])
    expect((await page()).data.map(({ _id }) => _id)).toEqual([young])
    expect(await (await get('/settings')).json()).toEqual({ keptMonths: 3 })
    const limit = new Date(club.clock.now)
    limit.setUTCMonth(limit.getUTCMonth() - 3)
    expect(await listErasures(club.database.read)).toContainEqual({
      kind: 'messagesBefore',
      id: String(limit.getTime()),
      at: club.clock.now,
    })

    club.clock.now += 93 * DAY_MS
    await contactMessagesOf(club.platform).tidy(club.clock.now)
    expect(await club.database.read.selectFrom('messages').select('id').execute()).toEqual([])

    // Saving the same value again is no change, so the audit log gets no entry.
    as = (await club.signIn({ email: 'ceci@club.example', password: 'otra clave bien larga' })).cookie
    expect((await put('/settings', { keptMonths: 3 })).status).toBe(200)
    const entries = await history('settings')
    expect(entries).toMatchObject([
      { action: 'update', userEmail: 'beto@club.example', changes: '{"keptMonths":["12","3"]}' },
    ])
  })
})

test('messages are stored without a mail server, and cannot be mailed', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  try {
    const as = (await club.signIn()).cookie
    const body = { person: 'Ana', from: 'ana@visita.example', body: 'Hola.' }
    const { _id } = (await (await club.send('POST', '/api/mail/sendMail', { body })).json()) as {
      _id: string
    }
    const message = (await (await club.send('GET', `/api/messages/${_id}`, { as })).json()) as Message
    expect(message.delivery).toEqual({ state: 'kept', deliveredAt: null, nextAttemptAt: null, reason: null })
    const summary = (await (await club.send('GET', '/api/messages/summary', { as })).json()) as MessageSummary
    expect(summary).toMatchObject({ unread: 1, mail: { delivers: false, pending: 1, failed: 0 } })
    await changesNothing(club, async () => {
      await expectProblem(await club.send('POST', `/api/messages/${_id}/resend`, { as }), 'no-mail')
    })
  } finally {
    await club.stop()
    await database.dispose()
  }
})

test('the OpenAPI document describes a message, and the overview has the latest that wait for an answer', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  try {
    const as = (await club.signIn()).cookie
    const { paths } = await (await club.send('GET', '/api/openapi.json')).json()
    expect(paths['/mail/sendMail'].post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['person', 'from', 'body'],
      properties: { person: { maxLength: 200 }, body: { maxLength: 5000 } },
    })
    for (const person of ['Ana', 'Beto', 'Caro', 'Dani']) {
      const body = { person, from: 'quien@visita.example', body: 'Hola.' }
      expect((await club.send('POST', '/api/mail/sendMail', { body })).status).toBe(201)
    }
    const overview = async () => (await (await club.send('GET', '/api/overview', { as })).json()) as Overview
    const { messages, summary } = await overview()
    expect(messages.map(({ person }) => person)).toEqual(['Dani', 'Caro', 'Beto'])
    expect(summary.unanswered).toBe(4)
    const answered = { ids: [messages[0]?._id], open: false }
    await club.send('PUT', '/api/messages', { as, body: answered })
    expect((await overview()).messages.map(({ person }) => person)).toEqual(['Caro', 'Beto', 'Ana'])
  } finally {
    await club.stop()
    await database.dispose()
  }
})
