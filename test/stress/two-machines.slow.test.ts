import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDraft, createPicture, readCookie } from '../support/club.ts'
import { createPostgresDatabase, type TestDatabase } from '../support/empty-databases.ts'
import { countCopies, decodeBody } from './mail-text.ts'
import { chooseSeed } from './seeded-random.ts'
import { killMachines, type Machines, startMachines } from './two-machines.ts'
import { administrator } from './write-load.ts'

describe('two machines', () => {
  let place: TestDatabase
  let machines: Machines
  let cookie: string
  beforeAll(async () => {
    place = await createPostgresDatabase(inject('postgresUrl'))
    machines = await startMachines(place, { mailDelayMs: 100 })
    cookie = readCookie(await post(0, '/auth/login', administrator))
  })
  afterAll(async () => {
    await machines.stop()
    await place.dispose()
  })

  const origin = (machine: number) => machines.servers[machine % 2]?.origin
  const post = (machine: number, path: string, body: unknown, from = '10.0.0.1') =>
    fetch(`${origin(machine)}/api${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': from,
        ...(cookie && { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    })
  const sendMessage = (machine: number, body: string, from: string) =>
    post(machine, '/mail/sendMail', { person: 'Vera', from: 'vera@club.example', body }, from)
  const findLeaders = () =>
    machines.servers.filter(
      (server) => !server.hasEnded() && server.output().includes('this process runs the background work'),
    )

  test('share sessions and the count of sign-in attempts of an address', async () => {
    for (const machine of [0, 1])
      expect(
        (await fetch(`${origin(machine)}/api/auth/sessions`, { headers: { Cookie: cookie } })).status,
      ).toBe(200)
    const answers: number[] = []
    for (let sent = 0; sent < 6; sent++)
      answers.push((await sendMessage(sent, `Intento ${sent}.`, '10.9.9.9')).status)
    expect(answers).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('show a change made through the other machine within a second', async () => {
    const isShown = async (machine: number) =>
      (await (await fetch(`${origin(machine)}/`)).text()).includes('Se ve en las dos')
    for (const machine of [0, 1]) expect(await isShown(machine)).toBe(false)
    expect(
      (await post(0, '/news', { ...(await createDraft('news')), newsTitle: 'Se ve en las dos' })).status,
    ).toBe(201)
    expect(await isShown(0)).toBe(true)
    await expect.poll(() => isShown(1), { timeout: 1_000, interval: 20 }).toBe(true)
  })

  test('send each message once, also with a slow mail server', async () => {
    const messages = Array.from({ length: 12 }, (_, number) => `Pregunta ${number}, y nada más.`)
    const answers = await Promise.all(
      messages.map((body, number) => sendMessage(number, body, `10.1.0.${number}`)),
    )
    for (const answer of answers) expect(answer.status).toBe(201)
    const bodies = () => machines.mailServer.mails.map(({ raw }) => decodeBody(raw))
    await expect
      .poll(() => messages.every((body) => countCopies(body, bodies()) > 0), { timeout: 20_000 })
      .toBe(true)
    for (const body of messages) expect(countCopies(body, bodies())).toBe(1)
  })

  test('encode each AVIF once, and continue when the encoding machine dies', async () => {
    await expect.poll(() => findLeaders().length, { timeout: 10_000 }).toBe(1)
    const upload = async (machine: number, colour: string) => {
      const answer = await post(machine, '/media', { image: await createPicture(colour, 400, 300) })
      expect(answer.status).toBe(201)
      const { base } = (await answer.json()) as { base: string }
      return base.replace('/media/', '')
    }
    const findAvifUploads = (id: string) =>
      machines.bucket.seen.filter(
        (line) => line.startsWith('PUT') && line.includes(id) && line.includes('.avif'),
      )
    const leader = findLeaders()[0]
    const other = machines.servers.find((server) => server !== leader)
    const findMachineNumber = (server: typeof other) => machines.servers.indexOf(server as never)
    // Uploads through both machines. The machine that is not the leader stores the picture and leaves the encoding to the
    // leader.
    const ids = [
      await upload(findMachineNumber(other), '#123456'),
      await upload(findMachineNumber(leader), '#654321'),
    ]
    for (const id of ids)
      await expect.poll(() => findAvifUploads(id).length, { timeout: 40_000, interval: 200 }).toBe(2)

    await leader?.kill()
    await expect.poll(() => findLeaders(), { timeout: 10_000 }).toEqual([other])
    const later = await upload(findMachineNumber(other), '#abcdef')
    await expect.poll(() => findAvifUploads(later).length, { timeout: 20_000, interval: 200 }).toBe(2)
    for (const id of ids) expect(findAvifUploads(id)).toHaveLength(2)
  })
})

test('keeps all confirmed writes when one of two machines dies under load', {
  timeout: 180_000,
}, async () => {
  const place = await createPostgresDatabase(inject('postgresUrl'))
  const report = await killMachines(place, 1, chooseSeed('short'))
  expect(report.faults).toEqual([])
  expect(report.answered).toBeGreaterThan(0)
  await place.dispose()
})
