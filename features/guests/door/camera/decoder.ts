/** The page's side of the decoder. */
import type { ScannedCode } from '../scanned-codes.ts'
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts'

export interface Decoder {
  /**
   * Decodes a picture, and takes its buffer.
   * @returns null when the picture has no code @throws when the decoder could not be loaded
   */
  decode(image: ImageData): Promise<ScannedCode | null>
  close(): void
}

interface Waiting {
  resolve(code: ScannedCode | null): void
  reject(error: Error): void
}

/** Starts the worker whose address is in the document. */
export function openDecoder(): Decoder {
  const worker = new Worker(document.documentElement.dataset.decoder ?? '', { type: 'module' })
  const waiting: Waiting[] = []
  let failure: Error | null = null

  function fail(message: string): void {
    failure = new Error(`the decoder failed: ${message}`)
    for (const { reject } of waiting.splice(0)) reject(failure)
  }

  worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
    if ('error' in data) fail(data.error)
    else waiting.shift()?.resolve(data.code)
  })
  worker.addEventListener('error', ({ message }) => fail(message))

  return {
    decode: ({ data, width, height }) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        waiting.push({ resolve, reject })
        const request: DecodeRequest = { pixels: data.buffer as ArrayBuffer, width, height }
        worker.postMessage(request, [request.pixels])
      }),
    close() {
      worker.terminate()
      fail('closed')
    },
  }
}
