/**
 * Cleans HTML from Word, Google Docs and web pages before the editor reads it. Keeps lists, headings and quotes as plain
 * elements. Removes decoration and the pictures of other sites.
 */
import { MEDIA_PATH } from '../../../shared/fields.ts'
import { isTextLink, RICH_TEXT_HEADINGS } from '../../../shared/richtext.ts'

export interface CleanedPaste {
  html: string
  picturesLeft: number
}

/** Cleans pasted HTML. @param html the HTML in the clipboard */
export function cleanPaste(html: string): CleanedPaste {
  // HTML that was copied from this editor needs no cleaning.
  if (html.includes('data-pm-slice')) return { html, picturesLeft: 0 }
  const { body } = parseWithoutStyles(html)
  dropComments(body)
  drop(
    body,
    'style, script, meta, link, title, xml, noscript, template, iframe, object, svg, br.Apple-interchange-newline',
  )
  convertWordParagraphs(body)
  // Google Docs wraps everything into a <b> that is not bold. Word puts empty <o:p> elements into empty paragraphs.
  unwrap(body, '[id^="docs-internal-guid"], o\\:p')
  for (const [from, to] of Object.entries(RICH_TEXT_HEADINGS)) rename(body, from, to)
  convertEmphasis(body)
  // Bold is removed from headings, because the site's styles set their weight.
  unwrap(body, ':is(h2, h3, h4) :is(b, strong)')
  nestLists(body)
  convertTables(body)
  cleanLinks(body)
  const picturesLeft = drop(body, `img:not([src^="${MEDIA_PATH}"])`)
  normalizeSpaces(body)
  dropEmpty(body)
  return { html: body.innerHTML, picturesLeft }
}

/**
 * True when the copied HTML has text. Programs also copy a picture of that text, and the editor then ignores the picture.
 */
export function hasWords(html: string): boolean {
  const { body } = parseWithoutStyles(html)
  drop(body, 'style, script')
  return /\S/.test(body.textContent)
}

/**
 * Parses HTML and renames its style attributes, because the CSP removes and reports each of them. The attributes are only
 * read, never applied.
 */
const parseWithoutStyles = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(/(<[a-z][^<>]*\s)style(\s*=)/gi, `$1${STYLE}$2`), 'text/html')

const STYLE = 'data-style'

const getStyle = (element: Element): string => element.getAttribute(STYLE) ?? ''

const all = (root: Element, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
]

function drop(root: Element, selector: string): number {
  const found = all(root, selector)
  for (const element of found) element.remove()
  return found.length
}

function unwrap(root: Element, selector: string): void {
  for (const element of all(root, selector)) element.replaceWith(...element.childNodes)
}

function rename(root: Element, from: string, to: string): void {
  for (const element of all(root, from)) {
    const renamed = root.ownerDocument.createElement(to)
    renamed.append(...element.childNodes)
    element.replaceWith(renamed)
  }
}

function textNodes(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

function dropComments(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  const found: ChildNode[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Comment)
  for (const comment of found) comment.remove()
}

/** Word's paragraph styles, with the element that replaces each. */
const WORD_STYLES: [RegExp, string][] = [
  [/^MsoTitle/, 'h2'],
  [/^MsoSubtitle/, 'h3'],
  [/^Mso(Intense)?Quote/, 'blockquote'],
]

function convertWordParagraphs(root: Element): void {
  for (const paragraph of all(root, 'p[class^="Mso"]')) {
    const tag = WORD_STYLES.find(([name]) => name.test(paragraph.className))?.[1]
    if (!tag) continue
    const renamed = root.ownerDocument.createElement(tag)
    renamed.append(...paragraph.childNodes)
    paragraph.replaceWith(renamed)
  }
  convertWordLists(root)
}

const LIST_LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i

/**
 * Converts lists from Word. Word writes a list as a run of paragraphs, each with its level in a style and its bullet in a
 * span.
 */
function convertWordLists(root: Element): void {
  const isListed = (node: Element | null): node is HTMLElement =>
    node !== null && node.localName === 'p' && LIST_LEVEL.test(getStyle(node))
  for (const first of all(root, `p[${STYLE}*="mso-list"]`)) {
    if (!first.isConnected || !isListed(first)) continue
    const run: HTMLElement[] = []
    for (let next: Element | null = first; isListed(next); next = next.nextElementSibling) run.push(next)
    first.before(listOf(run))
    for (const paragraph of run) paragraph.remove()
  }
}

function listOf(run: HTMLElement[]): HTMLElement {
  const [first] = run as [HTMLElement]
  const document = first.ownerDocument
  const open: { level: number; list: HTMLElement }[] = []
  for (const paragraph of run) {
    const level = Number(LIST_LEVEL.exec(getStyle(paragraph))?.[1] ?? 1)
    const marker = takeMarker(paragraph)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    if (open.length === 0 || (open.at(-1)?.level ?? 0) < level) {
      const list = document.createElement(/^(\d+|[a-z]{1,4})[.)]/i.test(marker) ? 'ol' : 'ul')
      const start = Number.parseInt(marker, 10)
      if (list.localName === 'ol' && start > 1) list.setAttribute('start', String(start))
      open.at(-1)?.list.lastElementChild?.append(list)
      open.push({ level, list })
    }
    const item = document.createElement('li')
    const words = document.createElement('p')
    words.append(...paragraph.childNodes)
    item.append(words)
    open.at(-1)?.list.append(item)
  }
  return (open[0] as { list: HTMLElement }).list
}

/** Removes the bullet or number of a list paragraph, and returns it. */
function takeMarker(paragraph: HTMLElement): string {
  const [marker] = all(paragraph, `span[${STYLE}*="mso-list"]`)
  const text = marker?.textContent.trim() ?? ''
  marker?.remove()
  return text
}

/** Styles by which programs express emphasis, and styles that revoke the emphasis of a tag. */
const EMPHASES = [
  {
    said: /font-weight:\s*(bold|[6-9]00)/,
    unsaid: /font-weight:\s*(normal|[1-5]00)/,
    tags: 'b, strong',
    tag: 'strong',
  },
  { said: /font-style:\s*(italic|oblique)/, unsaid: /font-style:\s*normal/, tags: 'i, em', tag: 'em' },
  { said: /text-decoration[^;]*line-through/, unsaid: null, tags: 's, strike, del', tag: 's' },
  { said: /text-decoration[^;]*underline/, unsaid: null, tags: 'u', tag: 'u' },
]

function convertEmphasis(root: Element): void {
  for (const element of all(root, `[${STYLE}]`)) {
    // Styles with the prefix `mso-` are ignored, because Word uses them to repeat its styles for other alphabets.
    const style = getStyle(element).replace(/mso-[\w-]+:[^;]*/gi, '')
    element.removeAttribute(STYLE)
    for (const { said, unsaid, tags, tag } of EMPHASES) {
      if (element.matches(tags)) {
        if (unsaid?.test(style)) element.replaceWith(...element.childNodes)
      } else if (said.test(style) && !element.matches(`${BLOCKS}, ${tags} *`)) {
        const wrapping = root.ownerDocument.createElement(tag)
        wrapping.append(...element.childNodes)
        element.append(wrapping)
      }
    }
  }
}

/** Moves nested lists into their item, because Google Docs puts a nested list after the item. */
function nestLists(root: Element): void {
  for (const list of all(root, ':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.localName === 'li') before.append(list)
  }
}

/** Turns each table row into a paragraph, because rich texts have no tables. */
function convertTables(root: Element): void {
  const document = root.ownerDocument
  for (const table of all(root, 'table')) {
    const lines = all(table, 'tr').map((row) => {
      const line = document.createElement('p')
      const cells = [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())
      line.textContent = cells.filter((cell) => cell !== '').join(' · ')
      return line
    })
    table.replaceWith(...lines)
  }
}

/** Replaces redirects of search engines by their targets, and removes underlines, because the site underlines all links. */
function cleanLinks(root: Element): void {
  for (const link of all(root, 'a')) {
    const href = resolveRedirect(link.getAttribute('href') ?? '')
    if (!isTextLink(href)) {
      link.replaceWith(...link.childNodes)
      continue
    }
    for (const { name } of [...link.attributes]) link.removeAttribute(name)
    link.setAttribute('href', href)
    unwrap(link, 'u')
    const parent = link.parentElement
    if (parent?.localName === 'u' && parent.childNodes.length === 1) parent.replaceWith(link)
  }
}

function resolveRedirect(href: string): string {
  const url = URL.parse(href)
  const isRedirect =
    url !== null && /^(www\.)?google\.\w+(\.\w+)?$/.test(url.hostname) && url.pathname === '/url'
  return (isRedirect && (url.searchParams.get('q') ?? url.searchParams.get('url'))) || href
}

/**
 * Replaces line breaks and non-breaking spaces by spaces. Word breaks lines inside sentences. Word and Google Docs use
 * non-breaking spaces as padding.
 */
function normalizeSpaces(root: Element): void {
  for (const text of textNodes(root)) text.data = text.data.replace(/[\s\u00a0]+/g, ' ')
}

const BLOCKS = 'p, div, h2, h3, h4, li, ul, ol, blockquote'

function dropEmpty(root: Element): void {
  // Line breaks between paragraphs are removed, because the site's styles set the distance.
  for (const line of all(root, 'br')) {
    const isBetween = line.parentElement?.matches('body, div, ul, ol') && !hasTextBeside(line)
    if (isBetween) line.remove()
  }
  // Checks inner blocks first, because a block that contains only empty blocks is empty as well.
  for (const block of all(root, BLOCKS).toReversed()) {
    if (block.textContent.trim() === '' && !block.querySelector('img, hr')) block.remove()
  }
}

const hasTextBeside = (line: Element): boolean =>
  [line.previousSibling, line.nextSibling].some(
    (node) =>
      node !== null &&
      (node.nodeType === Node.TEXT_NODE
        ? /\S/.test(node.textContent ?? '')
        : !(node as Element).matches?.(`${BLOCKS}, br`)),
  )
