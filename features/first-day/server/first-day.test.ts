/** The missing steps of a new club. They are computed at each request until an administrator dismisses them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { Overview } from '../../home/shared/overview.ts'

const DAY_MS = 86_400_000

describe('the missing steps of a new club', () => {
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
    const answer = await at.send('GET', '/api/overview', { as })
    return ((await answer.json()) as Overview).summary.missing
  }

  test('are shown to and dismissed by administrators only', async () => {
    await changesNothing(club, async () => {
      await expectProblem(await club.send('GET', '/api/overview'), 'sign-in-needed')
      for (const method of ['GET', 'DELETE'])
        await expectProblem(await club.send(method, '/api/first-day'), 'sign-in-needed')
      const headers = { Origin: 'https://elsewhere.example' }
      await expectProblem(await club.send('DELETE', '/api/first-day', { as, headers }), 'foreign-origin')
    })
  })

  test('are all steps at first, and fewer after each change', async () => {
    const rest = ['night', 'colleague', 'mail', 'backup']
    expect(await missing()).toEqual([
      ...['name', 'address', 'founder', 'slogans', 'rules', 'replies', 'links'],
      ...rest,
    ])
    // In an empty club only the neutral words are missing.
    await send('POST', '/trash/demo', {})
    expect(await missing()).toEqual(['name', 'address', ...rest])
    await send('POST', '/trash/demo/restore', {})
    // Changing other values of a group, or saving the same values, completes no step.
    await send('PUT', '/site/identity', { city: 'Rosario' })
    expect(await missing()).toContain('name')
    await send('PUT', '/site/identity', { name: 'Galpón Ñandú', founder: { name: 'Rita' } })
    expect(await missing()).toContain('founder')
    await send('PUT', '/site/identity', { founder: { quote: null } })
    await send('PUT', '/site/links', { facebook: null })
    expect(await missing()).toEqual(['address', 'slogans', 'rules', 'replies', ...rest])
    const { slogans } = (await (await send('GET', '/site/identity')).json()) as SiteSettings['identity']
    const own = slogans.map((slogan) => ({ ...slogan, text: 'Lo nuestro.' }))
    await send('PUT', '/site/identity', { slogans: [...own.slice(1), ...slogans.slice(0, 1)] })
    expect(await missing()).toContain('slogans')
    await send('PUT', '/site/identity', { slogans: own })
    await send('PUT', '/site/culture', { lead: null })
    expect(await missing()).toContain('rules')
    await send('PUT', '/site/culture', { values: [] })
    await send('PUT', '/site/contact', { lead: 'Escribinos.', address: { street: 'Mitre 750' } })
    expect(await missing()).toEqual(rest)

    const on = (days: number) => new Date(club.clock.now + days * DAY_MS).toISOString().slice(0, 10)
    const night = { ...(await createDraft('events')), date: on(-3) }
    const { _id } = (await (await send('POST', '/events', night)).json()) as { _id: string }
    expect(await missing()).toContain('night')
    await send('PUT', `/events/${_id}`, { date: on(3), draft: true })
    expect(await missing()).toContain('night')
    await send('PUT', `/events/${_id}`, { draft: false })
    expect(await missing()).toEqual(['colleague', 'mail', 'backup'])
    await send('PUT', `/events/${_id}`, { publishAt: new Date(club.clock.now + DAY_MS).toISOString() })
    expect(await missing()).toEqual(['colleague', 'mail', 'backup'])
    await send('DELETE', `/events/${_id}`)
    expect(await missing()).toContain('night')

    await club.accounts.add({ email: 'rita@club.example', password: 'otra clave bien larga' }, null)
    expect(await missing()).toEqual(['night', 'mail', 'backup'])
    await send('DELETE', '/site/links')
    expect(await missing()).toEqual(['links', 'night', 'mail', 'backup'])
  })

  test('do not include mail and backup when they are configured', async () => {
    const other = await openTestClub(database, {
      env: { SMTP_URL: 'smtp://127.0.0.1:9', BACKUP_TO: database.dataDir },
    })
    expect(await missing(other)).toEqual(['links', 'night'])
    await other.stop()
  })

  test('disappear for all administrators when dismissed, and the audit log has the author', async () => {
    expect((await send('DELETE', '/first-day')).status).toBe(204)
    expect(await missing()).toEqual([])
    // The screen of the first day still shows which steps are done.
    expect(await (await send('GET', '/first-day')).json()).toMatchObject({
      missing: ['links', 'night', 'mail', 'backup'],
      demo: { links: ['instagram', 'facebook', 'soundcloud', 'residentAdvisor', 'youtube', 'ticketing'] },
    })
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
