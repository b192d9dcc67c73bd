/** The languages of the site: Spanish, and English for some pages. An English page has the Spanish path after /en. */

export type Language = 'es' | 'en'

/** BCP 47 tags for `lang` and `hreflang`. */
export const languageTags = { es: 'es-AR', en: 'en' } as const satisfies Record<Language, string>

/** Path of the English home page, and prefix of all other English paths. */
const ENGLISH_PREFIX = '/en'

export const getLanguage = (path: string): Language =>
  path === ENGLISH_PREFIX || path.startsWith(`${ENGLISH_PREFIX}/`) ? 'en' : 'es'

/** Returns the path of a page in a language. @param path the Spanish path */
export const localizePath = (language: Language, path: string): string =>
  language === 'es' ? path : path === '/' ? ENGLISH_PREFIX : ENGLISH_PREFIX + path

/** Returns the Spanish path of a page. @param path in any language */
export const spanishPath = (path: string): string =>
  getLanguage(path) === 'es' ? path : path.slice(ENGLISH_PREFIX.length) || '/'

/** Matches the Spanish paths of pages that exist in both languages. */
const TRANSLATED_PATHS =
  /^\/(?:|culture|contact|privacidad|404|fechas(?:\/archivo\/[^/]+|\/[^/]+)?|anotarse\/[^/]+|anotado\/[^/]+)$/

/** Returns the path of a page in a language, or null when the page does not exist in it. @param path the Spanish path */
export const findLocalizedPath = (language: Language, path: string): string | null =>
  language === 'es' || TRANSLATED_PATHS.test(path) ? localizePath(language, path) : null

/**
 * Lists the `hreflang` links of a page that exists in both languages. Visitors with another language get the Spanish page.
 */
export const listAlternatePages = (path: string): (readonly [tag: string, path: string])[] => [
  [languageTags.es, path],
  [languageTags.en, localizePath('en', path)],
  ['x-default', path],
]
