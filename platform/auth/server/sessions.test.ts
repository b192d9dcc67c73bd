import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../test/support/databases.ts'
import {
  createMigratedDatabase,
  insertUser,
  type MigratedDatabase,
} from '../../../test/support/migrated-database.ts'
import { createToken, hashToken } from '../../process/tokens.ts'
import { clearSessionCookie, createSessions, type Sessions, sessionCookie, tokenFrom } from './sessions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 0, 1)

describe.each(databases)('sessions on $name', ({ create }) => {
  let place: MigratedDatabase
  let sessions: Sessions
  let clock: number
  let userId: string

  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
  })
  afterAll(() => place.dispose())

  beforeEach(async () => {
    clock = START
    sessions = createSessions({ database: place.database, now: () => clock })
    userId = await insertUser(place.database, { email: 'Ana@club.example' })
  })
  // Deleting users deletes their sessions too.
  afterEach(() => place.database.write((tx) => tx.deleteFrom('users').execute()))

  const rows = () => place.database.read.selectFrom('sessions').selectAll().execute()

  it.each([
    ['an unknown token', createToken()],
    ['an empty token', ''],
    ['a long text', 'x'.repeat(100_000)],
    ['SQL', "' or 1=1 --"],
    ['a null character', '\0'],
  ])('finds no user for %s', async (_, token) => {
    await sessions.open(userId)
    expect(await sessions.find(token)).toBeNull()
  })

  it('finds the signed-in user without secrets', async () => {
    const token = await sessions.open(userId)
    expect(await sessions.find(token)).toEqual({
      user: {
        id: userId,
        email: 'Ana@club.example',
        emailKey: 'ana@club.example',
        name: null,
        status: 'active',
        confirmedAt: null,
        createdAt: 0,
        updatedAt: 0,
        lastSignInAt: null,
        totpAt: null,
      },
      renewed: false,
    })
  })

  it('stores only the hash of the token', async () => {
    const token = await sessions.open(userId)
    expect(await rows()).toEqual([
      { tokenHash: hashToken(token), userId, createdAt: START, seenAt: START, userAgent: null },
    ])
  })

  it('ends the sessions of a deactivated or deleted user at once', async () => {
    const token = await sessions.open(userId)
    await place.database.write((tx) => tx.updateTable('users').set({ status: 'pending' }).execute())
    expect(await sessions.find(token)).toBeNull()
    await place.database.write((tx) => tx.deleteFrom('users').execute())
    expect(await sessions.find(token)).toBeNull()
    expect(await rows()).toEqual([])
  })

  it('ends a session after 30 days without a request', async () => {
    const token = await sessions.open(userId)
    clock = START + 30 * DAY_MS - 1
    expect(await sessions.find(token)).toMatchObject({ renewed: true })
    clock += 30 * DAY_MS
    expect(await sessions.find(token)).toBeNull()
  })

  it('ends a session after 90 days, even with requests', async () => {
    const token = await sessions.open(userId)
    for (let day = 1; day < 90; day++) {
      clock = START + day * DAY_MS
      expect(await sessions.find(token)).not.toBeNull()
    }
    clock = START + 90 * DAY_MS
    expect(await sessions.find(token)).toBeNull()
  })

  it('updates the last use at most once an hour', async () => {
    const token = await sessions.open(userId)
    clock = START + HOUR_MS - 1
    expect(await sessions.find(token)).toMatchObject({ renewed: false })
    expect(await rows()).toMatchObject([{ seenAt: START }])
    clock = START + HOUR_MS
    expect(await sessions.find(token)).toMatchObject({ renewed: true })
    expect(await rows()).toMatchObject([{ seenAt: START + HOUR_MS, createdAt: START }])
    expect(await sessions.find(token)).toMatchObject({ renewed: false })
  })

  it('keeps sessions while the database rejects writes', async () => {
    const token = await sessions.open(userId)
    clock = START + 2 * HOUR_MS
    const full = { ...place.database, write: () => Promise.reject(new Error('disk full')) }
    expect(await createSessions({ database: full, now: () => clock }).find(token)).toMatchObject({
      renewed: false,
    })
  })

  it('ends one session and keeps the others', async () => {
    const [phone, laptop] = [await sessions.open(userId), await sessions.open(userId)]
    await sessions.end(phone)
    await sessions.end('unknown')
    expect(await sessions.find(phone)).toBeNull()
    expect(await sessions.find(laptop)).not.toBeNull()
  })

  it('ends all sessions of one user, or all except one', async () => {
    const other = await sessions.open(await insertUser(place.database))
    const [phone, laptop] = [await sessions.open(userId), await sessions.open(userId)]
    await sessions.endAllOf(userId, { except: phone })
    expect(await sessions.find(phone)).not.toBeNull()
    expect(await sessions.find(laptop)).toBeNull()
    await sessions.endAllOf(userId)
    expect(await sessions.find(phone)).toBeNull()
    expect(await sessions.find(other)).not.toBeNull()
  })

  it('takes part in a transaction', async () => {
    const kept = await sessions.open(userId)
    let opened = ''
    const failing = place.database.write(async (tx) => {
      opened = await sessions.open(userId, { tx })
      await sessions.end(kept, tx)
      await sessions.endAllOf(userId, { except: opened, tx })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await sessions.find(opened)).toBeNull()
    expect(await sessions.find(kept)).not.toBeNull()
  })

  it('deletes the expired sessions of all users', async () => {
    await sessions.open(await insertUser(place.database))
    const used = await sessions.open(userId)
    clock = START + 20 * DAY_MS
    await sessions.find(used)
    clock = START + 30 * DAY_MS
    const fresh = await sessions.open(userId)
    expect(await rows()).toHaveLength(3)
    await sessions.deleteExpired(clock)
    const hashes = (await rows()).map(({ tokenHash }) => tokenHash)
    expect(hashes.toSorted()).toEqual([used, fresh].map(hashToken).toSorted())
  })
})

describe('the session cookie', () => {
  const token = createToken()
  const request = (cookie?: string) =>
    new Request('http://club.example/', cookie === undefined ? {} : { headers: { Cookie: cookie } })

  it('is hidden from scripts and other sites, and with https from other hosts too', () => {
    expect(sessionCookie(token, { secure: true })).toBe(
      `__Host-session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(sessionCookie(token, { secure: false })).toBe(
      `session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    )
  })

  it('is deleted by an expired cookie of the same name', () => {
    expect(clearSessionCookie({ secure: true })).toBe(
      '__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    )
    expect(clearSessionCookie({ secure: false })).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })

  it.each([undefined, '', 'session', 'session=', 'mysession=abc', 'a=session=abc', ';;; ;'])(
    'is not found in %j',
    (header) => {
      expect(tokenFrom(request(header), { secure: false })).toBeNull()
    },
  )

  it('is found among other cookies', () => {
    expect(tokenFrom(request(`theme=dark; session=${token}; x=y`), { secure: false })).toBe(token)
    expect(tokenFrom(request(`theme=dark;__Host-session=${token}`), { secure: true })).toBe(token)
  })

  it('needs the __Host- prefix with https, because another host of the domain can set a cookie without it', () => {
    expect(tokenFrom(request('session=planted'), { secure: true })).toBeNull()
    expect(tokenFrom(request(`session=planted; __Host-session=${token}`), { secure: true })).toBe(token)
  })

  it('is returned even when its session has ended', () => {
    expect(tokenFrom(request('session=whatever'), { secure: false })).toBe('whatever')
  })
})
