/** Escapes the text of an element or attribute. Removes characters that XML 1.0 (§2.2) forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/**
 * Converts plain text to HTML: an empty line starts a paragraph, any other line break stays. Readers of feeds parse the
 * description of an item as HTML (RSS Best Practices Profile), so that `A <3 B` would lose its end.
 */
export const toHtmlParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeXml(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const writeElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
