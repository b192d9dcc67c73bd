/** Returns the Spanish or the English text, whichever is the language of the page. */
export const chooseLanguage = (es: string, en: string): string =>
  document.documentElement.lang === 'en' ? en : es
