import { describe, expect, test } from 'vitest'
import { settingsGroups } from '../../../settings/shared/all-settings.ts'
import { resources } from '../../shared/resources.ts'
import { createRowValue, hasRowValue, isEmpty, toFormValue, toRequestValue } from './field-values.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const { ageMin, status, offers } = resources.events.fields
const { revealAt } = resources.events.fields.lineup.columns
const { instagram } = resources.agency.fields

describe('a number field', () => {
  test('keeps a number that is shown and sent again', () => {
    for (const number of [0, 18, 12_000.5, 1e9]) {
      const typed = String(toFormValue(offers.columns.price, number, ZONE))
      expect(toRequestValue(offers.columns.price, typed, ZONE)).toBe(number)
    }
  })

  test('sends an invalid number unchanged, so that the schema refuses it', () => {
    expect(toRequestValue(ageMin, 'mucho', ZONE)).toBe('mucho')
    expect(toRequestValue(ageMin, ' ', ZONE)).toBeNull()
  })

  test.each([
    ['10,000', 'ARS', 10_000],
    ['10.000,50', 'ARS', 10_000.5],
    ['ARS 8000', 'ARS', 8000],
    ['ARS 8000', 'USD', 'ARS 8000'],
    ['15 USD', 'USD', 15],
    ['10.000 + 500', 'ARS', '10.000 + 500'],
    [' ', 'ARS', null],
  ])('sends the price %j in %s as %j', (price, currency, sent) => {
    const row = { ...createRowValue(offers.columns), price, currency }
    expect(toRequestValue(offers, [row], ZONE)).toMatchObject([{ price: sent, currency }])
  })

  test('keeps a position that is shown and sent again', () => {
    const { 'position.lat': latitude } = settingsGroups.contact.fields
    for (const degrees of [-32.941, 60.5, 0.125, -34.603722])
      expect(toRequestValue(latitude, toFormValue(latitude, degrees, ZONE), ZONE)).toBe(degrees)
  })
})

describe('an instant', () => {
  test('is shown in the club’s local time and sent with its UTC offset', () => {
    expect(toFormValue(revealAt, '2026-11-27T23:00:00.000Z', ZONE)).toBe('2026-11-27T20:00')
    expect(toRequestValue(revealAt, '2026-11-27T20:00', ZONE)).toBe('2026-11-27T20:00-03:00')
    expect(toRequestValue(revealAt, '', ZONE)).toBeNull()
  })
})

describe('a link', () => {
  test('is completed before it is validated', () => {
    expect(toRequestValue(offers.columns.url, 'passline.com/x', ZONE)).toBe('https://passline.com/x')
    expect(toRequestValue(instagram, '@ana', ZONE)).toBe('https://www.instagram.com/ana')
  })
})

test('treats blank texts, no rows and the default as empty', () => {
  expect(isEmpty(status, 'scheduled')).toBe(true)
  expect(isEmpty(status, 'cancelled')).toBe(false)
  expect(isEmpty(offers, [])).toBe(true)
  expect(isEmpty(ageMin, ' ')).toBe(true)
  expect(isEmpty(ageMin, '0')).toBe(false)
})

test('treats a row as begun once any of its columns has a value', () => {
  const { columns } = offers
  const row = createRowValue(columns)
  expect(hasRowValue(columns, row)).toBe(false)
  expect(hasRowValue(columns, { ...row, name: '  ' })).toBe(false)
  for (const [name, typed] of [
    ['name', 'General'],
    ['price', '0'],
    ['availability', 'soldout'],
  ] as const)
    expect(hasRowValue(columns, { ...row, [name]: typed }), name).toBe(true)
})
