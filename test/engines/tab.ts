/**
 * What a journey does with a page, the same in each engine. Playwright drives browsers of its own making; the ones that
 * people have are driven by what they offer themselves: Firefox by WebDriver BiDi, WebKit by WebDriver.
 */

/** An element as a person names it: by its role and the name that it has for everybody, or the beginning of it. */
export interface Target {
  role: 'button' | 'link' | 'field' | 'heading' | 'file' | 'text' | 'dialog'
  name: string
  /** CSS: where to look. */
  within?: string
}

export interface Tab {
  /** @param address a path of the club */
  open(address: string): Promise<void>
  click(target: Target): Promise<void>
  /** Replaces what a field holds, key by key; a date is set. */
  fill(target: Target, text: string): Promise<void>
  press(key: 'Escape' | 'Enter' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight'): Promise<void>
  /** Chooses a file of this machine. */
  choose(target: Target, path: string): Promise<void>
  /** Whether there is such an element, and one can see it. */
  sees(target: Target): Promise<boolean>
  /** @param script the body of a function in the page; what it returns is JSON */
  evaluate<T>(script: string): Promise<T>
  /** CSS px. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of what is seen. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface Engine {
  /** A tab without cookies or anything else from before. */
  newTab(baseUrl: string): Promise<Tab>
  close(): Promise<void>
}

/**
 * Runs in the page. @returns the first such element that can be seen, else null. A file is chosen by a field that is not
 * shown; its label is.
 */
export function find(target: { role: string; name: string; within?: string }): Element | null {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input:not([type=file]), textarea, select, [contenteditable=true]',
    heading: 'h1, h2, h3',
    file: 'input[type=file]',
    text: '*',
    dialog: '[role=alertdialog], [role=dialog], dialog[open]',
  }
  // innerText has the capitals of style sheets, and engines differ on spaces at the ends of what is visually hidden.
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
  const named = Array.from(scope?.querySelectorAll(selectors[target.role] ?? '*') ?? []).filter(
    (element) =>
      (target.role === 'file' || isSeen(element)) &&
      (target.role === 'text'
        ? Array.from(element.childNodes).some(
            (node) => node.nodeType === Node.TEXT_NODE && tidy(node.textContent).includes(wanted),
          )
        : nameOf(element).startsWith(wanted)),
  )
  return named.find((element) => nameOf(element) === wanted) ?? named[0] ?? null
}

/** Runs in the page: makes ready to type over what a field holds. @returns whether it is a date, which is set at once */
export function readyToType(element: Element, text: string): boolean {
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

/** Runs in the page: brings an element where nothing that is fixed covers it. @returns its box */
export function centred(element: Element): string {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join(' ')
}

/** A click goes to a place: it waits for what is about to move, as a person does. */
export async function settle(box: () => Promise<string>, what: string): Promise<void> {
  let before = ''
  await eventually(async () => {
    const now = await box()
    if (now === before) return true
    before = now
  }, `${what}, where it stays,`)
}

/** How long an element may take to be there. ms */
const PATIENCE_MS = 15_000

/** Asks until there is an answer. @throws naming what was looked for */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false>,
  what: string,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > until) throw new Error(`${what} is not there`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const named = ({ role, name }: Target): string => `${role} “${name}”`
