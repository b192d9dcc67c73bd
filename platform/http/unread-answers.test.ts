import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createUnreadAnswers } from './unread-answers.ts'

/** An answer whose client reads nothing until `finish` is emitted. */
class Unread extends EventEmitter {
  isOpen = true
  readonly writableLength: number
  constructor(writableLength: number) {
    super()
    this.writableLength = writableLength
  }
  destroy() {
    this.isOpen = false
    process.nextTick(() => this.emit('close'))
  }
}

const ADDRESS = '198.51.100.7'
const setup = () => createUnreadAnswers({ perNetworkBytes: 100, inAllBytes: 500 })

describe('unread answers', () => {
  test('of a network count until they are read or its connections close', () => {
    const unread = setup()
    const answers = [60, 60].map((bytes) => new Unread(bytes))
    for (const answer of answers) unread.add(ADDRESS, answer)
    expect(unread.isOverLimit(ADDRESS)).toBe(true)
    expect(unread.isOverLimit('198.51.100.8')).toBe(false)
    answers[0]?.emit('finish')
    expect(unread.isOverLimit(ADDRESS)).toBe(false)
    answers[0]?.emit('close')
    answers[1]?.emit('close')
    unread.add(ADDRESS, new Unread(100))
    expect(unread.isOverLimit(ADDRESS)).toBe(false)
  })

  test('count once when they have the same bytes of the cache', () => {
    const unread = setup()
    const [page, other] = [Buffer.alloc(70), Buffer.alloc(70)]
    const readers = Array.from({ length: 50 }, () => new Unread(70))
    for (const reader of readers) unread.add(ADDRESS, reader, page)
    expect(unread.isOverLimit(ADDRESS)).toBe(false)
    unread.add(ADDRESS, new Unread(70), other)
    expect(unread.isOverLimit(ADDRESS)).toBe(true)
    for (const reader of readers.slice(1)) reader.emit('finish')
    expect(unread.isOverLimit(ADDRESS)).toBe(true)
    readers[0]?.emit('close')
    expect(unread.isOverLimit(ADDRESS)).toBe(false)
  })

  test('close the oldest connections of a network above twice its limit, and no others', () => {
    const unread = setup()
    const other = new Unread(90)
    unread.add('198.51.100.8', other)
    const answers = Array.from({ length: 6 }, () => new Unread(50))
    for (const answer of answers) unread.add(ADDRESS, answer)
    expect(answers.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true, true])
    expect(other.isOpen).toBe(true)
  })

  test('close the oldest connections above the limit of all networks', () => {
    const unread = setup()
    const answers = Array.from({ length: 7 }, () => new Unread(90))
    for (const [index, answer] of answers.entries()) unread.add(`198.51.100.${index}`, answer)
    expect(answers.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true, true, true])
  })

  test('above the limit of all networks, those of the network with the most close first', () => {
    const unread = setup()
    const page = Buffer.alloc(40)
    const visitors = Array.from({ length: 5 }, () => new Unread(40))
    for (const [index, answer] of visitors.entries()) unread.add(`203.0.113.${index}`, answer, page)
    const hostile = [0, 0, 1, 1, 2, 2].map((index) => ({ index, answer: new Unread(90) }))
    for (const { index, answer } of hostile) unread.add(`198.51.100.${index}`, answer)
    expect(visitors.every(({ isOpen }) => isOpen)).toBe(true)
    expect(hostile.filter(({ answer }) => answer.isOpen)).toHaveLength(5)
  })

  test('of this machine have only the limit of all networks', () => {
    const unread = setup()
    const answers = Array.from({ length: 5 }, () => new Unread(90))
    for (const answer of answers) unread.add('127.0.0.1', answer)
    expect(unread.isOverLimit('127.0.0.1')).toBe(false)
    expect(answers.every(({ isOpen }) => isOpen)).toBe(true)
  })
})
