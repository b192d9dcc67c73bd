/** Splits the guide's Markdown at its headings. */
import { marked, type Token, type Tokens } from 'marked'

export interface Part {
  /** The anchor of the part's heading, as GitHub makes it. */
  id: string
  title: string
  /** Level of the part's heading: 2, or 3 for a subsection of the previous part. */
  depth: number
  /** The text below the part's heading. */
  html: string
}

/** Creates the anchor of a heading as GitHub does: punctuation is removed, spaces become hyphens, accents stay. */
export const createAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')

const isHeading = (token: Token): token is Tokens.Heading =>
  token.type === 'heading' && (token as Tokens.Heading).depth > 1

/** Splits the guide into parts. The text before the first heading is for readers of the repository, and is left out. */
export function splitGuide(markdown: string): Part[] {
  const parts: Part[] = []
  let below: Token[] = []
  const close = () => {
    const part = parts.at(-1)
    if (part) part.html = marked.parser(below)
    below = []
  }
  for (const token of marked.lexer(markdown)) {
    if (isHeading(token)) {
      close()
      parts.push({ id: createAnchor(token.text), title: token.text, depth: token.depth, html: '' })
    } else below.push(token)
  }
  close()
  return parts
}
