/** Tests the limit at which a sweep stops. images.test.ts tests the sweep itself. */
import { expect, test } from 'vitest'
import { isSuspicious } from './media-sweep.ts'

/** Every number of files up to 500, with every possible number of strays among them. */
const counts = Array.from({ length: 501 }, (_, files) => files).flatMap((files) =>
  Array.from({ length: files + 1 }, (_, strays) => ({ strays, files })),
)

test('a sweep beside a foreign or an empty database removes nothing', () => {
  for (const { files } of counts) expect(isSuspicious({ strays: files, files })).toBe(files >= 20)
})

test('a sweep removes what lost uploads leave: less than 20 files, or at most a tenth of all', () => {
  const removed = counts.filter((count) => !isSuspicious(count))
  expect(removed.filter(({ strays, files }) => strays >= 20 && strays * 10 > files)).toEqual([])
  expect(
    counts.filter(isSuspicious).filter(({ strays, files }) => strays < 20 || strays * 10 <= files),
  ).toEqual([])
})

test('one more stray never makes a suspicious sweep harmless', () => {
  const missed = counts.filter(
    ({ strays, files }) =>
      strays < files && isSuspicious({ strays, files }) && !isSuspicious({ strays: strays + 1, files }),
  )
  expect(missed).toEqual([])
})
