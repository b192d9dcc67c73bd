/**
 * Handles blocks without text: pictures, rules and players. ProseMirror selects pictures and rules as a whole, so the next
 * typed, pasted or inserted content would replace the selected block. The functions of this file add the content after the
 * block.
 */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { isPlayer } from './rich-embeds.ts'

/** Returns the position of a new block: after the selection, or in place of an empty paragraph. */
function findInsertRange(tr: Transaction, block: Node): { from: number; to: number } {
  const { $to } = tr.selection
  const { parent } = $to
  const at = (position: number) => ({ from: position, to: position })
  if (!parent.isTextblock) return at($to.pos)
  const around = $to.node(-1)
  const index = $to.index(-1)
  if (parent.content.size === 0 && around.canReplaceWith(index, index + 1, block.type))
    return { from: $to.before(), to: $to.after() }
  if ($to.parentOffset === parent.content.size || isPlayer(parent)) return at($to.after())
  if ($to.parentOffset === 0 && around.canReplaceWith(index, index, block.type)) return at($to.before())
  tr.split($to.pos)
  return at($to.pos + 1)
}

/** Puts the cursor into the node at this position if that node fits. Otherwise puts it into a new paragraph. */
function setCursor(tr: Transaction, position: number, isFit: (next: Node) => boolean): Transaction {
  const next = tr.doc.resolve(position).nodeAfter
  if (next?.type.name !== 'paragraph' || !isFit(next))
    tr.insert(position, tr.doc.type.schema.node('paragraph'))
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView()
}

const cursorAfterBlock = (tr: Transaction, position: number): Transaction =>
  setCursor(tr, position, (next) => !isPlayer(next))

/** Inserts a block after the selection, with the cursor below the block. */
export function insertBlock(tr: Transaction, block: Node): Transaction {
  const { from, to } = findInsertRange(tr, block)
  return cursorAfterBlock(tr.replaceWith(from, to, block), from + block.nodeSize)
}

function isBlockSelected({ selection }: EditorState): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock && selection.node.isAtom
}

/** Returns a transaction with the cursor in a paragraph below the selected block, or null when no block is selected. */
export const addCursorBelow = (state: EditorState): Transaction | null =>
  isBlockSelected(state) ? setCursor(state.tr, state.selection.to, (next) => next.content.size === 0) : null

/**
 * Returns the position of the picture with this source that is nearest to `near`, or null when the text has no such
 * picture.
 */
export function findPictureNear(doc: Node, src: string, near: number): number | null {
  let found: number | null = null
  doc.descendants((node, position) => {
    const isIt = node.type.name === 'image' && node.attrs.src === src
    if (isIt && (found === null || Math.abs(position - near) < Math.abs(found - near))) found = position
  })
  return found
}

/** True when the block at this position can change places with the previous (-1) or next (1) block. */
export function canMove(doc: Node, position: number, by: -1 | 1): boolean {
  const $block = doc.resolve(position)
  const to = $block.index() + by
  const block = $block.nodeAfter
  return (
    block !== null &&
    to >= 0 &&
    to < $block.parent.childCount &&
    // A list item must begin with a paragraph, so a move that puts another block first is not allowed.
    (by > 0 || $block.parent.canReplaceWith(to, to, block.type))
  )
}

/** Moves the block at this position past its neighbour, and selects the block. `to` is its new position. */
export function moveBlock(tr: Transaction, position: number, by: -1 | 1): { tr: Transaction; to: number } {
  const $block = tr.doc.resolve(position)
  const block = $block.nodeAfter
  const neighbour = $block.parent.maybeChild($block.index() + by)
  if (!block || !neighbour) return { tr, to: position }
  const to = position + by * neighbour.nodeSize
  tr.delete(position, position + block.nodeSize).insert(to, block)
  return { tr: tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView(), to }
}

/**
 * Types of input events that come from a keyboard, including on-screen keyboards. Pasting and dropping have other types.
 */
const TYPED = /^insert(Text|ReplacementText|Paragraph|LineBreak)$/

export const KeepBlocks = Extension.create({
  name: 'keepBlocks',
  // A high priority, so that this extension handles the keys before all others.
  priority: 1000,
  addKeyboardShortcuts() {
    const writeBelow = () => {
      const room = addCursorBelow(this.editor.state)
      if (room) this.editor.view.dispatch(room)
      return room !== null
    }
    return { Enter: writeBelow, 'Shift-Enter': writeBelow, 'Mod-Enter': writeBelow }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          const room = addCursorBelow(view.state)
          if (room) view.dispatch(room.insertText(text))
          return room !== null
        },
        handleDOMEvents: {
          // This handler exists in addition to the key handlers, because input methods send no key events.
          beforeinput: (view, event) => {
            const room = TYPED.test(event.inputType) ? addCursorBelow(view.state) : null
            if (!room) return false
            const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
            view.dispatch(text ? room.insertText(text) : room)
            event.preventDefault()
            return true
          },
          // An input method inserts the composed word at the browser's cursor, so the cursor must be in a text block first.
          compositionstart: (view) => {
            const room = addCursorBelow(view.state)
            if (room) view.dispatch(room)
            return false
          },
        },
      },
      // Pasted content can end with a block. ProseMirror would select that block, so the cursor moves below it.
      appendTransaction: (transactions, _before, state) =>
        transactions.some((transaction) => transaction.getMeta('paste')) && isBlockSelected(state)
          ? cursorAfterBlock(state.tr, state.selection.to)
          : null,
    }),
  ],
})
