/**
 * Cleans HTML from Word, Google Docs and web pages before the editor reads it. Keeps lists, headings and quotes as plain
 * elements. Removes decoration and the pictures of other sites.
 */

import { stripInvisible } from '../../../../../shared/text/clean.ts'
import { isWebAddress } from '../../../../../shared/web-address.ts'
import { isTextLink, RICH_TEXT_HEADINGS } from '../../../../shared/richtext.ts'
import { applyClassRules } from './class-rules.ts'
import {
  all,
  comments,
  drop,
  getStyle,
  hasContent,
  parseWithoutStyles,
  rename,
  STYLE,
  textNodes,
  unwrap,
} from './dom.ts'
import { repairLists } from './lists.ts'
import { removeForeignPictures } from './lost-pictures.ts'
import { convertWordLists } from './word-lists.ts'

export interface CleanedPaste {
  html: string
  picturesLeft: number
}

/** Cleans pasted HTML. @param html the HTML in the clipboard */
export function cleanPaste(html: string): CleanedPaste {
  const page = parseWithoutStyles(html)
  const { body } = page
  applyClassRules(page)
  drop(
    body,
    'noscript, template, script, style, xml, .mw-editsection, button:not(:is(h1, h2, h3, h4, h5, h6) *)',
  )
  const picturesLeft = removeForeignPictures(body)
  // HTML that was copied from an editor of this kind needs no other cleaning.
  if (body.querySelector('[data-pm-slice]'))
    return { html: picturesLeft ? body.innerHTML : html, picturesLeft }
  for (const comment of comments(body)) comment.remove()
  drop(body, 'meta, link, title, iframe, object, br.Apple-interchange-newline')
  body.normalize()
  // Office programs write the language of the keyboard on most words, so it says nothing about a phrase.
  for (const element of all(body, '[lang]')) element.removeAttribute('lang')
  dropRemarks(body, isFromOffice(html))
  convertInlineBlocks(body)
  convertWordParagraphs(body)
  // Google Docs wraps everything into a <b> that is not bold. Word puts empty <o:p> elements into empty paragraphs.
  unwrap(body, '[id^="docs-internal-guid"], o\\:p, .ListContainerWrapper')
  convertHeadings(body)
  keepLineBreaks(body)
  convertEmphasis(body)
  // Bold is removed from headings, because the site's styles set their weight.
  unwrap(body, ':is(h2, h3, h4) :is(b, strong)')
  repairLists(body)
  convertTables(body)
  cleanLinks(body)
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

/** True for HTML from office programs, which copy a picture of the text beside it. */
export const isFromOffice = (html: string): boolean =>
  /schemas-microsoft-com:office|LibreOffice|OpenOffice/i.test(html.slice(0, 5000))

/** Removes text that authors wrote for each other: comments, and the words that a tracked change deletes. */
function dropRemarks(root: Element, isOffice: boolean): void {
  if (isOffice || root.querySelector('[class^="Mso"]')) drop(root, 'del')
  drop(root, `.MsoCommentReference, .msocomanchor, hr.msocomoff, [${STYLE}*="mso-element:comment-list"]`)
  // Google Docs writes a comment below the text, with a link back to its place.
  drop(root, 'a[id^="cmnt_ref"]')
  for (const back of all(root, 'a[id^="cmnt"][href*="#cmnt_ref"]')) {
    const blocks = [back.closest('div'), back.closest('p'), back]
    blocks.find((block) => block?.textContent.trimStart().startsWith(back.textContent || '['))?.remove()
  }
}

/** Replaces blocks that the copied page showed inside a line. */
function convertInlineBlocks(root: Element): void {
  for (const block of all(root, `:is(div, p)[${STYLE}*="display"]`))
    if (/(?:^|;)\s*display:\s*inline\s*(?:!|;|$)/i.test(getStyle(block)))
      rename(block, 'span').setAttribute(STYLE, getStyle(block))
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
    if (tag) rename(paragraph, tag)
  }
  convertWordLists(root)
}

function convertHeadings(root: Element): void {
  for (const [from, to] of Object.entries(RICH_TEXT_HEADINGS))
    for (const heading of all(root, from)) rename(heading, to)
  // Word for the web writes headings as paragraphs with a role.
  for (const heading of all(root, ':is(p, div)[role="heading"]')) {
    const level = Number(heading.getAttribute('aria-level')) || 2
    rename(heading, `h${Math.min(Math.max(level, 2), 4)}`)
  }
}

/** Writes line breaks as elements where the copied page showed them. */
function keepLineBreaks(root: Element): void {
  for (const text of textNodes(root)) {
    if (!text.data.includes('\n') || !/\S/.test(text.data) || !text.parentElement?.closest(PREFORMATTED))
      continue
    const lines = text.data.replace(/^\n|\s+$/g, '').split(/\r?\n/)
    text.replaceWith(
      ...lines.flatMap((line, at) => (at === 0 ? [line] : [root.ownerDocument.createElement('br'), line])),
    )
  }
  // The editor would keep the spaces at the beginning of each line.
  for (const block of all(root, 'pre')) rename(block, 'div')
}

const PREFORMATTED = `pre, [${STYLE}*="white-space:pre"], [${STYLE}*="white-space: pre"], [${STYLE}*="white-space-collapse: preserve"]`

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

/**
 * Turns each table row into a paragraph, because rich texts have no tables. A table with one column only sets the layout, so
 * its content stays.
 */
function convertTables(root: Element): void {
  // Inner tables first.
  for (const table of all(root, 'table').toReversed()) {
    const rows = all(table, 'tr').map((row) => [...row.children])
    const isLayout = rows.every((cells) => cells.length <= 1)
    table.before(...all(table, 'caption').map((caption) => rename(caption, 'p')))
    table.replaceWith(...(isLayout ? rows.flat().map((cell) => rename(cell, 'div')) : rows.map(writeRow)))
  }
}

function writeRow(cells: Element[]): HTMLElement {
  const line = document.createElement('p')
  for (const cell of cells.filter(hasContent)) {
    for (const block of all(cell, `${BLOCKS}, br, hr`)) {
      block.after(' ')
      block.replaceWith(...block.childNodes)
    }
    line.append(...(line.hasChildNodes() ? [' · '] : []), ...cell.childNodes)
  }
  return line
}

/** Replaces redirects by their targets, and removes underlines, because the site underlines all links. */
function cleanLinks(root: Element): void {
  for (const link of all(root, 'a')) {
    const href = resolveRedirect(link)
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

/** Addresses by which search engines, mail programs and social networks lead to other sites: hosts with their paths. */
const REDIRECT =
  /^(?:(?:www\.)?google\.\w+(?:\.\w+)?\/url|[\w-]+\.safelinks\.protection\.outlook\.com\/|l\.instagram\.com\/|lm?\.facebook\.com\/l\.php|(?:www\.|m\.)?youtube\.com\/redirect)$/

function resolveRedirect(link: Element): string {
  const href = link.getAttribute('href') ?? ''
  const url = URL.parse(href)
  if (!url || !REDIRECT.test(url.hostname + url.pathname)) return href
  const targets = ['q', 'url', 'u'].map((name) => url.searchParams.get(name))
  const target = [link.getAttribute('originalsrc'), ...targets].find((found) => found && isWebAddress(found))
  // Facebook and Instagram add this parameter to the target.
  return target?.replace(/[?&]fbclid=[^&#]*(?=#|$)|(?<=[?&])fbclid=[^&#]*&/, '') ?? href
}

/**
 * Replaces line breaks and non-breaking spaces by spaces. Word breaks lines inside sentences. Word and Google Docs use
 * non-breaking spaces as padding. Removes invisible characters.
 */
function normalizeSpaces(root: Element): void {
  for (const text of textNodes(root)) text.data = stripInvisible(text.data).replace(/[\s\u00a0]+/g, ' ')
}

const BLOCKS = 'p, div, h2, h3, h4, li, ul, ol, blockquote'

const isBlock = (node: Node): boolean =>
  node instanceof Element &&
  (node.matches(`${BLOCKS}, img, hr, figure`) || node.querySelector(BLOCKS) !== null)

/**
 * Wraps text beside blocks in paragraphs. An empty block between two lines then separates them after its removal. The editor
 * would drop spaces beside a block that is inside a `span`.
 */
function wrapBareText(root: Element): void {
  const containers = `:is(div, :not(p, h2, h3, h4, ul, ol, li, blockquote, figure):has(${BLOCKS}))`
  for (const container of [root, ...all(root, containers)]) {
    const children = [...container.childNodes]
    if (!children.some(isBlock)) continue
    let paragraph: HTMLElement | null = null
    for (const child of children) {
      if (isBlock(child)) paragraph = null
      else if (paragraph) paragraph.append(child)
      else {
        paragraph = root.ownerDocument.createElement('p')
        child.before(paragraph)
        paragraph.append(child)
      }
    }
  }
}

const isLineBreak = (node: Node): boolean => node instanceof Element && node.localName === 'br'

/** Removes the line breaks at the end of a block. They show no line. */
function dropLastBreaks(block: Element): void {
  for (let last = block.lastChild; last && (isLineBreak(last) || !hasContent(last)); last = block.lastChild)
    last.remove()
}

/** Removes the spaces at the beginning of a block. The editor keeps them in a block that it does not know. */
function trimStart(block: Element): void {
  for (const text of textNodes(block)) {
    text.data = text.data.trimStart()
    if (text.data !== '') return
  }
}

/** Removes what only set a distance, because the site's styles set it: line breaks and blocks without text. */
function dropEmpty(root: Element): void {
  wrapBareText(root)
  // Checks inner blocks first, because a block that contains only empty blocks is empty as well.
  for (const block of all(root, BLOCKS).toReversed()) {
    if (!hasContent(block)) block.remove()
    else {
      trimStart(block)
      dropLastBreaks(block)
    }
  }
}
