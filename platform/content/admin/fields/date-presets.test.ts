import { describe, expect, it } from 'vitest'
import { type DatePreset, listDatePresets, type PresetKind } from './date-presets.ts'

const timeZone = 'America/Argentina/Buenos_Aires'

/** Lists the presets at a local time of the club, which is three hours behind UTC. */
const at = (kind: PresetKind, clock: string): DatePreset[] =>
  listDatePresets(kind, Date.parse(`${clock}:00-03:00`), timeZone)
const labels = (kind: PresetKind, clock: string) => at(kind, clock).map(({ label }) => label)

// 25 November 2026 is a Wednesday.
describe('presets of dates', () => {
  it('offer today and tomorrow for a day', () => {
    expect(at('day', '2026-11-30T23:59')).toEqual([
      { label: 'Hoy', value: '2026-11-30' },
      { label: 'Mañana', value: '2026-12-01' },
    ])
  })

  it('use the day of the club, not of the machine', () => {
    expect(at('day', '2026-11-25T22:30')[0]).toEqual({ label: 'Hoy', value: '2026-11-25' })
  })

  it('offer tonight and tomorrow at noon, and leave out a past moment', () => {
    const [tonight, noon] = at('start', '2026-11-25T21:00')
    expect(tonight).toEqual({ label: 'Hoy 21:00', value: '2026-11-25T21:00' })
    expect(noon).toEqual({ label: 'Mañana 12:00', value: '2026-11-26T12:00' })
    expect(labels('start', '2026-11-25T21:01')).toEqual(['Mañana 12:00', 'Mañana 21:00'])
  })

  it('offer the end of the day for an end', () => {
    expect(labels('end', '2026-11-25T10:00')).toEqual(['Hoy 23:59', 'Mañana 12:00'])
  })

  it('offer the next Friday and Saturday for a night', () => {
    expect(at('night', '2026-11-25T10:00')).toEqual([
      { label: 'Viernes 23:59', value: '2026-11-27T23:59' },
      { label: 'Sábado 23:59', value: '2026-11-28T23:59' },
    ])
    expect(labels('night', '2026-11-26T10:00')).toEqual(['Mañana 23:59', 'Sábado 23:59'])
    expect(labels('night', '2026-11-28T10:00')).toEqual(['Hoy 23:59', 'Viernes 23:59'])
    expect(at('night', '2026-11-27T10:00')).toEqual([
      { label: 'Hoy 23:59', value: '2026-11-27T23:59' },
      { label: 'Mañana 23:59', value: '2026-11-28T23:59' },
    ])
  })

  it('never offer two moments with the same label', () => {
    for (const day of ['23', '24', '25', '26', '27', '28', '29'])
      for (const kind of ['day', 'night', 'start', 'end'] as const)
        expect(new Set(labels(kind, `2026-11-${day}T12:30`)).size).toBe(2)
  })
})
