import { expect, test } from 'vitest'
import { islands } from './islands-entry.tsx'

const files = import.meta.glob<Record<string, unknown>>('../../{platform,features}/**/*.island.tsx', {
  eager: true,
})
const isIsland = (value: unknown): value is { island: string } =>
  typeof value === 'function' && 'island' in value

test('every island is in a manifest, with a name of its own', () => {
  const exported = Object.values(files).flatMap((module) => Object.values(module).filter(isIsland))
  const names = (list: readonly { island: string }[]) => list.map(({ island }) => island).sort()
  expect(exported.length).toBeGreaterThan(5)
  expect(names(exported)).toEqual(names(islands))
  expect(new Set(names(islands)).size).toBe(islands.length)
})
