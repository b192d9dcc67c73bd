/** Shows the HTML of a page in a frame that runs no scripts. An update changes only the nodes that differ. */

/** Elements that run code, load files, or are shown without scripts. */
const REMOVED_ELEMENTS = 'script, noscript, link, meta, iframe'

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/g

/** Elements that could send requests, and the menu, whose links lead nowhere. They become inert. */
const CONTROLS = 'button, form, nav summary'

/**
 * @param html a whole document, with its styles in style elements
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
  applyStyles(shown, [...html.matchAll(STYLE)].map(([, styles]) => styles).join(''))
  // Style elements are removed before parsing, because the CSP reports them even in a document without a window.
  const page = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html')
  for (const element of page.querySelectorAll(REMOVED_ELEMENTS)) element.remove()
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
  for (const control of page.querySelectorAll(CONTROLS)) control.toggleAttribute('inert', true)
  for (const image of page.querySelectorAll('img')) {
    const picture = pictures.get(image.getAttribute('src') ?? '')
    if (picture !== undefined) image.src = picture
  }
  // Without scripts nothing else says that the fonts are there.
  page.documentElement.dataset.type = 'here'
  const { motion } = document.documentElement.dataset
  if (motion !== undefined) page.documentElement.dataset.motion = motion
  updateAttributes(shown.documentElement, page.documentElement)
  const isFirst = shown.body.childNodes.length === 0
  const changed = updateElement(shown.body, page.body)
  if (changed && !isFirst) scrollToNode(changed)
  return page.title
}

const appliedStyles = new WeakMap<Document, string>()

/** Uses a constructed style sheet, because the CSP of the back office forbids style elements. */
function applyStyles(shown: Document, styles: string): void {
  const { defaultView } = shown
  if (!defaultView || appliedStyles.get(shown) === styles) return
  const sheet = new defaultView.CSSStyleSheet()
  // The frame runs no scripts, but shows the page as browsers with scripts do. So the media queries about scripts are replaced.
  sheet.replaceSync(
    styles
      .replace(/\(scripting:\s*enabled\)/g, '(min-width: 0)')
      .replace(/\(scripting:\s*none\)/g, '(max-width: 0)'),
  )
  shown.adoptedStyleSheets = [sheet]
  appliedStyles.set(shown, styles)
}

/** Makes `current` equal to `wanted`. Keeps equal nodes, so that pictures do not flicker. @returns the first changed node */
function updateElement(current: Element, wanted: Element): Node | null {
  updateAttributes(current, wanted)
  let first: Node | null = null
  const nodes = [...wanted.childNodes]
  for (const [index, node] of nodes.entries()) {
    const old = current.childNodes[index]
    if (old?.isEqualNode(node)) continue
    if (isElement(old) && isElement(node) && old.nodeName === node.nodeName) {
      const differing = updateElement(old, node) ?? old
      first ??= differing
      continue
    }
    if (old) old.replaceWith(node)
    else current.append(node)
    first ??= node
  }
  while (current.childNodes.length > nodes.length) current.lastChild?.remove()
  return first
}

/** Compares `nodeType`, because `instanceof` fails for nodes of another window. */
const isElement = (node: Node | undefined): node is Element => node?.nodeType === Node.ELEMENT_NODE

function updateAttributes(here: Element, wanted: Element): void {
  for (const name of here.getAttributeNames()) if (!wanted.hasAttribute(name)) here.removeAttribute(name)
  for (const { name, value } of wanted.attributes)
    if (here.getAttribute(name) !== value) here.setAttribute(name, value)
}

/** Scrolls the frame to a node that is out of view. `scrollIntoView` would also scroll the back office around the frame. */
function scrollToNode(node: Node): void {
  const element = isElement(node) ? node : node.parentElement
  if (!element || scrollTo(element)) return
  // With `content-visibility`, distant elements have no size. So this scrolls to an ancestor with a size first.
  let around = element.parentElement
  while (around && !scrollTo(around)) around = around.parentElement
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(element)))
}

/** @returns false, without scrolling, when the element has no size */
function scrollTo(element: Element): boolean {
  const view = element.ownerDocument.defaultView
  const { top, bottom, height } = element.getBoundingClientRect()
  if (!view || height === 0) return false
  const isSeen = bottom > 0 && top < view.innerHeight
  if (!isSeen) view.scrollBy({ top: top - (view.innerHeight - Math.min(height, view.innerHeight)) / 2 })
  return true
}
