/** The mark for links. Addresses in typed or pasted text become links, by the same rule as on the server. */
import { Mark, PasteRule } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { findLinks, isTextLink } from '../../../shared/richtext.ts'

/** Returns the text before the cursor without the new space or line break, and the position where that text ends. */
function getTextBefore({ selection, doc }: EditorState): { text: string; end: number } | null {
  const { $head } = selection
  const $end =
    $head.parentOffset > 0 ? $head : Selection.findFrom(doc.resolve($head.before()), -1, true)?.$head
  if (!$end?.parent.isTextblock) return null
  const text = $end.parent.textBetween(0, $end.parentOffset, undefined, ' ')
  return $end === $head && !/\s$/.test(text) ? null : { text, end: $end.pos }
}

/** Turns an address into a link when a space or a line break is typed after it. */
function linkTyped(transactions: readonly Transaction[], before: EditorState, after: EditorState) {
  const isTyped = transactions.some(
    (transaction) =>
      transaction.docChanged &&
      !isHistoryTransaction(transaction) &&
      transaction.getMeta('paste') !== true &&
      transaction.getMeta('preventUpdate') === undefined,
  )
  const { selection, tr, schema } = after
  if (!isTyped || !selection.empty || selection.head <= before.selection.head) return null
  if (!selection.$head.parent.isTextblock) return null
  const words = getTextBefore(after)
  const last = words && /\S+\s*$/.exec(words.text)
  const [found] = last ? findLinks(last[0]) : []
  const type = schema.marks.link
  if (!words || !last || !found || !type) return null
  const from = words.end - last[0].length + found.index
  const to = from + found.text.length
  return after.doc.rangeHasMark(from, to, type)
    ? null
    : tr.addMark(from, to, type.create({ href: found.href }))
}

export const typedLinks = new Plugin({ appendTransaction: linkTyped })

export const RichLink = Mark.create({
  name: 'link',
  // A high priority, so that all other marks are nested inside the link.
  priority: 1000,
  inclusive: false,
  keepOnSplit: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (link) => isTextLink(link.getAttribute('href') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addPasteRules() {
    const { type } = this
    return [
      new PasteRule({
        find: (text) => findLinks(text).map(({ text, index, href }) => ({ text, index, data: { href } })),
        // A pasted link keeps its own address, also if its text names another one.
        handler: ({ state: { doc, tr }, range: { from, to }, match }) => {
          if (!doc.rangeHasMark(from, to, type)) tr.addMark(from, to, type.create(match.data))
        },
      }),
    ]
  },
  addProseMirrorPlugins() {
    const { editor, type } = this
    return [
      typedLinks,
      new Plugin({
        props: {
          // An address that is pasted over selected text becomes the link of that text.
          handlePaste: ({ state }, _event, { content }) => {
            const text = content.textBetween(0, content.size, '\n', '\n').trim()
            const [found] = findLinks(text)
            if (state.selection.empty || found?.text !== text) return false
            let { href } = found
            content.descendants(({ marks }) => {
              href = type.isInSet(marks)?.attrs.href ?? href
            })
            return editor.commands.setMark(type, { href })
          },
        },
      }),
    ]
  },
})
