/** Creates QR codes as SVG for print, and as PNG for programs that cannot read SVG. */
import { crc32, deflateSync } from 'node:zlib'
import { encode, type QrCodeGenerateResult } from 'uqr'
import { QR_PIXELS } from '../../../platform/content/shared/share-set.ts'

/** Number of white modules around the code. QR readers need this quiet zone (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * Encodes a text with error correction Q. Programs can then read a code of which a quarter is unreadable. Printed codes
 * need this, because they are small and get dirty.
 */
const encodeQr = (text: string): QrCodeGenerateResult => encode(text, { border: QUIET_ZONE, ecc: 'Q' })

/** Returns the width of the code with its quiet zone, in modules. */
export const countQrModules = (text: string): number => encodeQr(text).size

/** Draws the code in black on white, which every QR reader recognises. @param pixels width and height */
export function createQrSvg(text: string, pixels = QR_PIXELS): Buffer {
  const { data, size } = encodeQr(text)
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`,
  )
}

/** Draws the code with one bit per pixel (PNG, third edition, §11.2). Each module has the same whole number of pixels. */
export function createQrPng(text: string): Buffer {
  const { data, size } = encodeQr(text)
  const scale = Math.ceil(QR_PIXELS / size)
  const pixels = size * scale
  const stride = 1 + Math.ceil(pixels / 8)
  // A set bit is white. The first byte of each line is the number of its filter: 0 means no filter.
  const lines = Buffer.alloc(pixels * stride, 0xff)
  for (let y = 0; y < pixels; y++) {
    const start = y * stride
    lines[start] = 0
    const row = data[Math.floor(y / scale)] as boolean[]
    for (let x = 0; x < pixels; x++) {
      if (!row[Math.floor(x / scale)]) continue
      const at = start + 1 + (x >> 3)
      lines[at] = (lines[at] as number) & ~(0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  // Bit depth 1. The colour type stays 0, which is greyscale.
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.byteLength)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
