/** Writes a page into a frame without scripts. Later versions of the page change only the nodes that differ. */

/** Elements that run code, load files, or replace scripts. */
const NOT_SHOWN = 'script, noscript, link, meta, iframe'

const STYLE = /<style>([\s\S]*?)<\/style>/g

/** Elements that send something. */
const CONTROLS = 'button, form'

/**
 * @param html the whole page, with its styles in style elements
 * @param pictures addresses of new pictures, by their placeholders
 * @returns the title of the page
 */
export function renderInFrame(
  frame: HTMLIFrameElement,
  html: string,
  pictures: ReadonlyMap<string, string>,
): string {
  const shown = frame.contentDocument
  if (!shown) return ''
  dress(shown, [...html.matchAll(STYLE)].map(([, styles]) => styles).join(''))
  // The policy reports style elements even in a document that is not shown.
  const page = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html')
  for (const element of page.querySelectorAll(NOT_SHOWN)) element.remove()
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
  for (const control of page.querySelectorAll(CONTROLS)) control.toggleAttribute('inert', true)
  for (const image of page.querySelectorAll('img')) {
    const meant = pictures.get(image.getAttribute('src') ?? '')
    if (meant !== undefined) image.src = meant
  }
  // Menus are closed, as after the page's own script.
  page.documentElement.toggleAttribute('data-enhanced', true)
  const { motion } = document.documentElement.dataset
  if (motion !== undefined) page.documentElement.dataset.motion = motion
  matchAttributes(shown.documentElement, page.documentElement)
  const isFirst = shown.body.childNodes.length === 0
  const changed = match(shown.body, page.body)
  if (changed && !isFirst) reveal(changed)
  return page.title
}

const dressed = new WeakMap<Document, string>()

/** The policy of the back office allows style sheets made by scripts, and no style elements. */
function dress(shown: Document, styles: string): void {
  const { defaultView } = shown
  if (!defaultView || dressed.get(shown) === styles) return
  const sheet = new defaultView.CSSStyleSheet()
  // Visitors' browsers run scripts.
  sheet.replaceSync(
    styles
      .replace(/\(scripting:\s*enabled\)/g, '(min-width: 0)')
      .replace(/\(scripting:\s*none\)/g, '(max-width: 0)'),
  )
  shown.adoptedStyleSheets = [sheet]
  dressed.set(shown, styles)
}

/** Makes an element equal to another one. Equal nodes stay, so that pictures do not flicker. @returns the first node that differed */
function match(here: Element, wanted: Element): Node | null {
  matchAttributes(here, wanted)
  let first: Node | null = null
  const nodes = [...wanted.childNodes]
  for (const [index, node] of nodes.entries()) {
    const old = here.childNodes[index]
    if (old?.isEqualNode(node)) continue
    if (isElement(old) && isElement(node) && old.nodeName === node.nodeName) {
      const differing = match(old, node) ?? old
      first ??= differing
      continue
    }
    if (old) old.replaceWith(node)
    else here.append(node)
    first ??= node
  }
  while (here.childNodes.length > nodes.length) here.lastChild?.remove()
  return first
}

/** `instanceof` fails here, because each window has its own classes. */
const isElement = (node: Node | undefined): node is Element => node?.nodeType === Node.ELEMENT_NODE

function matchAttributes(here: Element, wanted: Element): void {
  for (const name of here.getAttributeNames()) if (!wanted.hasAttribute(name)) here.removeAttribute(name)
  for (const { name, value } of wanted.attributes)
    if (here.getAttribute(name) !== value) here.setAttribute(name, value)
}

/** Scrolls the frame, and nothing around it, to a node out of sight. */
function reveal(node: Node): void {
  const element = isElement(node) ? node : node.parentElement
  if (!element || scrollTo(element)) return
  // With `content-visibility` distant elements have no size: scroll to an ancestor first.
  let around = element.parentElement
  while (around && !scrollTo(around)) around = around.parentElement
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(element)))
}

/** @returns true when the element has a size */
function scrollTo(element: Element): boolean {
  const view = element.ownerDocument.defaultView
  const { top, bottom, height } = element.getBoundingClientRect()
  if (!view || height === 0) return false
  const isSeen = bottom > 0 && top < view.innerHeight
  if (!isSeen) view.scrollBy({ top: top - (view.innerHeight - Math.min(height, view.innerHeight)) / 2 })
  return true
}
