import { describe, expect, it } from 'vitest'
import {
  emptyPublication,
  formatPublicationValue,
  getButtonLabel,
  type PublicationValues,
  parseMoment,
  publicationProblems,
  publicationToCreate,
  publicationToUpdate,
  toPublicationValues,
} from './choice.ts'
import { describeState, formatDayAndHour } from './publication-words.ts'

// A time zone with daylight saving time: its clocks go forward at 02:00 on 14 March 2027.
const ZONE = 'America/New_York'

const now = Date.parse('2027-03-10T17:00:00Z')
const past = '2027-03-01T09:00:00.000Z'
const coming = '2027-03-20T00:00:00.000Z'
const item = (draft: boolean, publishAt: string | null = null, unpublishAt: string | null = null) => ({
  draft,
  publishAt,
  unpublishAt,
})
const values = (change: Partial<PublicationValues>): PublicationValues => ({ ...emptyPublication, ...change })

describe('the publication in a form', () => {
  it('publishes a new item at once', () => {
    expect(publicationToCreate(emptyPublication, ZONE)).toEqual({})
    expect(getButtonLabel(emptyPublication, null, now, ZONE)).toBe('Publicar')
  })

  it('shows the state of an item, with moments in the club’s local time', () => {
    expect(toPublicationValues(item(true), now, ZONE)).toEqual(values({ draft: 'draft' }))
    expect(toPublicationValues(item(false, coming), now, ZONE)).toEqual(
      values({ draft: 'later', publishAt: '2027-03-19T20:00' }),
    )
    expect(toPublicationValues(item(false, past, coming), now, ZONE)).toEqual(
      values({ draft: 'now', publishAt: '2027-03-01T04:00', unpublishAt: '2027-03-19T20:00' }),
    )
    expect(toPublicationValues(item(false, null, past), now, ZONE).draft).toBe('now')
  })

  it('moves an hour that daylight saving skips to the next hour', () => {
    expect(new Date(parseMoment('2027-03-14T02:30', ZONE) ?? 0).toISOString()).toBe(
      '2027-03-14T07:30:00.000Z',
    )
    expect(formatPublicationValue('publishAt', '2027-03-14T02:30', now, ZONE)).toBe(
      'El domingo 14 a las 03:30',
    )
  })

  it('requires complete moments, and an end after the start', () => {
    expect(publicationProblems(emptyPublication, ZONE)).toEqual({})
    expect(publicationProblems(values({ draft: 'later' }), ZONE)).toEqual({
      publishAt: 'Falta el día en que sale.',
    })
    expect(publicationProblems(values({ draft: 'later', publishAt: '2027-03-20' }), ZONE)).toHaveProperty(
      'publishAt',
    )
    expect(publicationProblems(values({ unpublishAt: '2027-03-20' }), ZONE)).toHaveProperty('unpublishAt')
    const same = '2027-03-20T20:00'
    const both = { publishAt: same, unpublishAt: same }
    expect(publicationProblems(values({ draft: 'later', ...both }), ZONE)).toHaveProperty('unpublishAt')
    // The form keeps the moments of a choice that is not selected, but does not send them.
    expect(publicationProblems(values({ draft: 'now', ...both }), ZONE)).toEqual({})
    expect(publicationProblems(values({ draft: 'draft', publishAt: '2027-03-20' }), ZONE)).toEqual({})
  })
})

describe('the publication in a request body', () => {
  const scheduled = values({ draft: 'later', publishAt: '2027-03-19T20:00' })

  it('has only the chosen values for a new item', () => {
    expect(publicationToCreate(scheduled, ZONE)).toEqual({ publishAt: coming })
    expect(publicationToCreate({ ...scheduled, draft: 'draft' }, ZONE)).toEqual({ draft: true })
    expect(publicationToCreate({ ...scheduled, draft: 'now' }, ZONE)).toEqual({})
    expect(publicationToCreate(values({ unpublishAt: '2027-03-19T20:00' }), ZONE)).toEqual({
      unpublishAt: coming,
    })
  })

  it('has only the changed values for an edit', () => {
    const change = (held: PublicationValues, ...changed: string[]) =>
      publicationToUpdate(held, changed, now, ZONE)
    expect(change(scheduled, 'date')).toEqual({})
    expect(change(scheduled, 'publishAt')).toEqual({ publishAt: coming })
    expect(change(scheduled, 'draft')).toEqual({ draft: false, publishAt: coming })
    expect(change({ ...scheduled, draft: 'draft' }, 'draft', 'publishAt')).toEqual({ draft: true })
    expect(change(scheduled, 'unpublishAt')).toEqual({ unpublishAt: null })
  })

  it('removes a future start when the item is published now, and keeps a past start', () => {
    const held = (publishAt: string) => values({ draft: 'now', publishAt })
    expect(publicationToUpdate(held('2027-03-19T20:00'), ['draft'], now, ZONE)).toEqual({
      draft: false,
      publishAt: null,
    })
    expect(publicationToUpdate(held('2027-03-01T04:00'), ['draft'], now, ZONE)).toEqual({ draft: false })
    // The stored start may be in the future, because another moment was typed over it before publishing.
    expect(publicationToUpdate(held('2027-03-01T04:00'), ['draft', 'publishAt'], now, ZONE)).toEqual({
      draft: false,
      publishAt: null,
    })
    expect(publicationToUpdate(held('2027-03-19T20:00'), ['publishAt'], now, ZONE)).toEqual({})
  })
})

describe('the label of the button', () => {
  const label = (to: Partial<PublicationValues>, from: ReturnType<typeof item> | null) =>
    getButtonLabel(values(to), from && toPublicationValues(from, now, ZONE), now, ZONE)

  it('names the change of state', () => {
    expect(label({ draft: 'draft' }, null)).toBe('Guardar borrador')
    expect(label({ draft: 'later' }, null)).toBe('Programar')
    expect(label({ draft: 'later', publishAt: '2027-03-01T04:00' }, null)).toBe('Publicar')
    expect(label({ draft: 'now' }, item(true))).toBe('Publicar')
    expect(label({ draft: 'draft' }, item(false))).toBe('Guardar borrador')
    expect(label({ draft: 'now' }, item(false, coming))).toBe('Publicar')
    expect(label({ draft: 'now' }, item(false, null, past))).toBe('Publicar')
  })

  it('is «Guardar» when the state stays', () => {
    expect(label({ draft: 'now' }, item(false))).toBe('Guardar')
    expect(label({ draft: 'later', publishAt: '2027-03-19T20:00' }, item(false, coming))).toBe('Guardar')
    expect(label({ draft: 'later', publishAt: '2027-03-18T20:00' }, item(false, coming))).toBe('Programar')
    expect(label({ unpublishAt: '2027-03-01T04:00' }, item(false, null, past))).toBe('Guardar')
  })
})

describe('the publication in words', () => {
  const getDayAndHour = (instant: string) => formatDayAndHour(Date.parse(instant), now, ZONE)

  it('adds the month to a distant moment, and the year to another year', () => {
    expect(getDayAndHour('2027-03-27T00:00:00Z')).toBe('viernes 26 a las 20:00')
    expect(getDayAndHour('2027-03-01T06:30:00Z')).toBe('lunes 1 a la 01:30')
    expect(getDayAndHour('2027-02-28T17:00:00Z')).toBe('domingo 28 a las 12:00')
    expect(getDayAndHour('2027-04-10T00:00:00Z')).toBe('viernes 9 de abril a las 20:00')
    expect(getDayAndHour('2028-04-10T00:00:00Z')).toBe('domingo 9 de abril de 2028 a las 20:00')
  })

  it('names the state, and the moment of its next or last change', () => {
    expect(describeState(item(true, coming), now, ZONE)).toBe('Borrador')
    expect(describeState(item(false, coming), now, ZONE)).toBe('Programado: sale el viernes 19 a las 20:00')
    expect(describeState(item(false, null, past), now, ZONE)).toBe(
      'Terminó: dejó de verse el lunes 1 a las 04:00',
    )
    expect(describeState(item(false), now, ZONE)).toBe('Publicado')
    expect(describeState(item(false, past, coming), now, ZONE)).toBe(
      'Publicado: deja de verse el viernes 19 a las 20:00',
    )
  })
})
