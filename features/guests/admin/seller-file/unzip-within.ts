/** Unpacks a zip in bounded time. `unzipSync` of fflate trusts the sizes that a zip declares, and the time of a false one has no bound. */
import { Inflate } from 'fflate'

/** Bytes that are inflated at once. Deflate makes up to 1,032 bytes of each (RFC 1951). */
const STEP = 16_384

const END = 0x06054b50
const ENTRY = 0x02014b50
/** Lengths without names, comments and other fields (APPNOTE.TXT 4.3). Bytes */
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
const COMMENT_MAX = 65_535
const DEFLATED = 8

interface Unpacked {
  /** Names of all files. */
  names: Set<string>
  /** The wanted files. null: they are larger than the limit */
  files: Map<string, Uint8Array> | null
}

/** Unpacks the wanted files of a zip. Throws for a broken zip. @param most bytes of all wanted files together */
export function unzipWithin(zip: Uint8Array, most: number, isWanted: (name: string) => boolean): Unpacked {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length)
  const end = findEnd(view)
  const names = new Set<string>()
  const files = new Map<string, Uint8Array>()
  let isTooLarge = false
  let left = most
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('no entry')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(zip.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength))
    names.add(name)
    if (isWanted(name) && !isTooLarge) {
      const local = view.getUint32(at + 42, true)
      const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const packed = zip.subarray(start, start + view.getUint32(at + 20, true))
      const file = view.getUint16(at + 10, true) === DEFLATED ? inflateWithin(packed, left) : packed
      if (file === null || file.length > left) isTooLarge = true
      else {
        left -= file.length
        files.set(name, file)
      }
    }
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return { names, files: isTooLarge ? null : files }
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - COMMENT_MAX)
  for (let at = view.byteLength - END_LENGTH; at >= lowest; at--)
    if (view.getUint32(at, true) === END) return at
  throw new Error('no end')
}

/** Inflates bytes. null when they become more than the limit */
function inflateWithin(packed: Uint8Array, most: number): Uint8Array | null {
  const parts: Uint8Array[] = []
  let size = 0
  const inflate = new Inflate((part) => {
    size += part.length
    parts.push(part)
  })
  for (let at = 0; at < packed.length; at += STEP) {
    inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
    if (size > most) return null
  }
  const whole = new Uint8Array(size)
  let filled = 0
  for (const part of parts) {
    whole.set(part, filled)
    filled += part.length
  }
  return whole
}
