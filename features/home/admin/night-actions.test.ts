import { expect, test } from 'vitest'
import type { NextNight } from '../shared/overview.ts'
import { listNightActions, readHistoryState, toHistoryState } from './night-actions.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const LATER = '2027-03-02T12:00:00.000Z'

const list = (change: Partial<NextNight>) =>
  listNightActions(
    {
      status: 'scheduled',
      isSoldOut: false,
      isOnSale: true,
      draft: false,
      publishAt: null,
      unpublishAt: null,
      lineup: { count: 0, revealsAt: null },
      ...change,
    } as NextNight,
    NOW,
  )

test.each<[string, Partial<NextNight>, string[]]>([
  ['on sale', {}, ['sell-out', 'cancel']],
  ['sold out', { isSoldOut: true, isOnSale: false }, ['sell-again', 'cancel']],
  ['after the end of the sale', { isOnSale: false }, ['cancel']],
  ['cancelled', { status: 'cancelled', isOnSale: false, isSoldOut: true }, []],
  ['with a hidden artist', { lineup: { count: 2, revealsAt: LATER } }, ['sell-out', 'reveal', 'cancel']],
  ['with a visible line-up', { lineup: { count: 2, revealsAt: null } }, ['sell-out', 'cancel']],
  [
    'a draft with a line-up',
    { draft: true, lineup: { count: 2, revealsAt: null } },
    ['sell-out', 'reveal', 'cancel'],
  ],
])('a night %s has the actions that make sense', (_, change, actions) => {
  expect(list(change)).toEqual(actions)
})

test('a command survives in the state of a history entry, and other states have none', () => {
  const command = { night: 'x', action: 'share' } as const
  expect(readHistoryState(structuredClone(toHistoryState(command)))).toEqual(command)
  for (const state of [null, undefined, { from: '/admin' }]) expect(readHistoryState(state)).toBe(null)
})
