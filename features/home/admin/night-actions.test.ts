import { expect, test } from 'vitest'
import { findCommands } from '../../../platform/admin-layout/commands.ts'
import type { NextNight } from '../shared/overview.ts'
import {
  actionLabels,
  actionSynonyms,
  listNightActions,
  readHistoryState,
  toHistoryState,
} from './night-actions.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const LATER = '2027-03-02T12:00:00.000Z'

const list = (change: Partial<NextNight>) =>
  listNightActions(
    {
      status: 'scheduled',
      isSoldOut: false,
      isOnSale: true,
      nextPhase: null,
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
  ['cancelled', { status: 'cancelled', isOnSale: false, isSoldOut: true }, ['resume']],
  ['postponed', { status: 'postponed', isOnSale: false }, ['resume', 'cancel']],
  ['with a phase that follows', { nextPhase: 'Anticipada 2' }, ['next-phase', 'sell-out', 'cancel']],
  ['with a hidden artist', { lineup: { count: 2, revealsAt: LATER } }, ['sell-out', 'reveal', 'cancel']],
  ['with a visible line-up', { lineup: { count: 2, revealsAt: null } }, ['sell-out', 'cancel']],
  [
    'a draft with a line-up',
    { draft: true, lineup: { count: 2, revealsAt: null } },
    ['publish', 'sell-out', 'reveal', 'cancel'],
  ],
  ['that is scheduled', { publishAt: LATER }, ['publish', 'sell-out', 'cancel']],
])('a night %s has the actions that make sense', (_, change, actions) => {
  expect(list(change)).toEqual(actions)
})

test('a command survives in the state of a history entry, and other states have none', () => {
  const command = { night: 'x', action: 'share' } as const
  expect(readHistoryState(structuredClone(toHistoryState(command)))).toEqual(command)
  for (const state of [null, undefined, { from: '/admin' }]) expect(readHistoryState(state)).toBe(null)
})

test.each<[string, string[]]>([
  ['agotada', ['sell-out', 'sell-again']],
  ['postergar', ['move']],
  ['mover', ['move']],
  ['nueva fecha', ['move']],
  ['suspender', ['cancel']],
  ['instagram', ['share']],
  ['anticipada', ['next-phase']],
  ['deshacer', ['resume']],
])('the words «%s» find %j', (typed, actions) => {
  const labels = { ...actionLabels, move: 'Pasar a otro día', share: 'Compartir' }
  const entries = Object.entries(actionSynonyms).map(([action, also]) => ({
    to: action,
    label: labels[action as keyof typeof labels],
    group: '',
    also: `La próxima fecha ${also}`,
  }))
  expect(findCommands(typed, entries).map(({ to }) => to)).toEqual(actions)
})
