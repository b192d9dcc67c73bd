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

/** Length of the beginning that names a format: three packets of a transport stream. Bytes */
const BEGINNING_BYTES = 3 * 192

/**
 * First bytes in hexadecimal of formats that are refused at once, after a tag of MP3 files. Archives and films may hold an
 * MP3, which would be found in them.
 */
const CONTAINERS: [AudioFault, RegExp][] = [
  // ZIP, RAR, 7-Zip, gzip, and TAR, which has its name at byte 257.
  ['archive', /^(?:504b0304|526172211a07|377abcaf271c|1f8b08|.{514}7573746172)/],
  // AVI and FLV.
  ['film', /^(?:52494646.{8}41564920|464c5601)/],
  // A program stream, and packets of a transport stream: 188 bytes from 0x47, in some files after a time of 4 bytes.
  ['mpeg', /^(?:000001ba|47.{374}47.{374}47|.{8}47.{382}47.{382}47)/],
  ['webm', /^1a45dfa3/],
  ['ogg', /^4f676753/],
  ['flac', /^664c6143/],
  ['aiff', /^464f524d.{8}414946/],
  ['caf', /^63616666/],
  ['au', /^2e736e64/],
  ['wavpack', /^7776706b/],
  ['wma', /^3026b2758e66cf11/],
  ['amr', /^2321414d52/],
]

/** First bytes of formats that are refused when no frame of MP3 follows. A WAV may hold an MP3, and browsers play it. */
const OTHER_FORMATS: [AudioFault, RegExp][] = [
  // RIFF or RIFX, and RF64 for large files.
  ['wav', /^(?:524946(?:46|58)|52463634).{8}57415645/],
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
    const beginning = start < size ? (await read(start, BEGINNING_BYTES)).toString('hex') : ''
    checkFormat(beginning, CONTAINERS)
    return {
      ok: true,
      audio: await judgeMp3(read, size).catch((error) => {
        if (error instanceof Fault && error.fault === 'no-audio') checkFormat(beginning, OTHER_FORMATS)
        throw error
      }),
    }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** @throws Fault with the name of the format that begins like this */
function checkFormat(beginning: string, formats: [AudioFault, RegExp][]): void {
  const [fault] = formats.find(([, pattern]) => pattern.test(beginning)) ?? []
  if (fault) throw new Fault(fault)
}
