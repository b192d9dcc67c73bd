/** Reads pasted and dropped text: cleans HTML, and keeps plain text as it is. */
import { Extension } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { stripInvisible } from '../../../../shared/text/clean.ts'
import { getPictures } from '../picture/picture-file.ts'
import { isChat, writeChat } from './paste/chat-text.ts'
import { cleanPaste, isFromOffice } from './paste/clean-paste.ts'
import { countRtfPictures } from './paste/lost-pictures.ts'
import { addCursorBelow } from './rich-blocks.ts'
import { closeLevels } from './rich-headings.ts'

interface ClipboardOptions {
  /** Takes over pictures or a recording. Returns true when nothing else of the paste is used. */
  take: (view: EditorView, data: DataTransfer | null, isPaste: boolean) => boolean
  /** Called for each paste or drop with the number of its pictures that the text does not get. */
  onLostPictures: (count: number) => void
  /** Called when a paste or drop changed levels of headings. */
  onClosedLevels: () => void
}

/** Spaces at which lines do not break. Programs use them as padding. */
const FIXED_SPACES = /[\u00a0\u2007\u202f]/g

/** Line ends of slides and of design programs. */
const LINE_ENDS = /[\v\u2028\u2029]/g

/** Counts the pictures beside the text of a paste. Office programs copy a picture of the text. */
function countPicturesBeside(data: DataTransfer | null): number {
  const html = data?.getData('text/html') ?? ''
  const files = isFromOffice(html) ? 0 : getPictures(data).length
  return /<img\b/i.test(html) ? files : Math.max(files, countRtfPictures(data?.getData('text/rtf') ?? ''))
}

export const RichClipboard = Extension.create<ClipboardOptions>({
  name: 'richClipboard',
  // Before the links: an address that is pasted beside a selected picture goes below that picture.
  priority: 1100,
  addOptions: () => ({ take: () => false, onLostPictures: () => {}, onClosedLevels: () => {} }),
  addProseMirrorPlugins() {
    const { take, onLostPictures, onClosedLevels } = this.options
    let cleaned = 0
    function report(view: EditorView, data: DataTransfer | null, isPaste: boolean): boolean {
      const fromHtml = cleaned
      cleaned = 0
      const isTaken = take(view, data, isPaste)
      onLostPictures(isTaken ? 0 : Math.max(fromHtml, countPicturesBeside(data)))
      return isTaken
    }
    return [
      new Plugin({
        appendTransaction(transactions, _before, state) {
          const isPaste = transactions.some((transaction) =>
            /paste|drop/.test(transaction.getMeta('uiEvent')),
          )
          const closed = isPaste ? closeLevels(state) : null
          if (closed) onClosedLevels()
          return closed
        },
        props: {
          transformPastedText: (text) =>
            stripInvisible(text).replace(FIXED_SPACES, ' ').replace(LINE_ENDS, '\n'),
          clipboardTextParser: (text, $context, isPlain, view) =>
            isPlain || !isChat(text)
              ? (null as never)
              : DOMParser.fromSchema(view.state.schema).parseSlice(writeChat(text), {
                  preserveWhitespace: true,
                  context: $context,
                }),
          // ProseMirror calls this before it calls `handlePaste` and `handleDrop`.
          transformPastedHTML: (html) => {
            const clean = cleanPaste(html)
            cleaned = clean.picturesLeft
            return clean.html
          },
          handlePaste: (view, { clipboardData }) => {
            if (report(view, clipboardData, true)) return true
            const room = addCursorBelow(view.state)
            if (room) view.dispatch(room)
            return false
          },
          handleDrop: (view, event, _slice, isMoved) => !isMoved && report(view, event.dataTransfer, false),
        },
      }),
    ]
  },
})
