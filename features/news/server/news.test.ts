/** Rules that only news have: titles as addresses, and rich text with pictures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Picture } from '../../../platform/content/shared/entity-parts.ts'
import type { AnyEntity } from '../../../platform/content/shared/resources.ts'
import {
  createDraft,
  createPicture,
  openTestClub,
  type TestClub,
  withoutShare,
} from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'

const draft = await createDraft('news')

describe.each(databases)('news on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const post = (newsTitle: string, change: Record<string, unknown> = {}, headers = {}) =>
    club.send('POST', '/api/news', { as, body: { ...draft, newsTitle, ...change }, headers })
  const made = async (newsTitle: string, change: Record<string, unknown> = {}): Promise<AnyEntity> => {
    const response = await post(newsTitle, change)
    expect(response.status).toBe(201)
    return (await response.json()) as AnyEntity
  }
  const put = (id: string, body: unknown, headers = {}) =>
    club.send('PUT', `/api/news/${id}`, { as, body, headers })
  const rename = async (id: string, newsTitle: string) =>
    expect((await put(id, { newsTitle })).status).toBe(200)
  const remove = async (id: string) =>
    expect((await club.send('DELETE', `/api/news/${id}`, { as })).status).toBe(204)
  const titled = (title: string, headers = {}) =>
    club.send('GET', `/api/news/title/${encodeURIComponent(title)}`, { headers })
  /** Requests the page of a title. Returns the id of the item, or `→ address` for a redirect. */
  const leadsTo = async (title: string) => {
    const response = await titled(title)
    if (response.status === 301) {
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(await response.text()).toBe('')
      return `→ ${response.headers.get('Location')}`
    }
    return response.status === 200 ? ((await response.json()) as AnyEntity)._id : response.status
  }

  test('an item that a migration renamed is found under its old address, and the other one under its own', async () => {
    const first = await made('Weiße Nacht')
    const second = await made('Weisse Nacht 2')
    await club.database.write((tx) =>
      tx.insertInto('newsTitles').values({ titleKey: 'weisse-nacht', newsId: second._id }).execute(),
    )
    const check = async () => {
      expect(await leadsTo('Weiße-Nacht')).toBe(first._id)
      expect(await leadsTo('Weisse-Nacht')).toBe('→ /api/news/title/Weisse-Nacht-2')
      expect(await leadsTo('Weisse-Nacht-2')).toBe(second._id)
    }
    await check()
    // Visitors saw the title, so the edit stores it as a former one. The redirect of the other item stays.
    expect((await put(first._id, { newsDescription: 'Otra' })).status).toBe(200)
    await check()
    await rename(first._id, 'Noche')
    expect(await leadsTo('Weiße-Nacht')).toBe('→ /api/news/title/Noche')
    expect(await leadsTo('Weisse-Nacht')).toBe('→ /api/news/title/Weisse-Nacht-2')
  })

  test.each(['शुक्रवार की रात', 'คืนวันศุกร์', '夜', '¡7!'])(
    'the title %j of one script or sign is accepted',
    async (title) => {
      const item = await made(title)
      expect((await club.send('GET', `/news/${encodeURIComponent(String(item.newsTitle))}`)).status).toBe(200)
    },
  )

  describe('a title is refused', () => {
    test('when it contains no word, in true words', async () => {
      await changesNothing(club, async () => {
        await expectProblem(await post(' \u200b '), 'missing-fields', ['newsTitle'])
        for (const title of ['¡!', ' - ', '🎉', '🎉\ufe0f 🔥', '\u0301', '"\u0000"']) {
          const { errors } = await expectProblem(await post(title), 'invalid-fields', ['newsTitle'])
          expect(errors).toEqual([{ field: 'newsTitle', message: 'Necesita alguna letra o número.' }])
        }
      })
    })

    test('when another item has it with other letters', async () => {
      await made('Große Straße')
      await changesNothing(club, async () => {
        await expectProblem(await post('Grosse Strasse'), 'title-taken', ['newsTitle'])
      })
    })

    test('when another item has it, ignoring case, accents and signs', async () => {
      const first = await made('La Noche Más Larga')
      const second = await made('Otra cosa')
      await changesNothing(club, async () => {
        for (const same of [
          'La-Noche-Más-Larga',
          'LA NOCHE MAS LARGA',
          '  ¡La noche màs larga!  ',
          'la\u2003noche\nmas -- larga',
        ]) {
          await expectProblem(await post(same), 'title-taken', ['newsTitle'])
          await expectProblem(await put(second._id, { newsTitle: same }), 'title-taken', ['newsTitle'])
        }
      })
      // An item may keep its own title: that is no conflict.
      const own = await put(first._id, { newsTitle: 'LA NOCHE MÁS LARGA' })
      expect(((await own.json()) as AnyEntity).newsTitle).toBe('LA-NOCHE-MÁS-LARGA')
    })

    test('when a simultaneous request takes it', async () => {
      const answers = await Promise.all(['Carrera', 'CARRERA', 'carréra'].map((title) => post(title)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      const items = [await made('Uno de dos'), await made('Dos de dos')]
      const renames = await Promise.all(items.map(({ _id }) => put(_id, { newsTitle: 'El mismo' })))
      expect(renames.map(({ status }) => status).sort()).toEqual([200, 409])
    })
  })

  test('joins the words of a title with hyphens, and finds the item by it', async () => {
    const item = await made('  ¡Volvió   "Pampero"! 100% ñandú ')
    expect(item.newsTitle).toBe('Volvió-Pampero-100-ñandú')
    for (const asked of [
      'Volvió-Pampero-100-ñandú',
      'volvio-pampero-100-nandu',
      'VOLVIÓ PAMPERO 100 ÑANDÚ',
      'Volvio\u0301-Pampero-100-ñandú',
    ])
      expect([asked, await leadsTo(asked)]).toEqual([asked, item._id])
    const response = await titled('volvio-pampero-100-nandu')
    expect(await response.json()).toEqual(withoutShare(item))
  })

  test('answers 404 for an unknown or invalid title', async () => {
    await changesNothing(club, async () => {
      for (const title of [
        'Nada',
        '¡!',
        "' OR '1'='1",
        '%',
        '\u0000',
        '__proto__',
        'constructor',
        'x'.repeat(5000),
      ])
        await expectProblem(await titled(title), 'not-found')
      await expectProblem(await club.send('GET', '/api/news/title/%E0%A4%A'), 'not-found')
      await expectProblem(await club.send('GET', '/api/news/title/'), 'unknown-path')
      await expectProblem(await club.send('GET', '/api/news/title/a/b'), 'unknown-path')
    })
  })

  test('redirects every former title of an item to the current one in one step', async () => {
    const { _id } = await made('Primero ñ')
    await rename(_id, 'Segundo é')
    await rename(_id, 'Tercero')
    const now = '→ /api/news/title/Tercero'
    expect([
      await leadsTo('Primero-ñ'),
      await leadsTo('primero-n'),
      await leadsTo('Segundo-é'),
      await leadsTo('Tercero'),
    ]).toEqual([now, now, now, _id])
    await rename(_id, 'Cuarto ü')
    expect(await leadsTo('Primero-ñ')).toBe(`→ /api/news/title/${encodeURIComponent('Cuarto-ü')}`)
    // The item takes its first title back. Only its other former titles still redirect.
    await rename(_id, 'Primero ñ')
    expect(await leadsTo('Primero-ñ')).toBe(_id)
    expect(await leadsTo('Tercero')).toBe(`→ /api/news/title/${encodeURIComponent('Primero-ñ')}`)
    // A title that differs only in case and accents does not make another address.
    await rename(_id, 'PRIMERO N')
    expect(await leadsTo('Primero-ñ')).toBe(_id)
  })

  test('ends the redirect of a title that another item takes', async () => {
    const old = await made('Fiesta de verano')
    await rename(old._id, 'Fiesta de enero')
    const fresh = await made('Fiesta de Verano')
    expect(await leadsTo('Fiesta-de-verano')).toBe(fresh._id)
    await remove(fresh._id)
    expect(await leadsTo('Fiesta-de-verano')).toBe(404)

    // Renaming another item to a former title ends that title's redirect too.
    const third = await made('Otra fiesta')
    await rename(old._id, 'Fiesta de febrero')
    await rename(third._id, 'Fiesta de enero')
    expect(await leadsTo('Fiesta-de-enero')).toBe(third._id)
    expect(await leadsTo('Otra-fiesta')).toBe('→ /api/news/title/Fiesta-de-enero')
  })

  test('frees the title of an item in the trash, and does not redirect to it', async () => {
    const item = await made('Se va')
    await rename(item._id, 'Se fue')
    await remove(item._id)
    expect([await leadsTo('Se-va'), await leadsTo('Se-fue')]).toEqual([404, 404])
    const other = await made('Se fue')
    expect(await leadsTo('Se-fue')).toBe(other._id)
    await remove(other._id)
    expect((await made('Se fue')).newsTitle).toBe('Se-fue')
  })

  test('answers 304 for a title when the version of the item is known', async () => {
    const item = await made('Con etiqueta')
    const etag = (await titled('Con-etiqueta')).headers.get('ETag') as string
    expect((await titled('Con-etiqueta', { 'If-None-Match': etag })).status).toBe(304)
    await remove(item._id)
    await made('Con etiqueta')
    // The ETag belongs to an item: another item with the same title and edit counter has a different one.
    expect((await titled('Con-etiqueta', { 'If-None-Match': etag })).status).toBe(200)
    // The ETag of a response by title can be sent with a save.
    const editing = (await titled('Con-etiqueta')).headers.get('ETag') as string
    const { _id } = (await (await titled('Con-etiqueta')).json()) as AnyEntity
    expect((await put(_id, { newsDescription: 'Otra.' }, { 'If-Match': editing })).status).toBe(200)
    await expectProblem(
      await put(_id, { newsDescription: 'Más.' }, { 'If-Match': editing }),
      'edited-meanwhile',
    )
  })

  describe('the text of a news item', () => {
    test('is missing, or keeps its old value, when sanitizing leaves nothing', async () => {
      const item = await made('Texto vacío')
      const blanks = [
        '<p></p>',
        '<p> </p>',
        '<p><br></p>',
        '<p>&nbsp;</p>',
        '<script>alert(1)</script>',
        '<p><img src="/media/nada-1.webp"></p>',
        '<iframe src="https://club.example">x</iframe>',
        '<style>x</style>',
      ]
      await changesNothing(club, async () => {
        for (const newsBody of blanks) {
          await expectProblem(await post('Otro texto vacío', { newsBody }), 'missing-fields', ['newsBody'])
          expect(await (await put(item._id, { newsBody })).json()).toEqual(item)
        }
      })
    })

    test('is sanitized on every write', async () => {
      const dirty =
        '<h1 onclick="x()">A</h1><script>alert(1)</script><p style="x">b<img src=x onerror=alert(1)></p><a href="javascript:alert(1)">c</a>'
      const clean = '<h2>A</h2><p>b</p><p>c</p>'
      const item = await made('Texto sucio', { newsBody: dirty })
      expect(item.newsBody).toBe(clean)
      await put(item._id, { newsBody: `${dirty}<p>d</p>` })
      const read = (await (await titled('Texto-sucio')).json()) as AnyEntity
      expect(read.newsBody).toBe(`${clean}<p>d</p>`)
    })

    test('may have 200 kB as stored, so that a stored text can always be saved again', async () => {
      const longest = `<p>${'&amp;'.repeat(39_998)}</p>`
      expect(longest).toHaveLength(199_997)
      const item = await made('Texto largo', { newsBody: longest })
      expect((await put(item._id, { newsBody: item.newsBody })).status).toBe(200)
      await changesNothing(club, async () => {
        // The text is shorter than the limit as it is sent, but longer as it is stored (`&amp;`).
        const newsBody = `<p>${'& '.repeat(40_000)}</p>`
        await expectProblem(await post('Texto escapado', { newsBody }), 'invalid-fields', ['newsBody'])
        await expectProblem(await put(item._id, { newsBody }), 'invalid-fields', ['newsBody'])
      })
    })

    test('is found by its words and not by its markup', async () => {
      await made('Buscable', {
        newsBody:
          '<p>Zarzamora&nbsp;y <strong>frutilla</strong></p><p>a<a href="https://ocultame.example">b</a></p>',
      })
      const found = async (q: string) =>
        ((await (await club.send('GET', `/api/news?q=${q}`)).json()) as AnyEntity[]).length
      expect(
        await Promise.all(
          ['zarza', 'frutilla', 'zarzamora%20frut', 'strong', 'ocultame', 'nbsp', 'noopener'].map(found),
        ),
      ).toEqual([1, 1, 1, 0, 0, 0, 0])
    })

    test('keeps its stored pictures referenced until it no longer contains them', async () => {
      const inside = await club.send('POST', '/api/media', {
        as,
        body: { image: await createPicture('#abcdef', 64, 48) },
      })
      expect(inside.status).toBe(201)
      const picture = (await inside.json()) as Picture
      expect(inside.headers.get('Location')).toBe(picture.src)
      const id = picture.base.slice('/media/'.length)
      const heldBy = async () =>
        (
          await club.database.read
            .selectFrom('mediaRefs')
            .select('itemId')
            .where('mediaId', '=', id)
            // Counts only references of the item, because versions in the audit log also refer to the picture (see
            // audit-log.test.ts).
            .where('resource', '=', 'news')
            .execute()
        ).map(({ itemId }) => itemId)
      expect(await heldBy()).toEqual([])

      const item = await made('Con foto adentro', {
        newsBody: `<p><img src="${picture.src}" alt="La pista"></p>`,
      })
      expect(item.newsBody).toBe(
        `<p><img src="${picture.base}-64.webp" alt="La pista" width="64" height="48" loading="lazy" decoding="async" /></p>`,
      )
      expect(await heldBy()).toEqual([item._id])
      // Changing another field, or saving the same text again, keeps the reference.
      await put(item._id, { newsDescription: 'Otra.' })
      await put(item._id, { newsBody: item.newsBody, date: '2026-11-21' })
      expect(await heldBy()).toEqual([item._id])
      await put(item._id, { newsBody: '<p>Sin foto.</p>' })
      expect(await heldBy()).toEqual([])
      // The item refers to its photo the whole time, so the photo is never deleted.
      expect(
        await club.database.read.selectFrom('mediaRefs').selectAll().where('itemId', '=', item._id).execute(),
      ).toHaveLength(1)
    })

    test('accepts no invalid picture, and no picture from a visitor', async () => {
      await changesNothing(club, async () => {
        const image = await createPicture('#fedcba')
        await expectProblem(await club.send('POST', '/api/media', { body: { image } }), 'sign-in-needed')
        await expectProblem(await club.send('POST', '/api/media', { as, body: {} }), 'missing-fields', [
          'image',
        ])
        for (const wrong of [7, 'una foto', 'data:image/svg+xml;base64,PHN2Zy8+', '/media/x.jpg'])
          await expectProblem(
            await club.send('POST', '/api/media', { as, body: { image: wrong } }),
            'invalid-fields',
            ['image'],
          )
      })
    })
  })

  test('lists news as a bare array, newest date first, then newest item first', async () => {
    const { items } = await club.content.list('news', { limit: 500 })
    for (const { _id } of items) await remove(_id)
    for (const [title, date] of [
      ['B', '2026-05-01'],
      ['A', '2026-04-01'],
      ['D', '2026-06-01'],
      ['C', '2026-05-01'],
    ] as const)
      await made(title, { date })
    const list = (await (await club.send('GET', '/api/news')).json()) as AnyEntity[]
    expect(list.map(({ newsTitle }) => newsTitle)).toEqual(['D', 'C', 'B', 'A'])
  })
})
