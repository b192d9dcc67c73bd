import { describe, expect, it } from 'vitest'
import { REQUIRED } from '../../../api/shared/form-problems.ts'
import {
  buttonLabel,
  emptyPublication,
  momentOf,
  type PublicationValues,
  partInWords,
  publicationOf,
  publicationProblems,
  publicationToCreate,
  publicationToUpdate,
} from './choice.ts'
import { dayAndHour, stateSentence } from './publication-words.ts'

// A club whose clocks change: at 02:00 on 14 March 2027 they go forward.
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

describe('a form', () => {
  it('publishes a new item at once', () => {
    expect(publicationToCreate(emptyPublication, ZONE)).toEqual({})
    expect(buttonLabel(emptyPublication, null, now, ZONE)).toBe('Publicar')
  })

  it('shows the state of an item, its moments by the clock of the club', () => {
    expect(publicationOf(item(true), now, ZONE)).toEqual(values({ draft: 'draft' }))
    expect(publicationOf(item(false, coming), now, ZONE)).toEqual(
      values({ draft: 'later', publishAt: '2027-03-19T20:00' }),
    )
    expect(publicationOf(item(false, past, coming), now, ZONE)).toEqual(
      values({ draft: 'now', publishAt: '2027-03-01T04:00', unpublishAt: '2027-03-19T20:00' }),
    )
    expect(publicationOf(item(false, null, past), now, ZONE).draft).toBe('now')
  })

  it('moves an hour that the zone skips forward', () => {
    expect(new Date(momentOf('2027-03-14T02:30', ZONE) ?? 0).toISOString()).toBe('2027-03-14T07:30:00.000Z')
    expect(partInWords('publishAt', '2027-03-14T02:30', now, ZONE)).toBe('El domingo 14 a las 03:30')
  })

  it('asks for a whole moment, and for an end after it', () => {
    expect(publicationProblems(emptyPublication, ZONE)).toEqual({})
    expect(publicationProblems(values({ draft: 'later' }), ZONE)).toEqual({ publishAt: REQUIRED })
    expect(publicationProblems(values({ draft: 'later', publishAt: '2027-03-20' }), ZONE)).toHaveProperty(
      'publishAt',
    )
    expect(publicationProblems(values({ unpublishAt: '2027-03-20' }), ZONE)).toHaveProperty('unpublishAt')
    const same = '2027-03-20T20:00'
    const both = { publishAt: same, unpublishAt: same }
    expect(publicationProblems(values({ draft: 'later', ...both }), ZONE)).toHaveProperty('unpublishAt')
    // Moments of another choice are kept in the form, but not sent.
    expect(publicationProblems(values({ draft: 'now', ...both }), ZONE)).toEqual({})
    expect(publicationProblems(values({ draft: 'draft', publishAt: '2027-03-20' }), ZONE)).toEqual({})
  })
})

describe('a body', () => {
  const scheduled = values({ draft: 'later', publishAt: '2027-03-19T20:00' })

  it('says of a new item what was chosen, and no more', () => {
    expect(publicationToCreate(scheduled, ZONE)).toEqual({ publishAt: coming })
    expect(publicationToCreate({ ...scheduled, draft: 'draft' }, ZONE)).toEqual({ draft: true })
    expect(publicationToCreate({ ...scheduled, draft: 'now' }, ZONE)).toEqual({})
    expect(publicationToCreate(values({ unpublishAt: '2027-03-19T20:00' }), ZONE)).toEqual({
      unpublishAt: coming,
    })
  })

  it('says of a change what was changed, and no more', () => {
    const change = (held: PublicationValues, ...changed: string[]) =>
      publicationToUpdate(held, changed, now, ZONE)
    expect(change(scheduled, 'date')).toEqual({})
    expect(change(scheduled, 'publishAt')).toEqual({ publishAt: coming })
    expect(change(scheduled, 'draft')).toEqual({ draft: false, publishAt: coming })
    expect(change({ ...scheduled, draft: 'draft' }, 'draft', 'publishAt')).toEqual({ draft: true })
    expect(change(scheduled, 'unpublishAt')).toEqual({ unpublishAt: null })
  })

  it('does not wait any more for a moment to come, and keeps one that is past', () => {
    const held = (publishAt: string) => values({ draft: 'now', publishAt })
    expect(publicationToUpdate(held('2027-03-19T20:00'), ['draft'], now, ZONE)).toEqual({
      draft: false,
      publishAt: null,
    })
    expect(publicationToUpdate(held('2027-03-01T04:00'), ['draft'], now, ZONE)).toEqual({ draft: false })
    // The stored one may be to come: what was typed over it is not what was chosen.
    expect(publicationToUpdate(held('2027-03-01T04:00'), ['draft', 'publishAt'], now, ZONE)).toEqual({
      draft: false,
      publishAt: null,
    })
    expect(publicationToUpdate(held('2027-03-19T20:00'), ['publishAt'], now, ZONE)).toEqual({})
  })
})

describe('the button', () => {
  const label = (to: Partial<PublicationValues>, from: ReturnType<typeof item> | null) =>
    buttonLabel(values(to), from && publicationOf(from, now, ZONE), now, ZONE)

  it('says what saving does', () => {
    expect(label({ draft: 'draft' }, null)).toBe('Guardar borrador')
    expect(label({ draft: 'later' }, null)).toBe('Programar')
    expect(label({ draft: 'later', publishAt: '2027-03-01T04:00' }, null)).toBe('Publicar')
    expect(label({ draft: 'now' }, item(true))).toBe('Publicar')
    expect(label({ draft: 'draft' }, item(false))).toBe('Guardar borrador')
    expect(label({ draft: 'now' }, item(false, coming))).toBe('Publicar')
    expect(label({ draft: 'now' }, item(false, null, past))).toBe('Publicar')
  })

  it('saves changes where the state stays', () => {
    expect(label({ draft: 'now' }, item(false))).toBe('Guardar')
    expect(label({ draft: 'later', publishAt: '2027-03-19T20:00' }, item(false, coming))).toBe('Guardar')
    expect(label({ draft: 'later', publishAt: '2027-03-18T20:00' }, item(false, coming))).toBe('Programar')
    expect(label({ unpublishAt: '2027-03-01T04:00' }, item(false, null, past))).toBe('Guardar')
  })
})

describe('in words', () => {
  const said = (instant: string) => dayAndHour(Date.parse(instant), now, ZONE)

  it('a moment has its month where it is not plain, and its year where it is another', () => {
    expect(said('2027-03-27T00:00:00Z')).toBe('viernes 26 a las 20:00')
    expect(said('2027-03-01T06:30:00Z')).toBe('lunes 1 a la 01:30')
    expect(said('2027-02-28T17:00:00Z')).toBe('domingo 28 a las 12:00')
    expect(said('2027-04-10T00:00:00Z')).toBe('viernes 9 de abril a las 20:00')
    expect(said('2028-04-10T00:00:00Z')).toBe('domingo 9 de abril de 2028 a las 20:00')
  })

  it('a state says what comes or came', () => {
    expect(stateSentence(item(true, coming), now, ZONE)).toBe('Borrador')
    expect(stateSentence(item(false, coming), now, ZONE)).toBe('Programado: sale el viernes 19 a las 20:00')
    expect(stateSentence(item(false, null, past), now, ZONE)).toBe(
      'Terminó: dejó de verse el lunes 1 a las 04:00',
    )
    expect(stateSentence(item(false), now, ZONE)).toBe('Publicado')
    expect(stateSentence(item(false, past, coming), now, ZONE)).toBe(
      'Publicado: deja de verse el viernes 19 a las 20:00',
    )
  })
})
