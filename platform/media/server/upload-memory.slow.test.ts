/** Measures the memory of the server and of the image worker for the largest allowed uploads. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '../../shared/limits.ts'

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
