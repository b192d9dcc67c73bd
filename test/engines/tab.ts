/**
 * Actions of a journey on a page, the same for each engine. Playwright would use its own builds of Firefox
 * and WebKit. These tests control the released browsers through their own interfaces: Firefox by WebDriver
 * BiDi, WebKit by WebDriver.
 */

/** An element by its role and the beginning of its accessible name. */
export interface Target {
  role: 'button' | 'link' | 'field' | 'heading' | 'file' | 'text' | 'dialog'
  name: string
  /** CSS selector of the part to search. */
  within?: string
}

export interface Tab {
  /** @param address a path of the club */
  open(address: string): Promise<void>
  click(target: Target): Promise<void>
  /** Replaces the content of a field, key by key. A date is set at once. */
  fill(target: Target, text: string): Promise<void>
  press(key: 'Escape' | 'Enter' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight'): Promise<void>
  /** Chooses a file of this machine. */
  choose(target: Target, path: string): Promise<void>
  /** True when the element exists and is visible. */
  isVisible(target: Target): Promise<boolean>
  /** @param script the body of a function in the page. Its result is JSON */
  evaluate<T>(script: string): Promise<T>
  /** CSS px. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of the visible part. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface Engine {
  /** Opens a tab without cookies and other stored data. */
  newTab(baseUrl: string): Promise<Tab>
  close(): Promise<void>
}

/**
 * Runs in the page. @returns the first visible element that matches, else null. A file input is
 * invisible, so its label counts.
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
  // innerText applies the capitals of style sheets, and engines differ on spaces at the ends of visually hidden text.
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, '').toLowerCase()
  const wanted = tidy(target.name)
  const byIds = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  const nameOf = (element: Element): string => {
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
            (node) => node.nodeType === Node.TEXT_NODE && tidy(node.textContent).includes(wanted),
          )
        : nameOf(element).startsWith(wanted)),
  )
  return matches.find((element) => nameOf(element) === wanted) ?? matches[0] ?? null
}

/** Runs in the page: prepares a field for replacing its content. @returns true for a date field, which is set at once */
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

/** Runs in the page: scrolls an element to where no fixed element covers it. @returns its box */
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

/** Time limit for an element to appear. ms */
const WAIT_MAX_MS = 15_000

/** Polls until there is a result. @throws with the name of the missing element */
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
