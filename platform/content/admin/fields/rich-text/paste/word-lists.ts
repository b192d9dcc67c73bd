/** Converts lists from Word, which writes a list as a run of paragraphs, each with its bullet or number as text. */
import { all, getStyle, STYLE, textNodes } from './dom.ts'
import { buildLists, type ListedItem } from './lists.ts'

const LEVEL = /mso-list:[^;]*\blevel(\d)/i
const NO_LIST = /mso-list:\s*(?:none|skip)/i
/** Classes of list paragraphs. They stay when a mail program removes Word's own styles. */
const LIST_CLASS = /MsoList(?:Paragraph|Bullet|Number|Continue)?(\d)?/
const MARKER = `span[${STYLE}*="mso-list"]`

const NUMBER = /^\(?(?:(?:\d{1,4}\.)*\d{1,4}|[a-z]{1,6}(?=[.)\]:]))[.)\]:º°]*$/i
/** Bullets of Word's fonts. "o" is a circle in Courier New, "§" and "Ø" are shapes in Wingdings. */
const BULLET = /^[^\p{L}\p{N}]{1,2}$|^[o§Øvüq]$/u
/** A bullet or number at the beginning of a paragraph, with the padding that Word puts behind it. */
const TYPED_MARKER = /^\s*(\S{1,8})(?:\s*\u00a0\s*){2,}/

interface WordItem extends ListedItem {
  /** True without a bullet or number: of a first item that was selected in part. */
  isUnmarked: boolean
}

/** Gives an item without a bullet or number the kind of its neighbour. */
function completeItem(item: WordItem, before: WordItem | undefined, after: WordItem | undefined): void {
  if (!item.isUnmarked) return
  item.kind = (before ?? after)?.kind ?? 'ul'
  if (!before && after) item.numbers = after.numbers.flatMap((number) => (number > 1 ? [number - 1] : []))
}

/** Converts each run of list paragraphs to lists. */
export function convertWordLists(root: Element): void {
  for (const first of all(root, 'p')) {
    if (!first.isConnected) continue
    const run: HTMLElement[] = []
    const items: WordItem[] = []
    for (let next: Element | null = first; next; next = next.nextElementSibling) {
      const item = readItem(next)
      if (!item) break
      run.push(next as HTMLElement)
      items.push(item)
    }
    if (items.length === 0) continue
    for (const [at, item] of items.entries()) completeItem(item, items[at - 1], items[at + 1])
    first.before(...buildLists(items, root.ownerDocument))
    for (const paragraph of run) paragraph.remove()
  }
}

/** @returns null when the paragraph is not in a list */
function readItem(paragraph: Element): WordItem | null {
  if (paragraph.localName !== 'p' || NO_LIST.test(getStyle(paragraph))) return null
  const level = LEVEL.exec(getStyle(paragraph))?.[1]
  const named = LIST_CLASS.exec(paragraph.className)
  const [marker] = all(paragraph, MARKER)
  if (!level && !named && !marker) return null
  const text = marker ? marker.textContent.trim() : (TYPED_MARKER.exec(paragraph.textContent)?.[1] ?? '')
  const isNumber = NUMBER.test(text)
  // A paragraph without a marker continues its list only if Word names the list.
  if (text === '' ? !level : !isNumber && !BULLET.test(text)) return null
  if (marker) marker.remove()
  else if (text) removeTypedMarker(paragraph)
  const words = paragraph.ownerDocument.createElement('p')
  words.append(...paragraph.childNodes)
  return {
    level: Number(level ?? named?.[1] ?? readIndent(paragraph)),
    kind: isNumber ? 'ol' : 'ul',
    numbers: isNumber ? readNumbers(text) : [],
    isUnmarked: text === '',
    content: [words],
  }
}

function removeTypedMarker(paragraph: Element): void {
  let left = TYPED_MARKER.exec(paragraph.textContent)?.[0].length ?? 0
  for (const text of textNodes(paragraph)) {
    const removed = Math.min(left, text.data.length)
    text.deleteData(0, removed)
    left -= removed
    if (left === 0) return
  }
}

/** Points in each unit of length that Word writes. */
const POINTS: Record<string, number> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, px: 0.75 }
/** Word indents each level by half an inch. Points */
const INDENT = 36

function readIndent(paragraph: Element): number {
  const [, length = '0', unit = 'pt'] =
    /margin-left:\s*([\d.]+)(pt|in|cm|mm|px)/i.exec(getStyle(paragraph)) ?? []
  const level = Math.round((Number(length) * (POINTS[unit.toLowerCase()] ?? 1)) / INDENT)
  return Math.min(Math.max(level, 1), 9)
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function readRoman(word: string): number {
  const digits = Array.from(word, (letter) => ROMAN[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}

/** Returns the numbers that a marker can mean, the likely one first: "3." of "1.3.", "c." and "iv.". */
function readNumbers(marker: string): number[] {
  const digits = marker.match(/\d+/g)?.at(-1)
  if (digits) return [Number(digits)]
  const word = marker.replace(/[^a-z]/gi, '').toLowerCase()
  const roman = /^[ivxlcdm]+$/.test(word) ? [readRoman(word)] : []
  // After "z." Word writes "aa.", "bb.".
  const isLetter = new Set(word).size === 1
  const letter = isLetter ? [word.charCodeAt(0) - 96 + 26 * (word.length - 1)] : []
  return /^(?:[ivx]|..+)$/.test(word) ? [...roman, ...letter] : [...letter, ...roman]
}
