import { describe, expect, it } from 'vitest'
import { settingsFormDeclaration } from '../../../settings/admin/settings-form.ts'
import { settingsNames } from '../../../settings/shared/settings-names.ts'
import { updateSchema } from '../../shared/content-schemas.ts'
import { getFieldType } from '../../shared/field-types.ts'
import { type Field, reference } from '../../shared/fields.ts'
import { formatItemName } from '../../shared/item-names.ts'
import { nest } from '../../shared/nested-values.ts'
import { type AnyEntity, getDeclaration, resourceNames, resources } from '../../shared/resources.ts'
import { findChangedNames } from '../conflict/merge-edits.ts'
import { createRowValue, getBlankValue, NO_PICTURE, type RowValue } from './field-values.ts'
import {
  createEmptyValues,
  createInitialValues,
  createPostBody,
  createPutBody,
  findDifferingNames,
  flattenValues,
  getFormFieldName,
  getValueKeptWhenBlank,
  type ItemBody,
  type ItemValues,
  matchesSentBody,
  nestValues,
  summarizeValue,
  toItemValues,
  toRequestValues,
} from './item-values.ts'

const ZONE = 'America/Argentina/Buenos_Aires'

const { residents } = resources
const withReference = {
  ...residents,
  fields: { ...residents.fields, artist: reference('Artista', ['residents']) },
}

const item = {
  _id: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  draft: false,
  publishAt: null,
  unpublishAt: null,
  newsTitle: 'Vuelve-la-noche',
  photo: '/media/a-800.jpg',
  date: '2026-01-02',
  newsDescription: 'Corta.',
  newsBody: '<p>Larga.</p>',
  images: {},
  alt: { photo: null },
}

describe('form values', () => {
  it('are blank for a new item, text alternatives included', () => {
    expect(createEmptyValues(resources.news)).toEqual({
      newsTitle: '',
      photo: '',
      date: '',
      newsDescription: '',
      newsBody: '',
      alt: { photo: '' },
      draft: 'now',
      publishAt: '',
      unpublishAt: '',
    })
    expect(createEmptyValues(resources.residents)).toMatchObject({ name: '', pressKit: '' })
    expect(createEmptyValues(withReference)).toMatchObject({ name: '', artist: null })
    // The form has no field for `previousDate`, because only the server writes it.
    expect(createEmptyValues(resources.events)).not.toHaveProperty('previousDate')
  })

  it('have a readable title of the stored item, and a blank picture', () => {
    expect(toItemValues(resources.news, item, ZONE)).toMatchObject({
      newsTitle: 'Vuelve la noche',
      photo: '',
      alt: { photo: null },
    })
  })

  it('treat a missing text alternative as a decorative picture', () => {
    const { alt: _, ...bare } = item
    expect(toItemValues(resources.news, bare as typeof item, ZONE).alt).toEqual({ photo: null })
  })
})

describe('findDifferingNames', () => {
  it('names each changed field and text alternative', () => {
    const base = toItemValues(resources.news, item, ZONE)
    expect(findDifferingNames(base, base)).toEqual([])
    expect(findDifferingNames({ ...base, date: '2026-01-03', alt: { photo: 'Una sala.' } }, base)).toEqual([
      'date',
      'alt.photo',
    ])
  })

  it('distinguishes a picture without a description from a decorative one', () => {
    expect(findDifferingNames({ alt: { photo: '' } }, { alt: { photo: null } })).toEqual(['alt.photo'])
  })

  it('compares flat values, each under one name', () => {
    const artist = { resource: 'residents', _id: '8' }
    const values = { date: 'x', artist, lineup: [], en: { meta: { title: 'y' } }, alt: { photo: null } }
    const flat = { date: 'x', artist, lineup: [], 'en.meta.title': 'y', 'alt.photo': null }
    expect(flattenValues(values)).toEqual(flat)
    expect(nestValues(flat)).toEqual(values)
  })
})

describe('a request body', () => {
  it('has only changed values, without blanked values', () => {
    const checked = { newsTitle: 'Otro', date: '', newsDescription: 'Igual', alt: { photo: 'Una sala.' } }
    expect(createPutBody(resources.news, checked, ['newsTitle', 'date'], ZONE)).toEqual({ newsTitle: 'Otro' })
    expect(createPutBody(resources.news, checked, ['alt.photo'], ZONE)).toEqual({
      alt: { photo: 'Una sala.' },
    })
    expect(createPutBody(resources.news, checked, [], ZONE)).toEqual({})
  })

  it('has null for an emptied optional field of any kind', () => {
    const values = { ...createEmptyValues(resources.events), date: '2026-11-28' }
    const checked = toRequestValues(resources.events, values, ZONE)
    expect(
      createPutBody(
        resources.events,
        checked,
        ['ageMin', 'title', 'endsAt', 'date', 'lineup', 'status'],
        ZONE,
      ),
    ).toEqual({
      ageMin: null,
      title: null,
      endsAt: null,
      date: '2026-11-28',
      lineup: [],
      status: 'scheduled',
    })
    expect(
      createPutBody(withReference, toRequestValues(withReference, { artist: null }, ZONE), ['artist'], ZONE),
    ).toEqual({
      artist: null,
    })
  })

  it('has a blank text alternative for a picture that nobody described, and null for a decorative one', () => {
    expect(createPostBody({ photo: 'data:', alt: { photo: '  ' } }, ZONE)).toEqual({
      photo: 'data:',
      alt: { photo: '' },
    })
    expect(createPutBody(resources.news, { alt: { photo: '' } }, ['alt.photo'], ZONE)).toEqual({
      alt: { photo: '' },
    })
    expect(createPutBody(resources.news, { alt: { photo: null } }, ['alt.photo'], ZONE)).toEqual({
      alt: { photo: null },
    })
    expect(createPostBody({ name: 'Ana' }, ZONE)).toEqual({ name: 'Ana' })
  })
})

describe('a title', () => {
  const typed = { ...toItemValues(resources.news, item, ZONE), newsTitle: '24/12: ¿quién?' }

  it('is shown as typed when the item has a headline', () => {
    const named = { ...item, headline: 'Vuelve, la noche' }
    expect(toItemValues(resources.news, named, ZONE).newsTitle).toBe('Vuelve, la noche')
    expect(getValueKeptWhenBlank(resources.news, 'newsTitle', '', named, ZONE)).toBe('Vuelve, la noche')
    expect(getValueKeptWhenBlank(resources.news, 'newsTitle', '', item, ZONE)).toBe('Vuelve la noche')
    expect(getValueKeptWhenBlank(resources.news, 'newsTitle', 'x', named, ZONE)).toBeNull()
  })

  it('is validated and sent as typed, together with its address', () => {
    expect(toRequestValues(resources.news, typed, ZONE)).toMatchObject({
      newsTitle: '24/12: ¿quién?',
      headline: '24/12: ¿quién?',
    })
    const checked = updateSchema(resources.news).parse(
      toRequestValues(resources.news, typed, ZONE),
    ) as ItemBody
    expect(createPutBody(resources.news, checked, ['newsTitle'], ZONE)).toEqual({
      newsTitle: '2412-quién',
      headline: '24/12: ¿quién?',
    })
    expect(createPutBody(resources.news, checked, ['date'], ZONE)).toEqual({ date: item.date })
  })

  it('gets the errors of its headline', () => {
    expect(getFormFieldName(resources.news, 'headline')).toBe('newsTitle')
    expect(getFormFieldName(resources.news, 'lineup.0.name')).toBe('lineup.0.name')
  })
})

describe('the publication', () => {
  it('is a part of the form values, and is sent only when it was changed', () => {
    const base = toItemValues(resources.news, { ...item, draft: true }, ZONE)
    expect(base).toMatchObject({ draft: 'draft', publishAt: '', unpublishAt: '' })
    const changed = { ...base, draft: 'now' }
    expect(findDifferingNames(changed, base)).toEqual(['draft'])
    expect(createPutBody(resources.news, changed, ['draft'], ZONE)).toEqual({ draft: false })
    expect(createPutBody(resources.news, changed, ['date'], ZONE)).toEqual({ date: item.date })
    expect(createPostBody({ name: 'Ana', draft: 'draft', publishAt: '', unpublishAt: '' }, ZONE)).toEqual({
      name: 'Ana',
      draft: true,
    })
  })
})

describe('matchesSentBody', () => {
  it('is true when the item has every sent value and is published if it was published by hand', () => {
    const sent = { draft: false, publishAt: null, newsDescription: 'Corta.', alt: { photo: null } }
    expect(matchesSentBody(resources.news, sent, { ...item, publishAt: '2026-01-01T00:00:00.000Z' })).toBe(
      true,
    )
    expect(matchesSentBody(resources.news, sent, item)).toBe(true)
    expect(matchesSentBody(resources.news, sent, { ...item, publishAt: '9000-01-01T00:00:00.000Z' })).toBe(
      false,
    )
    expect(matchesSentBody(resources.news, sent, { ...item, draft: true })).toBe(false)
    expect(matchesSentBody(resources.news, { alt: { photo: 'Una sala.' } }, item)).toBe(false)
    const inEnglish = { ...item, en: { title: 'One', description: null } }
    expect(matchesSentBody(resources.events, { en: { title: 'One' } }, inEnglish)).toBe(true)
    expect(matchesSentBody(resources.events, { en: { title: 'Two' } }, inEnglish)).toBe(false)
  })
})

describe('a night', () => {
  const lineup = [
    {
      _id: 'r1',
      artist: { resource: 'residents', _id: '7' },
      name: 'Ana B',
      role: null,
      room: null,
      from: '01:00',
      to: null,
      revealAt: '2026-11-27T23:00:00.000Z',
    },
  ]
  const offers = [
    { _id: 'o1', name: 'General', price: 12000.5, currency: 'ARS', url: null, availability: 'soldout' },
  ]
  const night = { ...item, date: '2026-11-28T23:30', ageMin: 18, status: 'cancelled', lineup, offers }
  const base = toItemValues(resources.events, night, ZONE)

  it('is unchanged after a conversion to form values and back', () => {
    expect(base).toMatchObject({ ageMin: '18', status: 'cancelled', endsAt: '' })
    expect(base.offers).toMatchObject([{ _id: 'o1', price: '12000,5', url: '' }])
    // Form values are in the club's local time.
    expect(base.lineup).toMatchObject([{ revealAt: '2026-11-27T20:00', to: '' }])
    const { alt: _, ...sent } = toRequestValues(resources.events, base, ZONE)
    const parsed = updateSchema(resources.events).parse(sent)
    expect(parsed).toMatchObject({ ageMin: 18, lineup, offers })
  })

  it('differs when one row differs', () => {
    const [row] = base.lineup as RowValue[]
    const moved = {
      ...base,
      lineup: [createRowValue(resources.events.fields.lineup.columns), row as RowValue],
    }
    expect(findDifferingNames(moved, base)).toEqual(['lineup'])
    expect(findDifferingNames(structuredClone(base), base)).toEqual([])
  })

  it('matches a sent body even when the server set ids and blank names', () => {
    const sent = { lineup: [{ ...lineup[0], _id: 'new-1', name: null }], ageMin: 18, title: null }
    expect(matchesSentBody(resources.events, sent, { ...night, title: null })).toBe(true)
    expect(matchesSentBody(resources.events, { lineup: [] }, night)).toBe(false)
    expect(matchesSentBody(resources.events, { lineup: null }, { ...night, lineup: [] })).toBe(true)
    const other = { lineup: [{ ...lineup[0], artist: { resource: 'residents', _id: '8' } }] }
    expect(matchesSentBody(resources.events, other, night)).toBe(false)
  })

  it('lists its rows with numbers in comparisons', () => {
    expect(summarizeValue(resources.events.fields.lineup, base.lineup as RowValue[])).toBe(
      '1. Ana B · 01:00 · 27-11-2026 20:00',
    )
    expect(summarizeValue(resources.events.fields.offers, base.offers as RowValue[])).toBe(
      '1. General · 12000,5 · Agotada',
    )
  })

  it('gets the error of each row column under its own name', () => {
    const wrong = {
      lineup: [{ ...(base.lineup as RowValue[])[0], artist: null, name: ' ' }],
      offers: [{ ...(base.offers as RowValue[])[0], price: 'mucho', url: 'passline' }],
      ageMin: '18,5',
    } as ItemValues
    const result = updateSchema(resources.events).safeParse(toRequestValues(resources.events, wrong, ZONE))
    expect(result.error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
      'ageMin',
      'lineup.0.name',
      'offers.0.price',
      'offers.0.url',
    ])
  })
})

describe('a value in one line', () => {
  it('is the title or date of an item', () => {
    expect(formatItemName(resources.news, item)).toBe('Vuelve la noche')
    expect(formatItemName(resources.events, { ...item, date: '2026-01-02T23:30' })).toBe('02-01-2026 23:30')
    expect(formatItemName(resources.events, item)).toBe('02-01-2026')
  })

  it('is readable in comparisons', () => {
    expect(summarizeValue(resources.news.fields.newsTitle, 'Vuelve-la-noche')).toBe('Vuelve la noche')
    expect(summarizeValue(resources.news.fields.photo, 'data:image/png;base64,AA')).toBe('otra imagen')
    expect(summarizeValue(resources.news.fields.photo, '')).toBe('')
  })

  it('is cut when the text is long', () => {
    const line = formatItemName(resources.residents, { name: 'una palabra '.repeat(20) })
    expect(line).toHaveLength(91)
    expect(line.endsWith('…')).toBe(true)
  })
})

/** Returns an API value for each kind of optional field. */
const some: Record<string, (field: Field) => unknown> = {
  line: () => 'Algo',
  text: () => 'Algo',
  rich: () => '<p>Algo</p>',
  url: () => 'https://club.example/x',
  date: () => '2026-11-28',
  image: () => '/media/a-800.jpg',
  film: () => '/media/a.mp4',
  audio: () => `/media/${'a'.repeat(32)}.mp3`,
  time: () => '23:30',
  instant: () => '2026-11-28T23:30:00.000Z',
  phone: () => '+54 11 5555-1234',
  email: () => 'radio@club.example',
  number: (field) => (field.kind === 'number' ? field.max : 0),
  choice: (field) =>
    field.kind === 'choice' ? Object.keys(field.options).find((value) => value !== field.fallback) : '',
  currency: () => 'USD',
  reference: (field) => (field.kind === 'reference' ? { resource: field.to[0], _id: '7' } : null),
  rows: (field) =>
    field.kind === 'rows'
      ? [
          {
            _id: '1',
            ...Object.fromEntries(Object.keys(field.columns).map((name) => [name, null])),
            name: 'Una',
          },
        ]
      : [],
}

const declarations = [
  ...resourceNames.map((name) => getDeclaration(name)),
  ...settingsNames.map((name) => settingsFormDeclaration(name)),
]

const optionalFields = declarations.flatMap((declaration) =>
  Object.entries(declaration.fields)
    .filter(([, field]) => field.optional && field.kind !== 'headline' && !getFieldType(field).isDerived)
    .map(([name, field]) => ({ declaration, name, field })),
)

it.each(optionalFields)(
  'sends the empty value of $name in $declaration.name when the field is emptied',
  ({ declaration, name, field }) => {
    const value = some[field.kind]?.(field)
    expect(value, field.kind).toBeTruthy()
    const stored = { ...item, alt: {}, ...nest({ [name]: value }) } as AnyEntity
    const base = toItemValues(declaration, stored, ZONE)
    const blank = field.kind === 'image' ? NO_PICTURE : getBlankValue(field)
    const emptied = nestValues({ ...flattenValues(base), [name]: blank })
    const schema = updateSchema(declaration)
    const checked = schema.parse(toRequestValues(declaration, emptied, ZONE)) as ItemBody
    const body = createPutBody(declaration, checked, findChangedNames(declaration, emptied, base), ZONE)
    // An emptied field is sent as its fallback, if it has one. Emptied rows are sent as an empty list.
    const nothing = field.kind === 'rows' ? [] : 'fallback' in field ? field.fallback : null
    expect(body).toEqual(nest({ [name]: nothing }))
    expect(schema.parse(body)).toMatchObject(nest({ [name]: nothing }))
  },
)

it('starts required dates without an hour on the current day', () => {
  const clock = '2026-11-28T23:59'
  expect(createInitialValues(resources.news, clock)).toEqual({
    ...createEmptyValues(resources.news),
    date: '2026-11-28',
  })
  expect(createInitialValues(resources.events, clock)).toEqual(createEmptyValues(resources.events))
})
