/** Short notices in a corner, announced to screen readers. They live in the page itself, so React's screens and public pages share them. */
import { NOTICE_MS } from '../shared/limits.ts'
import { spoken } from './spoken.ts'

/** No others exist: people know them by these words. */
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
  /** How long it stays; 1500 by default, 2500 for events and contact. */
  ms?: number
  /** Only shown: an alert beside it says the same, and a screen reader would read it twice. */
  isSilent?: boolean
}

/** The part of the region (see notices.tsx) that shows what is announced, or what is only shown. */
function listIn(region: Element, isSilent: boolean): Element | null {
  if (!isSilent) return region.querySelector('[role=status]')
  const list = region.querySelector('section') ?? document.createElement('section')
  list.ariaLabel = 'Avisos'
  region.append(list)
  return list
}

function drawn({ title, text }: Notice): HTMLElement {
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.dataset.title = title
  const words = notice.appendChild(document.createElement('p'))
  words.appendChild(document.createElement('strong')).textContent = title
  if (text) words.appendChild(document.createElement('span')).textContent = text
  const close = notice.appendChild(document.createElement('button'))
  close.type = 'button'
  close.ariaLabel = spoken('Cerrar aviso', 'Close notice')
  const cross = close.appendChild(document.createElement('span'))
  cross.ariaHidden = 'true'
  cross.textContent = '×'
  close.addEventListener('click', () => dismiss(notice))
  return notice
}

function dismiss(notice: Element): void {
  const list = notice.parentElement
  notice.remove()
  // An empty landmark would still be told of.
  if (list?.matches('section:empty')) list.remove()
}

/** Shows a notice now; it goes by itself, or when dismissed. */
export function notify(notice: Notice): void {
  const region = document.querySelector('.notices')
  const list = region && listIn(region, notice.isSilent ?? false)
  if (!list) return
  const shown = drawn(notice)
  // The same words twice say nothing new; the later one stays for its whole time.
  for (const other of region.querySelectorAll('.notice'))
    if (other.textContent === shown.textContent) dismiss(other)
  list.append(shown)
  // The other list may have been taken away with its last notice.
  if (!list.isConnected) region.append(list)
  setTimeout(() => dismiss(shown), notice.ms ?? NOTICE_MS)
}

/** Takes all notices away: those of a page that was left say nothing to whoever comes back to it. */
export function clearNotices(): void {
  for (const notice of document.querySelectorAll('.notice')) dismiss(notice)
}
