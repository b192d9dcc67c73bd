import { isBlank, truncateAtWord } from '../../shared/text/text.ts'
import { plainText } from './richtext.ts'

/** Limit of a summary. Search engines and social networks show about this length. Characters */
const SUMMARY_MAX = 200

/** Returns the beginning of the first paragraph with words. '' without one. @param most characters */
export function summarizeHtml(html: string, most = SUMMARY_MAX): string {
  for (const [, inner = ''] of html.matchAll(/<p>(.*?)<\/p>/gs)) {
    const words = plainText(inner)
    if (!isBlank(words)) return truncateAtWord(words, Math.min(most, SUMMARY_MAX))
  }
  return ''
}
