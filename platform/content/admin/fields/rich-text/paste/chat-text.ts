/** Reads the marks of emphasis in text that was copied from a chat. Other text has no marks: `_dark_matter_` is a name. */
import { readChatLine } from '../../../../../shared/text/chat-marks.ts'

/** True for text whose first line begins with the date of a chat: "[22/11/26, 21:03:15] Mica: *hoy*". */
export const isChat = (text: string): boolean => readChatLine(/\S.*/.exec(text)?.[0] ?? '').isMessage

const TAGS: Record<string, string> = { '*': 'strong', _: 'em', '~': 's' }

/**
 * Matches emphasis as WhatsApp reads it: a mark at the edge of a word at each end, and no space inside. A mark inside a
 * word or between spaces is a character, as in "2*3*4" and "5 * 3".
 */
const EMPHASIS =
  /(?<=^|[\s*_~([{¿¡"'«“—–-])([*_~])(?=\S)((?:(?!\1).)+)(?<=\S)\1(?=$|[\s*_~)\]}.,;:!?…"'»”—–-])/gu

function appendMarked(parent: HTMLElement, text: string): void {
  let at = 0
  for (const match of text.matchAll(EMPHASIS)) {
    const [whole, mark = '', words = ''] = match
    parent.append(text.slice(at, match.index))
    const element = parent.ownerDocument.createElement(TAGS[mark] ?? 'span')
    appendMarked(element, words)
    parent.append(element)
    at = match.index + whole.length
  }
  parent.append(text.slice(at))
}

/** Writes the lines of a chat as paragraphs with emphasis. */
export function writeChat(text: string): HTMLElement {
  const root = document.createElement('div')
  for (const line of text.split(/[\r\n]+/)) {
    const paragraph = root.appendChild(document.createElement('p'))
    appendMarked(paragraph, line)
  }
  return root
}
