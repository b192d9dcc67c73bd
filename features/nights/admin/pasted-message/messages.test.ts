/** Messages in the manner of seven countries, with the right values. They were written without sight of the reader. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readNightMessage } from './read-message.ts'

const FOLDER = new URL('../../test/messages/', import.meta.url)

interface Fixture {
  lines: string[]
  titles: string[]
  day: string | null
  doors: string | null
  endsAt: string | null
  link: string | null
  artists: [from: string, ...names: string[]][]
  prices: [price: number, currency: string | null, ...names: string[]][]
}

const plain = (text: string | undefined) =>
  (text ?? '')
    .normalize('NFKC')
    .replace(/[\p{Cf}*_]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Values that are read right, of those that a message has, by kind. */
const tally: Record<string, { right: number; of: number }> = {}
const count = (kind: string, isRight: boolean) => {
  const { right, of } = tally[kind] ?? { right: 0, of: 0 }
  tally[kind] = { right: right + (isRight ? 1 : 0), of: of + 1 }
}

test('nearly all values of a message are found, and few others', () => {
  let others = 0
  for (const file of readdirSync(FOLDER)) {
    const right = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Fixture
    const read = readNightMessage(right.lines.join('\n'), '2026-11-28')
    count('title', right.titles.map(plain).includes(plain(read.title?.value)))
    count('day', (read.day?.value ?? null) === right.day)
    count('doors', (read.doors?.value ?? null) === right.doors)
    count('end', (read.endsAt?.value ?? null) === right.endsAt)
    count('link', (read.url?.value ?? null) === right.link)
    const acts = read.acts.map(({ name, from }) => `${from} ${plain(name)}`)
    for (const [from, ...names] of right.artists)
      count(
        'artist',
        names.some((name) => acts.includes(`${from} ${plain(name)}`)),
      )
    const prices = read.offers.map(({ value: { price, currency } }) => `${price} ${currency}`)
    for (const [price, currency] of right.prices) count('price', prices.includes(`${price} ${currency}`))
    others +=
      Math.max(0, acts.length - right.artists.length) + Math.max(0, prices.length - right.prices.length)
  }
  expect(tally.day?.of).toBeGreaterThanOrEqual(36)
  for (const kind of ['day', 'doors', 'end', 'link', 'price'])
    expect([kind, (tally[kind]?.right ?? 0) / (tally[kind]?.of ?? 1) >= 0.95]).toEqual([kind, true])
  expect((tally.title?.right ?? 0) / (tally.title?.of ?? 1)).toBeGreaterThanOrEqual(0.9)
  expect((tally.artist?.right ?? 0) / (tally.artist?.of ?? 1)).toBeGreaterThanOrEqual(0.85)
  expect(others).toBeLessThanOrEqual(4)
})
