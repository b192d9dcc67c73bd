/** The navigation bar. enhance/menus.ts alone opens and closes what is in it. */
import './header.css'
import { useLocation } from 'react-router'
import { NIGHTS_PATH } from '../../../contract/share.ts'
import { useClub } from '../../club-words.ts'
import { useEditLink } from './bridge.ts'

/** The attribute belongs to enhance/menus.ts, which may have changed it before React hydrates /login. */
const toggle = {
  type: 'button',
  'data-toggle': '',
  'aria-expanded': false,
  suppressHydrationWarning: true,
} as const

const ourClub = [
  { to: '/history', label: 'Historia' },
  { to: '/culture', label: 'Cultura' },
  { to: '/milestones', label: 'Hitos' },
]

/** Letters of a name that has room beside the menu of a phone. */
const SHORT_NAME = 9

/** A link to a page, which says whether one is on it or below it. */
function MenuLink({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <a className="menu-item" href={to} aria-current={isHere ? 'page' : undefined}>
      {label}
    </a>
  )
}

export function Header() {
  const {
    identity: { name },
    links: { ticketing, youtube },
    look: { logo },
  } = useClub()
  const editLink = useEditLink()
  return (
    <header className="bar">
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <a
        className={`bar-logo ${name.length > SHORT_NAME ? 'bar-logo-long' : ''}`}
        href="/"
        aria-label={`${name}, inicio`}
      >
        {logo ? <img className="bar-mark" {...logo} alt="" /> : <span>{name}</span>}
      </a>
      <nav className="bar-nav" aria-label="Principal" data-menu="">
        <button {...toggle} className="burger" aria-controls="menu">
          <span className="unseen">Menú</span>
          <span className="burger-lines" aria-hidden="true" />
        </button>
        <ul id="menu" className="menu">
          <li className="menu-club" data-menu="">
            <button {...toggle} className="menu-item" aria-controls="nuestro-club">
              Nuestro Club
            </button>
            <ul id="nuestro-club" className="submenu">
              {ourClub.map(({ to, label }) => (
                <li key={to}>
                  <MenuLink to={to} label={label} />
                </li>
              ))}
            </ul>
          </li>
          <li>
            <MenuLink to="/news" label="Novedades" />
          </li>
          <li>
            <MenuLink to={NIGHTS_PATH} label="Fechas" />
          </li>
          {ticketing !== null && (
            <li>
              <a className="menu-item" href={ticketing} target="_blank" rel="noopener">
                Eventos
              </a>
            </li>
          )}
          <li>
            <MenuLink to="/contact" label="Contacto" />
          </li>
          <li className="signed-in">
            <a className="menu-item" href="/admin">
              Administrar
            </a>
          </li>
          <li className="signed-in">
            <button type="button" className="menu-item" data-sign-out="">
              Cerrar Sesión
            </button>
          </li>
        </ul>
      </nav>
      {editLink !== null && (
        <a className="bar-icon edit-link signed-in" href={editLink}>
          <span className="edit-words">Editar esta página</span>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 20l1-5L16 4l4 4L9 19z" />
          </svg>
        </a>
      )}
      {youtube !== null && (
        <a className="bar-icon wave" href={youtube} target="_blank" rel="noopener" title="Canal de video">
          <span className="unseen">Canal de video</span>
          {/* The club's mark: the blow of a kick drum and how it dies away. */}
          <svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
            <path d="M2 6v4" />
            <path d="M5 1v14" />
            <path d="M8 3v10" />
            <path d="M11 5v6" />
            <path d="M14 7v2" />
          </svg>
        </a>
      )}
      <button type="button" className="bar-icon stillness" data-motion-toggle="">
        <span className="unseen when-moving">Pausar movimiento</span>
        <span className="unseen when-paused">Reanudar movimiento</span>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path className="when-moving" d="M8 5v14M16 5v14" />
          <path className="when-paused" d="M7 4l12 8-12 8z" />
        </svg>
      </button>
    </header>
  )
}
