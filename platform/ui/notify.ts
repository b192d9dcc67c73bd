/** Short notices in a corner, announced to screen readers. They are plain DOM, so that React screens and public pages share them. */
import { NOTICE_MS } from '../shared/limits.ts'
import { chooseLanguage } from './choose-language.ts'

/** All titles. Users recognise notices by these words. */
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
  /** Duration: 1500 by default, 2500 for events and contact. ms */
  ms?: number
  /** True: not announced, because an alert beside it has the same text. */
  isSilent?: boolean
}

/** The list of announced notices, or that of silent ones. Both are parts of the region (see notices.tsx). */
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
  close.ariaLabel = chooseLanguage('Cerrar aviso', 'Close notice')
  const cross = close.appendChild(document.createElement('span'))
  cross.ariaHidden = 'true'
  cross.textContent = '×'
  close.addEventListener('click', () => dismiss(notice))
  return notice
}

function dismiss(notice: Element): void {
  const list = notice.parentElement
  notice.remove()
  // Screen readers would still list an empty landmark.
  if (list?.matches('section:empty')) list.remove()
}

/** Shows a notice. It disappears after its duration, or when the user dismisses it. */
export function notify(notice: Notice): void {
  const region = document.querySelector('.notices')
  const list = region && listIn(region, notice.isSilent ?? false)
  if (!list) return
  const element = drawn(notice)
  // A repeated notice replaces the earlier one and stays for its full duration.
  for (const other of region.querySelectorAll('.notice'))
    if (other.textContent === element.textContent) dismiss(other)
  list.append(element)
  // The list may have been removed with its last notice.
  if (!list.isConnected) region.append(list)
  setTimeout(() => dismiss(element), notice.ms ?? NOTICE_MS)
}

/** Removes all notices. Called when a page is left, so that they are not shown after a return. */
export function clearNotices(): void {
  for (const notice of document.querySelectorAll('.notice')) dismiss(notice)
}
