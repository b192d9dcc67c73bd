/**
 * Places pencils beside their texts. A pencil is out of the flow, so that it moves no text: the page of administrators looks
 * like that of visitors. A pencil takes the first place around its text that has no letters.
 */

/** Sizes of the icon, the preferred one first. px */
const ICONS = [24, 18]
/** Target size on phones. px */
const TARGET = 44
/** Smallest target (WCAG 2.5.8). px */
const TARGET_MIN = 24
/** Width of a window from which targets are small. px */
const WIDE_WINDOW = 1024
const GAP = 4
/** Part of a line above and below its letters, which may be covered. */
const LEADING = 0.15
/** Width of a picture whose corner has room for a pencil. px */
const CORNER_MIN = 88

/** Elements that act when they are pressed. */
const CONTROLS = 'a[href]:not(.pencil), button, summary, label, input, select, textarea'

/** Parts above the page, which leave their texts uncovered when the page scrolls. */
const ABOVE = 'header.bar, .night-bar, .unseen, .pencil, script, style, noscript'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Placed {
  pencil: HTMLElement
  /** Node of the text beside the pencil. */
  text: Node
  /** The picture of a card. Its pencil is in the corner. */
  picture?: Element | undefined
}

const intersects = (one: Box, other: Box): boolean =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1

const contains = (outer: Box, inner: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom

const around = (x: number, y: number, size: number): Box => ({
  left: x - size / 2,
  top: y - size / 2,
  right: x + size / 2,
  bottom: y + size / 2,
})

/** Returns the lines of a text in the window. */
function listLines(node: Node): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
}

/** Returns the lines of all texts that the page shows. */
function listAllLines(): Box[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const lines: Box[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.textContent?.trim() || !parent?.checkVisibility() || parent.closest(ABOVE)) continue
    // Lines below the last one of a shortened text have a rectangle, but are not visible.
    const end = parent.getBoundingClientRect().bottom
    for (const { left, right, top, bottom, height } of listLines(node))
      if (top < end - 1)
        lines.push({ left, right, top: top + height * LEADING, bottom: bottom - height * LEADING })
  }
  return lines
}

/** Returns the part of the page outside of which an element is cut off. */
function findClip(element: Element): Box {
  const clip = { left: 0, top: -Infinity, right: document.documentElement.clientWidth, bottom: Infinity }
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY, contain } = getComputedStyle(each)
    if (overflowX === 'visible' && overflowY === 'visible' && !contain.includes('paint')) continue
    const box = each.getBoundingClientRect()
    clip.left = Math.max(clip.left, box.left)
    clip.right = Math.min(clip.right, box.right)
    clip.top = Math.max(clip.top, box.top)
    clip.bottom = Math.min(clip.bottom, box.bottom)
  }
  return clip
}

/** Returns the centres of the places around a text, the best one first. */
function* listPlaces(lines: DOMRect[], size: number): Generator<[x: number, y: number]> {
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return
  const half = size / 2
  const left = Math.min(...lines.map((line) => line.left))
  const right = Math.max(...lines.map((line) => line.right))
  const middle = (line: DOMRect) => line.top + line.height / 2
  for (const line of lines.toReversed()) yield [line.right + GAP + half, middle(line)]
  for (const line of [last, first]) {
    yield [right + GAP + half, middle(line)]
    yield [left - GAP - half, middle(line)]
  }
  for (const away of [half, half + size])
    for (const y of [last.bottom + away, first.top - away])
      for (const x of [last.right - half, left + half, right - half, right + half, left - half]) yield [x, y]
}

/** Places all pencils. The ones of texts that are not rendered yet wait for another call. */
export function placePencils(all: readonly Placed[]): void {
  for (const { pencil } of all) {
    // Another layout may have a place for it.
    pencil.hidden = false
    pencil.style.translate = ''
  }
  const shown = all.filter(({ pencil }) => pencil.checkVisibility())
  const texts = listAllLines()
  const controls = [...document.querySelectorAll(`:is(main, footer) :is(${CONTROLS})`)]
  const controlBoxes = controls.map((control) => [control, control.getBoundingClientRect()] as const)
  const isPhone = innerWidth < WIDE_WINDOW
  const icons: Box[] = []
  const places = shown.map(({ pencil, text, picture }) => {
    const start = pencil.getBoundingClientRect()
    const clip = findClip(pencil)
    const isFree = (x: number, y: number, size: number): boolean => {
      const icon = around(x, y, size)
      const target = around(x, y, TARGET_MIN)
      return (
        contains(clip, target) &&
        !texts.some((other) => intersects(icon, other)) &&
        !icons.some((other) => intersects(around(x, y, TARGET_MIN + GAP), other)) &&
        !controlBoxes.some(([, box]) => intersects(target, box) && !contains(box, target))
      )
    }
    const found = findPlace(text, picture, isFree)
    if (found) icons.push(around(found.x, found.y, TARGET_MIN))
    return { pencil, start, clip, found }
  })
  for (const { pencil, start, clip, found } of places) {
    pencil.hidden = found === null
    if (!found) continue
    const { x, y, size } = found
    const large = around(x, y, TARGET)
    const isFree =
      isPhone &&
      contains(clip, large) &&
      icons.filter((icon) => intersects(large, icon)).length === 1 &&
      !controlBoxes.some(
        ([control, box]) => !control.parentElement?.contains(pencil) && intersects(large, box),
      )
    const target = isFree ? TARGET : TARGET_MIN
    pencil.style.setProperty('--target-size', `${target}px`)
    pencil.style.setProperty('--icon-size', `${size}px`)
    pencil.style.translate = `${x - target / 2 - start.left}px ${y - target / 2 - start.top}px`
  }
}

function findPlace(
  text: Node,
  picture: Element | undefined,
  isFree: (x: number, y: number, size: number) => boolean,
): { x: number; y: number; size: number } | null {
  const corner = picture?.getBoundingClientRect()
  const [largest = 0] = ICONS
  if (corner && corner.width >= CORNER_MIN)
    return { x: corner.right - GAP - largest / 2, y: corner.top + GAP + largest / 2, size: largest }
  const lines = listLines(text)
  for (const size of ICONS)
    for (const [x, y] of listPlaces(lines, size)) if (isFree(x, y, size)) return { x, y, size }
  return null
}
