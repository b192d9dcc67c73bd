/** Words, sums and order of the comparison of nights. */
import { describe, expect, test } from 'vitest'
import type { SeasonNight } from '../shared/season.ts'
import {
  computeTotals,
  describeBest,
  findBest,
  listMeasures,
  readSorting,
  sortNights,
  summarizeSeason,
  turnSorting,
  USUAL_SORTING,
  writeSorting,
} from './season-measures.ts'

const pesos = (amount: number) => ({ amount, currency: 'ARS' })
const dollars = (amount: number) => ({ amount, currency: 'USD' })

const createNight = (
  title: string,
  day: string,
  people: number | null,
  money: { amount: number; currency: string }[] | null = null,
  visits: number | null = null,
): SeasonNight => ({
  _id: title,
  title,
  date: `2026-11-${day}T23:59`,
  door: people === null ? null : { people, arrivals: Math.floor(people / 2), money },
  site: visits === null ? null : { visits, clicks: 0 },
})

const first = createNight('Ámbar', '07', 300, [pesos(0.1)], 1500)
const second = createNight('Zona', '14', null, null, 20)
const third = createNight('Bruma', '21', 900, [pesos(0.2), dollars(15)])
const last = createNight('Apagón', '28', 0, null, 3)
const nights = [first, second, third, last]
const counts = { door: true, site: true }
const measures = listMeasures({ counts, nights })
const getMeasure = (key: string) => {
  const found = measures.find((one) => one.key === key)
  if (!found) throw new Error(`${key} is not measured`)
  return found
}

describe('a season', () => {
  test('is summarized without nights that have no data', () => {
    expect(summarizeSeason([first, third])).toBe('2 fechas, 1.200 personas, 600 por fecha.')
    expect(summarizeSeason(nights)).toBe('4 fechas, 3 con datos: 1.200 personas, 400 por fecha.')
    expect(summarizeSeason([createNight('Una', '07', 1)])).toBe('1 fecha, 1 persona, 1 por fecha.')
    expect(summarizeSeason([second])).toBe('1 fecha, 20 visitas, 20 por fecha.')
    expect(summarizeSeason([createNight('Nada', '07', null)])).toBe('1 fecha, todavía sin datos.')
  })

  test('has a best night when there are two to compare', () => {
    expect(describeBest(nights)).toEqual({ night: third, words: '900 personas' })
    expect(describeBest([first, second])).toBeNull()
    expect(describeBest([])).toBeNull()
    const other = { ...second, _id: 'other', site: { visits: 1, clicks: 0 } }
    expect(describeBest([other, second])).toEqual({ night: second, words: '20 visitas' })
  })
})

describe('measures', () => {
  test('are those that the club counts, with one for each currency', () => {
    expect(measures.map(({ label }) => label)).toEqual([
      'Personas',
      'Plata (ARS)',
      'Plata (USD)',
      'De las listas',
      'Clics',
      'Visitas',
    ])
    const labels = (season: Parameters<typeof listMeasures>[0]) =>
      listMeasures(season).map(({ label }) => label)
    expect(labels({ counts: { door: false, site: true }, nights: [second] })).toEqual(['Clics', 'Visitas'])
    expect(labels({ counts: { door: true, site: false }, nights: [first] })).toEqual([
      'Personas',
      'Plata',
      'De las listas',
    ])
  })

  test('add up over the nights of which they are known', () => {
    expect(computeTotals(nights, getMeasure('personas'))).toEqual({ nights: 3, sum: 1200, mean: 400 })
    expect(computeTotals([second], getMeasure('personas'))).toBeNull()
    expect(computeTotals([first, third, last], getMeasure('visitas'))).toEqual({
      nights: 2,
      sum: 1503,
      mean: 752,
    })
    expect(computeTotals([last], getMeasure('personas'))).toEqual({ nights: 1, sum: 0, mean: 0 })
  })

  test('are written as Argentina writes numbers and money', () => {
    const pesosOfDoors = getMeasure('plata-ars')
    const sum = computeTotals(nights, pesosOfDoors)?.sum ?? 0
    expect(pesosOfDoors.format(sum).replaceAll(/\s/g, ' ')).toBe('$ 0,30')
    expect(getMeasure('plata-usd').format(1234).replaceAll(/\s/g, ' ')).toBe('USD 1.234')
    expect(getMeasure('visitas').format(1234.5)).toBe('1.235')
  })

  test('find the night with the highest value', () => {
    expect(findBest(nights, getMeasure('visitas'))).toBe(first)
    expect(findBest([third], getMeasure('visitas'))).toBeNull()
  })
})

describe('the order of the table', () => {
  const sort = (text: string) =>
    sortNights(nights, readSorting(text, measures), measures).map(({ title }) => title)

  test('begins with the latest night, also for an unknown column', () => {
    const latestFirst = ['Apagón', 'Bruma', 'Zona', 'Ámbar']
    expect(sort('')).toEqual(latestFirst)
    expect(sort('-nada')).toEqual(latestFirst)
    expect(sort('fecha')).toEqual(latestFirst.toReversed())
  })

  test('keeps nights without the figure at the end in both directions', () => {
    expect(sort('-personas')).toEqual(['Bruma', 'Ámbar', 'Apagón', 'Zona'])
    expect(sort('personas')).toEqual(['Apagón', 'Ámbar', 'Bruma', 'Zona'])
    expect(sort('-plata-usd')[0]).toBe('Bruma')
  })

  test('sorts names as Spanish does', () => {
    expect(sort('noche')).toEqual(['Ámbar', 'Apagón', 'Bruma', 'Zona'])
  })

  test('turns with each press, and numbers begin with the highest', () => {
    const byPeople = turnSorting(USUAL_SORTING, 'personas')
    expect(writeSorting(byPeople)).toBe('-personas')
    expect(writeSorting(turnSorting(byPeople, 'personas'))).toBe('personas')
    expect(writeSorting(turnSorting(byPeople, 'noche'))).toBe('noche')
    expect(writeSorting(turnSorting(USUAL_SORTING, 'fecha'))).toBe('fecha')
  })
})
