/** XML as it is written by hand: text is escaped, nothing else. */
/** Text of an element or attribute. What XML 1.0 (§2.2) has no place for is left out. */
export const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`
