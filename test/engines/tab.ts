/**
 * Actions of a journey on a page, the same for each engine. Playwright has its own builds of Firefox and WebKit. These
 * tests control the released browsers through their own interfaces instead: Firefox by WebDriver BiDi, WebKit by WebDriver.
 */

/** An element by its role and the beginning of its accessible name. */
export interface Target {
  role: 'button' | 'link' | 'field' | 'heading' | 'file' | 'text' | 'dialog'
  name: string
  /** CSS selector of the part of the page to search. */
  within?: string
}

export interface Tab {
  /** Opens a page. @param address a path of the club */
  open(address: string): Promise<void>
  click(target: Target): Promise<void>
  /** Replaces the content of a field, key by key. A date field is set in one step. */
  fill(target: Target, text: string): Promise<void>
  press(key: 'Escape' | 'Enter' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight'): Promise<void>
  /**
   * Drags from a position of the window to the left: by touch in Firefox, by mouse in WebKit, whose driver has no touch.
   * @param distance CSS px
   */
  swipe(from: { x: number; y: number }, distance: number): Promise<void>
  /** Chooses a file of this machine in a file input. */
  choose(target: Target, path: string): Promise<void>
  /** True when the element exists and is visible. */
  isVisible(target: Target): Promise<boolean>
  /** Runs a script in the page. @param script the body of a function. Its result must be JSON */
  evaluate<T>(script: string): Promise<T>
  /** Resizes the visible area. CSS px */
  resize(width: number, height: number): Promise<void>
  /** Returns the visible area as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface Engine {
  /** Opens a tab without cookies and other stored data. */
  newTab(baseUrl: string): Promise<Tab>
  close(): Promise<void>
}

/**
 * Finds the first visible element that matches, and prefers an exact name. Runs in the page. For an invisible file input
 * any match counts.
 * @returns null when no element matches
 */
export function findElement(target: { role: string; name: string; within?: string }): Element | null {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input:not([type=file]), textarea, select, [contenteditable=true]',
    heading: 'h1, h2, h3',
    file: 'input[type=file]',
    text: '*',
    dialog: '[role=alertdialog], [role=dialog], dialog[open]',
  }
  // The comparison ignores case and spaces: innerText applies `text-transform`, and engines differ on spaces around
  // visually hidden text.
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, '').toLowerCase()
  const targetName = tidy(target.name)
  const byIds = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  const readAccessibleName = (element: Element): string => {
    const labels = Array.from((element as HTMLInputElement).labels ?? [], (label) => label.textContent)
    return (
      tidy(element.getAttribute('aria-label')) ||
      tidy(byIds(element.getAttribute('aria-labelledby'))) ||
      tidy(labels.join(' ')) ||
      tidy((element as HTMLElement).innerText)
    )
  }
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const scope = target.within ? document.querySelector(target.within) : document
  const matches = Array.from(scope?.querySelectorAll(selectors[target.role] ?? '*') ?? []).filter(
    (element) =>
      (target.role === 'file' || isSeen(element)) &&
      (target.role === 'text'
        ? Array.from(element.childNodes).some(
            (node) => node.nodeType === Node.TEXT_NODE && tidy(node.textContent).includes(targetName),
          )
        : readAccessibleName(element).startsWith(targetName)),
  )
  return matches.find((element) => readAccessibleName(element) === targetName) ?? matches[0] ?? null
}

/**
 * Prepares a field for a replacement of its content. Runs in the page.
 * @returns true for a date field, which is set in one step
 */
export function prepareField(element: Element, text: string): boolean {
  const field = element as HTMLInputElement
  field.focus()
  if (field.type !== 'date' && field.type !== 'time') {
    if (field.isContentEditable) getSelection()?.selectAllChildren(field)
    else field.select()
    return false
  }
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Scrolls an element to the centre, where no fixed element covers it. Runs in the page. @returns its box */
export function scrollToCentre(element: Element): string {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join(' ')
}

/** Waits until the element stops moving, because a click goes to a position. */
export async function waitUntilStill(box: () => Promise<string>, what: string): Promise<void> {
  let before = ''
  await waitFor(async () => {
    const now = await box()
    if (now === before) return true
    before = now
  }, `${what}, where it stays,`)
}

/** Time limit for an element to appear, as in playwright.config.ts. ms */
const WAIT_MAX_MS = 45_000

/** Polls until there is a result. @throws an error that names the missing element */
export async function waitFor<T>(ask: () => Promise<T | null | undefined | false>, what: string): Promise<T> {
  const until = Date.now() + WAIT_MAX_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > until) throw new Error(`${what} is missing`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const describeTarget = ({ role, name }: Target): string => `${role} “${name}”`
