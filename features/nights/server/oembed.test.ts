/** oEmbed: the frames that other sites show for links to this site. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import { nightPath } from '../../../platform/shared/public-paths.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { createSiteSettings } from '../../../test/support/site-settings.ts'
import { EMBED_SIZES, getEmbedPath } from '../shared/nights-embed-address.ts'

const SITE_URL = 'https://club.example'
const { name } = createSiteSettings().identity

describe('oEmbed', () => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  let night: AnyEntity
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { SITE_URL } })
    as = (await club.signIn()).cookie
    night = await made({ date: '2027-03-05T23:30:00', title: '"Ñandú" & <b>Amigos</b>' })
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const made = async (change: object): Promise<AnyEntity> => {
    const body = { ...(await createDraft('events')), ...change }
    const response = await club.send('POST', '/api/events', { as, body })
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const ask = (query: Record<string, string>, method = 'GET') =>
    club.send(method, `/oembed?${new URLSearchParams(query)}`)
  const own = () => SITE_URL + nightPath(String(night.slug))

  test('refuses addresses of other sites and of pages without nights', async () => {
    const hidden = await made({ date: '2027-03-06', draft: true })
    for (const url of [
      '',
      'fechas',
      'javascript:alert(1)',
      `https://club.example.otro.example${nightPath(String(night.slug))}`,
      `https://otro.example${nightPath(String(night.slug))}`,
      `http://club.example${nightPath(String(night.slug))}`,
      `${SITE_URL}/fechas/%E0%A4%A`,
      `${SITE_URL}/fechas/embed`,
      `${SITE_URL}/en`,
      `${SITE_URL}/en/en/fechas`,
      `${SITE_URL}/fechas/archivo/2027`,
      `${SITE_URL}/fechas/no-hay`,
      `${SITE_URL}/admin/events`,
      `${SITE_URL}/${'x'.repeat(5000)}`,
      SITE_URL + nightPath(String(hidden.slug)),
    ])
      await expectProblem(await ask({ url }), 'not-found')
    await expectProblem(await club.send('GET', '/oembed'), 'not-found')
    await expectProblem(await ask({ url: own() }, 'POST'), 'method-not-allowed')
  })

  test('refuses other formats, and frames too small to read', async () => {
    for (const format of ['yaml', 'toString', ''])
      await expectProblem(await ask({ url: own(), format }), 'unknown-format')
    await expectProblem(await ask({ url: own(), maxwidth: '100' }), 'not-found')
    await expectProblem(await ask({ url: own(), maxheight: '0' }), 'not-found')
  })

  test('returns a frame for a night with its flyer', async () => {
    const response = await ask({ url: `${own()}?utm_source=x#y`, format: 'json' })
    expect(response.headers.get('Content-Type')).toContain('application/json')
    const told = await response.json()
    const title = '"Ñandú" & <b>Amigos</b>, viernes 5 de marzo de 2027'
    expect(told).toMatchObject({
      version: '1.0',
      type: 'rich',
      title,
      provider_name: name,
      provider_url: SITE_URL,
      ...EMBED_SIZES.night,
      thumbnail_url: expect.stringMatching(/^https:\/\/club\.example\/share\/.+\.jpg/),
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
    expect(told.html).toContain(`src="${SITE_URL}${getEmbedPath(String(night.slug))}"`)
    expect(told.html).toContain(
      'title="&quot;Ñandú&quot; &amp; &lt;b&gt;Amigos&lt;/b&gt;, viernes 5 de marzo de 2027"',
    )
  })

  test('returns the same properties as XML', async () => {
    const response = await ask({ url: own(), format: 'xml' })
    expect(response.headers.get('Content-Type')).toBe('text/xml; charset=utf-8')
    const [, inner = ''] = /^<\?xml .*\?>\n<oembed>(.*)<\/oembed>\n$/.exec(await response.text()) ?? []
    const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
    const read = (text: string) => text.replace(/&(\w+);/g, (_, name) => signs[name] as string)
    const said = [...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)]
    expect(said.map(([whole]) => whole).join('')).toBe(inner)
    const told = await (await ask({ url: own() })).json()
    expect(said.map(([, name, text = '']) => [name, read(text)])).toEqual(
      Object.entries(told).map(([name, value]) => [name, String(value)]),
    )
  })

  test('accepts the address of an English page', async () => {
    const told = async (url: string) => (await ask({ url })).json()
    expect(await told(own().replace('/fechas', '/en/fechas'))).toEqual(await told(own()))
    expect(await told(`${SITE_URL}/en/fechas`)).toEqual(await told(`${SITE_URL}/fechas`))
  })

  test('limits frame and picture to the requested size', async () => {
    const told = await (await ask({ url: own(), maxwidth: '300', maxheight: 'alto' })).json()
    expect(told).toMatchObject({ width: 300, height: EMBED_SIZES.night.height })
    expect(told.html).toContain('width="300"')
    expect(told).not.toHaveProperty('thumbnail_url')
  })

  test('returns a frame of all nights for their page', async () => {
    const told = await (await ask({ url: `${SITE_URL}/fechas` })).json()
    expect(told).toMatchObject({ title: `Fechas de ${name}`, ...EMBED_SIZES.all })
    expect(told.html).toContain(`src="${SITE_URL}${getEmbedPath(null)}"`)
  })

  test('is not available without SITE_URL', async () => {
    const other = await createDatabase()
    const homeless = await openTestClub(other)
    await expectProblem(await homeless.send('GET', `/oembed?url=${own()}`), 'not-found')
    await homeless.stop()
    await other.dispose()
  })
})
