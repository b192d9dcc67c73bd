/** Navigation of the back office: tabs at the foot of narrow screens, a menu at the side of wide screens. */
import './navigation.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from './button.tsx'
import { inbox } from './feature-parts.ts'
import { Sheet } from './overlay.tsx'
import { adminPaths, type Step } from './paths.ts'
import {
  clubPlaces,
  homePlace,
  isCurrentPlace,
  newItemPlaces,
  otherContent,
  otherNewItemPlaces,
  otherPlaces,
  tabPlaces,
} from './places.ts'
import { useSummary } from './summary.ts'

/** Provides the note beside a link: the number of unread messages for the inbox, and nothing for other links. */
function useNote() {
  const unread = useSummary()?.unread ?? 0
  return (to: string) => (to === inbox?.to && unread > 0 ? <Count value={unread} note="sin leer" /> : null)
}

const invitation = { to: adminPaths.invite, label: 'invitación' }
const account = { to: adminPaths.account, label: 'Mi cuenta' }

export function SideMenu() {
  const note = useNote()
  return (
    <nav className="side-menu" aria-label="Secciones">
      <Places places={[homePlace, ...tabPlaces, ...otherContent]} />
      <Places title="El club" places={clubPlaces} note={note} />
      <Places title="Además" places={otherPlaces} />
    </nav>
  )
}

export function Tabs() {
  const { pathname } = useLocation()
  const note = useNote()
  const more = [...otherContent, ...clubPlaces, ...otherPlaces, account]
  return (
    <nav className="tabs" aria-label="Secciones">
      {[homePlace, ...tabPlaces].map(({ to, label }) => (
        <Link
          key={to}
          className="tab"
          to={to}
          aria-current={isCurrentPlace(to, pathname) ? 'page' : undefined}
        >
          {icons[label]}
          <span>{label}</span>
        </Link>
      ))}
      <Sheet
        label="Más"
        icon={icons.Más}
        isCurrent={more.some(({ to }) => isCurrentPlace(to, pathname))}
        title="Todo lo demás"
      >
        <Places title="Contenido" places={otherContent} />
        <Places title="El club" places={clubPlaces} note={note} />
        <Places title="Además" places={otherPlaces} />
        <Places title="Vos" places={[account]} />
        <div className="sheet-foot">
          <a className="button" href="/">
            Página principal
          </a>
          <Button data-sign-out="">Cerrar Sesión</Button>
        </div>
      </Sheet>
      <Sheet label="Crear" icon={icons.Crear} title="Crear">
        <Places places={newItemPlaces} />
        <Places title="También" places={[...otherNewItemPlaces, invitation]} />
      </Sheet>
    </nav>
  )
}

const icon = (path: string) => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" />
  </svg>
)

/** Icons by label. Labels without an icon are shown alone. */
const icons: Record<string, ReactNode> = {
  Inicio: icon('M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10'),
  Fechas: icon('M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 3.5v5M15.5 3.5v5'),
  Novedades: icon('M5 4.5h14v15H5zM8 8.5h8M8 12h8M8 15.5h5'),
  Más: icon('M4 7h16M4 12h16M4 17h16'),
  Crear: icon('M12 4v16M4 12h16'),
}

interface PlacesProps {
  title?: string
  places: Step[]
  /** Returns the note that is shown after the label of a link. @param to address of the link */
  note?: (to: string) => ReactNode
}

/** A list of links, in which the link to the current screen is marked. */
function Places({ title, places, note }: PlacesProps) {
  const { pathname } = useLocation()
  return (
    <>
      {title && <p className="places-title mono">{title}</p>}
      <ul className="places">
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrentPlace(to, pathname) ? 'page' : undefined}>
              <span>{label}</span>
              {note?.(to)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

interface CountProps {
  value: number
  /** Text that screen readers read after the number. */
  note?: string
}

/** Larger numbers are shown as '99+'. */
const COUNT_MAX = 99

/** The number of waiting items, shown beside a link. */
export const Count = ({ value, note }: CountProps) => (
  <span className="count mono">
    {value > COUNT_MAX ? `${COUNT_MAX}+` : value}
    {note && <span className="unseen"> {note}</span>}
  </span>
)
