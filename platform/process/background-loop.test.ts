import { setImmediate as turnOfEvents } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type BackgroundLoop, createBackgroundLoop } from './background-loop.ts'

const LONG_MS = 3_600_000
const loops: BackgroundLoop[] = []
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop()
})

/** A loop whose turns do what they are told, the last of it again and again. */
function loopOf(turns: (() => Promise<number>)[], firstAfterMs = 0) {
  const seen = { turns: 0, errors: [] as unknown[] }
  const loop = createBackgroundLoop({
    runOnce: () => (turns[Math.min(seen.turns++, turns.length - 1)] as () => Promise<number>)(),
    onError(error) {
      seen.errors.push(error)
      return LONG_MS
    },
    firstAfterMs,
  })
  loops.push(loop)
  return { loop, seen }
}
const rest = async () => LONG_MS
const goOn = async () => 0
const fail = async () => {
  throw new Error('no')
}

test('turns follow each other until one rests, and a wake ends the rest', async () => {
  const { loop, seen } = loopOf([goOn, goOn, rest])
  await loop.idle()
  expect(seen.turns).toBe(0)
  loop.start()
  loop.start()
  await loop.idle()
  expect(seen.turns).toBe(3)
  loop.wake()
  await loop.idle()
  expect(seen.turns).toBe(4)
})

test('a wake during a turn leaves out the rest after it', async () => {
  const { loop, seen } = loopOf([
    async () => {
      loop.wake()
      return LONG_MS
    },
    rest,
  ])
  loop.start()
  await loop.idle()
  expect(seen.turns).toBe(2)
})

test('no wake ends the pause after an error, and stopping does', async () => {
  const { loop, seen } = loopOf([fail, rest])
  loop.start()
  while (seen.errors.length === 0) await turnOfEvents()
  for (let i = 0; i < 20; i++) {
    loop.wake()
    await turnOfEvents()
  }
  expect(seen.turns).toBe(1)
  await loop.stop()
  loop.start()
  await loop.idle()
  expect(seen).toMatchObject({ turns: 2, errors: [new Error('no')] })
})

test('stopping waits for the turn at hand, and a new start for it too', async () => {
  let finish = () => {}
  const first = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { loop, seen } = loopOf([() => first.then(goOn), rest])
  loop.start()
  while (seen.turns === 0) await turnOfEvents()
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  loop.start()
  for (let i = 0; i < 20; i++) await turnOfEvents()
  expect([isStopped, seen.turns]).toEqual([false, 1])
  finish()
  await stopped
  await loop.idle()
  expect(seen.turns).toBe(2)
})

test('it may begin with a rest, and a pause ends with the loop', async () => {
  const { loop, seen } = loopOf([rest], LONG_MS)
  loop.start()
  await loop.idle()
  expect(seen.turns).toBe(0)
  const paused = loop.pause(LONG_MS)
  await loop.stop()
  await paused
  expect(seen.turns).toBe(0)
})
