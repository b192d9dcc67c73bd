import { useLocation, useRouteLoaderData } from 'react-router'
import { ROOT_ID } from '../pages/root-id.ts'
import type { loader } from '../pages/root-loader.ts'
import { languageTags, pathIfIn, pathIn, spanishPath } from '../shared/languages.ts'
import { useLanguage } from './language.ts'

/** The first page in English. */
const toEnglish = { href: '/en', tag: 'en', name: 'English' }

const useOther: () => typeof toEnglish = import.meta.env.SSR
  ? () => {
      const path = spanishPath(useLocation().pathname)
      return useLanguage() === 'es'
        ? { ...toEnglish, href: pathIfIn('en', path) ?? pathIn('en', '/') }
        : { href: path, tag: languageTags.es, name: 'Español' }
    }
  : () => toEnglish

/** The way to the page in the other language, or to the first one in it; each calls itself by its own name. A preview has none. */
export function OtherLanguage() {
  const { href, tag, name } = useOther()
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
