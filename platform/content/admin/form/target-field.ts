/** Moves the focus to the field that the address of a form names. */
import { parseFieldTarget } from '../../shared/field-links.ts'

/** Time in which the field must appear, because some editors are loaded on demand. ms */
const APPEARS_MS = 5_000
/** Longer targets are ignored. Characters */
const TARGET_MAX = 200

const CONTROL =
  'input:not([type=hidden], [hidden]), textarea, select, [contenteditable=true], button:not(.rows-handle)'

/**
 * Opens and focuses a field. Tries again after each change of the form, until the field is there, the user does something,
 * the time is over, or `unmounted` is aborted.
 * @param target see `parseFieldTarget`
 */
export function focusField(form: HTMLElement, target: string, unmounted: AbortSignal): void {
  if (target.length > TARGET_MAX) return
  const path = parseFieldTarget(target)
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, unmounted, AbortSignal.timeout(APPEARS_MS)])
  const attempt = () => {
    const control = signal.aborted ? null : findControl(form, path)
    if (!control) return
    done.abort()
    control.focus({ preventScroll: true })
    const block = control.isContentEditable ? control.children[Number(path[1])] : undefined
    // The editor takes over the selection of the browser.
    if (block) getSelection()?.collapse(block, block.childNodes.length)
    ;(block ?? control).scrollIntoView({ block: 'center' })
  }
  const observer = new MutationObserver(attempt)
  signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => done.abort(), { signal, capture: true })
  observer.observe(form, { childList: true, subtree: true })
  attempt()
}

/** Opens the groups and the row that contain a field. @returns null while its control is not rendered */
function findControl(form: HTMLElement, [name = '', row, column = '']: string[]): HTMLElement | null {
  const field = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  if (!field) return null
  openGroups(field, form)
  if (row === undefined) return findVisibleControl(field)
  const item = field.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
  // The row may have been removed since the page with the link was rendered.
  if (!item) return findVisibleControl(field)
  const opener = item.querySelector<HTMLElement>('.rows-name[aria-expanded=false]')
  if (opener) {
    opener.click()
    return null
  }
  const cell = item.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`)
  if (cell) openGroups(cell, form)
  // The name of a row that can refer to an item has a search field, which is the first one.
  return findVisibleControl(cell ?? item.querySelector<HTMLElement>('.rows-columns') ?? item)
}

function openGroups(element: HTMLElement, form: HTMLElement): void {
  for (let each: Element | null = element; each && each !== form; each = each.parentElement)
    if (each instanceof HTMLDetailsElement && !each.open) each.open = true
}

/** Returns the first visible control, if possible not a button. null while a rich text editor is being loaded. */
function findVisibleControl(field: HTMLElement): HTMLElement | null {
  const controls = [...field.querySelectorAll<HTMLElement>(CONTROL)].filter((each) => each.checkVisibility())
  if (field.querySelector('.rich-waiting')) return null
  return controls.find((each) => !(each instanceof HTMLButtonElement)) ?? controls[0] ?? null
}
