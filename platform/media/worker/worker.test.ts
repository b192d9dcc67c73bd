/** Tests the process of the image worker. images.test.ts and share-images.test.ts test its jobs. */
import { readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { findChildProcesses } from '../../../test/support/child-processes.ts'
import { VARIABLES } from '../../process/env.ts'
import type { Jobs } from './jobs.ts'
import { createWorker, imageWorker } from './worker.ts'

const processes = () => findChildProcesses('worker/process.ts')

const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a00' } })
    .png()
    .toBuffer()

/** Ends the running process, if any, so that the next job starts another. */
async function endProcess() {
  const [pid] = processes()
  if (pid === undefined) return
  const pending = imageWorker.processUpload(await large())
  process.kill(pid, 'SIGKILL')
  await expect(pending).rejects.toThrow('The image worker ended')
}

/** Creates a picture whose processing takes a while. */
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
    const [first, second] = await Promise.all([
      imageWorker.processUpload(await small()),
      imageWorker.processUpload(await small()),
    ])
    expect(first).toMatchObject({ ok: true, size: { width: 40, height: 30 } })
    expect(second).toEqual(first)
    const [pid, ...others] = processes()
    expect(others).toEqual([])

    const pending = imageWorker.processUpload(await large())
    process.kill(pid as number, 'SIGKILL')
    await expect(pending).rejects.toThrow('The image worker ended: SIGKILL')
    expect(await imageWorker.processUpload(await small())).toEqual(first)
    expect(processes()).not.toContain(pid)
  },
)

test.skipIf(process.platform !== 'linux')(
  'where it cannot be started, a job is refused, and the next one tries again',
  async () => {
    await endProcess()
    const { execPath } = process
    const folder = await mkdtemp(join(tmpdir(), 'club-image-worker-'))
    // A file open for writing cannot be executed (ETXTBSY, execve(2)). Node throws this error at once.
    const written = await open(join(folder, 'node'), 'w', 0o755)
    process.execPath = join(folder, 'node')
    try {
      const refused = imageWorker.processUpload(Buffer.from('a picture'))
      await expect(refused).rejects.toThrow('ETXTBSY')
    } finally {
      process.execPath = execPath
      await written.close()
      await rm(folder, { recursive: true })
    }
    expect(await imageWorker.processUpload(await small())).toMatchObject({ ok: true })
  },
)

test.skipIf(process.platform !== 'linux')('the process sees no secret of the environment', async () => {
  await endProcess()
  const canary = 'c4n4ry'
  const secrets = [...VARIABLES, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'PGPASSWORD', 'NPM_TOKEN']
  for (const name of secrets) vi.stubEnv(name, canary)
  vi.stubEnv('TMPDIR', tmpdir())
  try {
    expect(await imageWorker.processUpload(await small())).toMatchObject({ ok: true })
  } finally {
    vi.unstubAllEnvs()
  }
  const [pid] = processes()
  // The environment is read from proc(5). The worker must get no other variables of the server.
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
  expect(environment).not.toContain(canary)
  expect(environment).toContain(`TMPDIR=${tmpdir()}\0`)
  const names = environment
    .split('\0')
    .filter(Boolean)
    .map((line) => line.split('=')[0])
  expect(names).toEqual(expect.arrayContaining(['PATH', 'MALLOC_ARENA_MAX']))
  expect(names.length).toBeLessThan(20)
})

test.skipIf(process.platform !== 'linux')(
  'a process without a job ends, and the next job starts another',
  async () => {
    await endProcess()
    const run = createWorker<Jobs>('picture-worker', { idleMs: 200 })
    const seen = new Set<number>()
    for (let turn = 0; turn < 2; turn++) {
      expect(await run('processUpload', await small())).toMatchObject({ ok: true })
      for (const pid of processes()) seen.add(pid)
      await expect.poll(processes, { timeout: 15_000 }).toEqual([])
    }
    expect(seen.size).toBe(2)
  },
)

test('a job that fails says why, and the process goes on', async () => {
  await expect(imageWorker.avif(Buffer.from('no picture'), 20)).rejects.toThrow(/unsupported image format/)
  expect(await imageWorker.processUpload(await small())).toMatchObject({ ok: true })
})
