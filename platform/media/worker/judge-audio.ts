/**
 * Checks audio files by their content: MP3 (judge-mp3.ts) and M4A (judge-m4a.ts). Files may be hostile, so sizes in a file
 * are not trusted. Files are read in blocks, which bounds memory for any content.
 */
import type { AudioFault } from '../shared/audio-faults.ts'
import { Fault, type JudgedAudio } from './audio-fault.ts'
import type { ReadAt } from './file-edits.ts'
import { judgeM4a } from './judge-m4a.ts'
import { judgeMp3 } from './judge-mp3.ts'
import { readTagLength, TAG_HEADER_BYTES } from './mp3-tags.ts'

/** Types of the first box in MP4 files. QuickTime files may begin without `ftyp`. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/** First bytes of other formats in hexadecimal, after a tag of MP3 files. */
const OTHER_FORMATS: [AudioFault, RegExp][] = [
  ['ogg', /^4f676753/],
  ['flac', /^664c6143/],
  // RIFF or RIFX, and RF64 for large files.
  ['wav', /^(?:524946(?:46|58)|52463634).{8}57415645/],
  ['aiff', /^464f524d.{8}414946/],
  ['wma', /^3026b2758e66cf11/],
  ['amr', /^2321414d52/],
  ['webm', /^1a45dfa3/],
  ['adts', /^fff[0189]/],
  ['mp2', /^fff[45cd]/],
  ['free-format', /^ff(?:e[23]|f[23ab])0/],
  // An MP4 behind a tag.
  ['damaged', /^.{8}66747970/],
]

/** Checks an audio file by its content. @throws the errors of `read` */
export async function judgeAudio(
  read: ReadAt,
  size: number,
): Promise<{ ok: true; audio: JudgedAudio } | { ok: false; fault: AudioFault }> {
  try {
    if (size === 0) throw new Fault('empty')
    const head = await read(0, TAG_HEADER_BYTES)
    const isMp4 = FIRST_BOXES.includes(head.toString('latin1', 4, 8))
    if (isMp4) return { ok: true, audio: await judgeM4a(read, size) }
    const start = readTagLength(head, 0)
    return {
      ok: true,
      audio: await judgeMp3(read, size).catch(async (error) => {
        throw start < size ? nameFormat(error, await read(start, 12)) : error
      }),
    }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** Replaces "no audio" by the name of the format. */
function nameFormat(error: unknown, head: Buffer): unknown {
  if (!(error instanceof Fault && error.fault === 'no-audio')) return error
  const hex = head.toString('hex')
  const [fault] = OTHER_FORMATS.find(([, start]) => start.test(hex)) ?? []
  return fault ? new Fault(fault) : error
}
