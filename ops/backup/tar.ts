/**
 * Reads and writes tar archives (POSIX.1-1988 "ustar") as streams. Every machine has a program that reads them. Archives
 * contain only files, with name, size and bytes. docs/decisions/0023 has the reasons against tar-stream.
 */

export interface TarFile {
  /**
   * Relative path with slashes. At most 255 bytes. A path of more than 100 bytes is split at a slash, and at most 100 bytes
   * may follow that slash.
   */
  name: string
  /** Size of the file, below 8 GiB. Bytes */
  size: number
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Thrown when an archive is truncated or damaged, or the file is no archive. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive'
}

const BLOCK = 512
const SIZE_MAX = 8 ** 11 - 1
const NAME = { from: 0, bytes: 100 }
const SIZE = { from: 124, bytes: 12 }
const CHECKSUM = { from: 148, bytes: 8 }
const TYPE = 156
const MAGIC = { from: 257, text: 'ustar\x0000' }
const PREFIX = { from: 345, bytes: 155 }
const FILE = ['0', '\0']

/** Creates an archive. @throws TypeError for a file that ustar cannot describe, or whose size was wrong */
export async function* createTar(
  files: AsyncIterable<TarFile>,
  now = Date.now(),
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of files) {
    yield createHeader(name, size, now)
    let written = 0
    for await (const chunk of content) {
      written += chunk.byteLength
      yield chunk
    }
    if (written !== size) throw new TypeError(`${name} has ${written} bytes and not ${size}`)
    yield new Uint8Array(computePadding(size))
  }
  yield new Uint8Array(2 * BLOCK)
}

const computePadding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

function createHeader(path: string, size: number, now: number): Uint8Array {
  const { prefix, name } = splitName(path)
  if (!Number.isInteger(size) || size < 0 || size > SIZE_MAX)
    throw new TypeError(`${path} is too large for tar`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, from: number, bytes: number) =>
    header.write(`${value.toString(8).padStart(bytes - 1, '0')}\0`, from, 'latin1')
  header.write(name, NAME.from)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, SIZE.from, SIZE.bytes)
  octal(Math.floor(now / 1000), 136, 12)
  header.write('0', TYPE)
  header.write(MAGIC.text, MAGIC.from, 'latin1')
  header.write(prefix, PREFIX.from)
  header.write(`${computeChecksum(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.from, 'latin1')
  return header
}

/** Computes the checksum of a header. Its own field counts as spaces. */
function computeChecksum(header: Buffer): number {
  const { from, bytes } = CHECKSUM
  const sum = (part: Buffer) => part.reduce((total, byte) => total + byte, 0)
  return sum(header.subarray(0, from)) + bytes * 0x20 + sum(header.subarray(from + bytes))
}

function splitName(path: string): { prefix: string; name: string } {
  const fits = (text: string, { bytes }: { bytes: number }) => Buffer.byteLength(text) <= bytes
  if (path !== '' && !path.includes('\0')) {
    if (fits(path, NAME)) return { prefix: '', name: path }
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const parts = { prefix: path.slice(0, slash), name: path.slice(slash + 1) }
      if (parts.name !== '' && fits(parts.prefix, PREFIX) && fits(parts.name, NAME)) return parts
    }
  }
  throw new TypeError(`${JSON.stringify(path)} is no name for tar`)
}

/** Yields the files of an archive. Bytes of a file that the caller does not read are skipped. @throws BrokenArchive */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = new Source(chunks)
  try {
    for (;;) {
      const header = await source.exactly(BLOCK)
      if (header.every((byte) => byte === 0)) return
      const { name, size } = parseHeader(header)
      let remaining = size
      const content = async function* () {
        while (remaining > 0) {
          const chunk = await source.some(remaining)
          remaining -= chunk.byteLength
          yield chunk
        }
      }
      yield { name, size, content: content() }
      while (remaining > 0) remaining -= (await source.some(remaining)).byteLength
      await source.exactly(computePadding(size))
    }
  } finally {
    await source.close()
  }
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = ({ from, bytes }: { from: number; bytes: number }) => {
    const field = header.subarray(from, from + bytes)
    const end = field.indexOf(0)
    return field.subarray(0, end === -1 ? bytes : end).toString()
  }
  const number = (field: { from: number; bytes: number }) => {
    const digits = text(field).trim()
    return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
  }
  if (number(CHECKSUM) !== computeChecksum(header))
    throw new BrokenArchive('El archivo está dañado, o no es una copia')
  const name = [text(PREFIX), text(NAME)].filter((part) => part !== '').join('/')
  const size = number(SIZE)
  if (!FILE.includes(String.fromCharCode(header[TYPE] ?? 0)) || Number.isNaN(size))
    throw new BrokenArchive(`El archivo trae algo que no es un archivo: ${name}`)
  return { name, size }
}

/** Reads bytes on demand from a stream of chunks. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns between one and `most` bytes. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#held.byteLength === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new BrokenArchive('El archivo está cortado')
      this.#held = value
    }
    const taken = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(taken.byteLength)
    return taken
  }

  async exactly(bytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let left = bytes; left > 0; ) {
      const part = await this.some(left)
      parts.push(part)
      left -= part.byteLength
    }
    return Buffer.concat(parts)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
