/** The two languages of the site: Spanish, and English for some of its pages, each under /en beside its Spanish one. */

export type Language = 'es' | 'en'

/** As pages and heads name them. */
export const languageTags = { es: 'es-AR', en: 'en' } as const satisfies Record<Language, string>

/** The first page in English, and what is before all others. */
const ENGLISH_PREFIX = '/en'

export const languageOf = (path: string): Language =>
  path === ENGLISH_PREFIX || path.startsWith(`${ENGLISH_PREFIX}/`) ? 'en' : 'es'

/** @param path of a page in Spanish */
export const localizePath = (language: Language, path: string): string =>
  language === 'es' ? path : path === '/' ? ENGLISH_PREFIX : ENGLISH_PREFIX + path

/** The path of the Spanish page. */
export const spanishPath = (path: string): string =>
  languageOf(path) === 'es' ? path : path.slice(ENGLISH_PREFIX.length) || '/'

/** Pages that there are in both languages. */
const TRANSLATED_PATHS = /^\/(?:|culture|contact|404|fechas(?:\/archivo\/[^/]+|\/[^/]+)?)$/

/** The same page in a language, where there is one. @param path of a page in Spanish */
export const findLocalizedPath = (language: Language, path: string): string | null =>
  language === 'es' || TRANSLATED_PATHS.test(path) ? localizePath(language, path) : null

/** The addresses of a page that there is in both, by the language that each is for; the Spanish one is for all others too. */
export const listAlternatePages = (path: string): (readonly [tag: string, path: string])[] => [
  [languageTags.es, path],
  [languageTags.en, localizePath('en', path)],
  ['x-default', path],
]
