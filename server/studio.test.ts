/** The studio's process: its jobs are tested with pictures (images.test.ts) and share images (found.test.ts). */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test.skipIf(process.platform !== 'linux')(
  'where it cannot be started, a job is refused, and the next one tries again',
  async () => {
    const [pid] = processes()
    if (pid) {
      const pending = studio.develop(await large())
      process.kill(pid, 'SIGKILL')
      await expect(pending).rejects.toThrow('The studio ended')
    }
    const { execPath } = process
    const folder = await mkdtemp(join(tmpdir(), 'club-studio-'))
    // A program that somebody is writing is not run (ETXTBSY, execve(2)), which Node throws at once.
    const written = await open(join(folder, 'node'), 'w', 0o755)
    process.execPath = join(folder, 'node')
    try {
      const refused = studio.develop(Buffer.from('a picture'))
      await expect(refused).rejects.toThrow('ETXTBSY')
    } finally {
      process.execPath = execPath
      await written.close()
      await rm(folder, { recursive: true })
    }
    expect(await studio.develop(await small())).toMatchObject({ ok: true })
  },
)

test('a job that fails says why, and the process goes on', async () => {
  await expect(studio.avif(Buffer.from('no picture'), 20)).rejects.toThrow(/unsupported image format/)
  expect(await studio.develop(await small())).toMatchObject({ ok: true })
})
