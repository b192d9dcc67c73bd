import { useLocation, useRouteLoaderData } from 'react-router'
import {
  type Language,
  languageOf,
  languageTags,
  pathIfIn,
  pathIn,
  spanishPath,
} from '../../../contract/languages.ts'
import type { loader } from '../../root.tsx'

/** Each calls itself by its own name. */
const names: Record<Language, string> = { es: 'Español', en: 'English' }

/** The way to the page in the other language, or to the first one in it; a preview has none. */
export function OtherLanguage() {
  const { pathname } = useLocation()
  const isPreview = Boolean(useRouteLoaderData<typeof loader>('root')?.preview)
  if (isPreview) return null
  const other = languageOf(pathname) === 'es' ? 'en' : 'es'
  const path = spanishPath(pathname)
  const tag = languageTags[other]
  return (
    <li>
      <a className="menu-item" href={pathIfIn(other, path) ?? pathIn(other, '/')} lang={tag} hrefLang={tag}>
        {names[other]}
      </a>
    </li>
  )
}
