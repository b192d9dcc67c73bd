/**
 * Converts HDR and wide colours to sRGB. sharp reads their signal as if it were sRGB, which turns white into grey and
 * bright colours into dull ones. AVIF, PNG and colour profiles declare them with the code points of ITU-T H.273 (CICP).
 */

/** Code points of ITU-T H.273 for the primaries and for the transfer function. */
export interface ColourSignal {
  primaries: number
  transfer: number
}

const SRGB = 13
const PQ = 16
const HLG = 18

/**
 * Finds the colours that a PNG, an AVIF or its colour profile declares.
 * @param icc the colour profile in the file
 * @returns null for colours that sharp converts itself
 */
export function findColourSignal(bytes: Uint8Array, icc: Buffer | undefined): ColourSignal | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const signal = findInPng(file) ?? findInAvif(file) ?? (icc ? findInProfile(icc) : null)
  if (!signal) return null
  const { primaries, transfer } = signal
  const isConverted = [PQ, HLG].includes(transfer) || (transfer === SRGB && primaries in MATRICES)
  return isConverted ? signal : null
}

/** Reads the chunk `cICP` of a PNG (W3C PNG, third edition, §11.3.2.6), which comes before the pixels. */
function findInPng(file: Buffer): ColourSignal | null {
  if (file.length < 8 || file.readUInt32BE(0) !== 0x89504e47) return null
  for (let at = 8; at + 12 <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'cICP') return { primaries: file[at + 8] ?? 0, transfer: file[at + 9] ?? 0 }
    if (type === 'IDAT') return null
    at += 12 + file.readUInt32BE(at)
  }
  return null
}

/** Reads the property `colr` of the primary item (ISO/IEC 23008-12 §6.5.5), because a file may contain a second rendition. */
function findInAvif(file: Buffer): ColourSignal | null {
  const meta = findBox(file, 'meta')?.subarray(4)
  const primary = meta && findBox(meta, 'pitm')
  const properties = meta && findBox(meta, 'iprp')
  const container = properties && findBox(properties, 'ipco')
  const associations = properties && findBox(properties, 'ipma')
  if (!primary || !container || !associations || primary.length < 6 || associations.length < 8) return null
  const id = primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(primary.length - 4)
  const all = readBoxes(container).take(PROPERTIES_MAX).toArray()
  for (const index of readAssociations(associations, id)) {
    const property = all[index - 1]
    if (
      property?.type === 'colr' &&
      property.body.toString('latin1', 0, 4) === 'nclx' &&
      property.body.length >= 8
    )
      return { primaries: property.body.readUInt16BE(4), transfer: property.body.readUInt16BE(6) }
  }
  return null
}

/** Real files have up to twenty properties. */
const PROPERTIES_MAX = 200

function* readBoxes(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) }
    at += size
  }
}

function findBox(bytes: Buffer, type: string): Buffer | null {
  for (const box of readBoxes(bytes)) if (box.type === type) return box.body
  return null
}

/** Returns the indexes of the properties of an item, from the box `ipma`. The first property has the index 1. */
function readAssociations(box: Buffer, wanted: number): number[] {
  const [idBytes, indexBytes] = [box[0] === 0 ? 2 : 4, (box[3] as number) & 1 ? 2 : 1]
  for (let at = 8; at + idBytes < box.length; ) {
    const id = box.readUIntBE(at, idBytes)
    const count = box[at + idBytes] as number
    const from = at + idBytes + 1
    at = from + count * indexBytes
    if (id !== wanted || at > box.length) continue
    // The highest bit marks a property as essential.
    return Array.from(
      { length: count },
      (_, index) =>
        box.readUIntBE(from + index * indexBytes, indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f),
    )
  }
  return []
}

/** Size of an entry in the table of tags of a colour profile, and position of the table (ICC.1:2022 §7.3). Bytes */
const TAG_BYTES = 12
const TAG_TABLE = 128

/** Reads the tag `cicp` of a colour profile (ICC.1:2022 §9.2.17). */
function findInProfile(icc: Buffer): ColourSignal | null {
  const count = icc.length < TAG_TABLE + 4 ? 0 : Math.min(icc.readUInt32BE(TAG_TABLE), 100)
  for (
    let at = TAG_TABLE + 4;
    at < TAG_TABLE + 4 + count * TAG_BYTES && at + TAG_BYTES <= icc.length;
    at += TAG_BYTES
  ) {
    if (icc.toString('latin1', at, at + 4) !== 'cicp') continue
    const value = icc.readUInt32BE(at + 4)
    return { primaries: icc[value + 8] ?? 0, transfer: icc[value + 9] ?? 0 }
  }
  return null
}

/** Luminance of white paper in HDR, to which the white of sRGB corresponds (ITU-R BT.2408 §2.1). cd/m² */
const WHITE = 203
/** Luminance of the largest PQ signal (ITU-R BT.2100, table 4), and of the usual HLG screen (table 5). cd/m² */
const PQ_PEAK = 10_000
const HLG_PEAK = 1_000
const HLG_GAMMA = 1.2

/** Converts a PQ signal to linear light, in which 1 is white (ITU-R BT.2100, table 4). */
function pqToLight(signal: number): number {
  const power = signal ** (32 / 2523)
  return (
    (Math.max(0, power - 107 / 128) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610) *
    (PQ_PEAK / WHITE)
  )
}

/** Converts an HLG signal to the light of the scene, 0 to 1 (ITU-R BT.2100, table 5). */
const hlgToLight = (signal: number): number =>
  signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12

const SIGNALS = 65_536
const createTable = (convert: (signal: number) => number): Float32Array =>
  Float32Array.from({ length: SIGNALS }, (_, index) => convert(index / (SIGNALS - 1)))

/** Rows of the matrix to the primaries of sRGB, by code point of the primaries: BT.2020 and Display P3. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number]
const MATRICES: Record<number, Matrix> = {
  9: [1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.008349, -0.018151, -0.100579, 1.11873],
  12: [1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274],
}
const SAME: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Light up to which tones stay as they are. 1 is white. */
const KNEE = 0.7

/**
 * Returns a function that leaves tones below the knee as they are. The lights above it share the rest, up to the brightest
 * one, which becomes white (extended Reinhard curve). Without lights brighter than white it changes nothing.
 */
function createCompressor(peak: number): (light: number) => number {
  const range = 1 - KNEE
  const brightest = (Math.max(1, peak) - KNEE) / range
  return (light) => {
    const above = (light - KNEE) / range
    return above <= 0 ? light : KNEE + (range * above * (1 + above / brightest ** 2)) / (1 + above)
  }
}

const decodeSrgb = (signal: number): number =>
  signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4
const encodeSrgb = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055

const decoders: Record<number, (signal: number) => number> = {
  [SRGB]: decodeSrgb,
  [PQ]: pqToLight,
  [HLG]: hlgToLight,
}

/**
 * Converts pixels to sRGB. The brightest channel decides how much a pixel is darkened, so that its hue stays.
 * @param pixels samples of 16 bits with 3 or 4 channels. The fourth channel is transparency
 */
export function toSrgb(pixels: Uint16Array, channels: 3 | 4, { primaries, transfer }: ColourSignal): Buffer {
  const toLight = createTable(decoders[transfer] ?? decodeSrgb)
  const toByte = createTable((light) => Math.round(255 * encodeSrgb(light)))
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = MATRICES[primaries] ?? SAME
  const getGain = transfer === HLG ? computeHlgGain : () => 1
  const highest = toLight[findHighest(pixels, channels)] as number
  const compress = createCompressor(highest * getGain(highest, highest, highest))
  const out = Buffer.alloc(pixels.length)
  const sample = (at: number) => toLight[pixels[at] as number] as number
  const write = (at: number, light: number) => {
    out[at] = toByte[Math.round(Math.min(1, Math.max(0, light)) * (SIGNALS - 1))] as number
  }
  for (let at = 0; at < pixels.length; at += channels) {
    const [red, green, blue] = [sample(at), sample(at + 1), sample(at + 2)]
    const gain = getGain(red, green, blue)
    const r = gain * (m0 * red + m1 * green + m2 * blue)
    const g = gain * (m3 * red + m4 * green + m5 * blue)
    const b = gain * (m6 * red + m7 * green + m8 * blue)
    const brightest = Math.max(r, g, b)
    const scale = brightest > KNEE ? compress(brightest) / brightest : 1
    write(at, r * scale)
    write(at + 1, g * scale)
    write(at + 2, b * scale)
    if (channels === 4) out[at + 3] = (pixels[at + 3] as number) >> 8
  }
  return out
}

function findHighest(pixels: Uint16Array, channels: 3 | 4): number {
  let highest = 0
  for (let at = 0; at < pixels.length; at += channels)
    highest = Math.max(highest, pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)
  return highest
}

/** Returns the factor from the light of the scene to the light of the screen (ITU-R BT.2100, table 5). 1 is white. */
const computeHlgGain = (red: number, green: number, blue: number): number =>
  ((0.2627 * red + 0.678 * green + 0.0593 * blue) ** (HLG_GAMMA - 1) * HLG_PEAK) / WHITE
