/** Builds lists from the paragraphs of Word and from the lists of Google Docs and of Word for the web. */
import { all, hasContent } from './dom.ts'

export interface ListedItem {
  /** 1 for an item that is in no other item. */
  level: number
  kind: 'ol' | 'ul'
  /** Numbers that the item can have, because "i." is a letter and a Roman number. Empty for an unknown number */
  numbers: number[]
  content: Node[]
}

interface OpenList {
  level: number
  list: HTMLElement
  next: number
}

const continues = ({ list, next }: OpenList, { kind, numbers }: ListedItem): boolean =>
  list.localName === kind && (kind === 'ul' || numbers.length === 0 || numbers.includes(next))

function openList(item: ListedItem, document: Document): OpenList {
  const list = document.createElement(item.kind)
  const start = item.numbers.includes(1) ? 1 : (item.numbers[0] ?? 1)
  if (start !== 1) list.setAttribute('start', String(start))
  return { level: item.level, list, next: start }
}

/** Closes the lists that are deeper than an item. */
function closeDeeper(open: OpenList[], level: number): void {
  for (let last = open.at(-1); last && last.level > level; last = open.at(-1)) {
    // A selection can begin deeper than it goes on, and levels can be left out. Then both items are in one list.
    if ((open.at(-2)?.level ?? 0) < level) last.level = level
    else open.pop()
  }
}

/** Builds lists from items in reading order. @returns the outermost lists */
export function buildLists(items: ListedItem[], document: Document): HTMLElement[] {
  const outermost: HTMLElement[] = []
  const open: OpenList[] = []
  for (const item of items) {
    closeDeeper(open, item.level)
    const same = open.at(-1)
    if (same?.level === item.level && !continues(same, item)) open.pop()
    const parent = open.at(-1)
    if (parent === undefined || parent.level < item.level) {
      const opened = openList(item, document)
      if (parent) parent.list.lastElementChild?.append(opened.list)
      else outermost.push(opened.list)
      open.push(opened)
    }
    const last = open.at(-1) as OpenList
    const entry = document.createElement('li')
    entry.append(...item.content)
    last.list.append(entry)
    last.next++
  }
  return outermost
}

/** Repairs the lists of HTML: lists directly in lists, items without words, and lists that were split. */
export function repairLists(root: Element): void {
  for (const list of all(root, 'menu, dir')) list.replaceWith(...copyAs('ul', list))
  for (const list of all(root, 'ul, ol').filter((list) => !list.parentElement?.closest('ul, ol')))
    repairList(list)
  wrapLooseItems(root)
  joinLists(root)
}

function copyAs(tag: string, element: Element): [HTMLElement] {
  const copy = element.ownerDocument.createElement(tag)
  copy.append(...element.childNodes)
  return [copy]
}

const isList = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof Element && (node.localName === 'ul' || node.localName === 'ol')

/** Repairs a list and the lists inside, from the inside outwards. */
function repairList(list: HTMLElement): void {
  for (const inner of all(list, 'ul, ol').filter((inner) => inner.parentElement?.closest('ul, ol') === list))
    repairList(inner)
  for (const child of [...list.childNodes]) {
    if (isList(child)) placeInnerList(child, list)
    else if (!hasContent(child)) child.remove()
    else if (!(child instanceof Element) || child.localName !== 'li') putIntoItem(child)
    else repairItem(child, list)
  }
  const [first] = list.children
  const value = first?.getAttribute('value')
  if (list.localName === 'ol' && value && !list.hasAttribute('start')) list.setAttribute('start', value)
}

/** Moves a list that is directly in a list into the item before. Google Docs writes such lists. */
function placeInnerList(inner: HTMLElement, list: HTMLElement): void {
  const before = inner.previousElementSibling
  if (before?.localName === 'li') before.append(inner)
  // A selection that begins in an inner list has no item before it. Its items are then items of the outer list.
  else if (inner.localName === list.localName && !inner.hasAttribute('start'))
    inner.replaceWith(...inner.childNodes)
  else list.before(inner)
}

/** Removes an item that only contains a list, and repairs the beginning of any other item. */
function repairItem(item: Element, list: HTMLElement): void {
  const content = [...item.childNodes].filter(hasContent)
  if (content.every(isList)) {
    for (const inner of content as HTMLElement[]) {
      item.before(inner)
      placeInnerList(inner, list)
    }
    item.remove()
    return
  }
  // An item of the editor begins with a paragraph.
  const [first] = content
  if (first instanceof Element && first.matches('h1, h2, h3, h4, h5, h6, blockquote'))
    first.replaceWith(...copyAs('p', first))
}

function putIntoItem(node: ChildNode): void {
  const item = (node.ownerDocument as Document).createElement('li')
  node.replaceWith(item)
  item.append(node)
}

/** Puts items without a list into one. A selection that begins inside a list is copied in this way. */
function wrapLooseItems(root: Element): void {
  for (const item of all(root, 'li').filter(({ parentElement }) => !isList(parentElement))) {
    const before = item.previousElementSibling
    if (isList(before) && before.hasAttribute(LOOSE)) before.append(item)
    else {
      const list = root.ownerDocument.createElement('ul')
      list.setAttribute(LOOSE, '')
      item.replaceWith(list)
      list.append(item)
    }
  }
  for (const list of all(root, `[${LOOSE}]`)) list.removeAttribute(LOOSE)
}

const LOOSE = 'data-loose'

/** The level of an item as Google Docs (`aria-level`) and Word for the web (`data-aria-level`) write it. */
const readLevel = (item: Element): number =>
  Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level') ?? 1) || 1

/** Joins lists that stand beside each other but are one list: Word for the web writes one list for each item. */
function joinLists(root: Element): void {
  for (const first of all(root, 'ul, ol')) {
    if (!first.isConnected || first.parentElement?.closest('ul, ol')) continue
    const run = [first]
    for (
      let next = first.nextElementSibling;
      isList(next) && isAdjacent(next);
      next = next.nextElementSibling
    )
      run.push(next)
    const items = run.flatMap(readItems)
    const [level] = items.map((item) => item.level)
    const isSplit = run.length > 1 || items.some((item) => item.level !== level)
    if (!isSplit) continue
    first.before(...buildLists(items, root.ownerDocument))
    for (const list of run) list.remove()
  }
}

const isAdjacent = (list: Element): boolean => {
  const before = list.previousSibling
  return before === list.previousElementSibling || !/\S/.test(before?.textContent ?? '')
}

function readItems(list: HTMLElement): ListedItem[] {
  const kind = list.localName as 'ol' | 'ul'
  const start = Number(list.getAttribute('start') ?? 1) || 1
  return [...list.children].map((item, index) => ({
    level: readLevel(item),
    kind,
    numbers: kind === 'ol' ? [start + index] : [],
    content: [...item.childNodes],
  }))
}
