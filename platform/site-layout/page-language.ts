/**
 * The language of the page. React's screens, which alone of all run in the browser, are in Spanish: what is behind
 * `import.meta.env.SSR` is not sent there.
 */
import { useLocation } from 'react-router'
import { findLocalizedPath, type Language, languageOf } from '../shared/languages.ts'
import { fallbackLanguage as toldLangOf } from '../shared/localize.ts'

export const useLanguage: () => Language = import.meta.env.SSR
  ? () => languageOf(useLocation().pathname)
  : () => 'es'

/** The language of what the club says in Spanish alone, where that is not the page's. */
export const useSpanishLang = (): 'es' | undefined => (useLanguage() === 'es' ? undefined : 'es')

/** The language of an element that shows a field: of its own where that is not the page's. */
export const getFallbackLang: typeof toldLangOf = import.meta.env.SSR ? toldLangOf : () => undefined

interface InLanguage {
  href: string
  hrefLang?: 'es'
}

/** Where a link leads in the language of the page, and that its page is in Spanish where there is no other. @param path in Spanish */
function linkIn(language: Language, path: string): InLanguage {
  const there = findLocalizedPath(language, path)
  return there === null ? { href: path, hrefLang: 'es' } : { href: there }
}

export const useLocalizeLink: () => (path: string) => InLanguage = import.meta.env.SSR
  ? () => {
      const language = useLanguage()
      return (path) => linkIn(language, path)
    }
  : () => (href) => ({ href })
