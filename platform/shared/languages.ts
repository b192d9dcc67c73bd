/** The two languages of the site: Spanish, and English for some of its pages, each under /en beside its Spanish one. */

export type Language = 'es' | 'en'

/** As pages and heads name them. */
export const languageTags = { es: 'es-AR', en: 'en' } as const satisfies Record<Language, string>

/** The first page in English, and what is before all others. */
const ENGLISH = '/en'

export const languageOf = (path: string): Language =>
  path === ENGLISH || path.startsWith(`${ENGLISH}/`) ? 'en' : 'es'

/** @param path of a page in Spanish */
export const pathIn = (language: Language, path: string): string =>
  language === 'es' ? path : path === '/' ? ENGLISH : ENGLISH + path

/** The path of the Spanish page. */
export const spanishPath = (path: string): string =>
  languageOf(path) === 'es' ? path : path.slice(ENGLISH.length) || '/'

/** Pages that there are in both languages. */
const IN_BOTH = /^\/(?:|culture|contact|404|fechas(?:\/archivo\/[^/]+|\/[^/]+)?)$/

/** The same page in a language, where there is one. @param path of a page in Spanish */
export const pathIfIn = (language: Language, path: string): string | null =>
  language === 'es' || IN_BOTH.test(path) ? pathIn(language, path) : null

/** The addresses of a page that there is in both, by the language that each is for; the Spanish one is for all others too. */
export const pagesByLanguage = (path: string): (readonly [tag: string, path: string])[] => [
  [languageTags.es, path],
  [languageTags.en, pathIn('en', path)],
  ['x-default', path],
]
