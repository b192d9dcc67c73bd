/** What a new club is told that it has not done yet: true as of now, until somebody has enough of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { MessageSummary } from '../../messages/shared/messages.ts'

const DAY_MS = 86_400_000

describe('the first day', () => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
  const missing = async (at: TestClub = club) => {
    const answer = await at.send('GET', '/api/messages/summary', { as })
    return ((await answer.json()) as MessageSummary).missing
  }

  test('is told to nobody else, and dismissed by nobody else', async () => {
    await changesNothing(club, async () => {
      await expectProblem(await club.send('GET', '/api/messages/summary'), 'sign-in-needed')
      await expectProblem(await club.send('DELETE', '/api/first-day'), 'sign-in-needed')
      const headers = { Origin: 'https://elsewhere.example' }
      await expectProblem(await club.send('DELETE', '/api/first-day', { as, headers }), 'foreign-origin')
    })
  })

  test('of a club that has just been claimed everything is missing, and then less and less', async () => {
    expect(await missing()).toEqual(['name', 'founder', 'links', 'night', 'colleague', 'mail', 'backup'])
    // What was said of something else, and what is as it was.
    await send('PUT', '/site/identity', { city: 'Rosario' })
    expect(await missing()).toContain('name')
    await send('PUT', '/site/identity', { name: 'Galpón Ñandú', founder: { name: 'Rita' } })
    expect(await missing()).toContain('founder')
    await send('PUT', '/site/identity', { founder: { quote: null } })
    await send('PUT', '/site/links', { facebook: null })
    expect(await missing()).toEqual(['night', 'colleague', 'mail', 'backup'])

    const on = (days: number) => new Date(club.clock.now + days * DAY_MS).toISOString().slice(0, 10)
    const night = { ...(await createDraft('events')), date: on(-3) }
    const { _id } = (await (await send('POST', '/events', night)).json()) as { _id: string }
    expect(await missing()).toContain('night')
    await send('PUT', `/events/${_id}`, { date: on(3), draft: true })
    expect(await missing()).toContain('night')
    await send('PUT', `/events/${_id}`, { draft: false })
    expect(await missing()).toEqual(['colleague', 'mail', 'backup'])
    await send('DELETE', `/events/${_id}`)
    expect(await missing()).toContain('night')

    await club.accounts.add({ email: 'rita@club.example', password: 'otra clave bien larga' }, null)
    expect(await missing()).toEqual(['night', 'mail', 'backup'])
    await send('DELETE', '/site/links')
    expect(await missing()).toEqual(['links', 'night', 'mail', 'backup'])
  })

  test('mail and backup are there once the club is run with them', async () => {
    const other = await openTestClub(database, {
      env: { SMTP_URL: 'smtp://127.0.0.1:9', BACKUP_TO: database.dataDir },
    })
    expect(await missing(other)).toEqual(['links', 'night'])
    await other.stop()
  })

  test('once it is dismissed nobody is told any more, and the history says by whom', async () => {
    expect((await send('DELETE', '/first-day')).status).toBe(204)
    expect(await missing()).toEqual([])
    await changesNothing(club, async () => {
      expect((await send('DELETE', '/first-day')).status).toBe(204)
    })
    const [entry] = await (await send('GET', '/history?resource=settings')).json()
    expect(entry).toMatchObject({
      by: 'ana@club.example',
      label: 'Lo que falta, en el inicio',
      changes: [{ label: 'Lo que falta' }],
    })
  })
})
