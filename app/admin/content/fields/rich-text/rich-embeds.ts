/** Shows in the editor which paragraphs the site will show as players, by the site's own rule. */
import { Extension } from '@tiptap/core'
import { DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { bodyParts, type Embed, embedOf } from '../../../../site/parts/embeds.ts'

/**
 * The recording that somebody pasted: its address, with or without `https://`, or the code that the other site offers
 * for embedding.
 */
export function embedIn(pasted: string): Embed | null {
  const text = pasted.trim()
  const address = /^<iframe\s[^>]*\bsrc="([^"]+)"/i.exec(text)?.[1] ?? text
  if (/\s/.test(address)) return null
  return embedOf(address.replace(/^(?:http:)?\/\/|^(?=[\w-]+(?:\.[\w-]+)+\/)/i, 'https://'))
}

/** A paragraph that is shown as a player. */
export const embedParagraph = (schema: Schema, { url }: Embed): Node =>
  schema.node('paragraph', null, schema.text(url, [schema.mark('link', { href: url })]))

/** Whether the site shows this node as a player, which words in it would end. */
export const isPlayer = (node: Node): boolean => shownAs(node) !== null

function shownAs(paragraph: Node): Embed | null {
  if (paragraph.type.name !== 'paragraph' || paragraph.childCount === 0) return null
  const html = DOMSerializer.fromSchema(paragraph.type.schema).serializeNode(paragraph) as HTMLElement
  const [part] = bodyParts(html.outerHTML)
  return part && 'embed' in part ? part.embed : null
}

function card({ player, url }: Embed): HTMLElement {
  const element = document.createElement('div')
  element.className = 'rich-embed'
  element.contentEditable = 'false'
  const title = document.createElement('strong')
  title.textContent = `▶ ${player === 'YouTube' ? 'Video de YouTube' : 'Audio de SoundCloud'}`
  const words = document.createElement('span')
  words.textContent = 'En el sitio se ve como reproductor, que se abre al tocarlo.'
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = `Abrir en ${player}`
  element.append(title, words, link)
  return element
}

function cardsOf(document: Node): DecorationSet {
  const decorations: Decoration[] = []
  document.forEach((node, offset) => {
    const embed = shownAs(node)
    if (!embed) return
    const end = offset + node.nodeSize
    decorations.push(
      Decoration.node(offset, end, { class: 'rich-embed-source' }),
      Decoration.widget(end, () => card(embed), { side: -1, key: embed.url, ignoreSelection: true }),
    )
  })
  return DecorationSet.create(document, decorations)
}

const key = new PluginKey<DecorationSet>('embedCards')

export const EmbedCards = Extension.create({
  name: 'embedCards',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => cardsOf(doc),
        apply: (transaction, cards) => (transaction.docChanged ? cardsOf(transaction.doc) : cards),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})
