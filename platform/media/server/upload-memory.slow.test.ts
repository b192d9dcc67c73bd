/** Measures the memory of the server and of the image worker for the largest allowed uploads. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { findChildProcesses } from '../../../test/support/child-processes.ts'
import { readPeakMemory } from '../../../test/support/peak-memory.ts'
import { IMAGE_MAX_BYTES } from '../../shared/limits.ts'
import { imageWorker } from '../worker/worker.ts'

const asDataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

test('ten pictures of 12 MiB at once are all kept, in less than 1 GiB of memory', {
  timeout: 300_000,
}, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'club-uploads-'))
  const child = fork(join(import.meta.dirname, '../../../test/support/upload-process.ts'), [dir], {
    execArgv: [],
  })
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    const png = await noise(2_200, 1_800).png({ compressionLevel: 1 }).toBuffer()
    const jpeg = await noise(16_000, 1_500)
      .jpeg({ quality: 30, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const sent = Array.from({ length: 10 }, async (_, index) => {
      // Bytes appended after the end of the picture make each file different, and as large as allowed. The server processes
      // two pictures at the same time. The pictures that need most memory come first, so that they are processed together.
      const picture = index < 3 ? jpeg : png
      const bytes = Buffer.concat([picture, Buffer.alloc(IMAGE_MAX_BYTES - picture.length, index)])
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ photo: asDataUrl(bytes) }),
      })
      return response.json()
    })
    for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ ok: true })
    child.send('memory')
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended: ${code}`)))
    const [{ peakBytes }] = (await Promise.race([once(child, 'message'), ended])) as [{ peakBytes: number }]
    expect(peakBytes).toBeGreaterThan(50 * 2 ** 20)
    expect(peakBytes).toBeLessThan(2 ** 30)
  } finally {
    child.kill()
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})

/** Creates a picture with little detail, so that its file is small. */
const plain = (side: number): Sharp =>
  sharp(Buffer.alloc(side * side * 3, 'noche'), { raw: { width: side, height: side, channels: 3 } })

const costly: [string, () => Sharp][] = [
  ['AVIF of 11.8 MP', () => plain(3_440).avif({ quality: 40, effort: 0 })],
  ['JPEG of 27 MP', () => plain(5_200).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
  ['PNG of 31 MP', () => plain(5_600).ensureAlpha(0.5).png({ progressive: true, compressionLevel: 1 })],
  [
    'deep PNG of 8 MP',
    () =>
      plain(2_800).ensureAlpha(0.5).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
  ['WebP of 41 MP', () => plain(6_400).webp({ lossless: true, effort: 0 })],
  ['GIF of 31 MP', () => plain(5_600).gif({ effort: 1 })],
]

test.skipIf(process.platform !== 'linux')(
  'the image worker takes at most 400 MB for the pictures that need most memory',
  { timeout: 300_000 },
  async () => {
    const peaks: Record<string, number> = {}
    for (const [name, create] of costly) {
      const picture = await create().toBuffer()
      const padded = Buffer.concat([picture, Buffer.alloc(IMAGE_MAX_BYTES - picture.length)])
      const results = await Promise.all([1, 2, 3].map(() => imageWorker.processUpload(padded)))
      for (const result of results) expect(result, name).toMatchObject({ ok: true })
      const [pid] = findChildProcesses('worker/process.ts')
      peaks[name] = readPeakMemory(pid as number) / 1_000_000
      process.kill(pid as number, 'SIGKILL')
      while (findChildProcesses('worker/process.ts').length > 0) await sleep(20)
    }
    expect(Object.entries(peaks).filter(([, megabytes]) => !(megabytes > 90 && megabytes < 400))).toEqual([])
  },
)
