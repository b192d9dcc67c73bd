import { afterEach, expect, test, vi } from 'vitest'
import { createItemCalls } from './item-calls.ts'

afterEach(() => vi.unstubAllGlobals())

/** Creates an item, and returns the address of the request. */
async function create(copiedFrom?: string | null): Promise<string> {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(String(address))
    return Response.json({ _id: 'b' }, { status: 201 })
  })
  await createItemCalls('events', copiedFrom).create?.({}, { key: 'x' })
  expect(sent).toHaveLength(1)
  return sent[0] as string
}

test('a copied item names its source, so that the server copies its guest lists', async () => {
  expect(await create('a/b')).toMatch(/\/events\?from=a%2Fb$/)
  expect(await create(null)).toMatch(/\/events$/)
  expect(await create()).toMatch(/\/events$/)
})
