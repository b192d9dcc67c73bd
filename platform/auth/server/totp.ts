/**
 * One-time codes of an authenticator app (RFC 6238, RFC 4226) with SHA-1, 30 seconds and six digits. Apps assume these
 * values and may ignore others in the key URI.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Length of a secret. RFC 4226 §4 recommends 160 bits, the length of SHA-1's output. Bytes */
const SECRET_BYTES = 20
/**
 * Number of accepted time steps before and after the present one, for clock differences and slow typing (RFC 6238 §5.2).
 */
const TOLERANCE = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes Base32 (RFC 4648 §6), without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** Decodes the output of `toBase32`. */
function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text) {
    held = (held << 5) | ALPHABET.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** Creates a new secret in Base32. */
export const createSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** Returns the code of one time step (RFC 4226 §5.3). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const tag = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (tag.at(-1) as number) & 15
  const number = tag.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/**
 * Returns the time step of a code near the present time.
 * @param after the last accepted step. An earlier step is refused, because each code works once (RFC 6238 §5.2)
 * @returns null for a wrong, early, expired or used code
 */
export function acceptedStep(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number | null },
): number | null {
  const typed = Buffer.from(code)
  const present = stepAt(now)
  let accepted: number | null = null
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    const right = Buffer.from(codeAt(secret, step))
    if (step > (after ?? -1) && typed.length === right.length && timingSafeEqual(typed, right))
      accepted ??= step
  }
  return accepted
}

/** Returns the key URI for the QR code, as authenticator apps define it. Parameters with default values are left out. */
export function keyUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
