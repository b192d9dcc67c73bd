/** Escapes the text of an element or attribute. Removes characters that XML 1.0 (§2.2) forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const writeElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
