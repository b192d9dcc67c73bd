import { expect, test, vi } from 'vitest'
import { UNNOTED } from '../cache/response-cache.ts'
import type { Content } from '../content/content.ts'
import { createReaders } from './data-source.ts'

type List = Content['list']

const readersOf = (list: List, revisionOf = () => 1) =>
  createReaders({
    content: { list, one: vi.fn(), newsByTitle: vi.fn() },
    mailbox: { settings: vi.fn() },
    revisionOf,
  })

test('one reading of a list serves all who ask for it meanwhile, and after', async () => {
  const list = vi.fn<List>(async () => ({ items: [], total: 0 }))
  const readers = readersOf(list)
  const ask = () => readers(UNNOTED).list('events', { limit: 12 })
  expect(await Promise.all([ask(), ask()])).toEqual([
    { items: [], total: 0 },
    { items: [], total: 0 },
  ])
  await ask()
  expect(list).toHaveBeenCalledTimes(1)
  await readers(UNNOTED).list('events', { limit: 13 })
  await readers(UNNOTED).list('news', { limit: 12 })
  expect(list).toHaveBeenCalledTimes(3)
})

test('a list that was being read while it changed is read again', async () => {
  let revision = 1
  const list = vi.fn<List>(async () => {
    // Whether this reading saw the change, nobody can tell.
    if (revision === 1) revision = 2
    return { items: [], total: revision }
  })
  const readers = readersOf(list, () => revision)
  await readers(UNNOTED).list('news')
  await readers(UNNOTED).list('news')
  await readers(UNNOTED).list('news')
  expect(list).toHaveBeenCalledTimes(2)
})

test('a list that could not be read is read again', async () => {
  const list = vi
    .fn<List>()
    .mockRejectedValueOnce(new Error('gone for a moment'))
    .mockResolvedValue({ items: [], total: 3 })
  const readers = readersOf(list)
  await expect(readers(UNNOTED).list('news')).rejects.toThrow('gone')
  expect(await readers(UNNOTED).list('news')).toEqual({ items: [], total: 3 })
})

test('of many lists those asked for last are remembered', async () => {
  const list = vi.fn<List>(async () => ({ items: [], total: 0 }))
  const readers = readersOf(list)
  await readers(UNNOTED).list('events')
  for (let page = 1; page <= 63; page++) await readers(UNNOTED).list('news', { page })
  await readers(UNNOTED).list('events')
  expect(list).toHaveBeenCalledTimes(64)
  for (let page = 64; page <= 200; page++) await readers(UNNOTED).list('news', { page })
  list.mockClear()
  await readers(UNNOTED).list('events')
  expect(list).toHaveBeenCalledTimes(1)
})
