import { expect, it } from 'vitest'
import { noticeAt } from './notice-times.ts'

const at = (clock: string) => Date.parse(`2027-03-01T${clock}:00Z`)

const shown = (clock: string, times: { from?: string; until?: string; text?: null }) => {
  const notice = {
    text: 'Hoy abrimos a las dos.',
    url: null,
    from: times.from ? new Date(at(times.from)).toISOString() : null,
    until: times.until ? new Date(at(times.until)).toISOString() : null,
    ...('text' in times && { text: null }),
    updatedAt: null,
    images: {},
  }
  const { notice: said, changesIn } = noticeAt(notice, at(clock))
  return [said.text !== null, changesIn === null ? null : changesIn / 60_000]
}

it.each([
  ['10:00', {}, true, null],
  ['10:00', { from: '11:00' }, false, 60],
  ['11:00', { from: '11:00' }, true, null],
  ['10:00', { until: '10:30' }, true, 30],
  ['10:30', { until: '10:30' }, false, null],
  ['10:00', { from: '11:00', until: '12:00' }, false, 60],
  ['11:30', { from: '11:00', until: '12:00' }, true, 30],
  // It never comes.
  ['10:00', { from: '11:00', until: '09:00' }, false, null],
  ['10:00', { from: '11:00', text: null }, false, null],
])('at %s with %o it is shown: %s, and changes in %s minutes', (clock, times, isShown, minutes) => {
  expect(shown(clock, times)).toEqual([isShown, minutes])
})
