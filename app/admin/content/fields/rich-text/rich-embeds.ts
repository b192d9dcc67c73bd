/** Shows in the editor which paragraphs the site will show as players, by the site's own rule, and says why others are not. */
import { Extension } from '@tiptap/core'
import { DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Embed, embedOf, hostOf, loneLink } from '../../../../site/parts/embeds.ts'

/**
 * The recording that somebody pasted: its address, with or without `https://`, or the code that the other site offers
 * for embedding.
 */
export function embedIn(pasted: string): Embed | null {
  for (const address of addressesIn(pasted)) {
    const embed = embedOf(address)
    if (embed) return embed
  }
  return null
}

/** A code of no other site is longer. */
const CODE_MAX = 5000
const WIDGET = /^https:\/\/(?:player-widget|www)\.mixcloud\.com\/widget\//i

function addressesIn(pasted: string): string[] {
  const text = pasted.trim()
  if (!/^<iframe\s/i.test(text)) return /\s/.test(text) ? [] : [withScheme(text)]
  // SoundCloud's frame has a number, and the recording's own address is in the words below it; Mixcloud's names it.
  return [...text.slice(0, CODE_MAX).matchAll(/\s(?:src|href)="([^"]+)"/gi)].flatMap(([, found = '']) => {
    const address = withScheme(found.replaceAll('&amp;', '&'))
    const feed = WIDGET.test(address) && URL.parse(address)?.searchParams.get('feed')
    return feed ? [URL.parse(feed, 'https://www.mixcloud.com')?.href ?? ''] : [address]
  })
}

const withScheme = (address: string): string =>
  address.replace(/^(?:http:)?\/\/|^(?=[\w-]+(?:\.[\w-]+)+\/)/i, 'https://')

const NO_VIDEO = 'es de un canal o un perfil. Para el reproductor, copiá el de un video.'
const NO_AUDIO = 'es de un canal o un perfil. Para el reproductor, copiá el de un audio.'

const REASONS: Record<string, string> = {
  'on.soundcloud.com':
    'los cortos de SoundCloud no dicen qué audio es. Para el reproductor, abrilo y copiá la dirección larga del navegador.',
  'instagram.com': 'el reproductor de Instagram pide una cuenta y sigue a quien lo mira.',
  'soundcloud.com': NO_AUDIO,
  'mixcloud.com': NO_AUDIO,
  'youtube.com': NO_VIDEO,
  'music.youtube.com': NO_VIDEO,
  'youtu.be': NO_VIDEO,
}

/** Why an address of a known site becomes no player, to be read on from `Queda como enlace: `. @returns null when it does, or nobody would expect it */
export function whyNoPlayer(pasted: string): string | null {
  const [address] = addressesIn(pasted)
  const host = address === undefined ? null : hostOf(`${address}/`)
  if (host === null || embedIn(pasted)) return null
  return Object.hasOwn(REASONS, host) ? (REASONS[host] ?? null) : null
}

/** A paragraph that is shown as a player. */
export const embedParagraph = (schema: Schema, { url }: Embed): Node =>
  schema.node('paragraph', null, schema.text(url, [schema.mark('link', { href: url })]))

/** Whether the site shows this node as a player, which words in it would end. */
export const isPlayer = (node: Node): boolean => shownAs(node) !== null

function shownAs(paragraph: Node): Embed | null {
  const address = loneAddress(paragraph)
  return address === null ? null : embedOf(address)
}

function loneAddress(paragraph: Node): string | null {
  if (paragraph.type.name !== 'paragraph' || paragraph.childCount === 0) return null
  const html = DOMSerializer.fromSchema(paragraph.type.schema).serializeNode(paragraph) as HTMLElement
  return loneLink(html.outerHTML)
}

function card({ player, url }: Embed): HTMLElement {
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

function cardsOf(document: Node): DecorationSet {
  const decorations: Decoration[] = []
  document.forEach((node, offset) => {
    const address = loneAddress(node)
    if (address === null) return
    const end = offset + node.nodeSize
    const embed = embedOf(address)
    if (!embed) {
      const words = whyNoPlayer(address)
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
