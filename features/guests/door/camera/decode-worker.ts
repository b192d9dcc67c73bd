/** Decodes codes in a worker of its own, so that a frame never delays a tap. Its wasm is a file of this site. */
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { ScannedCode } from '../scanned-codes.ts'
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts'

const options = {
  formats: ['QRCode', 'Code128', 'PDF417'],
  maxNumberOfSymbols: 1,
  // Finds only white QR codes. `decode` reads the negative instead, in the same time: bars on black are read too.
  tryInvert: false,
  // The default writes GS1 codes with parentheses, which no list of tickets has.
  textMode: 'Plain',
} satisfies ReaderOptions

const ready = prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })

async function decode({ pixels, width, height }: DecodeRequest): Promise<ScannedCode | null> {
  await ready
  const image = new ImageData(new Uint8ClampedArray(pixels), width, height)
  let [found] = await readBarcodes(image, options)
  if (!found) {
    invert(pixels)
    ;[found] = await readBarcodes(image, options)
  }
  // The options allow only the formats of ScannedCode.
  return found ? { text: found.text, format: found.format as ScannedCode['format'] } : null
}

/** Makes the negative of a picture. */
function invert(pixels: ArrayBuffer): void {
  const words = new Uint32Array(pixels)
  // Alpha is the highest byte: all browsers run on little-endian processors.
  for (let index = 0; index < words.length; index++) words[index] = (words[index] as number) ^ 0xffffff
}

addEventListener('message', async ({ data }: MessageEvent<DecodeRequest>) => {
  const answer: DecodeAnswer = await decode(data).then(
    (code) => ({ code }),
    (error: unknown) => ({ error: String(error) }),
  )
  postMessage(answer)
})
