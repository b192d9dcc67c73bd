import { describe, expect, test } from 'vitest'
import type { EntityOf, ResourceName } from '../shared/resources.ts'
import type { RevisionKey } from '../shared/revision-keys.ts'
import { createListJson } from './list-json.ts'

const IDS = Array.from({ length: 120 }, (_, index) => `n${index}`)

/** Creates lists of 120 items, whose only field is the number of their reading. */
function setup({ storedMaxBytes }: { storedMaxBytes?: number } = {}) {
  const revisions: Partial<Record<RevisionKey, number>> = {}
  const clock = { now: 1_000, boundary: Number.POSITIVE_INFINITY, areRevisionsCurrent: true }
  const reads: string[][] = []
  let visible = IDS
  const lists = createListJson({
    content: {
      listIds: async (_resource, { limit = 100, page = 1 }) => ({
        ids: IDS.slice((page - 1) * limit, page * limit),
        total: IDS.length,
      }),
      several: async <R extends ResourceName>(_resource: R, ids: string[]) => {
        reads.push(ids)
        return ids
          .filter((id) => visible.includes(id))
          .map((_id) => ({ _id, turn: reads.length }) as unknown as EntityOf<R>)
      },
      isTimed: (resource) => resource === 'events',
    },
    revisionOf: (name) => revisions[name] ?? 1,
    areRevisionsCurrent: () => clock.areRevisionsCurrent,
    nextBoundaryOf: async () => clock.boundary,
    now: () => clock.now,
    ...(storedMaxBytes !== undefined && { storedMaxBytes }),
  })
  const read = async (query: { limit?: number; page?: number }, resource: ResourceName = 'events') => {
    const { body, total } = await lists.read(resource, query)
    expect(total).toBe(120)
    return JSON.parse(body.toString()) as { data: { _id: string; turn: number }[] }
  }
  return {
    lists,
    read,
    clock,
    reads,
    raise: (name: RevisionKey) => (revisions[name] = (revisions[name] ?? 1) + 1),
    hide: (id: string) => (visible = visible.filter((each) => each !== id)),
  }
}

describe('lists for visitors', () => {
  test('serialise each item once, also for parallel lists', async () => {
    const { read, reads } = setup()
    const [whole, part] = await Promise.all([read({ limit: 120 }), read({ limit: 10, page: 3 })])
    expect(whole.data.map(({ _id }) => _id)).toEqual(IDS)
    expect(part.data.map(({ _id }) => _id)).toEqual(IDS.slice(20, 30))
    expect(reads.flat()).toEqual(IDS)
    expect(Math.max(...reads.map((ids) => ids.length))).toBe(50)
  })

  test('serialise an item again after a write, a change of a setting, and a boundary', async () => {
    const { read, raise, clock } = setup()
    const turn = async () => (await read({ limit: 1 })).data[0]?.turn
    expect([await turn(), await turn()]).toEqual([1, 1])
    raise('news')
    expect(await turn()).toBe(1)
    raise('events')
    expect([await turn(), await turn()]).toEqual([2, 2])
    raise('agency')
    expect(await turn()).toBe(3)
    clock.boundary = 2_000
    raise('settings')
    expect([await turn(), await turn()]).toEqual([4, 4])
    clock.now = 2_000
    clock.boundary = Number.POSITIVE_INFINITY
    expect([await turn(), await turn()]).toEqual([5, 5])
  })

  test('serialise items for each list while the revisions may be old', async () => {
    const { read, clock } = setup()
    clock.areRevisionsCurrent = false
    expect((await read({ limit: 1 })).data[0]?.turn).toBe(1)
    expect((await read({ limit: 1 })).data[0]?.turn).toBe(2)
  })

  test('leave out an item that was hidden after its id was read', async () => {
    const { read, hide } = setup()
    hide('n1')
    expect((await read({ limit: 3 })).data.map(({ _id }) => _id)).toEqual(['n0', 'n2'])
  })

  test('store a limited amount, and contain the other items all the same', async () => {
    const { read, reads } = setup({ storedMaxBytes: 100 })
    for (let time = 0; time < 2; time++) expect((await read({ limit: 50 })).data).toHaveLength(50)
    const [first = [], second = []] = reads
    expect(first).toHaveLength(50)
    expect(second.length).toBeGreaterThan(40)
    expect(second).not.toContain('n0')
  })

  test('have the envelope of their resource', async () => {
    const { lists } = setup()
    expect((await lists.read('news', { limit: 1 })).body.toString()).toMatch(/^\[\{.+\}\]$/)
    expect((await lists.read('events', { limit: 1, page: 200 })).body.toString()).toBe('{"data":[]}')
  })
})
