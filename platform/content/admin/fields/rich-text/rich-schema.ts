/** The elements that the editor allows. The server keeps the same elements (platform/content/shared/richtext.ts). */
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
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor } from '@tiptap/extensions/drop-cursor'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { RichLink } from './rich-link-mark.ts'
import { RichPicture } from './rich-picture-node.ts'

/** The extensions of the editor. Marks on the same text are nested in the order of this list, inside the link. */
export const richExtensions = [
  Bold,
  Blockquote,
  BulletList,
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
  RichLink,
  OrderedList,
  Paragraph,
  Strike,
  Text,
  Underline,
  RichPicture,
]
