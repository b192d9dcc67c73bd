/** The elements that the editor allows. The server keeps the same elements (platform/content/shared/richtext.ts). */
import { wrappingInputRule } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
// The imports name single modules, because the main entries of the packages contain unused extensions.
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor } from '@tiptap/extensions/drop-cursor'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { RichLanguage } from './rich-language-mark.ts'
import { RichLink } from './rich-link-mark.ts'
import { INDENT, ListLevels, Numbers } from './rich-lists.ts'
import { RichPicture } from './rich-picture-node.ts'

const Quote = Blockquote.extend({
  addInputRules() {
    return [wrappingInputRule({ find: new RegExp(`^${INDENT}>\\s$`), type: this.type })]
  },
})

const Bullets = BulletList.extend({
  addInputRules() {
    return [wrappingInputRule({ find: new RegExp(`^${INDENT}[-+*]\\s$`), type: this.type })]
  },
})

/** The extensions of the editor. Marks on the same text are nested in the order of this list, inside the link. */
export const richExtensions = [
  Bold,
  Quote,
  Bullets,
  Document,
  Dropcursor.configure({ width: 2, color: 'var(--signal)' }),
  Gapcursor,
  HardBreak,
  Heading.configure({ levels: [2, 3, 4] }),
  UndoRedo,
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  ListLevels,
  RichLanguage,
  RichLink,
  Numbers,
  Paragraph,
  Strike,
  Text,
  Underline,
  RichPicture,
]

/**
 * The rules that change typed and pasted text. A rule may use up only characters that CommonMark uses up too: `## `, `- `, `1. `
 * and `> ` at the beginning of a paragraph. The rules of emphasis are off, because `_dark_matter_` is a name, and the rule
 * of lines is off, because `--- 23:59` is text.
 */
export const editorRules = {
  enableInputRules: ['heading', 'bulletList', 'orderedList', 'blockquote'],
  enablePasteRules: ['link'],
}
