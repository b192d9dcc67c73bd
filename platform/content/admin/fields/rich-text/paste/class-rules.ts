/** Applies the emphasis that a copied page sets by classes: `span.s1 {font-weight: bold}` of Cocoa, `.xl65` of Excel. */
import { all, getStyle, STYLE } from './dom.ts'

/** Longest style sheet that is read. The sheets of office programs are shorter or begin with fonts. UTF-16 code units */
const SHEET_MAX = 20_000
const RULES_MAX = 200

const SELECTOR = /^(?:[a-z][a-z\d]*)?\.[a-z_][\w-]*$/i
const EMPHASIS = /^(?:font-(?:weight|style)|text-decoration(?:-line)?)(?=:)/i

/** Adds the emphasis of a rule to an element. A style of the element itself is stronger. */
function addEmphasis(element: Element, declarations: string[]): void {
  const own = getStyle(element)
  const added = declarations.filter((declaration) => !own.includes(`${EMPHASIS.exec(declaration)?.[0]}:`))
  element.setAttribute(STYLE, [own, ...added].join(';'))
}

/** Reads only rules for one class, because other rules are not for emphasis. */
export function applyClassRules(page: Document): void {
  const sheet = Array.from(page.querySelectorAll('style'), (style) => style.textContent).join('}')
  for (const rule of sheet.slice(0, SHEET_MAX).split('}', RULES_MAX)) {
    const [selectors = '', body = ''] = rule.split('{')
    // Underlines are left out: they are mostly of links.
    const declarations = body
      .split(';')
      .map((declaration) => declaration.replace(/\s+/g, ''))
      .filter((declaration) => EMPHASIS.test(declaration) && !declaration.includes('underline'))
    if (declarations.length === 0) continue
    for (const selector of (selectors.split(/\*\/|<!--/).at(-1) ?? '').split(','))
      if (SELECTOR.test(selector.trim()))
        for (const element of all(page.body, selector)) addEmphasis(element, declarations)
  }
}
