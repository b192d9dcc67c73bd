/**
 * Encrypts a stream with a passphrase: AES-256-GCM over pieces of 64 KiB. The nonce of a piece contains its place, and
 * whether it is the last one (the STREAM construction, Hoang, Reyhanitabar, Rogaway and Vizár 2015). Pieces that were
 * changed, moved, repeated or cut off can therefore not be decrypted. scrypt (RFC 7914) derives a new key for every stream.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { explainError, formatExplanation } from '../../platform/process/explain-error.ts'
import { BrokenArchive } from './tar.ts'

const MAGIC = Buffer.from('CLUBSEAL1\n')
const SALT_BYTES = 32
const PIECE = 64 * 1024
const TAG_BYTES = 16
/** Cost of scrypt: each guess of the passphrase takes 64 MiB and about 0.1 s. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

/** Thrown when the passphrase is wrong, or the stream was changed. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError'
}

export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(passphrase, salt)
  yield Buffer.concat([MAGIC, salt])
  for await (const { piece, place, last } of splitIntoPieces(chunks, PIECE)) {
    const cipher = createCipheriv('aes-256-gcm', key, createNonce(place, last))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts a stream.
 * @throws BrokenArchive for a stream that is not encrypted, WrongKeyError for one that cannot be decrypted
 */
export async function* decrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { head, rest } = await splitHead(chunks, MAGIC.byteLength + SALT_BYTES)
  if (!isEncrypted(head) || head.byteLength < MAGIC.byteLength + SALT_BYTES)
    throw new BrokenArchive('El archivo no está cifrado, o está cortado')
  const key = await deriveKey(passphrase, head.subarray(MAGIC.byteLength))
  for await (const { piece, place, last } of splitIntoPieces(rest, PIECE + TAG_BYTES)) {
    if (piece.byteLength < TAG_BYTES) throw new WrongKeyError('El archivo está cortado')
    const decipher = createDecipheriv('aes-256-gcm', key, createNonce(place, last))
    decipher.setAuthTag(piece.subarray(-TAG_BYTES))
    let opened: Buffer
    try {
      opened = decipher.update(piece.subarray(0, -TAG_BYTES))
      // `final` returns no more bytes. It throws if the tag is wrong.
      decipher.final()
    } catch (error) {
      throw new WrongKeyError('La clave es otra, o el archivo fue cambiado', { cause: error })
    }
    yield opened
  }
}

/** True for the first bytes of an encrypted stream. */
export const isEncrypted = (head: Uint8Array): boolean => MAGIC.equals(head.subarray(0, MAGIC.byteLength))

/** Splits the first bytes from a stream. The head of a shorter stream is shorter. */
export async function splitHead(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let buffered = Buffer.alloc(0)
  while (buffered.byteLength < bytes) {
    const { done, value } = await iterator.next()
    if (done) break
    buffered = Buffer.concat([buffered, value])
  }
  const rest = async function* () {
    try {
      if (buffered.byteLength > bytes) yield buffered.subarray(bytes)
      for (;;) {
        const { done, value } = await iterator.next()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head: buffered.subarray(0, bytes), rest: rest() }
}

const deriveKey = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** Creates a nonce: 11 bytes for the place of the piece, and a byte that is 1 for the last piece. */
function createNonce(place: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(place), 3)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** Splits a stream into pieces of one size. Only the last piece may be shorter. An empty stream has one empty piece. */
async function* splitIntoPieces(chunks: AsyncIterable<Uint8Array>, size: number) {
  let parts: Uint8Array[] = []
  let held = 0
  let place = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    held += chunk.byteLength
    if (held <= size) continue
    const all = Buffer.concat(parts)
    let from = 0
    // A full piece is not yielded at once, because it may be the last one.
    for (; all.byteLength - from > size; from += size)
      yield { piece: all.subarray(from, from + size), place: place++, last: false }
    parts = [all.subarray(from)]
    held = all.byteLength - from
  }
  yield { piece: Buffer.concat(parts), place, last: true }
}

// ── The key file ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Minimum length of a key. Characters */
const KEY_MIN = 12

/** Thrown when the file has no key, or a key that is too short. The operator sees the message. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/**
 * Reads the key from the first and only line of a file, so that no command line and no variable contains it.
 * @throws KeyFileError
 */
export async function readKeyFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new KeyFileError(`No se pudo leer la clave: ${formatExplanation(explainError(error, file))}`)
  })
  const key = text.replace(/\r?\n$/, '')
  if (key.length < KEY_MIN)
    throw new KeyFileError(
      `La clave de ${file} tiene que tener ${KEY_MIN} caracteres o más. Una buena: openssl rand -base64 32 > ${file}`,
    )
  return key
}
