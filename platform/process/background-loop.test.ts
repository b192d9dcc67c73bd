import { setImmediate as turnOfEvents } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type BackgroundLoop, createBackgroundLoop } from './background-loop.ts'

const LONG_MS = 3_600_000
const loops: BackgroundLoop[] = []
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop()
})

/** Creates a loop that runs the given functions in order, and then repeats the last one. */
function getLoop(turns: (() => Promise<number>)[], firstAfterMs = 0) {
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

test('runs turns until one returns a pause, which a wake ends', async () => {
  const { loop, seen } = getLoop([goOn, goOn, rest])
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

test('skips the pause after a wake during a turn', async () => {
  const { loop, seen } = getLoop([
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

test('keeps the pause after an error despite a wake, until the loop stops', async () => {
  const { loop, seen } = getLoop([fail, rest])
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

test('waits for the current turn when it stops, and before a new start', async () => {
  let finish = () => {}
  const first = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { loop, seen } = getLoop([() => first.then(goOn), rest])
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

test('can begin with a pause, which ends when the loop stops', async () => {
  const { loop, seen } = getLoop([rest], LONG_MS)
  loop.start()
  await loop.idle()
  expect(seen.turns).toBe(0)
  const paused = loop.pause(LONG_MS)
  await loop.stop()
  await paused
  expect(seen.turns).toBe(0)
})
