/** The navigation bar. browser/menus.ts opens and closes its menus. */
import { contactLinks, menuLinks } from '../../features/index.menu.ts'
import './header.css'
import { useContext } from 'react'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { FROM_KEY } from '../api/client/session.ts'
import { ROOT_ID, useClub } from '../pages/club-settings.ts'
import { PageDelivery } from '../pages/delivery/page-delivery.ts'
import type { loader } from '../pages/root-loader.ts'
import { findLocalizedPath, languageTags, localizePath, spanishPath } from '../shared/languages.ts'
import type { MenuLink } from './menu-link.ts'
import { useLanguage, useLocalizeLink } from './page-language.ts'
import { useShellTexts } from './shell-texts.ts'

/**
 * Attributes of a button that opens a menu. They suppress a warning of React, because browser/menus.ts may change
 * `aria-expanded` before React hydrates /login.
 */
const toggle = {
  type: 'button',
  'data-toggle': '',
  'aria-expanded': false,
  suppressHydrationWarning: true,
} as const

const ourClub = [
  { to: '/history', label: 'history' },
  { to: '/culture', label: 'culture' },
  { to: '/milestones', label: 'milestones' },
] as const

/** Names with at most this number of letters fit beside the menu button of a phone. */
const SHORT_NAME_MAX = 9

/** A link that is marked as current on its page and on the pages below it. */
function ItemLink({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation()
  const link = useLocalizeLink()(to)
  const isHere = pathname === link.href || pathname.startsWith(`${link.href}/`)
  return (
    <a className="menu-item" {...link} aria-current={isHere ? 'page' : undefined}>
      {label}
    </a>
  )
}

function FeatureItems({ links }: { links: readonly MenuLink[] }) {
  const language = useLanguage()
  return links.map(({ path, label }) => (
    <li key={path}>
      <ItemLink to={path} label={label[language]} />
    </li>
  ))
}

export function Header() {
  const {
    identity: { name },
    links: { ticketing, youtube },
    look: { logo },
  } = useClub()
  const editLink = useEditLink()
  const pencils = usePencils()
  const words = useShellTexts()
  const home = useLocalizeLink()('/').href
  return (
    <header className="bar">
      <a className="skip" href="#contenido">
        {words.skip}
      </a>
      <a
        className={`bar-logo ${name.length > SHORT_NAME_MAX ? 'bar-logo-long' : ''}`}
        href={home}
        aria-label={words.homeOf(name)}
      >
        {logo ? <img className="bar-mark" {...logo} alt="" /> : <span>{name}</span>}
      </a>
      <nav className="bar-nav" aria-label={words.mainMenu} data-menu="">
        <button {...toggle} className="burger" aria-controls="menu">
          <span className="unseen">{words.menu}</span>
          <span className="burger-lines" aria-hidden="true" />
        </button>
        <ul id="menu" className="menu">
          <li className="menu-club" data-menu="">
            <button {...toggle} className="menu-item" aria-controls="nuestro-club">
              {words.ourClub}
            </button>
            <ul id="nuestro-club" className="submenu">
              {ourClub.map(({ to, label }) => (
                <li key={to}>
                  <ItemLink to={to} label={words[label]} />
                </li>
              ))}
            </ul>
          </li>
          <FeatureItems links={menuLinks} />
          {ticketing !== null && (
            <li>
              <a className="menu-item" href={ticketing} target="_blank" rel="noopener">
                {words.events}
              </a>
            </li>
          )}
          <FeatureItems links={contactLinks} />
          <OtherLanguage />
          <li className="signed-in">
            <a className="menu-item" href="/admin">
              {words.manage}
            </a>
          </li>
          <li className="signed-in">
            <button type="button" className="menu-item" data-sign-out="">
              {words.signOut}
            </button>
          </li>
        </ul>
      </nav>
      {editLink !== null && (
        <a className="bar-icon edit-link signed-in" href={editLink} data-pencils={pencils}>
          <span className="edit-words">{words.editPage}</span>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 20l1-5L16 4l4 4L9 19z" />
          </svg>
        </a>
      )}
      {youtube !== null && (
        <a className="bar-icon wave" href={youtube} target="_blank" rel="noopener" title={words.videoChannel}>
          <span className="unseen">{words.videoChannel}</span>
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
        <span className="unseen when-moving">{words.pauseMotion}</span>
        <span className="unseen when-paused">{words.resumeMotion}</span>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path className="when-moving" d="M8 5v14M16 5v14" />
          <path className="when-paused" d="M7 4l12 8-12 8z" />
        </svg>
      </button>
    </header>
  )
}

/** Returns the address of the script for pencils. Only the server renders it, because /login and /register have no pencils. */
const usePencils: () => string | undefined = import.meta.env.SSR
  ? () => useContext(PageDelivery).pencils
  : () => undefined

/** Part of the `handle` of a route. `edits` returns the path of the form or list for the content of the page. */
interface HasEditForm {
  edits(loaderData: never): string
}

/**
 * Returns the link from a public page to its form. Every copy of the page contains it, but header.css hides it from visitors.
 * @returns null when the page has no form, or is a preview
 */
function useEditLink(): string | null {
  const { pathname, search } = useLocation()
  const page = useMatches().at(-1)
  const isPreview = Boolean(useRouteLoaderData<typeof loader>(ROOT_ID)?.preview)
  const { edits } = (page?.handle ?? {}) as Partial<HasEditForm>
  if (!edits || isPreview || !page?.loaderData) return null
  return `${edits(page.loaderData as never)}?${new URLSearchParams({ [FROM_KEY]: pathname + search })}`
}

const toEnglish = { href: '/en', tag: 'en', name: 'English' }

const useOtherLanguage: () => typeof toEnglish = import.meta.env.SSR
  ? () => {
      const path = spanishPath(useLocation().pathname)
      return useLanguage() === 'es'
        ? { ...toEnglish, href: findLocalizedPath('en', path) ?? localizePath('en', '/') }
        : { href: path, tag: languageTags.es, name: 'Español' }
    }
  : () => toEnglish

/** A link to the page in the other language, or to the home page when the page is not translated. Previews have no such link. */
function OtherLanguage() {
  const { href, tag, name } = useOtherLanguage()
  const isPreview = Boolean(useRouteLoaderData<typeof loader>(ROOT_ID)?.preview)
  if (isPreview) return null
  return (
    <li>
      <a className="menu-item" href={href} lang={tag} hrefLang={tag}>
        {name}
      </a>
    </li>
  )
}
