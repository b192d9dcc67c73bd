/** The page renderer, with one small route instead of the site's routes. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { ROOT_ID } from '../pages/club-settings.ts'
import { readerContext } from '../pages/page-context.ts'
import { createRenderer } from '../pages/render-page.tsx'
import type { Reader } from '../pages/shared/reader.ts'
import { createPageRenderer } from './page-renderer.ts'

interface Args {
  context: { get(key: typeof readerContext): Reader }
}

const name = async ({ context }: Args) => (await context.get(readerContext).settings()).identity.name

const renderPage = createRenderer([
  {
    id: ROOT_ID,
    path: '*',
    loader: name,
    action: name,
    Component: () => 'the page',
    ErrorBoundary: () => 'the error page',
  },
])

const sqliteError = (errcode: number) => Object.assign(new Error('SQLite failed'), { errcode })

describe('a page whose data cannot be loaded', () => {
  let place: TestDatabase
  let club: TestClub
  let failure: unknown
  beforeAll(async () => {
    place = await createDatabase()
    const render = createPageRenderer({
      load: async () => ({ renderPage }),
      assets: {} as never,
      env: { siteUrl: null },
    })
    club = await openTestClub(place, {
      render: (request, reader, options) =>
        render(request, { ...reader, settings: () => Promise.reject(failure) }, options),
    })
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  test.each<[string, Error]>([
    ['SQLITE_BUSY', sqliteError(5)],
    ['SQLITE_LOCKED_SHAREDCACHE', sqliteError(262)],
    ['SQLITE_IOERR_READ', sqliteError(266)],
    ['SQLITE_CANTOPEN', sqliteError(14)],
    ['a host that cannot be reached', Object.assign(new Error(), { code: 'EHOSTUNREACH' })],
    ['a name that cannot be resolved now', Object.assign(new Error(), { code: 'EAI_AGAIN' })],
    ['a primary that became a standby', Object.assign(new Error(), { code: '25006' })],
    ['a lock that is held for too long', Object.assign(new Error(), { code: '55P03' })],
    ['a query that takes too long', Object.assign(new Error(), { code: '57014' })],
    ['a password that was changed', Object.assign(new Error(), { code: '28P01' })],
    ['a silent PostgreSQL', new Error('Query read timeout')],
    ['PgBouncer without a server', Object.assign(new Error(), { code: '08P01' })],
  ])('is a 503 with Retry-After for %s', async (_name, error) => {
    failure = error
    for (const sent of [{ method: 'GET' }, { method: 'HEAD' }, { method: 'POST', body: 'a=b' }]) {
      const answer = await club.send(sent.method, '/fechas', {
        ...(sent.body && {
          body: sent.body,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }),
      })
      expect([answer.status, answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]).toEqual(
        [503, '5', 'no-store'],
      )
    }
    const text = await (await club.send('GET', '/fechas')).text()
    expect(text).toContain('no está disponible en este momento')
    expect(text).not.toContain('SQLite')
    expect(await (await club.send('GET', '/en/fechas')).text()).toContain('not available at the moment')
  })

  test.each<[string, Error]>([
    ['a damaged SQLite', sqliteError(11)],
    ['a bug', new TypeError('x is undefined')],
  ])('is the error page of the site, not cached, for %s', async (_name, error) => {
    failure = error
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await club.send('GET', '/fechas')
    expect([answer.status, answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]).toEqual([
      500,
      null,
      'no-store',
    ])
    expect(await answer.text()).toContain('the error page')
    expect(errors).toHaveBeenCalledWith(error)
    errors.mockRestore()
  })
})
