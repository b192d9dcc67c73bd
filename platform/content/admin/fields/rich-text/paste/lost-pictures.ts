/** Removes the pictures that the editor cannot take over from a paste, and counts them. */
import { MEDIA_PATH } from '../../../../shared/fields.ts'
import { all, comments, drop, getStyle, STYLE } from './dom.ts'

/** Drawings and pictures in elements other than `img`. An inner one belongs to the outer one. */
const DRAWINGS =
  'svg:not([aria-hidden="true"]), canvas, object[type^="image/"], embed[type^="image/"], input[type="image"], picture:not(:has(img))'

/** Pictures that are no content: dots that count readers, and boxes to tick. */
const NO_CONTENT =
  'img:is([width="0"], [width="1"], [height="0"], [height="1"], [aria-roledescription="checkbox"])'

/** Matches text that consists of emoji. An emoji can be a sequence, with joiners, variants, keycaps and tags of flags. */
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]|[\d#*]\ufe0f?\u20e3)+$/u

/** Replaces the pictures by which chats and mail programs show emoji. */
function convertEmoji(root: Element): void {
  for (const picture of all(root, 'img[alt]')) {
    const alt = picture.getAttribute('alt') ?? ''
    if (alt.length <= 40 && EMOJI.test(alt)) picture.replaceWith(alt)
    // An emoji that a team added to Slack has only a name.
    else if (picture.matches('[data-stringify-type="emoji"]'))
      picture.replaceWith(readFileName(picture.getAttribute('src') ?? '') ?? alt)
  }
}

/** Reads the emoji whose code points are a file name: "1f469-200d-1f3a4.png". */
function readFileName(path: string): string | undefined {
  const codes = /\/((?:[\da-f]{2,5}-){0,9}[\da-f]{2,5})(?:@2x)?\.png$/.exec(path.slice(-100))?.[1]?.split('-')
  const emoji = codes && String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)))
  return emoji && EMOJI.test(emoji) ? emoji : undefined
}

/** Largest width of an icon, or of its own coordinates. Pixels */
const ICON_MAX = 64

/** True for small drawings without a picture inside. A drawing without a size is an icon, because its styles set the size. */
function isIcon(drawing: Element): boolean {
  const width = drawing.getAttribute('width') ?? drawing.getAttribute('viewBox')?.split(/[\s,]+/)[2] ?? ''
  const isLarge = Number.parseFloat(width) > ICON_MAX || width.endsWith('%')
  return drawing.localName === 'svg' && !isLarge && !drawing.querySelector('image')
}

/** Removes pictures that Word shows as bullets. */
function dropBullets(root: Element): void {
  for (const marker of all(root, `span[${STYLE}*="mso-list"]`)) marker.replaceChildren(marker.textContent)
}

/** Writes the paths of pictures of this site, because browsers copy them as complete addresses. */
function shortenOwnAddresses(root: Element): void {
  const own = `${location.origin}${MEDIA_PATH}`
  for (const picture of all(root, `img[src^="${own}"]`))
    picture.setAttribute('src', (picture.getAttribute('src') ?? '').slice(location.origin.length))
}

/** Counts the pictures of Word's drawing language. They are in conditional comments, and most have an `img` beside them. */
function countDrawnByWord(root: Element): number {
  const hidden = comments(root).flatMap(({ data }) => data.match(/<v:imagedata\b/gi) ?? [])
  return hidden.length + all(root, 'v\\:imagedata').length
}

const BACKGROUND = /background(?:-image)?:[^;]*url\(/i

/** Removes all pictures that are not of this site. @returns their number */
export function removeForeignPictures(root: Element): number {
  convertEmoji(root)
  dropBullets(root)
  shortenOwnAddresses(root)
  drop(root, NO_CONTENT)
  const drawn = countDrawnByWord(root)
  const backgrounds = all(root, `[${STYLE}*="url("]`).filter((element) => BACKGROUND.test(getStyle(element)))
  const drawings = all(root, DRAWINGS).filter((drawing) => !drawing.parentElement?.closest(DRAWINGS))
  for (const drawing of drawings) drawing.remove()
  const pictures = drop(root, `img:not([src^="${MEDIA_PATH}"])`)
  const large = drawings.filter((drawing) => !isIcon(drawing))
  return Math.max(pictures, drawn) + large.length + backgrounds.length
}

/** Counts the pictures of a text in RTF. Word writes each twice, the second time for old programs. */
export const countRtfPictures = (rtf: string): number =>
  (rtf.match(/\\pict\b/g)?.length ?? 0) - (rtf.match(/\\nonshppict\b/g)?.length ?? 0)
