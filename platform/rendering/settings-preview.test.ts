/** Tests previews of unsaved settings. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaults } from '../../club/defaults.ts'
import { createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../test/support/refusals.ts'
import { SANDBOX_POLICY } from '../http/security-headers.ts'
import { settingsGroups } from '../settings/shared/all-settings.ts'
import { settingsNames } from '../settings/shared/settings-names.ts'
import type { SettingsGroup, SiteSettings } from '../settings/shared/site-settings.ts'
import { BODY_MAX_BYTES } from '../shared/limits.ts'
import type { Render } from './page-handler.ts'

const HOUR = 3_600_000

/** Paths of the rendered pages. */
let rendered: string[] = []

/** A renderer that replaces React Router. Its pages contain the settings. */
const render: Render = async (request, reader, { nonce, preview }) => {
  const { pathname } = new URL(request.url)
  rendered.push(pathname)
  const page = { pathname, preview: preview ?? null, site: await reader.settings() }
  const text = JSON.stringify(page).replaceAll('<', '\\u003c')
  return new Response(`<!doctype html><script nonce="${nonce}">1</script><pre>${text}</pre>`, {
    headers: { 'Content-Type': 'text/html' },
  })
}

describe('the preview of a settings group', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { render })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })
  beforeEach(() => {
    rendered = []
  })

  const preview = (group: string, body: unknown, headers: Record<string, string> = {}) =>
    club.send('POST', `/api/site/${group}/preview`, { as, body, headers })
  const put = (group: string, body: object) => club.send('PUT', `/api/site/${group}`, { as, body })
  const at = (milliseconds: number) => new Date(club.clock.now + milliseconds).toISOString()
  const findPage = async (response: Response) =>
    JSON.parse(/<pre>(.*)<\/pre>/.exec(await response.text())?.[1] ?? '{}') as {
      pathname: string
      preview: unknown
      site: SiteSettings
    }
  const previewed = async (group: string, body: object) => {
    const response = await preview(group, body)
    expect(response.status).toBe(200)
    return findPage(response)
  }

  describe('rejects', () => {
    test.each<[string, unknown, 'invalid-fields' | 'missing-fields', string[]]>([
      ['identity', { name: 'x'.repeat(101) }, 'invalid-fields', ['name']],
      ['identity', { founder: 'Inés' }, 'invalid-fields', ['founder']],
      ['contact', { position: { lat: 91 } }, 'invalid-fields', ['position.lat']],
      ['links', { instagram: 'javascript:alert(1)' }, 'invalid-fields', ['instagram']],
      ['history', { chapters: Array(41).fill({ title: 'Otro' }) }, 'invalid-fields', ['chapters']],
      ['history', { chapters: [{ year: 2020 }] }, 'missing-fields', ['chapters.0.title']],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: '/etc/passwd' }] },
        'invalid-fields',
        ['chapters.0.picture'],
      ],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: `/media/${'a'.repeat(32)}-320.jpg` }] },
        'invalid-fields',
        ['chapters.0.picture'],
      ],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: 'data:image/png;base64,¿?' }] },
        'invalid-fields',
        ['chapters.0.picture'],
      ],
      [
        'notice',
        { from: '2027-01-02T00:00:00Z', until: '2027-01-01T00:00:00Z' },
        'invalid-fields',
        ['until'],
      ],
    ])('%s: %j', async (group, body, problem, fields) => {
      await changesNothing(club, async () => {
        await expectProblem(await preview(group, body), problem, fields)
      })
      expect(rendered).toEqual([])
    })

    test('visitors, other sites, an unknown group, a body that is not an object, and a body that is too large', async () => {
      await changesNothing(club, async () => {
        await expectProblem(
          await club.send('POST', '/api/site/history/preview', { body: { lead: 'Hola.' } }),
          'sign-in-needed',
        )
        await expectProblem(
          await preview('history', {}, { Origin: 'https://otro.example', 'Sec-Fetch-Site': 'cross-site' }),
          'foreign-origin',
        )
        await expectProblem(await preview('nada', {}), 'unknown-path')
        await expectProblem(await preview('history', 'no'), 'invalid-json')
        await expectProblem(await preview('history', { lead: 'x'.repeat(BODY_MAX_BYTES) }), 'too-large')
        const read = await club.send('GET', '/api/site/history/preview', { as })
        expect([read.status, read.headers.get('Allow')]).toEqual([405, 'OPTIONS, POST'])
      })
      expect(rendered).toEqual([])
    })
  })

  test('renders the page that shows the group', async () => {
    for (const name of settingsNames) {
      const page = await previewed(name, {})
      expect([page.pathname, page.preview]).toEqual([settingsGroups[name].shownOn, null])
      expect(page.site.identity.name).toBe(defaults.identity.name)
    }
  })

  test('merges the sent fields into the settings without saving them', async () => {
    const before = await (await club.send('GET', '/api/site')).json()
    await changesNothing(club, async () => {
      const { site } = await previewed('contact', {
        address: { street: 'Mitre 750' },
        position: { lon: null },
      })
      expect(site.contact.address).toEqual({ ...before.contact.address, street: 'Mitre 750' })
      expect(site.contact.position).toEqual({ ...before.contact.position, lon: null })
      // A blank required field keeps its value, as in a PUT.
      expect((await previewed('identity', { name: ' ' })).site.identity.name).toBe(before.identity.name)
    })
    expect(await (await club.send('GET', '/api/site')).json()).toEqual(before)
    expect((await previewed('contact', {})).site.contact.address).toEqual(before.contact.address)
    const visited = await findPage(await club.send('GET', '/contact'))
    expect(visited.site.contact.address).toEqual(before.contact.address)
  })

  test('is not cached and blocks scripts', async () => {
    const response = await preview('history', { lead: 'Hola.' }, { 'Accept-Encoding': 'br' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': SANDBOX_POLICY,
      'x-frame-options': 'DENY',
    })
  })

  test('shows a new name everywhere and escapes its markup', async () => {
    const name = `<b>"Ñandú"</b> & 'Cía' ${'W'.repeat(40)}`
    const { site } = await previewed('identity', { name })
    expect(site.identity.name).toBe(name)
    expect(site.home.meta.title).toBe(`${name} · Club de techno en ${defaults.identity.city}`)
    const response = await club.send('GET', '/')
    expect(await response.text()).not.toContain('Ñandú')
  })

  test('shows a new picture as sent and a stored one by its path, without storing anything', async () => {
    const sent = await createPicture('#a20', 6, 4)
    const saved = (await (
      await put('culture', { values: [{ title: 'Uno', key: 'green', picture: await createPicture('#02a') }] })
    ).json()) as SettingsGroup<'culture'>
    const path = saved.values[0]?.picture as string
    const touched = () => club.database.read.selectFrom('media').select('touchedAt').execute()
    const before = await touched()
    club.clock.now += HOUR
    await changesNothing(club, async () => {
      const { chapters, images } = (
        await previewed('history', {
          chapters: [
            { title: 'Nueva', picture: sent },
            { title: 'De otro grupo', picture: path },
            { title: 'Sin foto', picture: null },
          ],
        })
      ).site.history
      expect(chapters.map(({ picture }) => picture)).toEqual([sent, path, null])
      expect(images[sent]).toMatchObject({ src: sent, width: 1600, height: 1067, formats: [] })
      expect(images[path]).toEqual(saved.images[path])
    })
    expect(await touched()).toEqual(before)
    await club.send('DELETE', '/api/site/culture', { as })
  })

  test('shows a notice outside its period in its own preview only', async () => {
    await put('notice', { text: 'Se corta la luz.', from: at(HOUR) })
    expect((await previewed('notice', {})).site.notice.text).toBe('Se corta la luz.')
    expect((await previewed('notice', { from: at(-2 * HOUR), until: at(-HOUR) })).site.notice.text).toBe(
      'Se corta la luz.',
    )
    expect((await previewed('footer', {})).site.notice.text).toBeNull()
    await club.send('DELETE', '/api/site/notice', { as })
  })
})
