/** The navigation bar. */
import { contactLinks, menuLinks } from '../../features/index.menu.ts'
import './header.css'
import { useContext } from 'react'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { FROM_KEY } from '../api/client/session.ts'
import { ROOT_ID, useClub } from '../pages/club-settings.ts'
import { PageDelivery } from '../pages/delivery/page-delivery.ts'
import type { loader } from '../pages/root-loader.ts'
import { findLocalizedPath, languageTags, localizePath, spanishPath } from '../shared/languages.ts'
import { Menu, type MenuItem } from './menu.island.tsx'
import { useLanguage, useLocalizeLink } from './page-language.ts'
import { useShellTexts } from './shell-texts.ts'

const ourClub = [
  { to: '/history', label: 'history' },
  { to: '/culture', label: 'culture' },
  { to: '/milestones', label: 'milestones' },
] as const

/** Names with at most this number of letters fit beside the menu button of a phone. */
const SHORT_NAME_MAX = 9

/** Returns links of the menu. A link is current on its page and on the pages below it. */
function useMenuItems(): (to: string, label: string) => MenuItem {
  const { pathname } = useLocation()
  const linkTo = useLocalizeLink()
  return (to, label) => {
    const link = linkTo(to)
    const isHere = pathname === link.href || pathname.startsWith(`${link.href}/`)
    return { ...link, label, ...(isHere && { 'aria-current': 'page' }) }
  }
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
  const language = useLanguage()
  const itemTo = useMenuItems()
  const otherLanguage = useOtherLanguageItem()
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
      <Menu
        words={{
          label: words.mainMenu,
          open: words.menu,
          club: words.ourClub,
          manage: words.manage,
          signOut: words.signOut,
        }}
        club={ourClub.map(({ to, label }) => itemTo(to, words[label]))}
        items={[
          ...menuLinks.map(({ path, label }) => itemTo(path, label[language])),
          ...(ticketing === null
            ? []
            : [{ href: ticketing, label: words.events, target: '_blank', rel: 'noopener' } as const]),
          ...contactLinks.map(({ path, label }) => itemTo(path, label[language])),
          ...otherLanguage,
        ]}
      />
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
function useOtherLanguageItem(): MenuItem[] {
  const { href, tag, name } = useOtherLanguage()
  const isPreview = Boolean(useRouteLoaderData<typeof loader>(ROOT_ID)?.preview)
  return isPreview ? [] : [{ href, label: name, lang: tag, hrefLang: tag }]
}
