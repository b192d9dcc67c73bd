import { expect, test } from 'vitest'
import { summarizeStatus } from './status-summary.ts'

const NOW = Date.parse('2027-03-01T12:00:00-03:00')
const soldOut = [{ _id: 'a', availability: 'soldout', until: '' }]

test.each([
  [{}, 'Se hace'],
  [{ status: 'scheduled', offers: soldOut }, 'Agotada'],
  [{ status: 'rescheduled', offers: soldOut }, 'Nueva fecha · Agotada'],
  [{ status: 'postponed', offers: [] }, 'Postergada'],
  [{ status: 'cancelled', offers: soldOut }, 'Cancelada'],
])('the summary of %j is %s', (values, summary) => {
  const night = { date: '2027-03-06T23:59', endsAt: '', ...values }
  expect(summarizeStatus(night, NOW, 'America/Argentina/Buenos_Aires')).toBe(summary)
})
