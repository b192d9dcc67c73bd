/** Changes audio files at random, and checks that judging them never fails, reads too much or reads behind their end. */
import { applyEdits, computeEditedSize, type ReadAt } from '../../platform/media/worker/file-edits.ts'
import { judgeAudio } from '../../platform/media/worker/judge-audio.ts'
import { coverTag, id3Tag, pictureFrame, soundVariants, withTags } from '../support/sound-variants.ts'
import { chooseSeed, createRandom, type SeededRandom } from './seeded-random.ts'
import type { Scale, Tally } from './stress-section.ts'

/** Files of the short form, and time of the long form. */
const FILES = 3_000
const LONG_MS = 600_000

/** Larger files are left out, because most changes would fall into their padding. Bytes */
const SIZE_MAX = 100_000
/** One of so many files has a cover that is cut out. */
const COVER_EVERY = 200
const COVER_BYTES = 4_300_000

/** Limits of one file. A file in parts has one read for each part. */
const LIMITS = { milliseconds: 2_000, reads: 60_000 }

/** Values at the edges of sizes, counts and signs. */
const EDGES = [0, 1, 7, 8, 9, 255, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff]
/** Beginnings of boxes, tags and frames. */
const WORDS = [
  'ID3\x04',
  'ID3\x03',
  'APIC',
  'moov',
  'moof',
  'mdat',
  'covr',
  'stco',
  'co64',
  'elst',
  'trun',
  'Xing',
]

const change: ((bytes: Buffer, random: SeededRandom, other: Buffer) => Buffer)[] = [
  (bytes, random) => {
    for (let count = 1 + random.below(12); count > 0; count--)
      bytes[random.below(bytes.byteLength)] = random.below(256)
    return bytes
  },
  (bytes, random) => {
    if (bytes.byteLength >= 4) bytes.writeUInt32BE(random.oneOf(EDGES), random.below(bytes.byteLength - 3))
    return bytes
  },
  (bytes, random) => {
    bytes.write(random.oneOf(WORDS), random.below(bytes.byteLength), 'latin1')
    return bytes
  },
  (bytes, random) => bytes.subarray(0, 1 + random.below(bytes.byteLength)),
  (bytes, random) => bytes.subarray(random.below(bytes.byteLength)),
  (bytes, random, other) => {
    const at = random.below(bytes.byteLength)
    return Buffer.concat([bytes.subarray(0, at), other, bytes.subarray(at)])
  },
  (bytes, random) => {
    const at = random.below(bytes.byteLength)
    const inserted = Buffer.alloc(random.below(3_000), random.oneOf([0, 0x49, 0xff]))
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
  },
  (bytes, random) => {
    const [from, to] = [random.below(bytes.byteLength), random.below(bytes.byteLength)]
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.max(from, to))])
  },
]

/** Judges a file, and applies the edits. @returns a fault of the judge, or null */
async function findFault(file: Buffer): Promise<string | null> {
  let [reads, fault] = [0, null as string | null]
  const read: ReadAt = async (at, length) => {
    reads++
    if (length > 0 && at >= file.byteLength) fault ??= `reads at ${at} of ${file.byteLength}`
    return Buffer.from(file.subarray(at, at + length))
  }
  const before = performance.now()
  const judged = await judgeAudio(read, file.byteLength)
  const milliseconds = performance.now() - before
  if (milliseconds > LIMITS.milliseconds) fault ??= `takes ${Math.round(milliseconds)} ms`
  if (reads > LIMITS.reads) fault ??= `reads ${reads} times`
  if (!judged.ok) return fault
  const { edits, seconds } = judged.audio
  if (seconds !== null && !(seconds >= 1)) fault ??= `has ${seconds} s`
  let written = 0
  for await (const block of applyEdits(read, file.byteLength, edits)) written += block.byteLength
  if (written !== computeEditedSize(file.byteLength, edits)) fault ??= `is stored with ${written} bytes`
  return fault
}

export default async function section(scale: Scale): Promise<Tally[]> {
  const seed = chooseSeed(scale)
  const random = createRandom(seed)
  const files = Object.values(soundVariants)
    .map((build) => build())
    .filter(({ byteLength }) => byteLength <= SIZE_MAX)
  const sound = (soundVariants['m4a: plain'] as () => Buffer)()
  const covered = [
    withTags(sound, coverTag(COVER_BYTES)),
    Buffer.concat([id3Tag(pictureFrame(COVER_BYTES)), files[0] as Buffer]),
  ]
  const until = Date.now() + LONG_MS
  const counts = { done: 0, bad: 0 }
  while (scale === 'short' ? counts.done < FILES : Date.now() < until) {
    let file = Buffer.from(random.oneOf(random.below(COVER_EVERY) === 0 ? covered : files))
    for (let times = 1 + random.below(4); times > 0; times--) {
      if (file.byteLength > 0) file = Buffer.from(random.oneOf(change)(file, random, random.oneOf(files)))
    }
    const fault = await findFault(file).catch((error: unknown) => String(error))
    counts.done++
    if (fault === null) continue
    counts.bad++
    console.error(`Seed ${seed}, file ${counts.done}: ${fault}`)
  }
  return [{ what: 'Changed audio files', done: counts.done, bad: counts.bad, notes: `seed ${seed}` }]
}
