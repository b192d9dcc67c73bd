/** Tests the rules of every field on the schemas alone. Other tests check through HTTP that the API applies them. */
import { describe, expect, test } from 'vitest'
import { createRequiredValues } from '../../../test/support/required-values.ts'
import { createSchema, type InvalidBody, listQuerySchema, parse, updateSchema } from './content-schemas.ts'
import { isBlankHtml } from './field-schemas.ts'
import { type Field, listImageFields } from './fields.ts'
import { orders } from './orders.ts'
import { getDeclaration, type ResourceName, resourceNames, resources } from './resources.ts'

const link = 'https://club.example/algo'

const draft = (resource: ResourceName) =>
  // Only required fields are set. Optional ones are tested through HTTP (features/nights/server/nights.test.ts).
  createRequiredValues(getDeclaration(resource), 'Palabras', 'data:image/png;base64,AAAA')

const isText = ({ kind }: Field): boolean => kind !== 'number' && kind !== 'rows'

const fields = resourceNames.flatMap((resource) =>
  Object.entries(getDeclaration(resource).fields)
    .filter(([, field]) => !field.optional && isText(field))
    .map(([name, field]) => ({ resource, name, field })),
)

type Parsed = { ok: true; value: Record<string, unknown> } | { ok: false; problem: InvalidBody }

const create = (resource: ResourceName, change: Record<string, unknown>): Parsed =>
  parse(createSchema(getDeclaration(resource)), { ...draft(resource), ...change })
const update = (resource: ResourceName, change: Record<string, unknown>): Parsed =>
  parse(updateSchema(getDeclaration(resource)), change)

/** Returns the refusal as `id: fields`, or 'accepted'. */
const verdict = (result: Parsed) =>
  result.ok ? 'accepted' : `${result.problem.id}: ${result.problem.errors.map(({ field }) => field)}`

const blanks = [
  '',
  ' ',
  ' \t\r\n ',
  '\u00a0\u2003',
  '\ufeff',
  '\u200b\u200d',
  '\u200f\u202e',
  '\u0000\u0007',
  null,
  undefined,
]
const wrongTypes: unknown[] = [0, 1, Number.NaN, true, false, {}, [], ['Palabras'], { toString: 'Palabras' }]

describe.each(fields)('$resource.$name', ({ resource, name, field }) => {
  test('counts as missing when empty, and keeps its value in a change to empty', () => {
    for (const blank of [
      ...blanks,
      ...(field.kind === 'rich' ? ['<p></p>', '<p> <br></p>', '<p>&nbsp;</p>'] : []),
    ]) {
      expect([blank, verdict(create(resource, { [name]: blank }))]).toEqual([
        blank,
        `missing-fields: ${name}`,
      ])
      const changed = update(resource, { [name]: blank })
      expect(changed.ok && changed.value[name]).toBeUndefined()
    }
  })

  test('accepts only text', () => {
    for (const wrong of wrongTypes) {
      expect([wrong, verdict(create(resource, { [name]: wrong }))]).toEqual([
        wrong,
        `invalid-fields: ${name}`,
      ])
      expect([wrong, verdict(update(resource, { [name]: wrong }))]).toEqual([
        wrong,
        `invalid-fields: ${name}`,
      ])
    }
  })
})

const limited = fields.flatMap(({ resource, name, field }) =>
  'max' in field ? [{ resource, name, kind: field.kind, max: field.max }] : [],
)

test.each(limited)('$resource.$name accepts $max characters and no more', ({ resource, name, kind, max }) => {
  const longest = kind === 'url' ? `${link}?`.padEnd(max, 'x') : 'ñ'.repeat(max)
  expect(verdict(create(resource, { [name]: longest }))).toBe('accepted')
  expect(verdict(create(resource, { [name]: `${longest}x` }))).toBe(`invalid-fields: ${name}`)
  expect(verdict(update(resource, { [name]: `${longest}x` }))).toBe(`invalid-fields: ${name}`)
  // White space around a text does not count towards its length.
  expect(verdict(create(resource, { [name]: `  ${longest}\n` }))).toBe('accepted')
})

test('has the limits of docs/requirements.md', () => {
  const limits = Object.fromEntries(limited.map(({ resource, name, max }) => [`${resource}.${name}`, max]))
  expect(limits).toMatchObject({
    'events.url': 2048,
    'residents.name': 200,
    'residents.pressKit': 2048,
    'agency.name': 200,
    'agency.biography': 500,
    'agency.instagram': 2048,
    'agency.soundcloud': 2048,
    'agency.nationality': 200,
    'agency.pressKit': 2048,
    'news.newsTitle': 150,
    'news.newsDescription': 500,
  })
})

test('accepts a rich text of 200 kB, counted in bytes', () => {
  const html = `<p>${'ñ'.repeat(99_996)}</p>x`
  expect(new TextEncoder().encode(html)).toHaveLength(200_000)
  expect(verdict(create('news', { newsBody: html }))).toBe('accepted')
  expect(verdict(create('news', { newsBody: `${html}x` }))).toBe('invalid-fields: newsBody')
})

test('accepts a rich text with ten thousand tags', () => {
  const html = `x${'<p>'.repeat(10_000)}`
  expect(verdict(create('news', { newsBody: html }))).toBe('accepted')
  const refused = update('news', { newsBody: `${html}<p>` })
  expect(verdict(refused)).toBe('invalid-fields: newsBody')
  expect(refused.ok ? null : refused.problem.errors[0]?.message).toBe(
    'El texto tiene demasiado formato (hasta 10.000 etiquetas). Pegalo sin formato.',
  )
})

test.each([
  ['<p></p>', true],
  ['<p> </p><h2>\u00a0</h2>', true],
  ['<ul><li><p><br></p></li></ul>', true],
  ['<p>&nbsp;&#160;&#xA0;\u200b\ufeff</p>', true],
  ['<p>a</p>', false],
  ['0', false],
  ['<p><img src="/media/x.webp"></p>', false],
  ['<', false],
])('finds that %j is a blank rich text: %s', (html, blank) => {
  expect(isBlankHtml(html)).toBe(blank)
})

test('searches words in linear time in any text', () => {
  const started = performance.now()
  for (const piece of ['<', '<a', '<a b="', '&', '<p>']) {
    const html = piece.repeat(3_000_000 / piece.length)
    expect(isBlankHtml(html)).toBe(piece === '<p>')
    // A text that is too long is refused. It must not count as blank, which would keep the old text.
    expect(verdict(update('news', { newsBody: html }))).toBe('invalid-fields: newsBody')
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('reduces a line to one line, and keeps the lines of a text', () => {
  const named = create('residents', { name: ' Ana\r\n\tde  la\u2028Noche ' })
  expect(named.ok && named.value.name).toBe('Ana de la Noche')
  const told = create('agency', { biography: 'Uno\r\nDos\rTres\u0000\u001b' })
  expect(told.ok && told.value.biography).toBe('Uno\nDos\nTres')
})

test('repairs text that databases reject', () => {
  const named = create('residents', { name: 'A\ud800na\u0000' })
  expect(named.ok && named.value.name).toBe('A\ufffdna')
  // Names in Arabic and Hebrew need marks of direction, which stay within the name.
  const marked = create('residents', { name: 'שלום\u200f!' })
  expect(marked.ok && marked.value.name).toBe('שלום\u200f!')
})

test('ignores names of Object.prototype', () => {
  const body = JSON.parse(
    '{"__proto__": {"name": "Ana", "pressKit": "https://club.example"}, "constructor": "x", "toString": 1}',
  )
  expect(verdict(parse(createSchema(getDeclaration('residents')), body))).toBe(
    'missing-fields: name,pressKit',
  )
  const extra = create('residents', body)
  expect(extra).toEqual({ ok: true, value: { name: 'Palabras', pressKit: link } })
  expect(({} as Record<string, unknown>).name).toBeUndefined()
})

test('drops unknown fields and fields of the server', () => {
  const sent = {
    _id: 'x',
    createdAt: 'x',
    updatedAt: 'x',
    seq: 1,
    version: 9,
    deletedAt: 1,
    titleKey: 'x',
    images: {},
  }
  for (const resource of resourceNames) {
    const changed = update(resource, sent)
    expect(changed.ok && Object.values(changed.value).filter((value) => value !== undefined)).toEqual([])
  }
})

test('refuses a short link of a map in place of a number, with the way to the position', () => {
  const refused = create('events', { ageMin: 'https://maps.app.goo.gl/AbC1' })
  expect(verdict(refused)).toBe('invalid-fields: ageMin')
  expect(refused).toMatchObject({
    problem: { errors: [{ message: expect.stringContaining('Un enlace corto no trae las coordenadas') }] },
  })
})

describe('a link', () => {
  test.each(['https://club.example', 'http://club.example:8080/a?b=c#d', 'https://ñandú.example/año'])(
    'accepts %s',
    (url) => {
      expect(verdict(create('residents', { pressKit: url }))).toBe('accepted')
    },
  )

  test.each([
    ['pressKit', 'club.example/a?b=c', 'https://club.example/a?b=c'],
    ['instagram', '@ana.b', 'https://www.instagram.com/ana.b'],
    ['instagram', 'instagram.com/ana', 'https://instagram.com/ana'],
    ['soundcloud', 'ana-b', 'https://soundcloud.com/ana-b'],
    [
      'pressKit',
      'Prensa: https://club.example/a_(b)?utm_source=ig. 🎟',
      'https://club.example/a_(b)?utm_source=ig',
    ],
    ['pressKit', '(club.example/a),', 'https://club.example/a'],
  ])('completes in the field %s the text %s to %s', (field, typed, whole) => {
    expect(create('residents', { [field]: typed })).toMatchObject({ ok: true, value: { [field]: whole } })
    expect(update('residents', { [field]: typed })).toMatchObject({ ok: true, value: { [field]: whole } })
  })

  test.each([
    ['javascript:alert(1)', 'https://'],
    ['club', 'https://'],
    ['//', 'https://'],
    ['ana:clave@club.example', 'https://'],
    ['https:/club.example', 'https://'],
    ['https:///club.example', 'https://'],
    ['https://club.example\\x', 'https://'],
    ['https://club.example/a b', 'https://'],
    ['https://ana:clave@club.example/', 'usuario'],
    ['https://ana@club.example/', 'usuario'],
    [`https://club.example/${'a'.repeat(2028)}`, '2048'],
  ])('refuses %j with a reason', (url, why) => {
    const refused = create('residents', { pressKit: url })
    expect(verdict(refused)).toBe('invalid-fields: pressKit')
    expect(refused).toMatchObject({ problem: { errors: [{ message: expect.stringContaining(why) }] } })
  })
})

describe('text alternatives', () => {
  const withPictures = resourceNames.filter(
    (resource) => listImageFields(getDeclaration(resource)).length > 0,
  )
  test.each(withPictures)('accepts for each picture of %s a text, null or nothing', (resource) => {
    const name = listImageFields(getDeclaration(resource))[0] as string
    for (const good of [
      undefined,
      null,
      {},
      { [name]: null },
      { [name]: '' },
      { [name]: 'x'.repeat(300) },
      { otra: 1 },
    ]) {
      expect([good, verdict(create(resource, { alt: good }))]).toEqual([good, 'accepted'])
    }
    for (const wrong of [1, 'texto', true, []]) {
      expect([wrong, verdict(create(resource, { alt: wrong }))]).toEqual([wrong, 'invalid-fields: alt'])
    }
    for (const wrong of [1, true, {}, [], 'x'.repeat(301)]) {
      expect([wrong, verdict(create(resource, { alt: { [name]: wrong } }))]).toEqual([
        wrong,
        `invalid-fields: alt.${name}`,
      ])
    }
  })
})

test('validates numbers and order of a list query, with defaults for all', () => {
  const listQuery = listQuerySchema(resources.residents)
  expect(listQuery.parse({})).toEqual({ q: '', limit: 100, page: 1, order: 'newest' })
  expect(listQuery.parse({ limit: '500', page: '3', q: 'x', other: 'y' })).toEqual({
    q: 'x',
    limit: 500,
    page: 3,
    order: 'newest',
  })
  for (const wrong of ['0', '501', '-1', '1.5', '1e2', 'abc', '', ' 1', '٣', '0x10', '999999999999'])
    expect([wrong, verdict(parse(listQuery, { limit: wrong }))]).toEqual([wrong, 'invalid-fields: limit'])
  for (const wrong of ['0', '-1', 'abc', '', '10000001'])
    expect([wrong, verdict(parse(listQuery, { page: wrong }))]).toEqual([wrong, 'invalid-fields: page'])
  expect(verdict(parse(listQuery, { q: 'x'.repeat(201) }))).toBe('invalid-fields: q')
  for (const order of orders)
    expect([order, verdict(parse(listQuery, { order }))]).toEqual([
      order,
      order === 'next' ? 'invalid-fields: order' : 'accepted',
    ])
  expect(verdict(parse(listQuerySchema(resources.events), { order: 'next' }))).toBe('accepted')
  for (const order of ['', 'NAME', 'seq', 'name desc', ['name']])
    expect([order, verdict(parse(listQuery, { order }))]).toEqual([order, 'invalid-fields: order'])
  for (const wrong of [
    '',
    'hoy',
    '2026-02-30',
    '2026-11-20T23:59',
    '20-11-2026',
    ['2026-11-20', '2026-11-21'],
  ])
    expect([wrong, verdict(parse(listQuerySchema(resources.events), { from: wrong }))]).toEqual([
      wrong,
      'invalid-fields: from',
    ])
  expect(listQuerySchema(resources.events).parse({ from: '2026-11-20' }).from).toBe('2026-11-20')
  expect(verdict(parse(listQuerySchema(resources.events), { period: 'now' }))).toBe('invalid-fields: period')
  // Residents have no date, so the filters are not part of their query.
  expect(listQuery.parse({ from: 'hoy' })).not.toHaveProperty('from')
  expect(listQuery.parse({ period: 'now' })).not.toHaveProperty('period')
  // Events are named by their date, so they have no order by name.
  expect(verdict(parse(listQuerySchema(resources.events), { order: 'name' }))).toBe('invalid-fields: order')
})
