/**
 * Marks the paragraphs that the site renders as players, by the same rule as the site. Explains why other links have no
 * player.
 */
import { Extension } from '@tiptap/core'
import { DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Embed, findEmbed, findLoneLink } from '../../../../site-layout/embeds.ts'
import { explainMissingPlayer } from '../embed-codes.ts'

/** Creates a paragraph that the site renders as a player. */
export const createEmbedParagraph = (schema: Schema, { url }: Embed): Node =>
  schema.node('paragraph', null, schema.text(url, [schema.mark('link', { href: url })]))

/** True when the site renders this node as a player: a paragraph with a link and no other text. */
export const isPlayer = (node: Node): boolean => findEmbedOf(node) !== null

function findEmbedOf(paragraph: Node): Embed | null {
  const address = findLoneAddress(paragraph)
  return address === null ? null : findEmbed(address)
}

function findLoneAddress(paragraph: Node): string | null {
  if (paragraph.type.name !== 'paragraph' || paragraph.childCount === 0) return null
  const html = DOMSerializer.fromSchema(paragraph.type.schema).serializeNode(paragraph) as HTMLElement
  return findLoneLink(html.outerHTML)?.address ?? null
}

function createCard({ player, url }: Embed): HTMLElement {
  const element = document.createElement('div')
  element.className = 'rich-embed'
  element.contentEditable = 'false'
  const title = document.createElement('strong')
  title.textContent = `▶ ${player === 'YouTube' ? 'Video' : 'Audio'} de ${player}`
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

function note(words: string): HTMLElement {
  const element = document.createElement('p')
  element.className = 'rich-embed-note'
  element.contentEditable = 'false'
  element.textContent = words
  return element
}

function createCards(document: Node): DecorationSet {
  const decorations: Decoration[] = []
  document.forEach((node, offset) => {
    const address = findLoneAddress(node)
    if (address === null) return
    const end = offset + node.nodeSize
    const embed = findEmbed(address)
    if (!embed) {
      const words = explainMissingPlayer(address)
      if (words)
        decorations.push(
          Decoration.widget(end, () => note(`Queda como enlace: ${words}`), {
            side: -1,
            key: words,
            ignoreSelection: true,
          }),
        )
      return
    }
    decorations.push(
      Decoration.node(offset, end, { class: 'rich-embed-source' }),
      Decoration.widget(end, () => createCard(embed), { side: -1, key: embed.url, ignoreSelection: true }),
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
        init: (_, { doc }) => createCards(doc),
        apply: (transaction, cards) => (transaction.docChanged ? createCards(transaction.doc) : cards),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})
