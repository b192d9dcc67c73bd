/**
 * Shows short notices in a corner, which screen readers announce. The script does not use React, because public pages have
 * no React in the browser.
 */
import { NOTICE_MS } from '../shared/limits.ts'
import { chooseLanguage } from './choose-language.ts'
import { moveFocus } from './focus.ts'

/** All titles of notices. There are few, so that users recognise them. */
export type NoticeTitle =
  | 'Oops...'
  | 'Enviado'
  | 'Sent'
  | 'Creado'
  | 'Actualizado'
  | 'Borrado'
  | 'Iniciando'
  | 'Agregado'

export interface Notice {
  title: NoticeTitle
  text?: string
  /** Names of the fields that the text is about, for screen readers only. */
  fields?: string
  /** How long the notice is shown. Default: NOTICE_MS. Nights and the contact form pass LONG_NOTICE_MS. ms */
  ms?: number
  /** True for a notice that screen readers do not announce, because an alert on the page has the same text. */
  isSilent?: boolean
}

/** The element that had the focus before a notice. The last notice that disappears returns the focus to it. */
let focusedBefore: HTMLElement | null = null

/** Finds the list of announced or of silent notices in the region (see notices.tsx). */
function findList(region: Element, isSilent: boolean): Element | null {
  if (!isSilent) return region.querySelector('[aria-live]')
  const list = region.querySelector('section') ?? document.createElement('section')
  list.ariaLabel = 'Avisos'
  region.append(list)
  return list
}

/**
 * Isolates names between « and » by control characters of Unicode, because a right-to-left name would reorder the text
 * around it. Pages use `<bdi>`, which takes more script.
 */
const isolateNames = (text: string): string => text.replace(/«(.+?)»/g, '«\u2068$1\u2069»')

function drawn({ title, text, fields }: Notice): HTMLElement {
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.dataset.title = title
  const words = notice.appendChild(document.createElement('p'))
  words.appendChild(document.createElement('strong')).textContent = title
  // The space separates both parts for screen readers.
  if (text) words.appendChild(document.createElement('span')).textContent = ` ${isolateNames(text)}`
  if (fields) {
    const unseen = words.appendChild(document.createElement('span'))
    unseen.className = 'unseen'
    unseen.textContent = ` ${fields}.`
  }
  const close = notice.appendChild(document.createElement('button'))
  close.type = 'button'
  close.ariaLabel = chooseLanguage('Cerrar aviso', 'Close notice')
  const cross = close.appendChild(document.createElement('span'))
  cross.ariaHidden = 'true'
  cross.textContent = '×'
  close.addEventListener('click', () => dismiss(notice))
  close.addEventListener('focus', ({ relatedTarget }) => {
    const from = relatedTarget as HTMLElement | null
    if (!from?.closest('.notice')) focusedBefore = from
  })
  // A pointer that rests where the notice appears does not hold it.
  notice.addEventListener('pointermove', ({ pointerType, movementX, movementY }) => {
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) notice.dataset.held = ''
  })
  notice.addEventListener('pointerleave', () => delete notice.dataset.held)
  return notice
}

function dismiss(notice: Element): void {
  const list = notice.parentElement
  // A press by pointer must not scroll the page back to a field.
  const hadFocus = notice.querySelector(':focus-visible')
  notice.remove()
  if (hadFocus) moveFocus(document.querySelector<HTMLElement>('.notice button') ?? focusedBefore)
  // Removes the empty list, because screen readers would list it as a landmark.
  if (list?.matches('section:empty')) list.remove()
}

/** Moves the region above a popover that was opened after it, such as the menu. */
function showAbove(region: HTMLElement): void {
  // Older browsers have no popovers.
  if (!('showPopover' in region)) return
  region.hidePopover()
  region.showPopover()
}

/** Removes the notice after its time. The pointer or the focus on the notice delays that (WCAG 2.2.1). */
function expire(notice: Element, ms: number): void {
  setTimeout(() => (notice.matches('[data-held], :focus-within') ? expire(notice, ms) : dismiss(notice)), ms)
}

/** Moves the notices to the other edge of the window when they cover the element with the focus (WCAG 2.4.11). */
function leaveFocusFree(region: HTMLElement): void {
  const focused = document.activeElement
  if (!focused || focused === document.body || region.contains(focused)) return
  // The label of a file input is its button, because the input itself is invisible.
  const { right, top, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect()
  delete region.dataset.side
  // Notices stand at the right edge of the window.
  const notices = region.getBoundingClientRect()
  if (right > notices.left && bottom > notices.top && top < notices.bottom) region.dataset.side = 'top'
}

/** Shows a notice until its time is over or the user dismisses it. */
export function notify(notice: Notice): void {
  const region = document.querySelector<HTMLElement>('.notices')
  const list = region && findList(region, notice.isSilent ?? false)
  if (!list) return
  showAbove(region)
  const element = drawn(notice)
  // A repeated notice replaces the earlier one, and its time starts again.
  for (const other of region.querySelectorAll('.notice'))
    if (other.textContent === element.textContent) dismiss(other)
  list.append(element)
  // The list was removed if its last notice has disappeared meanwhile.
  if (!list.isConnected) region.append(list)
  requestAnimationFrame(() => leaveFocusFree(region))
  expire(element, notice.ms ?? NOTICE_MS)
}

/** Removes all notices. Called when the user leaves the page, so that a return does not show old notices. */
export function clearNotices(): void {
  for (const notice of document.querySelectorAll('.notice')) dismiss(notice)
}
