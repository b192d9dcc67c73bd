/** The studio's process: its jobs are tested with pictures (images.test.ts) and share images (found.test.ts). */
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { studio } from './studio.ts'

/** proc(5) */
const processes = () =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('studio/process.ts'))
    .map(Number)

const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a00' } })
    .png()
    .toBuffer()
/** Takes a while. */
const large = () =>
  sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#0a0',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()

test.skipIf(process.platform !== 'linux')(
  'one process does all jobs; when it dies, they fail and the next one starts',
  async () => {
    expect(processes()).toEqual([])
    const [first, second] = await Promise.all([studio.develop(await small()), studio.develop(await small())])
    expect(first).toMatchObject({ ok: true, kept: { width: 40, height: 30 } })
    expect(second).toEqual(first)
    const [pid, ...others] = processes()
    expect(others).toEqual([])

    const pending = studio.develop(await large())
    process.kill(pid as number, 'SIGKILL')
    await expect(pending).rejects.toThrow('The studio ended: SIGKILL')
    expect(await studio.develop(await small())).toEqual(first)
    expect(processes()).not.toContain(pid)
  },
)

test('a job that fails says why, and the process goes on', async () => {
  await expect(studio.avif(Buffer.from('no picture'), 20)).rejects.toThrow(/unsupported image format/)
  expect(await studio.develop(await small())).toMatchObject({ ok: true })
})
