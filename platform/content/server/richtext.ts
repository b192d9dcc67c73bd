/** Rich text: what an editor sends is cut down to an allow-list on every write. */
import type { IOptions as Options } from 'sanitize-html'
import type { Picture } from '../shared/entity-parts.ts'
import {
  cleanCaption,
  hasTooManyTags,
  isTextLink,
  RICH_TEXT_HEADINGS,
  RICH_TEXT_TAGS,
} from '../shared/richtext.ts'

export interface RichTextPictures {
  /** The id of one of our own pictures, from a path under /media. */
  idOf(path: string): string | null
  pictures(ids: string[]): Promise<Map<string, Picture>>
}

/** Two are enough for all that is known; markup that never settles is cut down by each, and safe after the first. */
const PASSES_MAX = 5

/** Wide enough for the measure of an article on a dense screen. */
const INLINE_WIDTH = 1280

/** Loaded with the first text: it is large, and whoever only reads never needs it. */
let sanitizer: typeof import('sanitize-html') | undefined

/**
 * Keeps headings, paragraphs, lists, quotes, emphasis, links and pictures from our own media, with their captions; drops everything else,
 * the contents of script, style and the like included. Pictures get the size and the address that the site serves.
 */
export async function sanitizeRichText(html: string, media: RichTextPictures): Promise<string> {
  // The schema rejects such a text in a write. Versions and archives from before the limit keep only its words.
  let text = (hasTooManyTags(html) ? keepWords(html) : html).trim()
  sanitizer ??= (await import('sanitize-html')).default
  const pictures = await media.pictures(findNamedMediaIds(text, media))

  const options: Options = {
    allowedTags: [...RICH_TEXT_TAGS],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start'],
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
      a: (tagName, { href }) => ({
        tagName,
        attribs: href && isTextLink(href) ? { href, rel: 'noopener' } : ({} as Record<string, string>),
      }),
      img: (tagName, attribs) => {
        const id = media.idOf(attribs.src ?? '')
        const picture = id === null ? undefined : pictures.get(id)
        if (id === null || !picture) return { tagName, attribs: {} }
        return { tagName, attribs: inlinePicture(picture, attribs.alt ?? '') }
      },
    },
    // A picture that is not ours goes; of a link that leads nowhere the words stay.
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'a' && !attribs.href ? 'excludeTag' : tag === 'img' && !attribs.src,
  }
  // Closing what may not be nested can leave something that a parser closes otherwise: until one more reading changes
  // nothing, what is stored is not yet what a browser makes of it.
  for (let reading = 0; reading < PASSES_MAX; reading++) {
    const clean = cleanFigures(sanitizer(text, options)).trim()
    const isSettled = clean === text || !clean.includes('<')
    text = clean
    // Without a tag there is nothing that could be closed otherwise.
    if (isSettled) break
  }
  return text
}

const keepWords = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('<', '&lt;')

const FIGURE =
  /<figure>\s*(<img [^<>]*>)\s*<figcaption>((?:[^<]|<(?!\/?fig)[^<>]*>)*)<\/figcaption>\s*<\/figure>|<\/?fig(?:ure|caption)>/g

/** Of figures only a picture with words below it stays, and of those the words alone; of any other its contents. */
const cleanFigures = (clean: string): string =>
  clean.replace(FIGURE, (_figure, picture?: string, caption = '') => {
    if (!picture) return ''
    const words = cleanCaption(caption.replace(/<[^<>]*>/g, ' '))
    return words ? `<figure>${picture}<figcaption>${words}</figcaption></figure>` : picture
  })

/** The pictures that a text holds, once it is sanitised: in that there is no `<` but that of a tag. */
export function findMediaIds(html: string, media: Pick<RichTextPictures, 'idOf'>): string[] {
  return uniqueIds([...html.matchAll(/<img src="([^"]*)"/g)], media)
}

/** Ids of our own pictures that anything in a text names as a source. */
const findNamedMediaIds = (html: string, media: Pick<RichTextPictures, 'idOf'>): string[] =>
  uniqueIds([...html.matchAll(/\ssrc\s*=\s*["']?([^"'\s>]+)/gi)], media)

const uniqueIds = (sources: RegExpMatchArray[], media: Pick<RichTextPictures, 'idOf'>): string[] => [
  ...new Set(sources.map(([, source]) => media.idOf(source ?? '')).filter((id) => id !== null)),
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
