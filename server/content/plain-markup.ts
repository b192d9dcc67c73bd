/** Rich text that says itself that it is harmless. */
import type { RICH_TEXT_TAGS } from '../../contract/content/richtext.ts'

const ROOT = ''
const BLOCKS = [ROOT, 'li', 'blockquote']
const INLINE = [ROOT, 'p', 'h2', 'h3', 'h4', 'li', 'strong', 'em', 'u', 's']

/** In what each tag may stand so that every parser reads it as it is written: none closes another that is open. */
const PLACES: Record<string, readonly string[]> = {
  p: BLOCKS,
  h2: [ROOT],
  h3: [ROOT],
  h4: [ROOT],
  ul: BLOCKS,
  ol: BLOCKS,
  li: ['ul', 'ol'],
  blockquote: [ROOT],
  hr: [ROOT],
  br: INLINE,
  strong: INLINE,
  em: INLINE,
  u: INLINE,
  s: INLINE,
  // A tag that leaves the allow-list leaves this one too: the compiler says so.
} satisfies Record<Exclude<(typeof RICH_TEXT_TAGS)[number], 'a' | 'img'>, readonly string[]>

const DEPTH_MAX = 12

/** Text, one of the entities that stand for what text may not hold, or a tag without attributes. */
const PIECE =
  /[^<>&\p{Cc}]+|\n|&(?:amp|lt|gt);|<(?<opened>p|h[234]|[uo]l|li|blockquote|strong|em|u|s)>|<\/(?<closed>\w+)>|<(?<empty>[bh]r) \/>/uy

/**
 * Whether `html` is made of text and tags of the allow-list alone, none with an attribute and all where they belong. There is
 * nothing in it to execute, load or lead anywhere, no parser reads it otherwise than another, and the sanitizer, which takes
 * longer than all else in a write, would give it back as it is (a test says so of random ones). False says nothing.
 */
export function isPlainMarkup(html: string): boolean {
  const open = [ROOT]
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < html.length) {
    const piece = PIECE.exec(html)
    if (!piece) return false
    const { opened, closed, empty } = piece.groups as Record<string, string | undefined>
    if (closed !== undefined) {
      if (open.pop() !== closed) return false
      continue
    }
    const tag = opened ?? empty
    if (tag === undefined) continue
    if (!PLACES[tag]?.includes(open.at(-1) as string)) return false
    if (opened !== undefined && open.push(opened) > DEPTH_MAX) return false
  }
  return open.length === 1
}
