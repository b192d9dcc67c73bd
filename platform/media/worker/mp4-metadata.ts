/**
 * Finds the fields of an MP4 file (ISO/IEC 14496-12, QuickTime File Format) that reveal when and with which device the file
 * was made. Players do not need these fields, so they can be overwritten with zeros.
 */
import type { Span } from './file-edits.ts'

export interface Box {
  type: string
  start: number
  /** Position of the box's content. */
  body: number
  end: number
}

/** Spans to overwrite with zeros, and boxes whose type becomes `free`. */
export interface Metadata {
  blanked: Span[]
  freed: Box[]
}

/** Types of sample entries with the fields of video. All other entries have the fields of sound. */
const VISUAL_ENTRIES = ['avc1', 'avc3', 'hvc1', 'hev1', 'mp4v', 'jpeg', 'png ', 'mjpg', 'mjpa', 'mjpb']
/** Size of a visual sample entry before its child boxes. Bytes */
const VISUAL_BYTES = 86
/** Size of a sound sample entry before its child boxes, by version. Only QuickTime has versions 1 and 2. Bytes */
const SOUND_BYTES = [36, 52, 72]

/** Child boxes of a sample entry that decoders and players use. The others are overwritten. */
const ENTRY_BOXES = [
  ...['avcC', 'hvcC', 'colr', 'pasp', 'clap', 'fiel', 'btrt', 'mdcv', 'clli'],
  ...['esds', 'wave', 'chan', 'chnl', 'srat', 'dac3', 'dec3', 'dOps', 'dfLa', 'alac'],
]

/**
 * Finds the metadata in a box.
 * @param bytes a part of the file that includes the whole box
 * @param base position of `bytes` in the file
 */
export function findMetadata(bytes: Buffer, base: number, box: Box): Metadata {
  const found: Metadata = { blanked: [], freed: [] }
  const blank = (start: number, end: number) => {
    const last = Math.min(end, box.end)
    if (start < last) found.blanked.push({ start, end: last })
  }
  switch (box.type) {
    case 'mvhd':
    case 'tkhd':
    case 'mdhd': {
      // Creation and modification time have 8 bytes each in version 1, otherwise 4.
      const version = box.body < box.end ? bytes[box.body - base] : 0
      blank(box.body + 4, box.body + (version === 1 ? 20 : 12))
      break
    }
    case 'hdlr':
      // Manufacturer, flags and name follow the type of the handler.
      blank(box.body + 12, box.end)
      break
    case 'dinf':
      // Each data reference refers to this file. After its flags there may be a path or an address.
      for (const dref of readBoxes(bytes, base, box))
        for (const { body, end } of readBoxes(bytes, base, { ...dref, body: dref.body + 8 }))
          blank(body + 4, end)
      break
    case 'stsd':
      for (const entry of readBoxes(bytes, base, { ...box, body: box.body + 8 })) {
        const { start, type, end } = entry
        const isVisual = VISUAL_ENTRIES.includes(type)
        const version = start + 18 <= end ? bytes.readUInt16BE(start + 16 - base) : 0
        // Overwrites the vendor, and the compressor name of a video entry.
        blank(start + 20, Math.min(start + 24, end))
        if (isVisual) blank(start + 50, Math.min(start + 82, end))
        const fields = isVisual ? VISUAL_BYTES : SOUND_BYTES[version]
        if (fields === undefined) continue
        for (const child of readBoxes(bytes, base, { ...entry, body: start + fields })) {
          if (ENTRY_BOXES.includes(child.type)) continue
          found.freed.push(child)
          blank(child.body, child.end)
        }
      }
  }
  return found
}

/** Yields the child boxes of a box. It stops at the first invalid box, so the bytes after it are not overwritten. */
function* readBoxes(bytes: Buffer, base: number, { body, end }: Box): Generator<Box> {
  for (let start = body; start + 8 <= end; ) {
    const size = bytes.readUInt32BE(start - base)
    if (size < 8 || start + size > end) return
    yield {
      type: bytes.toString('latin1', start - base + 4, start - base + 8),
      start,
      body: start + 8,
      end: start + size,
    }
    start += size
  }
}
