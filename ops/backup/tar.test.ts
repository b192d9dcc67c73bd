/** Tests tar archives as streams: other tar programs can read them, and damaged or hostile archives are refused. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrokenArchive, createTar, readTar, type TarFile } from './tar.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-tar-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array = 'words'): TarFile => {
  const bytes = Buffer.from(content)
  return { name, size: bytes.byteLength, content: [bytes] }
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

async function getBytes(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const createArchive = (...files: TarFile[]) => getBytes(createTar(toAsync(files)))

async function readFiles(archive: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of readTar(archive)) found[name] = (await getBytes(content)).toString()
  return found
}

/** Splits bytes into pieces that do not match the block size. */
function* splitBytes(bytes: Uint8Array, size = 700) {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size)
}

const readBytes = (bytes: Uint8Array) => readFiles(toAsync(splitBytes(bytes)))

/** Changes the first header of an archive, and corrects its checksum. */
function withHeader(archive: Buffer, change: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(archive)
  const header = copy.subarray(0, 512)
  change(header)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

/** The longest path that ustar can store: 154 bytes before the slash, 100 after it. */
const LONGEST = `${'a'.repeat(154)}/${'b'.repeat(100)}`

describe('a tar archive', () => {
  test('returns the stored files of any length and name', async () => {
    const names = ['a', 'files/keys/ñandú 🎛.key', 'c'.repeat(100), LONGEST]
    for (const length of [0, 1, 511, 512, 513, 70_000]) {
      const archive = await createArchive(...names.map((name) => file(name, 'x'.repeat(length))))
      expect(await readBytes(archive)).toEqual(
        Object.fromEntries(names.map((name) => [name, 'x'.repeat(length)])),
      )
    }
  })

  test('can be unpacked by tar, and an ustar archive of tar can be read', async () => {
    const files = [file('files/ñ.key', 'one'), file(LONGEST, 'two')]
    await writeFile(join(folder, 'ours.tar'), await createArchive(...files))
    await run('tar', ['-xf', 'ours.tar'], { cwd: folder })
    expect(await readFile(join(folder, 'files/ñ.key'), 'utf8')).toBe('one')
    expect(await readFile(join(folder, LONGEST), 'utf8')).toBe('two')
    await run('tar', ['--format=ustar', '-cf', 'theirs.tar', 'files/ñ.key', LONGEST], { cwd: folder })
    expect(await readBytes(await readFile(join(folder, 'theirs.tar')))).toEqual({
      'files/ñ.key': 'one',
      [LONGEST]: 'two',
    })
  })

  test('has exactly one header block for each file, which every version of the club can read', async () => {
    const archive = await createArchive(file('ñ', ''), file(LONGEST, ''))
    expect(archive.byteLength).toBe(4 * 512)
    for (const at of [0, 512]) {
      expect(archive.toString('latin1', at + 156, at + 157)).toBe('0')
      expect(archive.toString('latin1', at + 257, at + 265)).toBe('ustar\x0000')
    }
  })

  test.each([
    ['no name', file('')],
    ['a name with a zero byte', file('a\0b')],
    ['a name too long', file('c'.repeat(101))],
    ['a path too long', file(`a${LONGEST}c`)],
    ['8 GiB and more', { name: 'a', size: 8 ** 11, content: [] }],
    ['no length', { name: 'a', size: Number.NaN, content: [] }],
    ['fewer bytes than its size', { name: 'a', size: 6, content: [Buffer.from('words')] }],
    ['more bytes than its size', { name: 'a', size: 4, content: [Buffer.from('words')] }],
  ])('rejects a file with %s', async (_, wrong) => {
    await expect(createArchive(wrong)).rejects.toThrow(TypeError)
  })

  test('rethrows an error of its files and closes their source', async () => {
    let closed = 0
    const failing = async function* () {
      try {
        yield file('a')
        throw new RangeError('gone')
      } finally {
        closed++
      }
    }
    await expect(getBytes(createTar(failing()))).rejects.toThrow(RangeError)
    for await (const chunk of createTar(failing())) if (chunk.byteLength > 0) break
    expect(closed).toBe(2)
  })

  test('is read on demand, and skips the content of unread files', async () => {
    let pulled = 0
    let closed = false
    const archive = await createArchive(file('large', Buffer.alloc(8 * 1024 * 1024)), file('small'))
    const chunks = async function* () {
      try {
        for (const piece of splitBytes(archive, 65_536)) {
          pulled += piece.byteLength
          yield piece
        }
      } finally {
        closed = true
      }
    }
    const names: string[] = []
    for await (const { name } of readTar(chunks())) {
      names.push(name)
      if (name === 'large') expect(pulled).toBeLessThan(1024 * 1024)
    }
    expect(names).toEqual(['large', 'small'])
    closed = false
    for await (const { name } of readTar(chunks())) if (name === 'large') break
    expect(closed).toBe(true)
  })

  test('rethrows an error of its source while it is read', async () => {
    const archive = await createArchive(file('a', 'x'.repeat(5_000)))
    const failing = async function* () {
      yield archive.subarray(0, 1_000)
      throw new RangeError('gone')
    }
    await expect(readFiles(failing())).rejects.toThrow(RangeError)
  })
})

describe('reading a tar archive', () => {
  const refused = (bytes: Uint8Array) => expect(readBytes(bytes)).rejects.toThrow(BrokenArchive)

  test('rejects bytes that are no archive', async () => {
    for (const text of ['', 'not an archive', 'x'.repeat(10_000)]) await refused(Buffer.from(text))
  })

  test('rejects an archive that is cut off anywhere', async () => {
    const archive = await createArchive(file('a', 'x'.repeat(700)), file('b', 'y'))
    // The second block of zeros at the end is optional, so a cut within it is not tested.
    for (let at = 0; at < archive.byteLength - 512; at += at % 512 === 0 ? 1 : 511)
      await refused(archive.subarray(0, at))
  })

  test('rejects a header with any changed bit', async () => {
    const archive = await createArchive(file('name', 'words'))
    for (let at = 0; at < 512; at++) {
      // The field with the checksum is skipped: spaces and zeros in it mean the same.
      if (at >= 148 && at < 156) continue
      const copy = Buffer.from(archive)
      copy[at] = (copy[at] as number) ^ (1 << (at % 8))
      await refused(copy)
    }
  })

  test.each(['1', '2', '3', '4', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', 'A'])(
    'rejects an entry that is no regular file (type %s)',
    async (type) => {
      const archive = await createArchive(file('a', ''))
      await refused(withHeader(archive, (header) => header.write(type, 156)))
    },
  )

  test('rejects an invalid size, or one that ustar cannot store', async () => {
    const archive = await createArchive(file('a', 'words'))
    for (const length of ['', '-0000000005', '0000000000x', '00000000009'])
      await refused(
        withHeader(archive, (header) => {
          header.fill(0, 124, 136)
          header.write(length, 124)
        }),
      )
    // GNU tar writes sizes from 8 GiB on in base 256. This size is 2 to the power of 80.
    await refused(
      withHeader(archive, (header) => {
        header.fill(0, 124, 136)
        header[124] = 0x80
        header[125] = 1
      }),
    )
  })

  test('rejects a size far beyond the content without allocating memory for it', async () => {
    const archive = await createArchive(file('a', 'words'))
    await refused(withHeader(archive, (header) => header.write('77777777777\0', 124)))
  })

  test('rejects links, folders and pax headers of other tar programs', async () => {
    await mkdir(join(folder, 'kinds'))
    await writeFile(join(folder, 'kinds', 'a'), 'words')
    await symlink('/etc/passwd', join(folder, 'kinds', 'link'))
    for (const what of ['kinds', 'kinds/link']) {
      await run('tar', ['-cf', 'kinds.tar', what], { cwd: folder })
      await refused(await readFile(join(folder, 'kinds.tar')))
    }
    await run('tar', ['--format=pax', '-cf', 'kinds.tar', 'kinds/a'], { cwd: folder })
    await refused(await readFile(join(folder, 'kinds.tar')))
  })
})

test('reading a tar archive ignores bytes after its end', async () => {
  const archive = await createArchive(file('a', 'words'))
  const more = await createArchive(file('b', 'others'))
  expect(await readBytes(Buffer.concat([archive, more]))).toEqual({ a: 'words' })
  expect(await readBytes(Buffer.concat([archive, Buffer.from('rubbish')]))).toEqual({ a: 'words' })
})
