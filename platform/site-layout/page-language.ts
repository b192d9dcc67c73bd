/**
 * The language of the page. Only the React screens run in the browser, and they are in Spanish. The code behind
 * `import.meta.env.SSR` is not part of the browser bundle.
 */
import { useLocation } from 'react-router'
import { findLocalizedPath, type Language, languageOf } from '../shared/languages.ts'
import { fallbackLanguage } from '../shared/localize.ts'

export const useLanguage: () => Language = import.meta.env.SSR
  ? () => languageOf(useLocation().pathname)
  : () => 'es'

/** The `lang` of texts that exist in Spanish only: undefined on a Spanish page. */
export const useSpanishLang = (): 'es' | undefined => (useLanguage() === 'es' ? undefined : 'es')

/** The `lang` of an element that shows a field, when it differs from that of the page. */
export const getFallbackLang: typeof fallbackLanguage = import.meta.env.SSR
  ? fallbackLanguage
  : () => undefined

interface InLanguage {
  href: string
  hrefLang?: 'es'
}

/** The target of a link in the language of the page, with a mark when the target exists in Spanish only. @param path in Spanish */
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
