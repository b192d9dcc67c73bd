/** The mark for a phrase in another language than its text (WCAG 3.1.2). */
import { Mark } from '@tiptap/core'
import { isPhraseLanguage } from '../../../shared/richtext.ts'

export const RichLanguage = Mark.create({
  name: 'language',
  addAttributes: () => ({ lang: { default: null } }),
  parseHTML: () => [
    { tag: 'span[lang]', getAttrs: (span) => isPhraseLanguage(span.getAttribute('lang')) && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})
