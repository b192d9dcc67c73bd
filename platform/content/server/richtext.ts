/** Sanitises rich text with an allow-list. Runs on every write. */
import type { IOptions as Options } from 'sanitize-html'
import { normalizeLink } from '../../shared/web-address.ts'
import type { Picture } from '../shared/entity-parts.ts'
import {
  cleanCaption,
  hasTooManyTags,
  isPhraseLanguage,
  isTextLink,
  RICH_TEXT_HEADINGS,
  RICH_TEXT_TAGS,
} from '../shared/richtext.ts'
import { repairStructure } from './rich-structure.ts'

export interface RichTextPictures {
  /** Returns the id of a stored picture by its path under /media. null for other paths */
  parsePicturePath(path: string): string | null
  pictures(ids: string[]): Promise<Map<string, Picture>>
}

/**
 * Limit of sanitising passes. Two are enough for all known markup. Each pass removes unsafe markup, so the result is safe
 * after the first one.
 */
const PASSES_MAX = 5

/** Width of pictures in texts. It is enough for the width of an article on a high-density screen. px */
const INLINE_WIDTH = 1280

/** The library is loaded with the first write of a text, because it is large and reading does not need it. */
let sanitizer: typeof import('sanitize-html') | undefined

/**
 * Keeps headings, paragraphs, lists, quotes, emphasis, languages of phrases, links, and stored pictures with captions. Everything else is
 * removed, including the content of script and style elements. Pictures get the served size and address. Bare text gets a
 * paragraph, empty headings are removed, and jumps of heading levels are closed.
 */
export async function sanitizeRichText(html: string, media: RichTextPictures): Promise<string> {
  // The schema refuses such a text in a write. A version or an archive from before the limit keeps only its words.
  let text = (hasTooManyTags(html) ? keepWords(html) : html).trim()
  sanitizer ??= (await import('sanitize-html')).default
  const pictures = await media.pictures(findNamedMediaIds(text, media))

  const options: Options = {
    allowedTags: [...RICH_TEXT_TAGS],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start'],
      span: ['lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'iframe',
      'svg',
      'math',
      'title',
      'xmp',
    ],
    nestingLimit: 40,
    transformTags: {
      ...RICH_TEXT_HEADINGS,
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      div: 'p',
      span: (tagName, { lang }) => ({
        tagName,
        attribs: (isPhraseLanguage(lang) ? { lang } : {}) as Record<string, string>,
      }),
      a: (tagName, { href }) => ({
        tagName,
        attribs:
          href && isTextLink(href)
            ? { href: normalizeLink(href), rel: 'noopener' }
            : ({} as Record<string, string>),
      }),
      img: (tagName, attribs) => {
        const id = media.parsePicturePath(attribs.src ?? '')
        const picture = id === null ? undefined : pictures.get(id)
        if (id === null || !picture) return { tagName, attribs: {} }
        return { tagName, attribs: inlinePicture(picture, attribs.alt ?? '') }
      },
    },
    // Removes pictures of other sites. A link without a valid target keeps its text, and so does a span without a language.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'a' && !attribs.href) || (tag === 'span' && !attribs.lang)
        ? 'excludeTag'
        : tag === 'img' && !attribs.src,
  }
  // Removing invalid nesting can leave markup that a parser closes in another way. The text is final when another pass
  // changes nothing, because browsers then parse it as it is stored.
  for (let reading = 0; reading < PASSES_MAX; reading++) {
    const clean = repair(cleanFigures(sanitizer(text, options)).trim())
    const isSettled = clean === text
    text = clean
    if (isSettled) break
  }
  return text
}

/** Repairs the structure, unless the added tags would exceed the limit: the next write of that text would be refused. */
function repair(clean: string): string {
  const repaired = repairStructure(clean)
  return hasTooManyTags(repaired) ? clean : repaired
}

const keepWords = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('<', '&lt;')

const FIGURE =
  /<figure>\s*(<img [^<>]*>)\s*<figcaption>((?:[^<]|<(?!\/?fig)[^<>]*>)*)<\/figcaption>\s*<\/figure>|<\/?fig(?:ure|caption)>/g

/**
 * Keeps figures that have a picture and a caption, and reduces captions to text. Other figures are replaced by their
 * content.
 */
const cleanFigures = (clean: string): string =>
  clean.replace(FIGURE, (_figure, picture?: string, caption = '') => {
    if (!picture) return ''
    const words = cleanCaption(caption.replace(/<[^<>]*>/g, ' '))
    return words ? `<figure>${picture}<figcaption>${words}</figcaption></figure>` : picture
  })

/** Returns the ids of the pictures in a sanitised text, in which every `<` begins a tag. */
export function findMediaIds(html: string, media: Pick<RichTextPictures, 'parsePicturePath'>): string[] {
  return uniqueIds([...html.matchAll(/<img src="([^"]*)"/g)], media)
}

/** Returns the ids of stored pictures that any source attribute names. */
const findNamedMediaIds = (html: string, media: Pick<RichTextPictures, 'parsePicturePath'>): string[] =>
  uniqueIds([...html.matchAll(/\ssrc\s*=\s*["']?([^"'\s>]+)/gi)], media)

const uniqueIds = (
  sources: RegExpMatchArray[],
  media: Pick<RichTextPictures, 'parsePicturePath'>,
): string[] => [
  ...new Set(sources.map(([, source]) => media.parsePicturePath(source ?? '')).filter((id) => id !== null)),
]

function inlinePicture(picture: Picture, alt: string): Record<string, string> {
  const width =
    picture.widths.findLast((candidate) => candidate <= INLINE_WIDTH) ?? picture.widths[0] ?? picture.width
  return {
    src: `${picture.base}-${width}.webp`,
    alt,
    width: String(width),
    height: String(Math.round((width * picture.height) / picture.width)),
    loading: 'lazy',
    decoding: 'async',
  }
}
