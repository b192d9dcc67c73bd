import type { EditorState, Transaction } from '@tiptap/pm/state'
import { createLevelCloser } from '../../../shared/richtext.ts'

/** Closes jumps in the levels of headings, as the server does. @returns null for a text without jumps */
export function closeLevels({ doc, tr }: EditorState): Transaction | null {
  const close = createLevelCloser()
  doc.descendants(({ type, attrs, textContent }, position) => {
    // The server removes headings without words.
    if (type.name !== 'heading' || !textContent.trim()) return
    const level = close(attrs.level)
    if (level !== attrs.level) tr.setNodeAttribute(position, 'level', level)
  })
  return tr.docChanged ? tr : null
}
