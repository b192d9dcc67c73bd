/** Finds the metadata in an M4A that reveals when, where and with which device it was made, and covers that are too large. */
import { COVER_MAX } from './audio-fault.ts'
import { createEdits, type Edits, type Patch, type Span } from './file-edits.ts'
import type { Index } from './mp4-index.ts'
import { type Box, findMetadata } from './mp4-metadata.ts'
import { findChunkTable } from './mp4-tracks.ts'

/** Top-level boxes that are kept. Players do not need the others. */
const FILE_BOXES = ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'sidx', 'mfra']
/** Boxes that are searched recursively for metadata. */
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl']
/** Boxes that are overwritten with zeros. A `uuid` may hold XMP, and `free` may hold data that an editor removed. */
const BLANKED = ['uuid', 'meta', 'free', 'skip', 'wide']
const COVER = 'covr'
/** Tags that are kept, because players show them. Others may reveal the place, the device, the program or the account. */
const TAGS = [
  ...['nam', 'ART', 'alb', 'gen', 'cmt', 'grp', 'wrt', 'lyr', 'des'].map((name) => `\xa9${name}`),
  ...['aART', 'gnre', 'trkn', 'disk', 'cprt', COVER, 'cpil', 'pgap', 'tmpo', 'desc', 'ldes', 'stik'],
  ...['pcst', 'catg', 'keyw'],
]
/** Boxes of `udta` (user data) that are kept: tags of QuickTime and 3GPP, and chapters. */
const USER_DATA = [...TAGS, 'titl', 'auth', 'perf', 'albm', 'dscp', 'chpl']

interface File {
  boxes: Box[]
  moov: Box
  /** True for a file in parts. Its covers are blanked, because other boxes contain positions in the file. */
  isInParts: boolean
  /** End of the last box. Bytes */
  end: number
  size: number
}

interface Cover {
  box: Box
  /** The boxes that contain the cover, the outermost first. */
  parents: Box[]
}

export function createM4aEdits(index: Index, file: File): { edits: Edits; coverBytes: number } {
  const search = new MetadataSearch(index)
  for (const box of file.boxes)
    if (!FILE_BOXES.includes(box.type) || (box.type === 'moov' && box !== file.moov)) search.blank(box, 0)
  // Bytes behind the last box, such as a tag of MP3 files, may contain anything.
  if (file.end < file.size) search.blanked.push({ start: file.end, end: file.size })
  search.searchBox(index.root, [index.root])
  const sum = search.covers.reduce((bytes, { box }) => bytes + box.end - box.start, 0)
  const coverBytes = sum > COVER_MAX ? sum : 0
  if (coverBytes > 0 && file.isInParts) for (const { box } of search.covers) search.blank(box, index.base)
  const removal = coverBytes > 0 && !file.isInParts ? removeCovers(index, search.covers) : {}
  return { edits: createEdits(search.blanked, search.freed, removal), coverBytes }
}

/** Positions of boxes are relative to the index, all others to the file. */
class MetadataSearch {
  readonly blanked: Span[] = []
  readonly freed: number[] = []
  readonly covers: Cover[] = []
  readonly #index: Index

  constructor(index: Index) {
    this.#index = index
  }

  /** @param from position of the index in the file, for a box of the index */
  blank({ start, body, end }: Box, from: number): void {
    this.freed.push(from + start + 4)
    if (end > body) this.blanked.push({ start: from + body, end: from + end })
  }

  /** @param path the box and those that contain it, the outermost first */
  searchBox(parent: Box, path: Box[]): void {
    const { base, bytes } = this.#index
    for (const box of this.#index.children(parent)) {
      if (BLANKED.includes(box.type)) this.blank(box, base)
      else if (box.type === 'udta') this.#searchUserData(box, [...path, box])
      else if (CONTAINERS.includes(box.type)) this.searchBox(box, [...path, box])
      else {
        const metadata = findMetadata(bytes, 0, box)
        for (const { start, end } of metadata.blanked)
          this.blanked.push({ start: base + start, end: base + end })
        for (const { start } of metadata.freed) this.freed.push(base + start + 4)
      }
    }
  }

  #searchUserData(udta: Box, path: Box[]): void {
    for (const box of this.#index.children(udta)) {
      const tags = box.type === 'meta' ? this.#readTags(box, [...path, box]) : null
      for (const { box: tag, parents } of tags ?? [{ box, parents: path }]) {
        if (tag.type === COVER) this.covers.push({ box: tag, parents })
        else if (!(tags ? TAGS : USER_DATA).includes(tag.type)) this.blank(tag, this.#index.base)
      }
    }
  }

  /** Returns all boxes of an iTunes `meta` box except its handler. null when `meta` has another format */
  #readTags(meta: Box, path: Box[]): Cover[] | null {
    const children = this.#index.children({ ...meta, body: meta.body + 4 })
    const handler = children.find(({ type }) => type === 'hdlr')
    if (!handler || this.#index.text(handler.body + 8) !== 'mdir') return null
    return children.flatMap((box) => {
      if (box.type !== 'ilst') return box === handler ? [] : [{ box, parents: path }]
      return this.#index.children(box).map((tag) => ({ box: tag, parents: [...path, box] }))
    })
  }
}

/** Cuts the covers out, and corrects the lengths of the boxes around them and the positions of all chunks behind them. */
function removeCovers(index: Index, covers: Cover[]): { cut: Span[]; patches: Patch[] } {
  const cut = covers
    .map(({ box }) => ({ start: index.base + box.start, end: index.base + box.end }))
    .sort((a, b) => a.start - b.start)
  const removed = new Map<Box, number>()
  for (const { box, parents } of covers)
    for (const parent of parents) removed.set(parent, (removed.get(parent) ?? 0) + box.end - box.start)
  const patches = [...removed].flatMap(([parent, bytes]) => createLengthPatch(index, parent, bytes))
  for (const trak of index.children(index.root).filter(({ type }) => type === 'trak')) {
    const stbl = index.look(trak, 'mdia', 'minf', 'stbl')
    if (stbl) patches.push(...createChunkPatch(index, stbl, cut))
  }
  return { cut, patches }
}

function createLengthPatch(index: Index, { start, body, end }: Box, removed: number): Patch[] {
  const length = end - start - removed
  const at = index.base + start
  if (body - start === 8) return [{ at, bytes: toBytes(length, 4) }]
  return [{ at: at + 8, bytes: toBytes(length, 8) }]
}

function createChunkPatch(index: Index, stbl: Box, cut: Span[]): Patch[] {
  const table = findChunkTable(index, stbl)
  if (!table) return []
  const { box, isLong } = table
  const bytes = Buffer.from(index.bytes.subarray(box.body + 8, box.end))
  const first = cut[0]?.start ?? 0
  const removed = cut.reduce((sum, { start, end }) => sum + end - start, 0)
  for (const at of index.entries(box, box.body + 4, isLong ? 8 : 4)) {
    const position = index.wideNumber(at, isLong)
    // Chunks are outside of the index, so they are before all covers or behind all.
    if (position > first) bytes.set(toBytes(position - removed, isLong ? 8 : 4), at - box.body - 8)
  }
  return [{ at: index.base + box.body + 8, bytes }]
}

function toBytes(value: number, length: 4 | 8): Buffer {
  const bytes = Buffer.alloc(length)
  if (length === 4) bytes.writeUInt32BE(value)
  else bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
