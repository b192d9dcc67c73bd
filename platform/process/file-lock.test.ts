import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileLock } from './file-lock.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-file-lock-'))
  file = join(folder, 'lock')
})
afterAll(() => rm(folder, { recursive: true }))

test('runs one work at a time, in any order, and continues after a failure', async () => {
  // Two lock objects on one file behave as in two processes.
  const locks = [createFileLock(file), createFileLock(file)]
  let running = 0
  let most = 0
  const works = Array.from({ length: 30 }, (_, index) =>
    locks[index % 2]?.(async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      if (index % 10 === 0) throw new Error(`work ${index}`)
      return index
    }),
  )
  const results = await Promise.allSettled(works)
  expect(most).toBe(1)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(results[7]).toEqual({ status: 'fulfilled', value: 7 })
  expect(await readdir(folder)).toEqual(['lock'])
  expect((await stat(file)).size).toBe(0)
})

test('is released when the process that holds it is killed', async () => {
  const program = join(folder, 'holder.mjs')
  await writeFile(
    program,
    `import { createFileLock } from ${JSON.stringify(new URL('file-lock.ts', import.meta.url).href)}
    await createFileLock(${JSON.stringify(file)})(() => new Promise(() => { process.send('held'); setInterval(() => {}, 1000) }))`,
  )
  const holder = fork(program, { execArgv: [] })
  await once(holder, 'message')
  let isDone = false
  const done = createFileLock(file)(async () => {
    isDone = true
  })
  // Waits for several attempts to take the lock.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isDone).toBe(false)
  holder.kill('SIGKILL')
  await done
  expect(isDone).toBe(true)
  await rm(program)
})
