/** Archives as streams: what is written is what any tar reads, and what is hostile or damaged is refused. */
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

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

async function bytesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const written = (...files: TarFile[]) => bytesOf(createTar(each(files)))

async function read(archive: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of readTar(archive)) found[name] = (await bytesOf(content)).toString()
  return found
}

/** In pieces that fit no block. */
function* pieces(bytes: Uint8Array, size = 700) {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size)
}

const readBytes = (bytes: Uint8Array) => read(each(pieces(bytes)))

/** A header as it is, its checksum made right again. */
function withHeader(archive: Buffer, change: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(archive)
  const header = copy.subarray(0, 512)
  change(header)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

/** 100 bytes after the slash, 154 before it: the most that ustar has room for. */
const LONGEST = `${'a'.repeat(154)}/${'b'.repeat(100)}`

describe('an archive', () => {
  test('gives back what was put in, whatever its length and its name', async () => {
    const names = ['a', 'files/keys/ñandú 🎛.key', 'c'.repeat(100), LONGEST]
    for (const length of [0, 1, 511, 512, 513, 70_000]) {
      const archive = await written(...names.map((name) => file(name, 'x'.repeat(length))))
      expect(await readBytes(archive)).toEqual(
        Object.fromEntries(names.map((name) => [name, 'x'.repeat(length)])),
      )
    }
  })

  test('is one that any tar reads, and we read what any tar writes as ustar', async () => {
    const files = [file('files/ñ.key', 'one'), file(LONGEST, 'two')]
    await writeFile(join(folder, 'ours.tar'), await written(...files))
    await run('tar', ['-xf', 'ours.tar'], { cwd: folder })
    expect(await readFile(join(folder, 'files/ñ.key'), 'utf8')).toBe('one')
    expect(await readFile(join(folder, LONGEST), 'utf8')).toBe('two')
    await run('tar', ['--format=ustar', '-cf', 'theirs.tar', 'files/ñ.key', LONGEST], { cwd: folder })
    expect(await readBytes(await readFile(join(folder, 'theirs.tar')))).toEqual({
      'files/ñ.key': 'one',
      [LONGEST]: 'two',
    })
  })

  test('has one block a header and nothing else: every version of ours reads it', async () => {
    const archive = await written(file('ñ', ''), file(LONGEST, ''))
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
    ['fewer bytes than it said', { name: 'a', size: 6, content: [Buffer.from('words')] }],
    ['more bytes than it said', { name: 'a', size: 4, content: [Buffer.from('words')] }],
  ])('takes no file with %s', async (_, wrong) => {
    await expect(written(wrong)).rejects.toThrow(TypeError)
  })

  test('that fails half way passes on why, and lets go of what it was reading', async () => {
    let closed = 0
    const failing = async function* () {
      try {
        yield file('a')
        throw new RangeError('gone')
      } finally {
        closed++
      }
    }
    await expect(bytesOf(createTar(failing()))).rejects.toThrow(RangeError)
    for await (const chunk of createTar(failing())) if (chunk.byteLength > 0) break
    expect(closed).toBe(2)
  })

  test('is read as it is asked for, and skipped where it is not', async () => {
    let pulled = 0
    let closed = false
    const archive = await written(file('large', Buffer.alloc(8 * 1024 * 1024)), file('small'))
    const chunks = async function* () {
      try {
        for (const piece of pieces(archive, 65_536)) {
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

  test('passes on what its source fails with', async () => {
    const archive = await written(file('a', 'x'.repeat(5_000)))
    const failing = async function* () {
      yield archive.subarray(0, 1_000)
      throw new RangeError('gone')
    }
    await expect(read(failing())).rejects.toThrow(RangeError)
  })
})

describe('refused is', () => {
  const refused = (bytes: Uint8Array) => expect(readBytes(bytes)).rejects.toThrow(BrokenArchive)

  test('what is none', async () => {
    for (const text of ['', 'not an archive', 'x'.repeat(10_000)]) await refused(Buffer.from(text))
  })

  test('one that ends too early, wherever', async () => {
    const archive = await written(file('a', 'x'.repeat(700)), file('b', 'y'))
    // The second block of zeros says nothing more.
    for (let at = 0; at < archive.byteLength - 512; at += at % 512 === 0 ? 1 : 511)
      await refused(archive.subarray(0, at))
  })

  test('a header with any bit changed', async () => {
    const archive = await written(file('name', 'words'))
    for (let at = 0; at < 512; at++) {
      // The checksum itself: some of its bytes may be spaces, zeros or nothing.
      if (at >= 148 && at < 156) continue
      const copy = Buffer.from(archive)
      copy[at] = (copy[at] as number) ^ (1 << (at % 8))
      await refused(copy)
    }
  })

  test.each(['1', '2', '3', '4', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', 'A'])(
    'what is no file (type %s)',
    async (type) => {
      const archive = await written(file('a', ''))
      await refused(withHeader(archive, (header) => header.write(type, 156)))
    },
  )

  test('a length that is none, or that ustar does not have', async () => {
    const archive = await written(file('a', 'words'))
    for (const length of ['', '-0000000005', '0000000000x', '00000000009'])
      await refused(
        withHeader(archive, (header) => {
          header.fill(0, 124, 136)
          header.write(length, 124)
        }),
      )
    // Base 256, GNU's way of saying 8 GiB and more; 2 to the power of 80.
    await refused(
      withHeader(archive, (header) => {
        header.fill(0, 124, 136)
        header[124] = 0x80
        header[125] = 1
      }),
    )
  })

  test('one that promises far more than it has, without room being made for it', async () => {
    const archive = await written(file('a', 'words'))
    await refused(withHeader(archive, (header) => header.write('77777777777\0', 124)))
  })

  test('links, folders and what else a tar of another program may bring', async () => {
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

test('what comes after the end is not read', async () => {
  const archive = await written(file('a', 'words'))
  const more = await written(file('b', 'others'))
  expect(await readBytes(Buffer.concat([archive, more]))).toEqual({ a: 'words' })
  expect(await readBytes(Buffer.concat([archive, Buffer.from('rubbish')]))).toEqual({ a: 'words' })
})
