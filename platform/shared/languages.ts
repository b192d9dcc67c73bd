/** The languages of the site: Spanish, and English for some pages. English pages have the same path under /en. */

export type Language = 'es' | 'en'

/** BCP 47 tags for `lang` and `hreflang`. */
export const languageTags = { es: 'es-AR', en: 'en' } as const satisfies Record<Language, string>

/** The path of the English home page, and the prefix of all other English paths. */
const ENGLISH_PREFIX = '/en'

export const languageOf = (path: string): Language =>
  path === ENGLISH_PREFIX || path.startsWith(`${ENGLISH_PREFIX}/`) ? 'en' : 'es'

/** @param path the Spanish path of a page */
export const localizePath = (language: Language, path: string): string =>
  language === 'es' ? path : path === '/' ? ENGLISH_PREFIX : ENGLISH_PREFIX + path

/** @param path the path of a page in any language. @returns its Spanish path */
export const spanishPath = (path: string): string =>
  languageOf(path) === 'es' ? path : path.slice(ENGLISH_PREFIX.length) || '/'

/** Spanish paths of the pages that exist in both languages. */
const TRANSLATED_PATHS = /^\/(?:|culture|contact|404|fechas(?:\/archivo\/[^/]+|\/[^/]+)?)$/

/** @param path the Spanish path of a page. @returns null when the page does not exist in the language */
export const findLocalizedPath = (language: Language, path: string): string | null =>
  language === 'es' || TRANSLATED_PATHS.test(path) ? localizePath(language, path) : null

/** The `hreflang` links of a page that exists in both languages. Visitors with another language get the Spanish page. */
export const listAlternatePages = (path: string): (readonly [tag: string, path: string])[] => [
  [languageTags.es, path],
  [languageTags.en, localizePath('en', path)],
  ['x-default', path],
]
