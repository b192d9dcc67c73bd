/** A list of places that comes up from the foot of the screen, and goes when one has chosen or looked away. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Step } from './paths.ts'
import { isAt } from './places.ts'
import { useOver } from './use-over.ts'

interface SheetProps {
  /** What the button that opens it says, and what it shows. */
  label: string
  icon: ReactNode
  /** Where one is lies in it. */
  isCurrent?: boolean
  title: string
  children: ReactNode
}

export function Sheet({ label, icon, isCurrent = false, title, children }: SheetProps) {
  const { dialog, isOpen, open, close, leaveFor, onClose } = useOver()
  return (
    <>
      <button
        type="button"
        className="tab"
        aria-haspopup="dialog"
        data-current={isCurrent ? '' : undefined}
        onClick={open}
      >
        {icon}
        <span>{label}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it, or on a link, closes it, as Escape does */}
      <dialog
        ref={dialog}
        className="sheet"
        aria-label={title}
        onClose={onClose}
        onClick={({ target, currentTarget }) => {
          const isEnd = target instanceof Element && target.closest('[data-sign-out]')
          if (target === currentTarget || isEnd) close()
        }}
        onClickCapture={(event) => {
          const link = event.target instanceof Element && event.target.closest('a')
          // In a tab of its own it leaves this page as it is.
          if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          leaveFor(link.getAttribute('href') ?? '')
        }}
      >
        <div className="sheet-head">
          <h2>{title}</h2>
          <button type="button" className="button" onClick={close}>
            Cerrar
          </button>
        </div>
        {isOpen && children}
      </dialog>
    </>
  )
}

interface PlacesProps {
  title?: string
  places: Step[]
  /** Past the name of a place: what waits there. */
  note?: (to: string) => ReactNode
}

/** Places one under the other, that where one is marked. */
export function Places({ title, places, note }: PlacesProps) {
  const { pathname } = useLocation()
  return (
    <>
      {title && <p className="places-title mono">{title}</p>}
      <ul className="places">
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={isAt(to, pathname) ? 'page' : undefined}>
              <span>{label}</span>
              {note?.(to)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
