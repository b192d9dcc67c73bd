/**
 * The language of the page. In the browser it is always Spanish, because React runs there only for screens, which are in Spanish.
 * The build removes the code for `import.meta.env.SSR` from the browser bundle.
 */
import { useLocation } from 'react-router'
import { fallbackLanguage } from '../content/shared/translations.ts'
import { findLocalizedPath, getLanguage, type Language } from '../shared/languages.ts'

export const useLanguage: () => Language = import.meta.env.SSR
  ? () => getLanguage(useLocation().pathname)
  : () => 'es'

/** The attribute `lang` of texts that exist only in Spanish. undefined on a Spanish page. */
export const useSpanishLang = (): 'es' | undefined => (useLanguage() === 'es' ? undefined : 'es')

/** The attribute `lang` of an element that shows a field. undefined when the field is in the language of the page. */
export const getFallbackLang: typeof fallbackLanguage = import.meta.env.SSR
  ? fallbackLanguage
  : () => undefined

interface LocalizedLink {
  href: string
  hrefLang?: 'es'
}

/** Creates the attributes of a link. `hrefLang` is set when the target exists only in Spanish. @param path path of the Spanish page */
function createLink(language: Language, path: string): LocalizedLink {
  const there = findLocalizedPath(language, path)
  return there === null ? { href: path, hrefLang: 'es' } : { href: there }
}

export const useLocalizeLink: () => (path: string) => LocalizedLink = import.meta.env.SSR
  ? () => {
      const language = useLanguage()
      return (path) => createLink(language, path)
    }
  : () => (href) => ({ href })
