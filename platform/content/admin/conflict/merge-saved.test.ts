import { describe, expect, it } from 'vitest'
import { resources } from '../../shared/resources.ts'
import { newRow, type RowValue } from '../form/field-values.ts'
import { emptyValues, type ItemValues } from '../form/item-values.ts'
import { mergeSaved, rowIds } from './merge-edits.ts'

const { news, events } = resources
const columns = events.fields.offers.columns

const held = (values: ItemValues): ItemValues => ({ ...emptyValues(news), ...values })

describe('what was sent', () => {
  const sent = held({ newsTitle: ' Vuelve ', newsDescription: 'Corta.', photo: 'data:image/webp;base64,AA' })
  const base = held({ newsTitle: 'Vuelve', newsDescription: 'Corta.', photo: '', alt: { photo: null } })

  it('is what is stored', () => {
    expect(mergeSaved(news, sent, sent, base, null)).toEqual(base)
  })

  it('stays as it was typed where the caret is, but for a picture', () => {
    expect(mergeSaved(news, sent, sent, base, 'newsTitle')).toEqual({ ...base, newsTitle: ' Vuelve ' })
    expect(mergeSaved(news, sent, sent, base, 'photo')).toEqual(base)
  })

  it('gives way to what was typed meanwhile', () => {
    const now = { ...sent, newsDescription: 'Corta. Y más.', alt: { photo: 'Una pista.' } }
    expect(mergeSaved(news, sent, now, base, null)).toEqual({
      ...base,
      newsDescription: 'Corta. Y más.',
      alt: { photo: 'Una pista.' },
    })
  })
})

describe('rows', () => {
  const row = (_id: string, name: string): RowValue => ({ ...newRow(columns), _id, name })
  const form = (...offers: RowValue[]): ItemValues => ({ ...emptyValues(events), offers })
  const sent = form(row('new-a', 'General '), row('1', 'Anticipada'))
  const base = form(row('7', 'General'), row('1', 'Anticipada'))
  const settled = (now: ItemValues, typedIn: string | null = null) =>
    mergeSaved(events, sent, now, base, typedIn).offers

  it('have the ids that the server gave them', () => {
    expect(settled(sent)).toEqual(base.offers)
    expect([...rowIds(sent.offers as RowValue[], base.offers as RowValue[])]).toEqual([
      ['new-a', '7'],
      ['1', '1'],
    ])
  })

  it('have them too where the caret is in one, or where one was changed meanwhile', () => {
    expect(settled(sent, 'offers')).toEqual([row('7', 'General '), row('1', 'Anticipada')])
    expect(settled(form(row('1', 'Anticipada'), row('new-a', 'Puerta'), row('new-b', '')))).toEqual([
      row('1', 'Anticipada'),
      row('7', 'Puerta'),
      row('new-b', ''),
    ])
  })
})
