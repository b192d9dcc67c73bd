/**
 * Checks films and audio files on the disk. Their ids are hashes of the bytes to store. These jobs run in the image worker,
 * because reading a hostile index and hashing 200 MB would block the server.
 */
import type { Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createAudioHash, createFilmHash } from '../server/variants.ts'
import type { AudioFormat } from '../shared/audio.ts'
import type { AudioFault } from '../shared/audio-faults.ts'
import type { FilmFault } from '../shared/film-faults.ts'
import { applyEdits, computeEditedSize, createReadAt, type Edits } from './file-edits.ts'
import { judgeAudio } from './judge-audio.ts'
import { judgeFilm } from './judge-film.ts'

const ID_LENGTH = 32

export async function prepareFilm(
  path: string,
): Promise<
  { ok: true; id: string; width: number; height: number; edits: Edits } | { ok: false; fault: FilmFault }
> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = createReadAt(file, size)
    const judged = await judgeFilm(read, size)
    if (!judged.ok) return judged
    const { width, height, edits } = judged.film
    return {
      ok: true,
      id: await hashContent(createFilmHash(), applyEdits(read, size, edits)),
      width,
      height,
      edits,
    }
  } finally {
    await file.close()
  }
}

/**
 * Checks an audio file and hashes it.
 * @param expected inode and device of the file that the caller has opened
 * @returns fault 'replaced' when another file is now at the path
 */
export async function prepareAudio(
  path: string,
  expected: { ino: number; dev: number },
): Promise<
  | {
      ok: true
      id: string
      format: AudioFormat
      seconds: number | null
      edits: Edits
      /** Size of the file with the edits applied. Bytes */
      bytes: number
      /** Size of the removed covers. Bytes */
      coverBytes: number
    }
  | { ok: false; fault: AudioFault | 'replaced' }
> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return { ok: false, fault: 'replaced' }
  try {
    const { size, ino, dev } = await file.stat()
    if (ino !== expected.ino || dev !== expected.dev) return { ok: false, fault: 'replaced' }
    const read = createReadAt(file, size)
    const judged = await judgeAudio(read, size)
    if (!judged.ok) return judged
    const { format, seconds, edits, coverBytes } = judged.audio
    return {
      ok: true,
      bytes: computeEditedSize(size, edits),
      coverBytes,
      id: await hashContent(createAudioHash(), applyEdits(read, size, edits)),
      format,
      seconds,
      edits,
    }
  } finally {
    await file.close()
  }
}

async function hashContent(hash: Hash, content: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const block of content) hash.update(block)
  return hash.digest('hex').slice(0, ID_LENGTH)
}
