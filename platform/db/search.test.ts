import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agency, residents } from '../../features/artists/shared/artist-resources.ts'
import { news } from '../../features/news/shared/news-resource.ts'
import { events } from '../../features/nights/shared/events-resource.ts'
import { databases } from '../../test/support/databases.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts'
import { listItems } from './item-queries.ts'
import { insertItem } from './item-writes.ts'
import { getSearchableWords } from './search.ts'

describe('the search words of an item', () => {
  test('are the folded words of its texts, without duplicates', () => {
    expect(getSearchableWords(residents, { name: 'Ñandú, el ÑANDÚ', pressKit: 'https://club.example' })).toBe(
      'nandu el',
    )
    expect(
      getSearchableWords(agency, {
        name: 'Ana',
        biography: 'Toca.\nSiempre',
        nationality: 'Perú',
        instagram: 'https://x.example',
        photo: 'abc',
      }),
    ).toBe('ana toca siempre peru')
  })

  test('exclude the markup of a rich text and decode its entities', () => {
    const html =
      '<h2>Uno</h2><p class="dos">tres&nbsp;cuatro&amp;cinco &lt;seis&gt;</p><img src="/media/siete-1.webp" alt="ocho">'
    expect(getSearchableWords(news, { newsTitle: 'La-noche', newsBody: html, newsDescription: '' })).toBe(
      'la noche lanoche uno tres cuatro cinco seis',
    )
  })

  test('include other fields for an item without texts', () => {
    expect(
      getSearchableWords(events, { date: '2027-03-06', url: 'https://Entradas.example/x', flyerGrid: 'abc' }),
    ).toBe('2027 03 06 20270306 https entradas example entradasexample x')
  })

  test('are empty for an empty item', () => {
    expect(getSearchableWords(residents, { name: '¡!' })).toBe('')
  })
})

describe.each(databases)('search on $name', ({ name, create }) => {
  const names = {
    long: 'x'.repeat(200),
    cut: `${'a'.repeat(63)}𐌰𐌱`,
    japanese: '東京 テクノ',
    russian: 'Ёлка Москва',
    greek: 'ΟΔΟΣ',
    hindi: 'हिन्दी',
    thai: 'กรุงเทพ',
    emoji: '🎧 Auris',
    digits: 'Area 51 MK2',
    joined: 'noche-larga_sur/este',
    italian: "D'Angelo Rossi",
    irish: 'José O‘Brien',
    danish: 'Søren Bøe',
    polish: 'Łukasz Kowal',
    german: 'Otto Straße',
    initials: 'J.P. Morán',
    document: 'Ana Gómez 30.123.456',
    swedish: 'Rødhåd',
    vowels: 'Æther',
    turkish: 'Işık',
  }
  let place: MigratedDatabase
  beforeAll(async () => {
    place = await createMigratedDatabase({ create })
    await place.database.write(async (tx) => {
      for (const [id, words] of Object.entries(names)) {
        const values = { name: words, pressKit: 'https://club.example', alt: '{}' }
        await insertItem(tx, name, 'residents', { id, at: 1, by: null, values })
      }
      await insertItem(tx, name, 'residents', {
        id: 'none',
        at: 1,
        by: null,
        values: { name: '¡!', pressKit: 'https://club.example', alt: '{}' },
      })
      const newsBody = `<p>${Array.from({ length: 22_000 }, (_, index) => `palabra${index}`).join(' ')}</p>`
      const values = {
        newsTitle: 'Larga',
        titleKey: 'larga',
        photo: 'x',
        date: '2026-01-01',
        newsDescription: 'x',
        newsBody,
        alt: '{}',
      }
      await insertItem(tx, name, 'news', { id: 'whole', at: 1, by: null, values })
    })
  })
  afterAll(() => place.dispose())
  const found = async (q: string, resource: 'residents' | 'news' = 'residents') =>
    (
      await listItems(place.database, resource, {
        state: 'published',
        isForVisitors: true,
        now: 1,
        q,
        limit: 50,
        page: 1,
        order: 'newest',
      })
    ).rows
      .map(({ id }) => id)
      .sort()

  test.each([
    ['x'.repeat(64), ['long']],
    ['x'.repeat(200), ['long']],
    ['x'.repeat(3), ['long']],
    ['a'.repeat(63), ['cut']],
    [names.cut, ['cut']],
    ['東', ['japanese']],
    ['テク', ['japanese']],
    ['елка', ['russian']],
    ['МОС', ['russian']],
    ['οδο', ['greek']],
    ['हिन', ['hindi']],
    ['กรุง', ['thai']],
    ['🎧 au', ['emoji']],
    ['5', ['digits']],
    ['mk2 area', ['digits']],
    ['larga', ['joined']],
    ['este sur noche', ['joined']],
    ['dangelo', ['italian']],
    ["d'angelo ross", ['italian']],
    ['angelo', ['italian']],
    ['obrien', ['irish']],
    ['soren', ['danish']],
    ['lukasz', ['polish']],
    ['strasse', ['german']],
    ['jp', ['initials']],
    ['J.P', ['initials']],
    ['30123456', ['document']],
    ['30.123.456 gomez', ['document']],
    ['rodhad', ['swedish']],
    ['aether', ['vowels']],
    ['isik', ['turkish']],
    ['ışı', ['turkish']],
    ['nochelarga', ['joined']],
    ['nothing', []],
  ])('%j finds %j', async (q, ids) => {
    expect(await found(q)).toEqual(ids)
  })

  test('without letters and digits has no condition', async () => {
    expect(await found('¡! --')).toHaveLength(Object.keys(names).length + 1)
  })

  test('finds the last word of the longest text', async () => {
    expect(await found('palabra21999', 'news')).toEqual(['whole'])
    expect(await found('palabra22000', 'news')).toEqual([])
  })
})
