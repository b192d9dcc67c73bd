/** Recognises videos and playlists of YouTube in its links. */
import { findStart } from './recording-start.ts'

const VIDEO = /^[\w-]{11}$/
/** Words of eleven letters in the place of an id: a playlist, and the current broadcast of a channel. */
const NOT_VIDEOS = new Set(['videoseries', 'live_stream'])

/**
 * Playlists that everybody can play: of people, of a channel, of an album, of the editors. "Watch later" (`WL`) needs an
 * account, and a mix (`RD`) is made for one viewer.
 */
const PLAYLIST = /^(?:PL|UU|FL|OLAK|RDCLAK)[\w-]{4,60}$/

export interface YouTubeRecording {
  url: string
  frame: string
}

function findVideo({ hostname, pathname, searchParams }: URL): string | null {
  const path = hostname === 'youtu.be' ? /^\/([^/]+)/ : /^\/(?:shorts|live|embed|v)\/([^/]+)/
  const id = searchParams.get('v') ?? path.exec(pathname)?.[1] ?? ''
  return VIDEO.test(id) && !NOT_VIDEOS.has(id) ? id : null
}

const write = (address: string, values: Record<string, string | number | null>): string => {
  const query = Object.entries(values).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

/** @returns null when the address is neither a video nor a playlist */
export function findYouTube(url: URL): YouTubeRecording | null {
  const named = url.searchParams.get('list') ?? ''
  const list = PLAYLIST.test(named) ? named : null
  const v = findVideo(url)
  if (v === null && list === null) return null
  const t = v === null ? 0 : findStart(url)
  return {
    url: write(`https://www.youtube.com/${v === null ? 'playlist' : 'watch'}`, { v, list, t: t && `${t}s` }),
    frame: write(`https://www.youtube-nocookie.com/embed/${v ?? 'videoseries'}`, {
      autoplay: 1,
      list,
      start: t,
    }),
  }
}
