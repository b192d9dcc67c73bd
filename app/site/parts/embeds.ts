/** Finds the paragraphs of a news text that hold nothing but a YouTube or SoundCloud link. */

export interface Embed {
  player: 'YouTube' | 'SoundCloud'
  /** Where the link leads. */
  url: string
  /** What a frame shows after the click. */
  frame: string
}

export type BodyPart = { html: string } | { embed: Embed }

const VOID = new Set(['br', 'hr', 'img', 'wbr'])
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi
const LONE_LINK =
  /^<p[^>]*>\s*(?:<a\s[^>]*href="([^"]+)"[^>]*>[^<]*<\/a>|(https:\/\/[^\s<]+))\s*(?:<br\s*\/?>\s*)*<\/p>$/i

/** The elements that lie side by side in a well-formed fragment, which the server's sanitiser guarantees. */
function siblings(html: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const tag of html.matchAll(TAG)) {
    const isVoid = VOID.has(tag[2]?.toLowerCase() ?? '')
    if (!isVoid) depth += tag[1] ? -1 : 1
    if (depth > 0) continue
    const end = tag.index + tag[0].length
    found.push(html.slice(start, end))
    start = end
  }
  if (start < html.length) found.push(html.slice(start))
  return found
}

const HOST = /^https:\/\/(?:www\.|m\.)?([a-z.]+)\//i

/** @returns null when the address is no single recording of either */
export function embedOf(address: string): Embed | null {
  const url = URL.parse(address.replaceAll('&amp;', '&'))
  // As it is written: what a parser would make of it (other slashes, %2e, a user before it) may be another host.
  const host = HOST.exec(address)?.[1]?.toLowerCase()
  if (url === null) return null
  if (host === 'youtube.com' || host === 'youtu.be') {
    const id =
      host === 'youtu.be'
        ? url.pathname.slice(1)
        : (url.searchParams.get('v') ?? url.pathname.split('/')[2] ?? '')
    if (!/^[\w-]{11}$/.test(id)) return null
    return {
      player: 'YouTube',
      url: `https://www.youtube.com/watch?v=${id}`,
      frame: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    }
  }
  if (host === 'soundcloud.com' && /^\/[\w-]+\/[\w-]+/.test(url.pathname)) {
    const track = `https://soundcloud.com${url.pathname}`
    return {
      player: 'SoundCloud',
      url: track,
      frame: `https://w.soundcloud.com/player/?url=${encodeURIComponent(track)}&auto_play=true`,
    }
  }
  return null
}

/** @param html as the server keeps it: sanitised and well-formed */
export function bodyParts(html: string): BodyPart[] {
  const parts: BodyPart[] = []
  for (const element of siblings(html)) {
    const link = LONE_LINK.exec(element.trim())
    const embed = link && embedOf(link[1] ?? link[2] ?? '')
    const last = parts.at(-1)
    if (embed) parts.push({ embed })
    else if (last && 'html' in last) last.html += element
    else parts.push({ html: element })
  }
  return parts
}
