import { expect, test } from 'vitest'
import { encode, recompress } from './encoding.ts'

/** The compressors return views on buffers of 64 KiB. A stored view would keep the whole buffer in memory. */
test('encode and recompress return bodies in buffers of their own size', async () => {
  const page = Buffer.from(`<p>${'Una línea de la página. '.repeat(300)}</p>`)
  const fast = await encode(page)
  for (const { bodies } of [fast, await recompress(fast)])
    for (const body of [bodies.br, bodies.gzip]) {
      expect(body.byteLength).toBeLessThan(page.byteLength)
      expect(body.buffer.byteLength).toBe(body.byteLength)
    }
})
