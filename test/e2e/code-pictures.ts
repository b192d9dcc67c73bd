/** Draws codes as frames of a camera, and as a photo, for journeys. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_PER_SECOND = 5
const LIGHT = 225
const DARK = 25

export interface Shown {
  text: string
  format: 'QRCode' | 'Code128' | 'PDF417'
  /** White on black, whose border is black too. */
  isInverted?: boolean
}

/** A code that the camera sees, or nothing, for a time. Seconds */
export type Scene = [seconds: number, shown: Shown | null]

let ready: Promise<unknown> | undefined
const prepare = () => {
  ready ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))).then((wasm) =>
    prepareZXingModule({
      overrides: { wasmBinary: wasm.buffer as ArrayBuffer },
      fireImmediately: true,
    }),
  )
  return ready
}

/** Draws the brightness of each pixel. Without a code it is the light of an empty wall. */
async function draw(shown: Shown | null): Promise<Uint8Array> {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(shown?.isInverted ? DARK : LIGHT)
  if (!shown) return pixels
  await prepare()
  const { symbol, error } = await writeBarcode(shown.text, {
    format: shown.format,
    addQuietZones: false,
  })
  if (error) throw new Error(error)
  const scale = Math.floor(Math.min((WIDTH * 0.7) / symbol.width, (HEIGHT * 0.7) / symbol.height))
  const left = Math.floor((WIDTH - symbol.width * scale) / 2)
  const top = Math.floor((HEIGHT - symbol.height * scale) / 2)
  for (let y = 0; y < symbol.height * scale; y++)
    for (let x = 0; x < symbol.width * scale; x++) {
      const module = symbol.data[Math.floor(y / scale) * symbol.width + Math.floor(x / scale)]
      const isDark = (module === 0) !== (shown.isInverted ?? false)
      pixels[(top + y) * WIDTH + left + x] = isDark ? DARK : LIGHT
    }
  return pixels
}

/** Writes a film that Chromium plays as its camera (YUV4MPEG2). It plays from its start each time a page opens the camera. */
export async function writeFilm(path: string, scenes: readonly Scene[]): Promise<void> {
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420\n`),
  ]
  for (const [seconds, shown] of scenes) {
    const frame = [Buffer.from('FRAME\n'), await draw(shown), chroma]
    for (let count = 0; count < seconds * FRAMES_PER_SECOND; count++) parts.push(...frame)
  }
  await writeFile(path, parts)
}

/** Returns a photo of a code as JPEG. */
export const takePhoto = async (shown: Shown | null): Promise<Buffer> =>
  sharp(await draw(shown), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .resize(WIDTH * 4)
    .jpeg()
    .toBuffer()
