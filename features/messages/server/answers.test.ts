/** Answers of administrators to messages, and messages that wait for an answer, through HTTP. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGE_MAX } from '../../../platform/shared/limits.ts'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../../test/support/databases.ts'
import { decodeMail, type MailServer, readHeader, startMailServer } from '../../../test/support/mailserver.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { MessageSummary } from '../../home/shared/overview.ts'
import { contactMessagesOf } from '../index.server.ts'
import { shippedTemplates } from '../shared/answer-templates.ts'
import { ANSWERS_MAX, TEMPLATE_MAX, TEMPLATES_MAX } from '../shared/message-limits.ts'
import type { MessageDetail, MessagePage, Templates } from '../shared/messages.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const DAY_MS = 86_400_000

describe.each(databases)('answers on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let server: MailServer
  /** The error with which the fake mail server refuses a recipient. */
  let refusal: { responseCode: number } | null = null
  let as: string
  beforeAll(async () => {
    database = await create()
    server = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(refusal ? Object.assign(new Error('mailbox unavailable'), refusal) : null),
    })
    const env = { SMTP_URL: server.url, MAIL_TO: 'hola@club.example, puerta@club.example' }
    club = await openTestClub(database, { env })
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
    const response = await club.send('POST', '/api/mail/sendMail', { body, from: `203.0.113.${++senders}` })
    expect(response.status).toBe(201)
    return ((await response.json()) as { _id: string })._id
  }
  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api/messages${path}`, { as, ...(body !== undefined && { body }), ...sent })
  const get = (path: string) => send('GET', path)
  const one = async (id: string): Promise<MessageDetail> => (await get(`/${id}`)).json()
  const page = async (query: string): Promise<MessagePage> => (await get(query)).json()
  const answer = (id: string, body: unknown, sent: RequestOptions = {}) =>
    send('POST', `/${id}/answers`, body, sent)
  const answered = async (id: string, text = 'Sí.'): Promise<MessageDetail> => {
    const response = await answer(id, { text, way: 'site' })
    expect(response.status).toBe(201)
    return response.json()
  }
  const state = async (id: string) => (await one(id)).answers.at(-1)?.delivery?.state
  const reaches = (id: string, wanted: string) =>
    expect.poll(() => state(id), { timeout: 10_000 }).toBe(wanted)
  const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address))
  const forget = () => club.database.write((tx) => tx.deleteFrom('messages').execute())

  testOnce('are refused when they are not whole, of nobody or by nobody, and change nothing', async () => {
    const id = await receive()
    const good = { text: 'Sí.', way: 'site' }
    await changesNothing(club, async () => {
      await expectProblem(await answer(id, good, { as: '' }), 'sign-in-needed')
      await expectProblem(await answer(id, {}), 'missing-fields', ['text', 'way'])
      await expectProblem(await answer(id, { ...good, text: ' \n' }), 'missing-fields', ['text'])
      await expectProblem(
        await answer(id, { ...good, text: 'x'.repeat(MESSAGE_MAX + 1) }),
        'invalid-fields',
        ['text'],
      )
      for (const way of ['elsewhere', 'fax', 1])
        await expectProblem(await answer(id, { ...good, way }), 'invalid-fields', ['way'])
      await expectProblem(await answer(NOBODY, good), 'not-found')
      await expectProblem(
        await answer(id, good, { headers: { Origin: 'https://otro.example' } }),
        'foreign-origin',
      )
      await expectProblem(await send('POST', `/${id}/answers/${NOBODY}/resend`), 'not-found')
      await expectProblem(await send('PUT', `/${id}`, { open: 'no' }), 'invalid-fields', ['open'])
      await expectProblem(await send('PUT', `/${NOBODY}`, { open: false }), 'not-found')
      for (const [method, path] of [
        ['PUT', ''],
        ['POST', '/batch/delete'],
      ] as const) {
        const sent = { open: false }
        await expectProblem(await send(method, path, sent, { as: '' }), 'sign-in-needed')
        await expectProblem(await send(method, path, sent), 'missing-fields', ['ids'])
        await expectProblem(await send(method, path, { ...sent, ids: [] }), 'missing-fields', ['ids'])
        await expectProblem(
          await send(method, path, { ...sent, ids: Array(501).fill(id) }),
          'invalid-fields',
          ['ids'],
        )
      }
      await expectProblem(await send('PUT', '', { ids: [id] }), 'missing-fields', ['read'])
      await expectProblem(await get('?unanswered=0'), 'invalid-query')
    })
    await forget()
  })

  test('are mailed only to the visitor, quote the message, and have the club as Reply-To', async () => {
    const before = club.clock.now
    const id = await receive({ from: 'zoe@visita.example', body: '¿Abren?\n.\nBcc: todos@visita.example' })
    expect(await one(id)).toMatchObject({
      open: true,
      answered: null,
      answers: [],
      replyTo: ['hola@club.example', 'puerta@club.example'],
    })
    club.clock.now += 1000
    const told = await answered(id, 'Sí, desde las 23.\r\n\r\nUn abrazo')
    const at = new Date(club.clock.now).toISOString()
    const who = { by: 'ana@club.example', byName: null, at, way: 'site' }
    expect(told).toMatchObject({ _id: id, open: false, readAt: at, updatedAt: at, answered: who })
    expect(told.answers).toEqual([
      {
        ...who,
        _id: expect.any(String),
        text: 'Sí, desde las 23.\n\nUn abrazo',
        replyTo: ['hola@club.example', 'puerta@club.example'],
        delivery: { state: 'waiting', deliveredAt: null, nextAttemptAt: at, reason: null },
      },
    ])
    club.outbox.start()
    await reaches(id, 'delivered')
    const [mail, ...more] = mailsTo('zoe@visita.example')
    expect([mail?.to, more]).toEqual([['zoe@visita.example'], []])
    const raw = decodeMail(mail?.raw ?? '').replaceAll('\r\n', '\n')
    expect(readHeader(mail?.raw ?? '', 'Reply-To')).toBe('hola@club.example, puerta@club.example')
    expect(raw).toMatch(/^Subject: Tu mensaje a \S/m)
    // A person wrote the answer, so the mail has no `Auto-Submitted`. No header contains text of the visitor.
    expect(readHeader(mail?.raw ?? '', 'Auto-Submitted')).toBeNull()
    expect(readHeader(mail?.raw ?? '', 'Bcc')).toBeNull()
    expect(readHeader(mail?.raw ?? '', 'Content-Type')).toBe('text/plain; charset=utf-8')
    expect(raw).toContain(
      'Sí, desde las 23.\n\nUn abrazo\n\nEl ' +
        `${new Date(before - 3 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('-')} a las `,
    )
    expect(raw).toMatch(/ nos escribiste:\n> ¿Abren\?\n> \.\n> Bcc: todos@visita\.example\n/)
    // After the delivery the outbox no longer has the text of the answer; only the message has it.
    expect((await one(id)).answers[0]?.text).toContain('Un abrazo')
    expect(await state(id)).toBe('delivered')
    await forget()
  })

  test('are mailed once when a request is repeated', async () => {
    const id = await receive({ from: 'dos@visita.example' })
    const headers = { 'Idempotency-Key': 'una' }
    const body = { text: 'Sí.', way: 'site' }
    const both = await Promise.all([answer(id, body, { headers }), answer(id, body, { headers })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect((await answer(id, body, { headers })).status).toBe(201)
    await expectProblem(await answer(id, { ...body, text: 'No.' }, { headers }), 'key-reused')
    expect((await one(id)).answers).toHaveLength(1)
    await reaches(id, 'delivered')
    expect(mailsTo('dos@visita.example')).toHaveLength(1)
    // The same answer with another idempotency key is a second answer.
    await answered(id)
    await expect.poll(() => mailsTo('dos@visita.example').length, { timeout: 10_000 }).toBe(2)
    await forget()
  })

  test('are retried after a temporary refusal, also by hand', async () => {
    refusal = { responseCode: 451 }
    const id = await receive({ from: 'luego@visita.example' })
    // Deletes the mail about the message itself, because this test is about the mail of the answer.
    await club.database.write((tx) => tx.deleteFrom('outbox').execute())
    await answered(id)
    await reaches(id, 'failing')
    const [{ _id: answerId, delivery }] = (await one(id)).answers as [MessageDetail['answers'][number]]
    expect(delivery).toEqual({
      state: 'failing',
      deliveredAt: null,
      nextAttemptAt: new Date(club.clock.now + 30_000).toISOString(),
      reason: expect.stringContaining('mailbox unavailable'),
    })
    refusal = null
    expect((await send('POST', `/${id}/answers/${answerId}/resend`)).status).toBe(202)
    await reaches(id, 'delivered')
    // A delivered answer is not sent again.
    expect((await send('POST', `/${id}/answers/${answerId}/resend`)).status).toBe(202)
    expect(await state(id)).toBe('delivered')
    await expectProblem(await send('POST', `/${NOBODY}/answers/${answerId}/resend`), 'not-found')
    expect(mailsTo('luego@visita.example')).toHaveLength(1)
    await forget()
  })

  test('are given up with a reason when the address is unknown, and the message waits again', async () => {
    refusal = { responseCode: 550 }
    const id = await receive({ from: 'nadie@visita.example' })
    await club.database.write((tx) => tx.deleteFrom('outbox').execute())
    const given = await answered(id)
    await reaches(id, 'failed')
    expect(await one(id)).toMatchObject({
      open: true,
      answers: [
        {
          text: 'Sí.',
          delivery: { nextAttemptAt: null, reason: expect.stringContaining('mailbox unavailable') },
        },
      ],
    })
    refusal = null
    const answerId = given.answers[0]?._id
    const again = await send('POST', `/${id}/answers/${answerId}/resend`)
    expect([again.status, await again.json()]).toMatchObject([
      202,
      { open: false, answers: [{ delivery: { state: 'waiting', reason: null } }] },
    ])
    await reaches(id, 'delivered')
    expect(decodeMail(mailsTo('nadie@visita.example')[0]?.raw ?? '')).toContain('> Hola.')
    await forget()
  })

  testOnce('are so many a message and no more', async () => {
    const id = await receive()
    for (let n = 0; n < ANSWERS_MAX; n++)
      expect((await answer(id, { text: `${n}`, way: 'own' })).status).toBe(201)
    await changesNothing(club, async () => {
      await expectProblem(await answer(id, { text: 'Otra', way: 'own' }), 'too-many-answers')
    })
    expect((await one(id)).answers.map(({ text, delivery }) => [text, delivery]).slice(0, 2)).toEqual([
      ['0', null],
      ['1', null],
    ])
    await forget()
  })

  test('given outside the site are noted and can be undone, while written answers stay', async () => {
    const id = await receive()
    const mark = async (open: boolean): Promise<MessageDetail> =>
      (await send('PUT', `/${id}`, { open })).json()
    const who = { by: 'ana@club.example', byName: null, way: 'elsewhere' }
    expect(await mark(false)).toMatchObject({ open: false, answered: who, answers: [{ ...who, text: '' }] })
    // When a second administrator marks the message as answered, no second answer is added.
    expect((await mark(false)).answers).toHaveLength(1)
    expect(await mark(true)).toMatchObject({ open: true, answered: null, answers: [] })
    await answer(id, { text: 'Te llamo.', way: 'own' })
    expect(await mark(true)).toMatchObject({ open: true, answered: { way: 'own' } })
    await forget()
  })

  test('count as missing in list and summary until they are given, also for several messages', async () => {
    const ids = [await receive(), await receive(), await receive()] as [string, string, string]
    const summary = async () => (await (await get('/summary')).json()) as MessageSummary
    expect(await summary()).toMatchObject({ unread: 3, unanswered: 3 })
    const marked = await send('PUT', '', { ids: [ids[0], ids[1], NOBODY], open: false })
    expect([marked.status, new Set((await marked.json()).ids)]).toEqual([200, new Set([ids[0], ids[1]])])
    expect(await summary()).toMatchObject({ unread: 1, unanswered: 1 })
    const waiting = await page('?unanswered=1')
    expect([waiting.unanswered, waiting.data.map(({ _id }) => _id)]).toEqual([1, [ids[2]]])
    expect((await page('')).data.map(({ open, answered }) => [open, answered?.by ?? null])).toEqual([
      [true, null],
      [false, 'ana@club.example'],
      [false, 'ana@club.example'],
    ])
    expect(await (await send('PUT', '', { ids, read: false })).json()).toEqual({
      ids: expect.arrayContaining([ids[0], ids[1]]),
    })
    expect(await summary()).toMatchObject({ unread: 3, unanswered: 1 })
    expect((await (await send('PUT', '', { ids, open: true })).json()).ids).toHaveLength(2)
    expect(await summary()).toMatchObject({ unread: 3, unanswered: 3 })

    const gone = await send('POST', '/batch/delete', { ids: [ids[0], ids[1], NOBODY] })
    expect([gone.status, new Set((await gone.json()).ids)]).toEqual([200, new Set([ids[0], ids[1]])])
    expect((await page('')).data.map(({ _id }) => _id)).toEqual([ids[2]])
    await forget()
  })

  test('are deleted with the message, and so is their mail', async () => {
    const old = await receive()
    await answered(old, 'Secreta')
    await send('PUT', `/${old}`, { open: true })
    const id = await receive()
    await answered(id, 'Secreta')
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    const rows = async () => [
      await club.database.read.selectFrom('answers').select('messageId').execute(),
      await club.database.read
        .selectFrom('outbox')
        .select('answerId')
        .where('answerId', 'is not', null)
        .execute(),
    ]
    expect((await rows()).map(({ length }) => length)).toEqual([1, 1])
    // The record of a delivery is kept as long as its answer.
    await reaches(old, 'delivered')
    club.clock.now += 40 * DAY_MS
    await club.outbox.tidy(club.clock.now)
    as = (await club.signIn({ email: 'beto@club.example', password: 'otra clave bien larga' })).cookie
    expect(await state(old)).toBe('delivered')
    club.clock.now += 400 * DAY_MS
    await contactMessagesOf(club.platform).tidy(club.clock.now)
    expect((await rows()).map(({ length }) => length)).toEqual([0, 0])
    as = (await club.signIn({ email: 'ceci@club.example', password: 'otra clave bien larga' })).cookie
    const history = await club.database.read.selectFrom('history').selectAll().execute()
    expect(JSON.stringify(history)).not.toContain('Secreta')
  })

  test('are exported as CSV without formulas, with exactly the messages that match', async () => {
    const csv = (query = '') => get(`/export.csv${query}`)
    await changesNothing(club, async () => {
      await expectProblem(await send('GET', '/export.csv', undefined, { as: '' }), 'sign-in-needed')
      await expectProblem(await csv('?unread=0'), 'invalid-query')
      await expectProblem(await csv(`?q=${'x'.repeat(201)}`), 'invalid-query')
    })
    for (const [person, body] of [
      ['=1+1', '=HYPERLINK("https://mal.example";"Ver")'],
      ['+54 11', '-2'],
      ['@suma', 'Dice "hola",\ny se va; ñandú'],
    ] as const)
      await receive({ person, body })
    const last = (await page('?limit=1')).data[0]?._id as string
    await answer(last, { text: '@todos', way: 'own' })
    await answer(last, { text: 'Segunda', way: 'own' })
    const response = await csv()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv; charset=utf-8/),
      'content-disposition': 'attachment; filename="mensajes.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    const rows = text.split('\r\n')
    expect(rows[0]).toBe(
      '\ufeff"Fecha";"Nombre";"E-mail";"Mensaje";"Leído";"Respuesta";"Respondido por";"Respondido el";"Lo que se respondió"',
    )
    const moment = String.raw`"\d\d-\d\d-\d{4} \d\d:\d\d"`
    expect(rows[1]).toMatch(
      new RegExp(
        `^${moment};"'@suma";"ana@visita.example";"Dice ""hola"",\\ny se va; ñandú";${moment};"Respondido";"ceci@club.example";${moment};"'@todos\\n\\nSegunda"$`,
      ),
    )
    expect(rows[2]).toContain(`"'+54 11";"ana@visita.example";"'-2";"";"Sin responder";"";"";""`)
    expect(rows[3]).toContain(`"'=1+1";"ana@visita.example";"'=HYPERLINK(""https://mal.example"";""Ver"")"`)
    expect(rows.slice(4)).toEqual([''])
    expect((await (await csv('?q=nandu')).text()).split('\r\n')).toHaveLength(3)
    expect((await (await csv('?unanswered=1')).text()).split('\r\n')).toHaveLength(4)
    expect((await (await csv('?unread=1&q=suma')).text()).split('\r\n')).toHaveLength(2)

    // The export has more rows than one batch. Each row must occur once.
    await club.database.write(async (tx) => {
      for (let n = 0; n < 450; n++)
        await tx
          .insertInto('messages')
          .values({
            id: `m${n}`,
            person: `P${n}`,
            from: 'a@b.example',
            body: 'x',
            createdAt: 1,
            readAt: null,
          })
          .execute()
    })
    const many = (await (await csv()).text()).match(/"P\d+"/g) ?? []
    expect([many.length, new Set(many).size, many[0]]).toEqual([450, 450, '"P449"'])
    await forget()
  })

  test('start from templates, and a save never overwrites a newer version', async () => {
    const templates = (body: unknown, headers = {}) => send('PUT', '/templates', body, { headers })
    const shipped = await get('/templates')
    const etag = shipped.headers.get('ETag') ?? ''
    expect(await shipped.json()).toEqual({ templates: shippedTemplates })
    const good = { name: 'Prensa', text: 'Hola, {nombre}:' }
    await changesNothing(club, async () => {
      await expectProblem(await send('GET', '/templates', undefined, { as: '' }), 'sign-in-needed')
      await expectProblem(await templates({}), 'missing-fields', ['templates'])
      await expectProblem(await templates({ templates: 'x' }), 'invalid-fields', ['templates'])
      await expectProblem(await templates({ templates: [good, 1] }), 'invalid-fields', ['templates.1'])
      await expectProblem(await templates({ templates: [{ name: ' ' }] }), 'missing-fields', [
        'templates.0.name',
        'templates.0.text',
      ])
      await expectProblem(
        await templates({ templates: [{ name: 'x'.repeat(61), text: 'x'.repeat(TEMPLATE_MAX + 1) }] }),
        'invalid-fields',
        ['templates.0.name', 'templates.0.text'],
      )
      await expectProblem(
        await templates({ templates: Array(TEMPLATES_MAX + 1).fill(good) }),
        'invalid-fields',
        ['templates'],
      )
      await expectProblem(await templates({ templates: [good] }, { 'If-Match': '"7"' }), 'edited-meanwhile')
    })
    const saved = await templates({ templates: [{ ...good, name: ' Pren\nsa ' }] }, { 'If-Match': etag })
    expect([saved.status, (await saved.json()) as Templates]).toEqual([
      200,
      { templates: [{ ...good, name: 'Pren sa' }] },
    ])
    await expectProblem(await templates({ templates: [] }, { 'If-Match': etag }), 'edited-meanwhile')
    const next = saved.headers.get('ETag') ?? ''
    expect((await templates({ templates: [] }, { 'If-Match': next })).status).toBe(200)
    // A saved empty list of templates stays empty. The shipped templates do not return.
    expect(await (await get('/templates')).json()).toEqual({ templates: [] })
  })
})

test('answers without a mail server are stored and opened in the mail program', async () => {
  const database = await createDatabase()
  const club = await openTestClub(database)
  try {
    const as = (await club.signIn()).cookie
    const body = { person: 'Ana', from: 'ana@visita.example', body: 'Hola.' }
    const { _id } = (await (await club.send('POST', '/api/mail/sendMail', { body })).json()) as {
      _id: string
    }
    const answer = (way: string) =>
      club.send('POST', `/api/messages/${_id}/answers`, { as, body: { text: 'Sí.', way } })
    await changesNothing(club, async () => {
      await expectProblem(await answer('site'), 'no-mail')
    })
    const told = (await (await answer('own')).json()) as MessageDetail
    // Reply-To is the address of the administrator who answers, never MAIL_TO.
    expect(told).toMatchObject({
      open: false,
      delivers: false,
      replyTo: ['ana@club.example'],
      answers: [{ way: 'own', text: 'Sí.', replyTo: [], delivery: null }],
    })
  } finally {
    await club.stop()
    await database.dispose()
  }
})
