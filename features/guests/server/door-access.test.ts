/** Access to the door of a night, through HTTP: the address, the PIN, and the sessions of phones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../../platform/process/tokens.ts'
import {
  createDraft,
  openTestClub,
  type RequestOptions,
  readCookie,
  type TestClub,
} from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { PHONES_MAX, WRONG_PINS_IN_ALL, WRONG_PINS_MAX } from '../shared/guest-limits.ts'
import type { DoorAccess, DoorDevices } from '../shared/guests.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const MINUTE = 60_000
const OPENED = Date.parse('2027-03-06T20:00:00-03:00')

describe.each(databases)('access to the door on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: OPENED, env: { SITE_URL: 'http://club.test' } })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  let addresses = 0
  const nextAddress = () => `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}`

  async function createNight(date = '2027-03-06T23:59'): Promise<string> {
    const body = { ...(await createDraft('events')), title: 'Apagón', date }
    return ((await (await club.send('POST', '/api/events', { as, body })).json()) as { _id: string })._id
  }
  const openDoor = async (event: string) => {
    const response = await club.send('POST', `/api/events/${event}/door`, { as })
    expect(response.status).toBe(201)
    const access = (await response.json()) as DoorAccess
    return { ...access, token: access.url.split('/').at(-1) as string }
  }
  const readDevices = async (event: string) =>
    (await (await club.send('GET', `/api/events/${event}/door`, { as })).json()) as DoorDevices
  const enterPin = (token: string, pin: string, from = nextAddress(), device = 'Caja', cookie = '') =>
    club.send('POST', '/api/door/sessions', { from, as: cookie, body: { token, pin, device } })
  const wrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0')

  test('is managed by administrators only', async () => {
    const event = await createNight()
    await changesNothing(club, async () => {
      for (const method of ['POST', 'GET', 'DELETE']) {
        await expectProblem(await club.send(method, `/api/events/${event}/door`), 'sign-in-needed')
        await expectProblem(await club.send(method, `/api/events/${NOBODY}/door`, { as }), 'not-found')
      }
    })
  })

  test('opens with a PIN, until noon after the night', async () => {
    const event = await createNight()
    expect(await readDevices(event)).toEqual({
      url: null,
      isOpen: false,
      isLocked: false,
      expiresAt: '2027-03-07T15:00:00.000Z',
      devices: [],
      walkInPrices: [],
      late: [],
    })
    const { url, pin, token, expiresAt } = await openDoor(event)
    expect(url).toMatch(/^http:\/\/club\.test\/puerta\/[\w-]{43}$/)
    expect(pin).toMatch(/^\d{6}$/)
    expect(expiresAt).toBe('2027-03-07T15:00:00.000Z')
    const stored = await club.database.read.selectFrom('doors').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(pin)

    const response = await enterPin(token, pin)
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ device: 'Caja', expiresAt })
    // The session ends 16 hours later, and the cookie a day after it.
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^door=[\w-]{43}; Path=\/api\/door; Max-Age=144000; HttpOnly; SameSite=Strict$/,
    )
    const sessions = await club.database.read.selectFrom('doorSessions').selectAll().execute()
    expect(JSON.stringify(sessions)).not.toContain(readCookie(response).slice('door='.length))
    const at = new Date(OPENED).toISOString()
    expect(await readDevices(event)).toMatchObject({
      url,
      isOpen: true,
      devices: [{ device: 'Caja', createdAt: at, seenAt: at, isOn: true }],
    })
  })

  test('refuses unknown addresses, wrong PINs, and malformed bodies', async () => {
    const { token, pin } = await openDoor(await createNight())
    for (const unknown of [createToken(), '', '\0', "' or 1=1 --", token.slice(1)])
      await expectProblem(await enterPin(unknown, pin), 'not-found')
    for (const wrong of [wrongPin(pin), '', ` ${pin}`, `${pin}0`, '٠١٢٣٤٥'])
      await expectProblem(await enterPin(token, wrong), 'wrong-pin')
    const send = (body: unknown) => club.send('POST', '/api/door/sessions', { from: nextAddress(), body })
    await expectProblem(await send({ token, device: 'Caja' }), 'wrong-pin')
    await expectProblem(await send({ token, pin: Number(pin), device: 'Caja' }), 'invalid-fields', ['pin'])
    await expectProblem(await send({ token, pin, device: 'x'.repeat(61) }), 'invalid-fields', ['device'])
    await expectProblem(await send({ token, pin: '1'.repeat(70_000), device: 'Caja' }), 'too-large')
    await expectProblem(await send('{"__proto__": {"token": "x"}, "pin": "1"}'), 'missing-fields')
    expect((await enterPin(token, pin)).status).toBe(201)
  })

  test('gives phones without a name the next free number', async () => {
    const { token, pin } = await openDoor(await createNight())
    const enter = async (fields: object, sent: RequestOptions = {}) => {
      const answer = await club.send('POST', '/api/door/sessions', {
        from: nextAddress(),
        body: { token, pin, ...fields },
        ...sent,
      })
      expect(answer.status).toBe(201)
      return { cookie: readCookie(answer), name: ((await answer.json()) as { device: string }).device }
    }
    const first = await enter({})
    expect(first.name).toBe('Puerta 1')
    expect((await enter({ device: 'puerta 2' })).name).toBe('puerta 2')
    expect((await enter({})).name).toBe('Puerta 3')
    // A phone that enters again keeps its name.
    expect((await enter({}, { as: first.cookie })).name).toBe('Puerta 1')
  })

  test('lets a signed-in administrator in without a PIN, and nobody else', async () => {
    const event = await createNight()
    const { token } = await openDoor(event)
    const enter = (cookie: string) =>
      club.send('POST', '/api/door/sessions', { from: nextAddress(), as: cookie, body: { token } })
    await expectProblem(await enter(''), 'wrong-pin')
    const entered = await enter(as)
    expect(entered.status).toBe(201)
    expect(await entered.json()).toMatchObject({ device: 'Puerta 1' })
    await club.send('DELETE', `/api/events/${event}/door`, { as })
    await expectProblem(await enter(as), 'door-closed')
  })

  test('the cookie needs https where visitors use it', async () => {
    const { token, pin } = await openDoor(await createNight())
    const secure = await openTestClub(database, {
      openedAt: OPENED,
      env: { SITE_URL: 'https://club.example' },
    })
    const response = await secure.send('POST', '/api/door/sessions', {
      from: nextAddress(),
      body: { token, pin, device: 'Caja' },
    })
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^__Secure-door=[\w-]{43}; Path=\/api\/door; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    await secure.stop()
  })

  test('a stranger with the address of staff keeps no right PIN out', async () => {
    const { token, pin } = await openDoor(await createNight())
    const from = nextAddress()
    for (let count = 1; count <= 20; count++)
      await expectProblem(await enterPin(createToken(), pin, from), 'not-found')
    const paused = await enterPin(createToken(), pin, from)
    expect(paused.headers.get('Retry-After')).toBe('60')
    await expectProblem(paused, 'too-many-attempts')
    for (let count = 1; count < WRONG_PINS_MAX; count++)
      await expectProblem(await enterPin(token, wrongPin(pin), from), 'wrong-pin')
    expect((await enterPin(token, pin, from)).status).toBe(201)
  })

  describe('after the last wrong PIN of strangers', () => {
    /** Opens a door with a phone, and uses up the tries of phones that the door does not know. */
    async function lockDoor() {
      const event = await createNight()
      const door = await openDoor(event)
      const phone = readCookie(await enterPin(door.token, door.pin))
      const lock = async ({ token, pin }: { token: string; pin: string }) => {
        for (let count = 1; count <= WRONG_PINS_MAX; count++)
          await expectProblem(await enterPin(token, wrongPin(pin)), 'wrong-pin')
        await expectProblem(await enterPin(token, pin), 'door-locked')
      }
      await lock(door)
      const enter = (cookie: string, pin = door.pin) =>
        enterPin(door.token, pin, nextAddress(), 'Caja 2', cookie)
      return { event, door, phone, lock, enter }
    }

    test('a phone that the door knows goes on, and enters again as the same phone', async () => {
      const { event, phone, enter } = await lockDoor()
      expect((await club.send('GET', '/api/door', { as: phone })).status).toBe(200)
      const again = await enter(phone)
      expect(again.status).toBe(201)
      expect((await readDevices(event)).devices).toMatchObject([{ device: 'Caja 2', isOn: true }])
      await expectProblem(await club.send('GET', '/api/door', { as: phone }), 'door-session-needed')
      expect((await club.send('GET', '/api/door', { as: readCookie(again) })).status).toBe(200)
    })

    test('so does a phone from before the door was closed', async () => {
      const { event, door, phone, lock, enter } = await lockDoor()
      await club.send('DELETE', `/api/events/${event}/door`, { as })
      await expectProblem(await enter(phone), 'door-closed')
      const { pin } = await openDoor(event)
      await lock({ ...door, pin })
      expect((await enter(phone, pin)).status).toBe(201)
      expect((await readDevices(event)).devices).toMatchObject([{ isOn: true }])
    })

    test('a secret that the door did not give opens nothing', async () => {
      const { event, phone, enter } = await lockDoor()
      const other = await openDoor(await createNight())
      const elsewhere = readCookie(await enterPin(other.token, other.pin))
      await changesNothing(club, async () => {
        for (const cookie of ['', `door=${createToken()}`, 'door=x', elsewhere, as])
          await expectProblem(await enter(cookie), 'door-locked')
      })
      const [device] = (await readDevices(event)).devices
      await club.send('DELETE', `/api/events/${event}/door/devices/${device?._id}`, { as })
      await expectProblem(await enter(phone), 'door-locked')
    })

    test('a known phone has as many tries, and known phones together a few more', async () => {
      const { event, door, phone, enter } = await lockDoor()
      const { pin } = await openDoor(event)
      const phones = [phone]
      while (phones.length < 5) phones.push(readCookie(await enterPin(door.token, pin)))
      let wrong = 0
      for (const each of phones)
        for (let count = 0; count <= WRONG_PINS_MAX; count++) {
          const response = await enter(each, wrongPin(pin))
          if (response.status === 409) break
          await expectProblem(response, 'wrong-pin')
          wrong++
        }
      expect(wrong).toBe(WRONG_PINS_IN_ALL)
      for (const each of phones) await expectProblem(await enter(each, pin), 'door-locked')
      const fresh = await openDoor(event)
      expect((await enter(phone, fresh.pin)).status).toBe(201)
    })
  })

  test('has a limit of phones that are on', async () => {
    const event = await createNight()
    const { token, pin } = await openDoor(event)
    const phone = readCookie(await enterPin(token, pin))
    await club.database.write((tx) =>
      tx
        .insertInto('doorSessions')
        .values(
          Array.from({ length: PHONES_MAX - 1 }, (_, index) => ({
            id: `${event} ${index}`,
            tokenHash: `${event} ${index}`,
            event,
            device: 'Caja',
            createdAt: 0,
            seenAt: 0,
            endedAt: null,
            revokedAt: null,
            unsent: null,
            wrongPins: 0,
          })),
        )
        .execute(),
    )
    await expectProblem(await enterPin(token, pin), 'too-many-phones')
    expect((await enterPin(token, pin, nextAddress(), 'Caja', phone)).status).toBe(201)
    await club.send('DELETE', `/api/events/${event}/door/devices/${event} 0`, { as })
    expect((await enterPin(token, pin)).status).toBe(201)
  })

  test('right PINs of one address cost it nothing', async () => {
    const event = await createNight()
    const { token, pin } = await openDoor(event)
    const from = nextAddress()
    for (let count = 1; count <= 12; count++) expect((await enterPin(token, pin, from)).status).toBe(201)
    expect((await readDevices(event)).devices).toHaveLength(12)
  })

  test('after ten wrong PINs from any addresses no session opens until a new PIN', async () => {
    const event = await createNight()
    const first = await openDoor(event)
    expect((await enterPin(first.token, first.pin)).status).toBe(201)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => enterPin(first.token, wrongPin(first.pin))),
    )
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { type: string }).type),
    )
    expect(ids.filter((id) => id === '/problems/wrong-pin')).toHaveLength(WRONG_PINS_MAX)
    expect(ids.filter((id) => id === '/problems/door-locked')).toHaveLength(30 - WRONG_PINS_MAX)
    await expectProblem(await enterPin(first.token, first.pin), 'door-locked')
    expect(await readDevices(event)).toMatchObject({
      isOpen: false,
      isLocked: true,
      devices: [{ isOn: true }],
    })

    const second = await openDoor(event)
    expect(second.url).toBe(first.url)
    expect(await readDevices(event)).toMatchObject({ isOpen: true, isLocked: false })
    if (second.pin !== first.pin) await expectProblem(await enterPin(first.token, first.pin), 'wrong-pin')
    expect((await enterPin(second.token, second.pin)).status).toBe(201)
  })

  test('closes at once, and opens again at the same address', async () => {
    const event = await createNight()
    const first = await openDoor(event)
    await enterPin(first.token, first.pin)
    expect((await club.send('DELETE', `/api/events/${event}/door`, { as })).status).toBe(204)
    expect(await readDevices(event)).toMatchObject({
      url: first.url,
      isOpen: false,
      isLocked: false,
      devices: [{ device: 'Caja', isOn: false }],
    })
    // A closed door counts no tries, so staff need not wait when it opens again.
    for (let n = 0; n < 8; n++) await expectProblem(await enterPin(first.token, first.pin), 'door-closed')
    const second = await openDoor(event)
    expect(second.url).toBe(first.url)
    expect((await readDevices(event)).devices).toMatchObject([{ isOn: false }])
    expect((await enterPin(second.token, second.pin)).status).toBe(201)
  })

  describe('ending one phone', () => {
    test('is refused to visitors, phones, and for phones of other nights', async () => {
      const event = await createNight()
      const { token, pin } = await openDoor(event)
      const phone = readCookie(await enterPin(token, pin))
      const id = (await readDevices(event)).devices[0]?._id
      const other = await createNight()
      await changesNothing(club, async () => {
        for (const cookie of ['', phone])
          await expectProblem(
            await club.send('DELETE', `/api/events/${event}/door/devices/${id}`, { as: cookie }),
            'sign-in-needed',
          )
        for (const path of [`${event}/door/devices/x`, `${other}/door/devices/${id}`, `x/door/devices/${id}`])
          await expectProblem(await club.send('DELETE', `/api/events/${path}`, { as }), 'not-found')
      })
      expect((await club.send('GET', '/api/door', { as: phone })).status).toBe(200)
    })

    test('leaves the door and the other phones open', async () => {
      const event = await createNight()
      const { token, pin } = await openDoor(event)
      const lost = readCookie(await enterPin(token, pin, nextAddress(), 'Perdido'))
      const kept = readCookie(await enterPin(token, pin))
      const id = (await readDevices(event)).devices.find(({ device }) => device === 'Perdido')?._id
      const end = () => club.send('DELETE', `/api/events/${event}/door/devices/${id}`, { as })
      expect((await end()).status).toBe(204)
      club.clock.now += MINUTE
      expect((await end()).status).toBe(204)
      for (const path of ['/api/door', '/api/door/entries?after=0'])
        await expectProblem(await club.send('GET', path, { as: lost }), 'door-phone-ended')
      expect((await club.send('GET', '/api/door', { as: kept })).status).toBe(200)
      const { devices, isOpen } = await readDevices(event)
      expect(isOpen).toBe(true)
      // An ended phone that calls is still seen.
      expect(devices).toMatchObject([
        { device: 'Caja', isOn: true, isRevoked: false, unsent: null },
        { device: 'Perdido', isOn: false, isRevoked: true, seenAt: new Date(club.clock.now).toISOString() },
      ])
      // With the PIN it enters as another phone.
      expect((await enterPin(token, pin, nextAddress(), 'Perdido', lost)).status).toBe(201)
      expect((await readDevices(event)).devices).toHaveLength(3)
      club.clock.now = OPENED
    })

    test('holds when the door is closed and opened again', async () => {
      const event = await createNight()
      const first = await openDoor(event)
      const lost = readCookie(await enterPin(first.token, first.pin))
      const id = (await readDevices(event)).devices[0]?._id
      await club.send('DELETE', `/api/events/${event}/door/devices/${id}`, { as })
      await club.send('DELETE', `/api/events/${event}/door`, { as })
      await openDoor(event)
      await expectProblem(await club.send('GET', '/api/door', { as: lost }), 'door-phone-ended')
    })
  })

  test('ends at noon after the night, and follows a changed date', async () => {
    const event = await createNight()
    const { token, pin } = await openDoor(event)
    await enterPin(token, pin)
    club.clock.now = Date.parse('2027-03-07T12:00:00-03:00')
    await expectProblem(await enterPin(token, pin), 'door-over')
    await expectProblem(await club.send('POST', `/api/events/${event}/door`, { as }), 'door-over')
    expect(await readDevices(event)).toMatchObject({ isOpen: false, devices: [{ isOn: false }] })
    const moved = await club.send('PUT', `/api/events/${event}`, { as, body: { date: '2027-03-13T23:59' } })
    expect(moved.status).toBe(200)
    expect(await readDevices(event)).toMatchObject({
      isOpen: true,
      expiresAt: '2027-03-14T15:00:00.000Z',
      devices: [{ isOn: true }],
    })
    expect((await enterPin(token, pin)).status).toBe(201)
    club.clock.now = OPENED
  })

  test('a night in the trash has no door', async () => {
    const event = await createNight()
    const { token, pin } = await openDoor(event)
    expect((await club.send('DELETE', `/api/events/${event}`, { as })).ok).toBe(true)
    await expectProblem(await enterPin(token, pin), 'not-found')
    await expectProblem(await club.send('POST', `/api/events/${event}/door`, { as }), 'not-found')
  })

  test('neither PIN nor token of a session is in the log', async () => {
    const { token, pin } = await openDoor(await createNight())
    club.logged.length = 0
    const cookie = readCookie(await enterPin(token, pin))
    await enterPin(token, wrongPin(pin))
    const log = club.logged.join('\n')
    for (const secret of [`"${pin}"`, token, cookie.slice('door='.length)]) expect(log).not.toContain(secret)
  })

  test('a phone is seen at most once a minute', async () => {
    const event = await createNight()
    const { token, pin } = await openDoor(event)
    const cookie = readCookie(await enterPin(token, pin))
    const seen = async () => Date.parse((await readDevices(event)).devices[0]?.seenAt ?? '') - OPENED
    for (const [wait, expected] of [
      [MINUTE - 1, 0],
      [MINUTE, MINUTE],
      [MINUTE + 30_000, MINUTE],
    ] as const) {
      club.clock.now = OPENED + wait
      expect((await club.send('GET', '/api/door', { as: cookie })).status).toBe(200)
      expect(await seen()).toBe(expected)
    }
    club.clock.now = OPENED
  })
})
