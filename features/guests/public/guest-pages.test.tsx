/** The public pages of guests with the real renderer, through HTTP. Forms are posted as browsers without JavaScript do. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { routes } from '../../../platform/app/routes.ts'
import { createRenderer } from '../../../platform/pages/render-page.tsx'
import type { PageAssets } from '../../../platform/pages/shared/page-services.ts'
import { createDeclaredPages } from '../../../platform/rendering/declared-pages.ts'
import { createPageRenderer } from '../../../platform/rendering/page-renderer.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { Guest, GuestList } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const renderPage = createRenderer(routes)
const assets: PageAssets = {
  enhance: '/assets/main.js',
  islands: '',
  pencils: '/assets/pencils.js',
  screen: () => ({ entry: '/assets/entry.js', styles: [], preloads: [] }),
}

const OPENED_AT = Date.parse('2026-11-25T15:00-03:00')
const NIGHT = '2026-11-27T23:59'
const conditions = [
  { until: '01:00', label: 'Gratis' },
  { until: null, label: '$ 6.000 <i>en puerta</i>' },
]
const SECRET_HEADERS = ['no-store', 'noindex', 'no-referrer']
const HOSTILE = '<script>alert(1)</script> & "Ana"'
const SHOWN = '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Ana&quot;'

const readSecretHeaders = ({ headers }: Response) =>
  ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name))

describe.each(databases)('public pages of guests on $name', ({ create, describeOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let night: { _id: string; slug: string }
  beforeAll(async () => {
    // Loaders read the clock of the process.
    vi.useFakeTimers({ toFake: ['Date'], now: OPENED_AT })
    database = await create()
    club = await openTestClub(database, {
      render: createPageRenderer({ load: async () => ({ renderPage }), assets, env: { siteUrl: null } }),
      pages: createDeclaredPages(routes),
      openedAt: OPENED_AT,
    })
    as = (await club.signIn()).cookie
    night = await createNight()
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
    vi.useRealTimers()
  })
  afterEach(() => setTime('2026-11-25T15:00'))
  function setTime(local: string) {
    club.clock.now = Date.parse(`${local}-03:00`)
    vi.setSystemTime(club.clock.now)
  }

  let senders = 0
  /** Posts a form from a new IP address, because sign-ups are limited by address. */
  const post = (
    path: string,
    fields: Record<string, string> | [string, string][],
    from = `203.0.113.${++senders}`,
  ) =>
    club.send('POST', path, {
      body: String(new URLSearchParams(fields)),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      from,
    })
  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
    expect(response.ok).toBe(true)
    return (response.status === 204 ? null : await response.json()) as T
  }
  async function createNight(values: object = {}) {
    const body = { ...(await createDraft('events')), title: 'Apagón', date: NIGHT, ...values }
    return api<{ _id: string; slug: string }>('POST', '/events', body)
  }
  const createList = (event: string, values: object = {}) =>
    api<GuestList>('POST', `/events/${event}/lists`, { name: 'Puerta', conditions, ...values })
  async function createLink(values: object = {}) {
    const list = await createList(night._id, values)
    const { url } = await api<{ url: string }>('POST', `/lists/${list._id}/link`)
    return { list, url }
  }
  const listGuests = async (list: string) =>
    (await api<{ data: Guest[] }>('GET', `/lists/${list}/guests`)).data
  const read = async (path: string) => (await club.send('GET', path)).text()

  describeOnce('forms without JavaScript share the counters of the API:', () => {
    const token = 'a'.repeat(43)
    const message = { person: 'Ana', from: 'ana@visita.example', body: 'Hola' }
    const name = { name: 'Ana', companions: '0' }
    test.each([
      ['messages', 5, '/contact', message, '/mail/sendMail', message],
      ['sign-ups', 30, '/anotarse/:night', name, '/events/:night/guests', { name: 'Ana' }],
      ['unknown links', 20, `/lista/${token}`, name, `/guest-links/${token}`, { text: 'Ana' }],
      ['unknown own pages', 20, `/anotado/${token}`, {}, `/guest-links/${token}`, { text: 'Ana' }],
    ])('%s, %i in all', async (_, limit, page, fields, path, body) => {
      const event = (await createNight())._id
      await createList(event, { isPublic: true })
      const at = (template: string) => template.replace(':night', event)
      const from = `198.51.100.${++senders}`
      const sendForm = () => post(at(page), fields as Record<string, string>, from)
      const sendJson = () => club.send('POST', `/api${at(path)}`, { body, from })
      for (let tries = 0; tries < limit; tries++) {
        const { status } = await (tries % 2 ? sendForm() : sendJson())
        expect(status).not.toBe(429)
      }
      for (const refused of [await sendForm(), await sendJson()])
        expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
    })
  })

  describe('the page of a link', () => {
    test('is the 404 page for an unknown token, and after the link was revoked', async () => {
      const { list, url } = await createLink()
      expect((await club.send('GET', url)).status).toBe(200)
      await api('DELETE', `/lists/${list._id}/link`)
      for (const path of [url, '/lista/x', `/lista/${'a'.repeat(43)}`])
        for (const answer of [
          await club.send('GET', path),
          await post(path, { name: 'Ana', companions: '0' }),
        ]) {
          expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/404'])
          expect(readSecretHeaders(answer)).toEqual(SECRET_HEADERS)
        }
      expect(await listGuests(list._id)).toEqual([])
    })

    test('adds one name and many, and removes one, each with a redirect', async () => {
      const { list, url } = await createLink({ quota: 10, maxCompanions: 2 })
      const one = await post(url, { name: HOSTILE, companions: '1' })
      expect([one.status, one.headers.get('Location')]).toEqual([303, `${url}#sumado`])
      expect(readSecretHeaders(one)).toEqual(SECRET_HEADERS)
      const text = 'LISTA\r\n1. Beto\r\n2. Caro +2 (pagó)\r\n3. Dani & Ema\r\n4. Flor (2)\r\n'
      const seen = await post(url, { text })
      expect([seen.status, (await listGuests(list._id)).length]).toEqual([200, 1])
      expect(readSecretHeaders(seen)).toEqual(SECRET_HEADERS)
      const review = await seen.text()
      expect(review.replaceAll('<!-- -->', '')).toContain('2 nombres, 2 renglones para mirar')
      expect(review).toMatch(/type="checkbox" name="pick" checked="" value="3"/)
      expect(review).not.toMatch(/checked="" value="(?:1|4|4\.\d|5)"/)
      const nobody = await post(url, { reviewed: text })
      expect([nobody.status, (await listGuests(list._id)).length]).toEqual([400, 1])
      const many = await post(url, [
        ['reviewed', text],
        ['pick', '2'],
        ['pick', '3'],
        ['pick', '4.1'],
        ['pick', '5'],
        ['name-5', 'Flor Paz'],
        ['companions-5', '0'],
      ])
      expect([many.status, many.headers.get('Location')]).toEqual([303, `${url}#sumado`])
      expect((await listGuests(list._id)).slice(1)).toMatchObject([
        { name: 'Beto', companions: 0 },
        { name: 'Caro', companions: 2, note: 'pagó' },
        { name: 'Ema', companions: 0 },
        { name: 'Flor Paz', companions: 0 },
      ])
      const page = await read(url)
      expect(page).toContain(SHOWN)
      expect(page).not.toContain('<script>alert')
      expect(page).toContain('$ 6.000 &lt;i&gt;en puerta&lt;/i&gt;')
      expect(page).toMatch(/>2<span class="mono"> lugares/)
      const [, beto] = await listGuests(list._id)
      const removed = await post(url, { remove: beto?._id ?? '' })
      expect([removed.status, removed.headers.get('Location')]).toEqual([303, `${url}#quitado`])
      expect((await listGuests(list._id)).map(({ name }) => name)).toEqual([
        HOSTILE,
        'Caro',
        'Ema',
        'Flor Paz',
      ])
    })

    test('shows a refusal by field, and keeps what was typed', async () => {
      const { list, url } = await createLink({ quota: 2 })
      const empty = await post(url, { name: ' ', companions: '1' })
      expect(empty.status).toBe(400)
      expect(readSecretHeaders(empty)).toEqual(SECRET_HEADERS)
      const page = await empty.text()
      expect(page).toContain('Completá este campo.')
      expect(page).toMatch(/<option value="1" selected="">/)
      const picks = ['1', '2', '3'].map((line): [string, string] => ['pick', line])
      const full = await post(url, [
        ['reviewed', `${HOSTILE}\nBeto\nCaro`],
        ['name-1', HOSTILE],
        ['companions-1', '0'],
        ...picks,
      ])
      expect(full.status).toBe(409)
      expect(readSecretHeaders(full)).toEqual(SECRET_HEADERS)
      const again = await full.text()
      expect(again).toContain('queda lugar para 2 personas más')
      expect(again).toContain('value="2"')
      const tooMany = await post(url, { text: 'Ana\n'.repeat(1_001) })
      expect(await tooMany.text()).toContain('Puede haber hasta 1.000 nombres por vez')
      const companions = await post(url, { name: 'Ana', companions: '9' })
      expect([companions.status, await listGuests(list._id)]).toEqual([400, []])
    })

    test('says that the list is full or closed', async () => {
      const { url } = await createLink({ quota: 1, closes: '23:00' })
      await post(url, { name: 'Ana', companions: '0' })
      expect(await read(url)).toContain('La lista está completa.')
      setTime('2026-11-27T23:00')
      const page = await read(url)
      expect(page).toContain('La lista ya cerró.')
      expect(page).not.toContain('<textarea')
      expect(page).not.toContain('Queda')
      // Somebody who will not come can still be removed.
      expect(page).toContain('>Quitar<')
    })

    test('offers to remove a name only when the link has added one', async () => {
      const { list, url } = await createLink({ quota: 2 })
      await api('POST', `/lists/${list._id}/guests`, { text: 'Ana' })
      await post(url, { name: 'Beto', companions: '0' })
      expect(await read(url)).toContain('primero quitá un nombre tuyo')
      const guest = (await listGuests(list._id)).find(({ name }) => name === 'Beto')
      await post(url, { remove: guest?._id ?? '' })
      await api('POST', `/lists/${list._id}/guests`, { text: 'Caro' })
      const full = await read(url)
      expect(full).toContain('La lista está completa.')
      expect(full).not.toContain('quitá')
      setTime('2026-11-28T13:00')
      expect(await read(url)).not.toContain('quitalo')
    })

    test('counts places and people as Argentina writes numbers', async () => {
      const { list, url } = await createLink({ quota: 1500, maxCompanions: 2 })
      await api('POST', `/lists/${list._id}/guests`, {
        guests: [{ name: 'Ana', companions: 2 }, { name: 'Beto' }],
      })
      const page = await read(url)
      expect(page).toContain('1.496')
      expect(page).toContain('2 · 4 personas')
    })

    test('accepts its form without an origin, as browsers send it from a page with no-referrer', async () => {
      const { list, url } = await createLink()
      const send = (path: string, headers: Record<string, string>) =>
        club.send('POST', path, {
          body: 'name=Ana&companions=0',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        })
      expect((await send(url, { Origin: 'null' })).status).toBe(303)
      expect((await send(url, { Origin: 'https://otro.example' })).status).toBe(403)
      for (const path of ['/contact', `/anotarse/${night._id}`])
        expect((await send(path, { Origin: 'null' })).status).toBe(403)
      expect(await listGuests(list._id)).toHaveLength(1)
    })

    test('shows a page when the pasted text is too large', async () => {
      const { list, url } = await createLink()
      const answer = await post(url, { text: 'Ana Gómez\n'.repeat(10_000) })
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([413, 'text/html; charset=utf-8'])
      expect(readSecretHeaders(answer)).toEqual(SECRET_HEADERS)
      expect(await answer.text()).toContain('Mandalo en partes')
      expect(await listGuests(list._id)).toEqual([])
    })

    test('is not counted as a visit and loads nothing ahead', async () => {
      const page = await read((await createLink()).url)
      expect(page).toMatch(/<html[^>]* data-private=""/)
      expect(page).not.toContain('speculationrules')
      expect(await read('/fechas')).not.toContain('data-private')
    })
  })

  describe('the sign-up on the page of a night', () => {
    const getPath = ({ slug }: { slug: string }, language = '') => `${language}/fechas/${slug}`

    test('is missing without a public list', async () => {
      const other = await createNight({ date: '2026-12-04T23:59' })
      await createList(other._id)
      expect(await read(getPath(other))).not.toContain('id="lista"')
      const answer = await club.send('GET', `/anotarse/${other._id}`)
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, getPath(other)])
      const posted = await post(`/anotarse/${other._id}`, { name: 'Ana', companions: '0' })
      expect([posted.status, posted.headers.get('Location')]).toEqual([302, getPath(other)])
      expect((await club.send('GET', '/anotarse/nadie')).headers.get('Location')).toBe('/404')
    })

    test('is missing on the page of a cancelled night', async () => {
      const off = await createNight({ date: '2026-12-05T23:59', status: 'cancelled' })
      await createList(off._id, { isPublic: true })
      expect(await read(getPath(off))).not.toContain('id="lista"')
    })

    test('leads to the own page, which can cancel', async () => {
      const open = await createNight({ date: '2026-12-11T23:59' })
      const list = await createList(open._id, { isPublic: true, maxCompanions: 3 })
      const page = await read(getPath(open))
      expect(page).toContain('Se borra 7 días después.')
      expect(page).toContain('href="/privacidad"')
      const joined = await post(`/anotarse/${open._id}`, { name: HOSTILE, companions: '3' })
      expect(joined.status).toBe(303)
      const path = joined.headers.get('Location') ?? ''
      expect(path).toMatch(/^\/anotado\/[\w-]{43}$/)
      const own = await club.send('GET', path)
      expect(readSecretHeaders(own)).toEqual(SECRET_HEADERS)
      const shown = await own.text()
      const [{ code } = { code: null }] = await listGuests(list._id)
      expect(shown).toContain(`<span aria-hidden="true">${code}</span>`)
      expect(shown).toContain(SHOWN)
      expect(shown).toContain('3 acompañantes')
      expect(shown).not.toContain('<script>alert')
      expect(await read(`/en${path}`)).toContain('3 companions')
      const cancelled = await post(path, {})
      expect([cancelled.status, cancelled.headers.get('Location')]).toEqual([303, '/anotado/baja'])
      expect(readSecretHeaders(cancelled)).toEqual(SECRET_HEADERS)
      expect(await read('/anotado/baja')).toContain('Ya no estás en la lista')
      const gone = await club.send('GET', path)
      expect([gone.status, gone.headers.get('Location')]).toEqual([302, '/404'])
      expect(readSecretHeaders(gone)).toEqual(SECRET_HEADERS)
      expect(club.logged.join()).not.toContain(path.split('/').at(-1))
      expect(club.logged.join()).not.toContain('alert(1)')
    })

    test('shows a refusal by field in the language of the page, and keeps what was typed', async () => {
      const open = await createNight({ date: '2026-12-12T23:59' })
      const list = await createList(open._id, { isPublic: true, maxCompanions: 2 })
      const refused = await post(`/en/anotarse/${open._id}`, { name: '', companions: '2' })
      expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
      const page = await refused.text()
      expect(page).toContain('Fill in this field.')
      expect(page).toMatch(/<option value="2" selected="">/)
      const english: [companions: string, message: string][] = [
        ['3', 'The most people that you can bring: 2.'],
        ['99', 'Choose one of the options.'],
      ]
      for (const [companions, message] of english) {
        const answer = await post(`/en/anotarse/${open._id}`, { name: 'Ana', companions })
        expect(await answer.text()).toContain(message)
      }
      const small = await createNight({ date: '2026-12-14T23:59' })
      await createList(small._id, { isPublic: true, maxCompanions: 2, quota: 2 })
      const tooMany = await post(`/en/anotarse/${small._id}`, { name: 'Ana', companions: '2' })
      expect([tooMany.status, await tooMany.text()]).toEqual([
        409,
        expect.stringContaining('The list has places for 2 more people.'),
      ])
      const long = await post(`/anotarse/${open._id}`, { name: 'x'.repeat(121), companions: '0' })
      expect(await long.text()).toContain('Puede tener hasta 120 caracteres.')
      for (const companions of ['3', '-1', 'x', '1.5', '1e9']) {
        const answer = await post(`/anotarse/${open._id}`, { name: 'Ana', companions })
        expect([companions, answer.status]).toEqual([companions, 400])
      }
      expect(await listGuests(list._id)).toEqual([])
    })

    test('limits the sign-ups of an address, with Retry-After', async () => {
      const open = await createNight({ date: '2026-12-13T23:59' })
      await createList(open._id, { isPublic: true })
      let answer = await post(`/anotarse/${open._id}`, { name: 'Ana', companions: '0' }, '198.51.100.7')
      for (let sent = 1; sent < 100 && answer.status === 303; sent++)
        answer = await post(`/anotarse/${open._id}`, { name: `Ana ${sent}`, companions: '0' }, '198.51.100.7')
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    })

    test('leaves the cached page as it is until the list fills or closes', async () => {
      const open = await createNight({ date: '2026-12-18T23:59' })
      const list = await createList(open._id, { isPublic: true, quota: 2, closes: '22:00' })
      const path = getPath(open)
      const readTag = async () => (await club.send('GET', path)).headers.get('ETag')
      const before = await read(path)
      const tag = await readTag()
      await post(`/anotarse/${open._id}`, { name: 'Ana', companions: '0' })
      expect([await read(path), await readTag()]).toEqual([before, tag])
      await post(`/anotarse/${open._id}`, { name: 'Beto', companions: '0' })
      expect(await read(path)).toContain('La lista está completa.')
      expect(await read(getPath(open, '/en'))).toContain('The list is full.')
      await api('DELETE', `/guests/${(await listGuests(list._id))[0]?._id}`)
      expect(await read(path)).toContain('action="/anotarse/')
      setTime('2026-12-18T22:00')
      const closed = await read(path)
      expect(closed).toContain('La lista ya cerró.')
    })
  })

  describe('the offer of a list beside the prices', () => {
    const SELLER = 'https://entradas.example/noche'
    let day = 0
    /** Creates a night in 2027 with two prices and a public list, which closes at 21:00. */
    async function createOffer(values: object = {}, list: object = {}) {
      const date = `2027-01-${String(++day).padStart(2, '0')}`
      const offers = [
        { name: 'Anticipada', price: 10_000 },
        { name: 'En puerta', price: 15_000 },
      ]
      const open = await createNight({ date: `${date}T23:59`, url: SELLER, offers, ...values })
      const { _id } = await createList(open._id, {
        isPublic: true,
        quota: 100,
        closes: '21:00',
        ...list,
      })
      const path = `/fechas/${open.slug}`
      const add = (people: number) =>
        api('POST', `/lists/${_id}/guests`, { guests: [{ name: 'Ana', companions: people - 1 }] })
      return { ...open, date, path, add, list: _id }
    }
    const plain = (html: string) =>
      html
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll('&nbsp;', ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    /** Returns what the page of a night offers, and the cell of the bar on phones. null without an offer */
    async function readOffer(path: string) {
      const html = await read(path)
      const beside = /<p class="sign-up-offer">.*?<\/p>/s.exec(html)?.[0]
      const inBar = /<nav class="night-bar".*?<\/nav>/s
        .exec(html)?.[0]
        .match(/<a[^>]* href="#anotarse".*?<\/a>/s)?.[0]
      expect([beside, inBar].map((part) => part?.includes('href="#anotarse"') ?? false)).toEqual(
        Array(2).fill(beside !== undefined),
      )
      return beside === undefined || inBar === undefined ? null : [plain(beside), plain(inBar)]
    }
    /** Returns the links of a night on a page that lists it. */
    async function readCard(path: string, { slug }: { slug: string }) {
      const parts = (await read(path)).split(/(?=<article|<li class="night-row|<section)/)
      const card = parts.findLast((part) => part.includes(`/fechas/${slug}"`)) ?? ''
      expect(card).not.toBe('')
      return {
        price:
          /(?:desde |from )?(?:\$|ARS)\s[\d.,]+/.exec(plain(card))?.[0].replaceAll('\u00a0', ' ') ?? null,
        list: card.includes(`/fechas/${slug}#anotarse`),
      }
    }

    test('is missing without a public list, and on a night that does not take place', async () => {
      const offer = await createOffer({}, { isPublic: false })
      expect(await readOffer(offer.path)).toBeNull()
      expect(await readCard('/fechas', offer)).toEqual({ price: 'desde $ 10.000', list: false })
      for (const status of ['cancelled', 'postponed']) {
        const off = await createOffer({ status })
        expect([status, await readOffer(off.path)]).toEqual([status, null])
        expect(await readCard('/fechas', off)).toEqual({ price: null, list: false })
      }
    })

    test('has the condition that the list has, its closing time, and the field to which it leads', async () => {
      const offer = await createOffer({ date: '2026-11-26T23:59' })
      expect(await readOffer(offer.path)).toEqual([
        'Gratis hasta la 01:00 : anotate Cierra el jueves 26 de noviembre, a las 21:00',
        'Anotate Gratis hasta la 01:00',
      ])
      expect(await readOffer(`/en${offer.path}`)).toEqual([
        'Free until 01:00 : join the list Closes on Thursday 26 November at 21:00',
        'Join the list Free until 01:00',
      ])
      expect(await read(offer.path)).toMatch(/<input [^>]*id="anotarse"[^>]* name="name"/)
      expect(await readCard('/fechas', offer)).toEqual({ price: 'desde $ 10.000', list: true })
      expect(await readCard('/', offer)).toEqual({ price: 'desde $ 10.000', list: true })
      expect(await readCard('/en/fechas', offer)).toEqual({ price: 'from ARS 10,000', list: true })
      await api('PUT', `/lists/${offer.list}`, {
        name: 'Web',
        isPublic: true,
        closes: '21:00',
        conditions: [{ until: null, label: HOSTILE }],
      })
      expect(await read(offer.path)).toContain(`<span>${SHOWN}</span>: anotate`)
      expect(await read(`/en${offer.path}`)).toContain(`<span lang="es">${SHOWN}</span>: join the list`)
    })

    test('warns from nine tenths of its places on, and disappears when it is full', async () => {
      const offer = await createOffer()
      await offer.add(89)
      expect((await readOffer(offer.path))?.[0]).not.toContain('pocos')
      await offer.add(1)
      expect((await readOffer(offer.path))?.[0]).toContain('Quedan pocos lugares')
      expect((await readOffer(`/en${offer.path}`))?.[0]).toContain('Few places left')
      expect(await readCard('/fechas', offer)).toMatchObject({ list: true })
      await offer.add(10)
      expect(await readOffer(offer.path)).toBeNull()
      expect(await read(offer.path)).toContain('La lista está completa.')
      expect(await readCard('/fechas', offer)).toEqual({ price: 'desde $ 10.000', list: false })
    })

    test('follows the conditions, and disappears at the second of closing', async () => {
      const offer = await createOffer({}, { closes: '02:00', conditions: [...conditions] })
      const morning = `2027-01-${String(day + 1).padStart(2, '0')}`
      setTime(`${morning}T00:59:59`)
      expect((await readOffer(offer.path))?.[1]).toBe('Anotate Gratis hasta la 01:00')
      setTime(`${morning}T01:00:00`)
      expect((await readOffer(offer.path))?.[1]).toContain('Anotate $ 6.000')
      setTime(`${morning}T01:59:59`)
      for (const path of ['/fechas', '/']) expect(await readCard(path, offer)).toMatchObject({ list: true })
      expect(await readOffer(offer.path)).not.toBeNull()
      setTime(`${morning}T02:00:00`)
      for (const path of ['/fechas', '/']) expect(await readCard(path, offer)).toMatchObject({ list: false })
      expect(await readOffer(offer.path)).toBeNull()
    })

    test('stays when the tickets are sold out, and when their sale has ended', async () => {
      const soldOut = await createOffer({
        offers: [{ name: 'General', price: 12_000, availability: 'soldout' }],
      })
      const html = await read(soldOut.path)
      expect(await readOffer(soldOut.path)).not.toBeNull()
      expect(html.indexOf('AGOTADA')).toBeGreaterThan(0)
      expect(await readCard('/fechas', soldOut)).toEqual({ price: null, list: true })
      const ended = await createOffer({
        offers: [{ name: 'Anticipada', price: 12_000, endsAt: '2026-11-20T23:59' }],
      })
      expect(await readOffer(ended.path)).not.toBeNull()
      expect(await readCard('/fechas', ended)).toEqual({ price: null, list: true })
    })

    test('the price of a card is the lowest one now on sale, through the phases of a sale', async () => {
      const night = await createOffer(
        {
          offers: [
            { name: 'Anticipada 1', price: 8_000, availability: 'soldout' },
            { name: 'Anticipada 2', price: 10_000, endsAt: '2026-11-26T12:00' },
            { name: 'Anticipada 3', price: 12_000, availability: 'soon' },
          ],
        },
        { isPublic: false },
      )
      expect(await readCard('/fechas', night)).toMatchObject({ price: '$ 10.000' })
      setTime('2026-11-26T12:00:59')
      expect(await readCard('/fechas', night)).toMatchObject({ price: '$ 10.000' })
      setTime('2026-11-26T12:01:00')
      expect(await readCard('/fechas', night)).toMatchObject({ price: '$ 12.000' })
    })
  })

  test('/privacidad and the form name the retention that is set, in both languages', async () => {
    const open = await createNight({ date: '2026-12-30T23:59' })
    await createList(open._id, { isPublic: true })
    await api('PUT', '/lists/settings', { capacity: null, guestRetentionDays: 1 })
    const one = await Promise.all(['/privacidad', '/en/privacidad', `/fechas/${open.slug}`].map(read))
    await api('PUT', '/lists/settings', { capacity: null, guestRetentionDays: 7 })
    const seven = await Promise.all(['/privacidad', '/en/privacidad', `/fechas/${open.slug}`].map(read))
    expect(one[0]).toContain('1 día después de la noche')
    expect(one[1]).toContain('1 day after the night')
    expect(one[2]).toContain('Se borra un día después.')
    expect(seven[0]).toContain('7 días después de la noche')
    expect(seven[1]).toContain('7 days after the night')
    expect(seven[2]).toContain('Se borra 7 días después.')
  })

  describe('the pass on the own page', () => {
    async function createPlace(date: string, values: object = {}) {
      const open = await createNight({ date: `${date}T23:59`, ...values })
      const list = await createList(open._id, { name: 'Lista & Cía', isPublic: true, maxCompanions: 3 })
      const joined = await post(`/anotarse/${open._id}`, { name: 'Ana Gómez', companions: '2' })
      const item = await api<Record<string, unknown>>('GET', `/events/${open._id}`)
      const change = (changes: object) => api('PUT', `/events/${open._id}`, { ...item, ...changes })
      return { ...open, list: list._id, path: joined.headers.get('Location') ?? '', change }
    }
    const QR = 'class="qr"'
    const SAVE = '/pase.png"'

    test.each([
      ['cancelled', 'CANCELADA'],
      ['postponed', 'POSTERGADA'],
    ])('has no code when the night is %s, and says so', async (status, stamp) => {
      const { path, change } = await createPlace('2026-12-25')
      expect(await read(path)).toContain(QR)
      await change({ status })
      const page = await read(path)
      expect(page).toContain('no se hace en la fecha anunciada')
      expect(page).toContain(stamp)
      expect(page).toContain('Ana Gómez')
      for (const part of [QR, SAVE, 'own-code-text', '.ics']) expect(page).not.toContain(part)
      expect(page).toContain('own-cancel')
    })

    test('has no code and no cancellation when the night is over', async () => {
      const { path } = await createPlace('2026-12-26')
      setTime('2026-12-27T12:00')
      const page = await read(path)
      expect(page).toContain('Esta noche ya pasó.')
      for (const part of [QR, SAVE, 'own-code-text', '.ics', 'own-cancel']) expect(page).not.toContain(part)
    })

    test('has what the door needs, the picture, the calendar and the directions', async () => {
      const { path, slug, list } = await createPlace('2026-12-27', { endsAt: '06:00' })
      const page = await read(path)
      const [{ code } = { code: null }] = await listGuests(list)
      const shown = [
        'Domingo 27 de diciembre, puertas 23:59',
        'Ana Gómez',
        '1 + 2 acompañantes',
        'Gratis',
        'hasta la 01:00',
        `<span aria-hidden="true">${code}</span>`,
        QR,
        `href="${path.split('/').at(-1)}/pase.png" download="pase.png"`,
        `href="/fechas/${slug}.ics"`,
        'dates=20261228T025900Z%2F20261228T090000Z',
        'Cómo llegar',
      ]
      for (const part of shown) expect(page).toContain(part)
      // Names of lists are for administrators.
      expect(page).not.toContain('Lista &amp; Cía')
      const english = await read(`/en${path}`)
      for (const part of ['Save as an image', 'Add to calendar', '1 + 2 companions'])
        expect(english).toContain(part)
    })

    test('says how many people have entered, and stays for those who follow', async () => {
      const { _id: event, path, list } = await createPlace('2026-12-29')
      const [guest] = await listGuests(list)
      const enter = (people: number) =>
        club.database.write((tx) =>
          tx
            .insertInto('doorEntries')
            .values(createEntryRow({ event, guest: guest?._id ?? null, people }))
            .execute(),
        )
      await enter(2)
      const partly = await read(path)
      expect(partly).toContain('Ya entraron 2 de 3. El pase sirve para quienes faltan.')
      expect(partly).toContain(QR)
      expect(partly).not.toContain('own-cancel')
      expect(await read(`/en${path}`)).toContain('2 of 3 are in.')
      await enter(1)
      expect(await read(path)).toContain('Ya entraste. Que la pases bien.')
    })

    test('has no calendar while visitors cannot see the night', async () => {
      const { path, change } = await createPlace('2026-12-28')
      await change({ draft: true })
      const page = await read(path)
      expect(page).toContain(QR)
      expect(page).not.toContain('.ics')
    })
  })
})
