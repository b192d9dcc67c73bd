/** Short notices in a corner, announced to screen readers. The titles are fixed: docs/requirements.md §3. */
import './notices.css'
import { useSyncExternalStore } from 'react'
import { NOTICE_MS } from '../../contract/limits.ts'

export type NoticeTitle =
  | 'Oops...'
  | 'Enviado'
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

interface Shown extends Notice {
  key: number
}

let shown: readonly Shown[] = []
let lastKey = 0
const none: readonly Shown[] = []
const listeners = new Set<() => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

const dismiss = (key: number): void => show(shown.filter((notice) => notice.key !== key))

/** Shows a notice now; it goes by itself, or when dismissed. Only in the browser. */
export function notify(notice: Notice): void {
  const key = ++lastKey
  // The same words twice say nothing new; the later one stays for its whole time.
  const others = shown.filter(({ title, text }) => title !== notice.title || text !== notice.text)
  show([...others, { ...notice, key }])
  setTimeout(() => dismiss(key), notice.ms ?? NOTICE_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region is always there: a live region that arrives together with its words is not announced everywhere. */
export function Notices() {
  const notices = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
  const silent = notices.filter(({ isSilent }) => isSilent)
  const list = (some: readonly Shown[]) =>
    some.map(({ key, title, text }) => (
      <div key={key} className="notice" data-title={title}>
        <p>
          <strong>{title}</strong>
          {text && <span>{text}</span>}
        </p>
        <button type="button" aria-label="Cerrar aviso" onClick={() => dismiss(key)}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
    ))
  return (
    <div className="notices">
      <div role="status">{list(notices.filter(({ isSilent }) => !isSilent))}</div>
      {silent.length > 0 && <section aria-label="Avisos">{list(silent)}</section>}
    </div>
  )
}
