/** Recognises links to recordings on other sites, and paragraphs that contain only such a link. */
import { findLinks, plainText } from '../content/shared/richtext.ts'
import { findStart, formatClock } from './recording-start.ts'
import { findYouTube } from './youtube.ts'

export interface Embed {
  player: 'YouTube' | 'SoundCloud' | 'Mixcloud' | 'Spotify' | 'Bandcamp'
  /** Address of the recording's page with its start, for the link. */
  url: string
  /** Address of the player, which a frame shows after a click. */
  frame: string
}

/** A player's `name` is the text of its link, unless that is the address. */
export type BodyPart = { html: string } | { embed: Embed; name?: string }

const VOID_TAGS = new Set(['br', 'hr', 'img', 'wbr'])
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi
const LONE_LINK =
  /^<p[^>]*>\s*(?:<a\s[^>]*href="([^"]+)"[^>]*>(?:<span lang="[a-z]+">)?([^<]*)(?:<\/span>)?<\/a>|(https:\/\/[^\s<]+))\s*(?:<br\s*\/?>\s*)*<\/p>$/i

/** Splits HTML into its top-level elements. The sanitizer of the server guarantees well-formed HTML. */
function splitElements(html: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const tag of html.matchAll(TAG)) {
    const isVoid = VOID_TAGS.has(tag[2]?.toLowerCase() ?? '')
    if (!isVoid) depth += tag[1] ? -1 : 1
    if (depth > 0) continue
    const end = tag.index + tag[0].length
    found.push(html.slice(start, end))
    start = end
  }
  if (start < html.length) found.push(html.slice(start))
  return found
}

const HOST = /^https:\/\/(?:www\.|m\.)?([a-z\d.-]+)\//i

/** Paths of an account's pages that are not recordings. */
const ACCOUNT_PAGES =
  /^\/[^/]+\/(?:tracks|popular-tracks|albums|sets|reposts|likes|comments|uploads|favorites|listens|playlists|posts|stream|followers|following|about)\/?$/

/** Functions by host. They return null when the address is neither a recording nor a playlist. */
const players: Record<string, (url: URL) => Embed | null> = {
  'youtube.com': createYouTubeEmbed,
  // The host of YouTube's players without cookies.
  'youtube-nocookie.com': createYouTubeEmbed,
  'music.youtube.com': createYouTubeEmbed,
  'youtu.be': createYouTubeEmbed,
  'soundcloud.com': (url) => {
    const { pathname } = url
    if (!/^\/[\w-]+\/[\w-]+/.test(pathname) || ACCOUNT_PAGES.test(pathname)) return null
    const start = findStart(url)
    // SoundCloud's links and its player have the start in the fragment of the track's address.
    const track = `https://soundcloud.com${pathname}${start ? `#t=${formatClock(start)}` : ''}`
    return {
      player: 'SoundCloud',
      url: track,
      frame: `https://w.soundcloud.com/player/?url=${encodeURIComponent(track)}&auto_play=true`,
    }
  },
  'mixcloud.com': ({ pathname }) => {
    const path = /^(\/[\w.%~-]+\/[\w.%~-]+)\/?$/.exec(pathname)?.[1]
    if (!path || ACCOUNT_PAGES.test(path) || /^\/(?:live|discover|genres|widget|developers)\//.test(path))
      return null
    return {
      player: 'Mixcloud',
      url: `https://www.mixcloud.com${path}/`,
      frame: `https://player-widget.mixcloud.com/widget/iframe/?hide_cover=1&autoplay=1&feed=${encodeURIComponent(`${path}/`)}`,
    }
  },
  'open.spotify.com': (url) => {
    const [, word, id] =
      /^\/(?:intl-[a-z-]+\/)?(?:embed\/)?(track|album|episode|show|playlist)\/([\da-z]{22})\/?$/i.exec(
        url.pathname,
      ) ?? []
    if (word === undefined) return null
    const kind = word.toLowerCase()
    // Spotify's player starts only episodes at another moment.
    const start = kind === 'episode' ? findStart(url) : 0
    const path = `${kind}/${id}${start ? `?t=${start}` : ''}`
    return {
      player: 'Spotify',
      url: `https://open.spotify.com/${path}`,
      frame: `https://open.spotify.com/embed/${path}`,
    }
  },
  // The player needs a number. Addresses of Bandcamp pages do not contain it, so only the address in Bandcamp's embed code works.
  'bandcamp.com': ({ pathname }) => {
    if (!/^\/EmbeddedPlayer\//i.test(pathname)) return null
    const numbers = ['album', 'track'].flatMap((kind) => {
      const number = new RegExp(`/${kind}=(\\d{1,12})(?:/|$)`).exec(pathname)?.[1]
      return number === undefined ? [] : [`${kind}=${number}/`]
    })
    if (numbers.length === 0) return null
    const player = `https://bandcamp.com/EmbeddedPlayer/${numbers.join('')}`
    return {
      player: 'Bandcamp',
      url: player,
      frame: `${player}size=large/bgcol=0b0b0c/linkcol=f2efe9/artwork=none/`,
    }
  },
}

function createYouTubeEmbed(url: URL): Embed | null {
  const found = findYouTube(url)
  return found && { player: 'YouTube', ...found }
}

/** @returns the host without `www.` and `m.`. null when the address does not begin with `https://` and a plain host */
export function findHost(address: string): string | null {
  // Reads the text instead of a parsed URL. With backslashes, `%2e` or a user name, parsers can find another host.
  return HOST.exec(address)?.[1]?.toLowerCase() ?? null
}

/** @returns null when the address is no recording or playlist of a known site */
export function findEmbed(address: string): Embed | null {
  const url = URL.parse(address.replaceAll('&amp;', '&'))
  const host = findHost(address)
  if (url === null || host === null || !Object.hasOwn(players, host)) return null
  return players[host]?.(url) ?? null
}

/** Finds the link in a paragraph that contains nothing else. Both texts have HTML escapes. */
export function findLoneLink(element: string): { address: string; words: string } | null {
  const [, href, words = '', bare] = LONE_LINK.exec(element.trim()) ?? []
  const address = href ?? bare
  return address === undefined ? null : { address, words }
}

/** @param html sanitized and well-formed, as the server stores it */
export function splitBody(html: string): BodyPart[] {
  const parts: BodyPart[] = []
  for (const element of splitElements(html)) {
    const link = findLoneLink(element)
    const embed = link && findEmbed(link.address)
    const last = parts.at(-1)
    const name = plainText(link?.words ?? '')
    if (embed) parts.push({ embed, ...(name && findLinks(name).length === 0 && { name }) })
    else if (last && 'html' in last) last.html += element
    else parts.push({ html: element })
  }
  return parts
}
