/**
 * Repairs the structure of a sanitised rich text, in which every `<` begins a complete tag. The editor writes texts that
 * need no repair, except for levels of headings. Other programs write anything.
 */

import { createLevelCloser } from '../shared/richtext.ts'

const TOKEN = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|[^<]+/g
const INLINE = new Set(['strong', 'em', 'u', 's', 'span', 'a', 'br'])
const VOID = new Set(['br', 'hr', 'img'])
const HEADING = /^h[2-4]$/
/** Matches text that a reader sees. Format characters, such as the zero-width space, are invisible. */
const VISIBLE = /[^\s\p{Cf}\u2800]/u

interface Token {
  text: string
  /** null for text. */
  tag: string | null
  isClosing: boolean
  /** Index of the closing tag of an opening tag. The index of the token itself for all other tokens. */
  end: number
  hasWords: boolean
  hasBlock: boolean
}

const isBlock = ({ tag }: Token): boolean => tag !== null && tag !== 'img' && !INLINE.has(tag)

/** Splits a text into tags and text, and notes for each element what it contains. */
function readTokens(html: string): Token[] {
  const open: Token[] = []
  return Array.from(html.matchAll(TOKEN), ([text, slash, name], at) => {
    const tag = name ?? null
    const isClosing = slash === '/'
    const hasWords = tag === null && VISIBLE.test(text.replaceAll('&nbsp;', ' '))
    const token = { text, tag, isClosing, end: at, hasWords, hasBlock: false }
    if (isClosing) closeElement(open, token)
    else if (tag !== null && !VOID.has(tag)) open.push(token)
    else if (open.length > 0) addContent(open.at(-1) as Token, token)
    return token
  })
}

function closeElement(open: Token[], closing: Token): void {
  const element = open.pop()
  if (!element) return
  element.end = closing.end
  const parent = open.at(-1)
  if (parent) addContent(parent, element)
}

function addContent(parent: Token, child: Token): void {
  parent.hasWords ||= child.hasWords
  parent.hasBlock ||= child.hasBlock || isBlock(child)
}

/** Removes headings without words, except for their pictures, and the tags of headings around blocks. */
function dropFalseHeadings(html: string): string {
  const tokens = readTokens(html)
  const dropped = new Set<number>()
  for (const [at, { tag, isClosing, end, hasWords, hasBlock }] of tokens.entries()) {
    if (isClosing || !HEADING.test(tag ?? '')) continue
    if (hasBlock) dropped.add(at).add(end)
    else if (!hasWords)
      for (let inner = at; inner <= end; inner++) if (tokens[inner]?.tag !== 'img') dropped.add(inner)
  }
  return tokens.flatMap(({ text }, at) => (dropped.has(at) ? [] : [text])).join('')
}

/** Moves emphasis and links that stand around blocks to the text inside, as the editor does. */
function moveMarksInside(html: string): string {
  const tokens = readTokens(html)
  const marks: Token[] = []
  return tokens
    .map((token, at) => {
      if (token.tag !== null && INLINE.has(token.tag) && token.hasBlock) {
        marks.push(token)
        return ''
      }
      if (marks.at(-1)?.end === at) {
        marks.pop()
        return ''
      }
      if (token.tag !== null || !token.hasWords) return token.text
      return [
        ...marks.map(({ text }) => text),
        token.text,
        ...marks.toReversed().map(({ tag }) => `</${tag}>`),
      ].join('')
    })
    .join('')
}

function closeLevels(tokens: Token[]): void {
  const close = createLevelCloser()
  const open: string[] = []
  for (const token of tokens) {
    if (!HEADING.test(token.tag ?? '')) continue
    const name = token.isClosing ? open.pop() : `h${close(Number(token.tag?.slice(1)))}`
    if (!token.isClosing) open.push(name as string)
    token.text = token.isClosing ? `</${name}>` : `<${name}>`
  }
}

/** Wraps text in a paragraph that stands beside blocks: at the top of the text, or directly in a quote. */
function wrapBareText(tokens: Token[]): string {
  const written: string[] = []
  const open: string[] = []
  let paragraph: string[] | null = null
  const endParagraph = () => {
    if (paragraph) written.push(`<p>${paragraph.join('').trim()}</p>`)
    paragraph = null
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const { tag, isClosing } = token
    const isBare = !isClosing && (open.length === 0 || open.at(-1) === 'blockquote')
    const isInline = isBare && (tag === null || INLINE.has(tag))
    if (isInline && (paragraph !== null || token.hasWords)) {
      paragraph ??= []
      const element = tokens.slice(at, token.end + 1)
      paragraph.push(...element.map(({ text }) => text))
      at += element.length - 1
      continue
    }
    endParagraph()
    written.push(token.text)
    if (isClosing) open.pop()
    else if (tag !== null && !VOID.has(tag)) open.push(tag)
  }
  endParagraph()
  return written.join('')
}

/** Removes empty headings, closes jumps of heading levels, and wraps bare text and nothing else in paragraphs. */
export function repairStructure(html: string): string {
  const tokens = readTokens(moveMarksInside(dropFalseHeadings(html)))
  closeLevels(tokens)
  return wrapBareText(tokens)
}
