/** Messages between the page and the decoder, in the order in which they are sent. */
import type { ScannedCode } from '../scanned-codes.ts'

export interface DecodeRequest {
  /** Four bytes for each pixel. The buffer is transferred. */
  pixels: ArrayBuffer
  width: number
  height: number
}

export type DecodeAnswer = { code: ScannedCode | null } | { error: string }
