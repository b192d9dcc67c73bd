import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import { createPicture, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import type { AuditLogEntry, AuditLogEntryDetail } from '../../content/shared/audit-log-answers.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { settingsNames } from '../shared/settings-names.ts'
import type { SettingsGroup, SiteSettings } from '../shared/site-settings.ts'

const HOUR = 3_600_000

describe.each(databases)('settings on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    place = await create()
    club = await openTestClub(place)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const get = (path: string, headers: Record<string, string> = {}) => club.send('GET', path, { headers })
  const put = (group: string, body: object, headers: Record<string, string> = {}) =>
    club.send('PUT', `/api/site/${group}`, { as, body, headers })
  const reset = (group: string) => club.send('DELETE', `/api/site/${group}`, { as })
  const read = async <G extends keyof SiteSettings>(group: G): Promise<SiteSettings[G]> =>
    (await (await get(`/api/site/${group}`)).json()) as SiteSettings[G]
  const at = (milliseconds: number) => new Date(club.clock.now + milliseconds).toISOString()

  describe('invalid requests', () => {
    test.each<[string, object, string[]]>([
      ['identity', { name: 'x'.repeat(101) }, ['name']],
      ['identity', { timeZone: 'Luna/Mar de la Tranquilidad' }, ['timeZone']],
      ['identity', { founder: 'Inés' }, ['founder']],
      ['identity', { founder: { name: { $gt: 0 } } }, ['founder.name']],
      ['identity', { slogans: Array(5).fill({ text: 'Hola', value: 'green' }) }, ['slogans']],
      [
        'identity',
        { slogans: Array(4).fill({ text: 'Hola', value: 'rojo' }) },
        ['slogans.0.value', 'slogans.1.value', 'slogans.2.value', 'slogans.3.value'],
      ],
      ['contact', { position: { lat: 91 } }, ['position.lat']],
      ['contact', { position: { lon: '58' } }, ['position.lon']],
      ['contact', { position: { lat: 'https://maps.app.goo.gl/AbC1' } }, ['position.lat']],
      ['contact', { address: { street: 'x'.repeat(100_000) } }, ['address.street']],
      ['links', { instagram: 'javascript:alert(1)' }, ['instagram']],
      ['links', { youtube: 'data:text/html,x' }, ['youtube']],
      ['links', { facebook: 'https://yo:clave@facebook.com/x' }, ['facebook']],
      ['history', { chapters: Array(41).fill({ title: 'Otro' }) }, ['chapters']],
      ['history', { chapters: [{ title: 'Uno', year: 'ayer' }] }, ['chapters.0.year']],
      ['history', { chapters: [{ title: 'Uno', picture: '/etc/passwd' }] }, ['chapters.0.picture']],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: '/club/pictures/../club.jpg' }] },
        ['chapters.0.picture'],
      ],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: `/media/${'a'.repeat(32)}-320.jpg` }] },
        ['chapters.0.picture'],
      ],
      [
        'history',
        { chapters: [{ title: 'Uno', picture: 'data:image/png;base64,AAAA' }] },
        ['chapters.0.picture'],
      ],
      ['notice', { from: '2026-11-28T20:00' }, ['from']],
      ['look', { accent: 'red' }, ['accent']],
      ['look', { accent: '#f00;}body{display:none' }, ['accent']],
      ['look', { accent: ['#ff2e1f'] }, ['accent']],
      ['look', { accent: '#3a3a3a' }, ['accent']],
      [
        'look',
        {
          logo: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz4=',
        },
        ['logo'],
      ],
      [
        'look',
        {
          logo: 'data:image/png;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz4=',
        },
        ['logo'],
      ],
      ['look', { logo: '/club/pictures/history-1.jpg' }, ['logo']],
      ['look', { bpm: 59 }, ['bpm']],
      ['look', { bpm: 201 }, ['bpm']],
      ['look', { bpm: 128.5 }, ['bpm']],
      ['look', { bpm: '128' }, ['bpm']],
    ])('rejects for %s: %j', async (group, body, fields) => {
      await changesNothing(club, async () => {
        await expectProblem(await put(group, body), 'invalid-fields', fields)
      })
    })

    test('rejects a row without a name, visitors, an unknown group and an old edit counter', async () => {
      await changesNothing(club, async () => {
        await expectProblem(await put('history', { chapters: [{ year: 2020 }] }), 'missing-fields', [
          'chapters.0.title',
        ])
        await expectProblem(
          await club.send('PUT', '/api/site/identity', { body: { name: 'Otro' } }),
          'sign-in-needed',
        )
        await expectProblem(await club.send('DELETE', '/api/site/identity', {}), 'sign-in-needed')
        await expectProblem(await get('/api/site/nada'), 'unknown-path')
        await expectProblem(
          await put('identity', { name: 'Otro' }, { 'If-Match': '"7"' }),
          'edited-meanwhile',
        )
      })
    })

    test('rejects a period that ends before it starts, also with a stored start', async () => {
      await put('notice', { text: 'Hoy no abrimos.', from: at(HOUR) })
      await changesNothing(club, async () => {
        await expectProblem(await put('notice', { until: at(HOUR) }), 'invalid-fields', ['until'])
        await expectProblem(
          await put('notice', { from: at(3 * HOUR), until: at(2 * HOUR) }),
          'invalid-fields',
          ['until'],
        )
      })
      await reset('notice')
    })
  })

  test('completes account names and links without a scheme', async () => {
    const saved = await put('links', { instagram: '@otro.club', facebook: 'facebook.com/otro' })
    expect(saved.status).toBe(200)
    expect(await read('links')).toMatchObject({
      instagram: 'https://www.instagram.com/otro.club',
      facebook: 'https://facebook.com/otro',
    })
    await reset('links')
  })

  test('returns the defaults to visitors until an administrator edits them', async () => {
    const site = (await (await get('/api/site')).json()) as SiteSettings
    expect(Object.keys(site)).toEqual(settingsNames)
    expect(site.identity).toMatchObject({
      name: defaults.identity.name,
      founder: defaults.identity.founder,
      images: {},
    })
    expect(site.history.chapters.map(({ picture }) => picture)).toEqual(
      defaults.history.chapters.map(({ picture }) => picture),
    )
    for (const name of settingsNames) expect(await read(name)).toEqual(site[name])
  })

  test('serves the pictures that ship, and no other file of their folder', async () => {
    const [chapter] = (await read('history')).chapters
    const answer = await get(chapter?.picture as string)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    for (const path of ['/club/pictures/hero.jpg', '/club/pictures/..%2fclub.ts', '/club/pictures/'])
      expect([path, (await get(path)).status]).not.toEqual([path, 200])
  })

  test('rejects a colour with low contrast, and states the contrast that it needs', async () => {
    const answer = await put('look', { accent: '#0000ff' })
    const { errors } = (await answer.json()) as { errors: { message: string }[] }
    expect(errors[0]?.message).toBe('Sobre negro no se lee: su contraste es 2,28 y hace falta 4,5.')
    // The contrasts of these colours on ink are 4.46 and 4.52. The limit is 4.5.
    await expectProblem(await put('look', { accent: '#787878' }), 'invalid-fields', ['accent'])
    expect((await put('look', { accent: '#797979' })).status).toBe(200)
    const taken = (await (
      await put('look', { accent: '#FFE600', bpm: null })
    ).json()) as SettingsGroup<'look'>
    expect(taken).toMatchObject({ accent: '#ffe600', bpm: defaults.look.bpm })
    await reset('look')
  })

  test('merges objects by key, replaces all rows, and clears optional fields with null', async () => {
    const before = await read('contact')
    const answer = await put('contact', {
      address: { street: 'Mitre 750' },
      position: { lat: -32.95, lon: null },
    })
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, '"1"'])
    const after = (await answer.json()) as SettingsGroup<'contact'>
    expect(after).toEqual({
      ...before,
      address: { ...before.address, street: 'Mitre 750' },
      position: { lat: -32.95, lon: null },
      updatedAt: at(0),
    })
    expect(await read('contact')).toEqual(after)
    // Required fields keep their values: null and blank texts change nothing.
    const same = await put('contact', { address: { street: null, town: ' ' }, position: null })
    expect([same.headers.get('ETag'), await same.json()]).toEqual(['"1"', after])
    // A PUT of the unchanged answer of GET changes nothing.
    expect((await put('contact', after)).headers.get('ETag')).toBe('"1"')

    const { chapters } = await read('history')
    const [first, second] = chapters
    const turned = await put('history', { chapters: [second, first, { title: 'Hoy' }] })
    const rows = ((await turned.json()) as SettingsGroup<'history'>).chapters
    expect(rows.slice(0, 2)).toEqual([second, first])
    expect(rows[2]).toMatchObject({ title: 'Hoy', year: null, text: null, picture: null, alt: null })
    expect(
      ((await (await put('history', { chapters: null })).json()) as SettingsGroup<'history'>).chapters,
    ).toEqual([])
  })

  test('resets a group to its defaults, and restores it from the history', async () => {
    const shipped = await read('footer')
    await put('footer', { farewell: 'Chau.' })
    await put('footer', { farewell: 'Hasta el sábado.' })
    expect(await (await reset('footer')).json()).toMatchObject({ farewell: shipped.farewell })
    const listed = await club.send('GET', '/api/history?resource=site&item=footer', { as })
    const log = (await listed.json()) as AuditLogEntry[]
    expect(
      log.map(({ action, label, changes }) => [
        action,
        label,
        changes.map(({ label, before, after }) => [label, before, after]),
      ]),
    ).toEqual([
      [
        'update',
        'Pie de página',
        [
          ['Despedida', 'Hasta el sábado.', shipped.farewell],
          ['Despedida en inglés', null, shipped.en.farewell],
        ],
      ],
      ['update', 'Pie de página', [['Despedida', 'Chau.', 'Hasta el sábado.']]],
      [
        'update',
        'Pie de página',
        [
          ['Despedida', shipped.farewell, 'Chau.'],
          // The default translation describes the default text, so it is removed with it.
          ['Despedida en inglés', shipped.en.farewell, null],
        ],
      ],
    ])
    const [, second] = log
    const detail = (await (
      await club.send('GET', `/api/history/${second?._id}`, { as })
    ).json()) as AuditLogEntryDetail<SettingsGroup<'footer'>>
    expect([detail.before?.farewell, detail.now?.farewell, detail.after?.farewell]).toEqual([
      'Chau.',
      shipped.farewell,
      'Hasta el sábado.',
    ])
    const restored = await club.send('POST', `/api/history/${second?._id}/restore`, {
      as,
      body: { to: 'before' },
    })
    expect([restored.headers.get('ETag'), await restored.json()]).toMatchObject([
      '"4"',
      { farewell: 'Chau.' },
    ])
    await reset('footer')
  })

  test('rejects the second of two edits of one version, and changes the ETag for visitors', async () => {
    const etag = (await get('/api/site/home')).headers.get('ETag') as string
    expect((await get('/api/site/home', { 'If-None-Match': etag })).status).toBe(304)
    expect((await put('home', { podcast: 'Uno.' }, { 'If-Match': etag })).status).toBe(200)
    await expectProblem(await put('home', { podcast: 'Dos.' }, { 'If-Match': etag }), 'edited-meanwhile')
    expect((await get('/api/site/home', { 'If-None-Match': etag })).status).toBe(200)
    const both = await Promise.all([put('home', { podcast: 'Tres.' }), put('home', { episodes: 'Tres.' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await read('home')).toMatchObject({ podcast: 'Tres.', episodes: 'Tres.' })
    await reset('home')
  })

  test('stores the picture of a row once, keeps it by its path, and holds it while a row or the history shows it', async () => {
    const [chapter] =
      (await read('history')).chapters.length > 0 ? (await read('history')).chapters : [{ title: 'Uno' }]
    const made = await put('history', {
      chapters: [{ ...chapter, picture: await createPicture('#a20', 64, 48), alt: 'Un cuadrado.' }],
    })
    expect(made.status).toBe(200)
    const group = (await made.json()) as SettingsGroup<'history'>
    const path = group.chapters[0]?.picture as string
    expect(path).toMatch(/^\/media\//)
    expect(group.images[path]).toMatchObject({ src: path, width: 64, height: 48 })
    expect((await get(path)).status).toBe(200)
    const again = await put('history', { chapters: [...group.chapters, { title: 'Otro', picture: path }] })
    expect(((await again.json()) as SettingsGroup<'history'>).chapters.map(({ picture }) => picture)).toEqual(
      [path, path],
    )
    const held = await club.database.read
      .selectFrom('mediaRefs')
      .selectAll()
      .where('resource', '=', 'site')
      .execute()
    expect(held).toHaveLength(1)
    await reset('history')
    const after = await club.database.read
      .selectFrom('mediaRefs')
      .selectAll()
      .where('resource', '=', 'site')
      .execute()
    expect(after).toEqual([])
    // The audit log still refers to the picture.
    const [entry] = (await (
      await club.send('GET', '/api/history?resource=site&item=history', { as })
    ).json()) as AuditLogEntry[]
    const back = await club.send('POST', `/api/history/${entry?._id}/restore`, { as, body: { to: 'before' } })
    expect(((await back.json()) as SettingsGroup<'history'>).chapters[0]?.picture).toBe(path)
    await reset('history')
  })

  test('does not reveal a future notice in the ETag', async () => {
    const etags = async () =>
      Promise.all(
        ['/api/site/notice', '/api/site'].map(async (path) => (await get(path)).headers.get('ETag')),
      )
    await reset('notice')
    const none = await etags()
    await put('notice', { text: 'Hoy no abrimos.', from: at(HOUR) })
    expect(await etags()).toEqual(none)
    await put('notice', { text: 'Hoy abrimos.', from: at(HOUR) })
    expect(await etags()).toEqual(none)
    await reset('notice')
    expect(await etags()).toEqual(none)
  })

  test('shows a notice during its period, and to administrators also outside of it', async () => {
    await put('notice', {
      text: 'Se corta la luz.',
      url: 'https://club.example/luz',
      from: at(HOUR),
      until: at(2 * HOUR),
    })
    const own = async () =>
      ((await (await club.send('GET', '/api/site/notice', { as })).json()) as SettingsGroup<'notice'>).text
    const shown = async () => {
      const [alone, all] = [
        await read('notice'),
        ((await (await get('/api/site')).json()) as SiteSettings).notice,
      ]
      expect(alone).toEqual(all)
      return alone.text
    }
    expect([await shown(), await own()]).toEqual([null, 'Se corta la luz.'])
    expect(await read('notice')).toMatchObject({
      text: null,
      url: null,
      from: null,
      until: null,
      updatedAt: null,
    })
    club.clock.now += HOUR
    expect([await shown(), await own()]).toEqual(['Se corta la luz.', 'Se corta la luz.'])
    club.clock.now += HOUR
    expect([await shown(), await own()]).toEqual([null, 'Se corta la luz.'])
    await reset('notice')
  })

  test('reads and writes groups in the format of stored data', async () => {
    // The row has the keys that rows of earlier versions have.
    const stored = { version: 3, updatedAt: 1, updatedBy: null, said: { note: 'Guardado antes' } }
    await club.database.write((tx) => writeSetting(tx, 'site.footer', JSON.stringify(stored)))
    expect((await read('footer')).note).toBe('Guardado antes')
    expect((await put('footer', { note: 'Guardado ahora' })).status).toBe(200)
    const row = await readSetting(club.database.read, 'site.footer')
    expect(JSON.parse(row ?? '')).toMatchObject({ version: 4, said: { note: 'Guardado ahora' } })
    await reset('footer')
  })

  test('keeps markup as text', async () => {
    const name = `<b>"Ñandú"</b> & 'Cía' ${'W'.repeat(40)}`
    const answer = await put('identity', { name })
    expect(((await answer.json()) as SettingsGroup<'identity'>).name).toBe(name)
    expect((await read('identity')).name).toBe(name)
    await reset('identity')
  })
})
