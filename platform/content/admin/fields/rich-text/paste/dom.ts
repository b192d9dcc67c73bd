/** Reads and changes the elements of pasted HTML. */

/** The attribute in which parsed HTML keeps its styles. */
export const STYLE = 'data-style'

/**
 * Parses HTML and renames its style attributes, because the CSP removes and reports each of them. The attributes are only
 * read, never applied.
 */
export const parseWithoutStyles = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(/(<[a-z][^<>]*\s)style(\s*=)/gi, `$1${STYLE}$2`), 'text/html')

/** Longest style that is read. The styles of office programs are shorter. UTF-16 code units */
const STYLE_MAX = 4000

export const getStyle = (element: Element): string => (element.getAttribute(STYLE) ?? '').slice(0, STYLE_MAX)

export const all = (root: Element, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
]

/** Removes elements with their content. @returns their number */
export function drop(root: Element, selector: string): number {
  const found = all(root, selector)
  for (const element of found) element.remove()
  return found.length
}

export function unwrap(root: Element, selector: string): void {
  for (const element of all(root, selector)) element.replaceWith(...element.childNodes)
}

/** Replaces an element by another one with the same content. */
export function rename(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

function collect<Found extends Node>(root: Element, kind: number): Found[] {
  const walker = root.ownerDocument.createTreeWalker(root, kind)
  const found: Found[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Found)
  return found
}

export const textNodes = (root: Element): Text[] => collect(root, NodeFilter.SHOW_TEXT)
export const comments = (root: Element): Comment[] => collect(root, NodeFilter.SHOW_COMMENT)

/** True for content that a reader sees. Format characters, such as the zero-width space, are invisible. */
const hasVisibleText = (node: Node): boolean => /[^\s\p{Cf}]/u.test(node.textContent ?? '')

/** True for text and elements with words, pictures or rules. */
export const hasContent = (node: Node): boolean =>
  hasVisibleText(node) ||
  (node instanceof Element && (node.matches(SOLID) || node.querySelector(SOLID) !== null))

const SOLID = 'img, hr'
