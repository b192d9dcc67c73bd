import { getSchema } from '@tiptap/core'
import { splitBlock } from '@tiptap/pm/commands'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { typedLinks } from './rich-link-mark.ts'
import { richExtensions } from './rich-schema.ts'

const schema = getSchema(richExtensions)
const link = (href: string) => [{ type: 'link', attrs: { href } }]

/** Creates a document with one paragraph and the cursor at its end. */
function withWords(words: string): EditorState {
  const doc = schema.node('doc', null, [schema.node('paragraph', null, schema.text(words))])
  const selection = TextSelection.atEnd(doc)
  return EditorState.create({ doc, selection, plugins: [typedLinks] })
}

const getContent = (state: EditorState, block = 0) => state.doc.child(block).toJSON().content

describe('typedLinks', () => {
  it('links an address when a space follows, without the space', () => {
    const { state } = withWords('mirá club.com.ar').applyTransaction(
      withWords('mirá club.com.ar').tr.insertText(' '),
    )
    expect(getContent(state)).toEqual([
      { type: 'text', text: 'mirá ' },
      { type: 'text', text: 'club.com.ar', marks: link('https://club.com.ar') },
      { type: 'text', text: ' ' },
    ])
  })

  it('links an address at the end of its paragraph', () => {
    const before = withWords('https://club.example/x')
    let after = before
    splitBlock(before, (transaction) => {
      after = before.apply(transaction)
    })
    expect(after.doc.childCount).toBe(2)
    expect(getContent(after)).toEqual([
      { type: 'text', text: 'https://club.example/x', marks: link('https://club.example/x') },
    ])
  })

  it('links neither an unfinished address nor other text', () => {
    for (const [words, typed] of [
      ['https://club.example/', 'x'],
      ['una noche', ' '],
      ['javascript:alert(1)', ' '],
    ] as const) {
      const before = withWords(words)
      expect(getContent(before.apply(before.tr.insertText(typed)))).toEqual([
        { type: 'text', text: words + typed },
      ])
    }
  })

  it('keeps an existing link whose text is an address', () => {
    const doc = schema.node('doc', null, [
      schema.node('paragraph', null, schema.text('www.a.com', [schema.mark('link', { href: '/contact' })])),
    ])
    const before = EditorState.create({ doc, selection: TextSelection.atEnd(doc), plugins: [typedLinks] })
    const after = before.apply(before.tr.insertText(' '))
    expect(getContent(after)?.[0]).toEqual({ type: 'text', text: 'www.a.com', marks: link('/contact') })
  })
})
