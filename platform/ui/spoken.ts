/** What a script says, in the language of the page that it is on. */
export const spoken = (es: string, en: string): string => (document.documentElement.lang === 'en' ? en : es)
