/** Finds the recording (such as a SoundCloud track) in a pasted address, or in the embed code that its site offers. */

import { completeLink } from '../../../shared/complete-link.ts'
import { type Embed, findEmbed, findHost } from '../../../site-layout/embeds.ts'

/** Returns the recording in a pasted text. @param pasted an address, with or without `https://`, or an embed code */
export function findPastedEmbed(pasted: string): Embed | null {
  for (const address of findAddresses(pasted)) {
    const embed = findEmbed(address)
    if (embed) return embed
  }
  return null
}

/** Returns the link that a field stores for a typed or pasted text. */
export const toStoredLink = (typed: string, { accountsAt, isSound }: LinkField): string =>
  (isSound && typed.trimStart().startsWith('<') && findPastedEmbed(typed)?.url) ||
  completeLink(typed, accountsAt)

interface LinkField {
  accountsAt?: string
  isSound?: boolean
}

/** Longest text that is searched as an embed code. The codes of all sites with a player are shorter. UTF-16 code units. */
const CODE_MAX = 5000
const WIDGET = /^https:\/\/(?:player-widget|www)\.mixcloud\.com\/widget\//i

function findAddresses(pasted: string): string[] {
  const text = pasted.trim()
  if (!/^<iframe\s/i.test(text)) return /\s/.test(text) ? [] : [withScheme(text)]
  // SoundCloud's iframe contains only the number of the recording, so the address is taken from the link after the iframe.
  // Mixcloud's iframe contains the address.
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

const NO_BANDCAMP =
  'de Bandcamp hace falta el código: en su página, Compartir → Insertar, y pegalo acá entero.'

const REASONS: Record<string, string> = {
  'on.soundcloud.com':
    'los cortos de SoundCloud no dicen qué audio es. Para el reproductor, abrilo y copiá la dirección larga del navegador.',
  'open.spotify.com': NO_AUDIO,
  'bandcamp.com': NO_BANDCAMP,
  'instagram.com': 'el reproductor de Instagram pide una cuenta y sigue a quien lo mira.',
  'soundcloud.com': NO_AUDIO,
  'mixcloud.com': NO_AUDIO,
  'youtube.com': NO_VIDEO,
  'music.youtube.com': NO_VIDEO,
  'youtu.be': NO_VIDEO,
}

/**
 * Explains why an address of a known site has no player.
 * @returns the end of a sentence. null when the address has a player, or when the site is unknown
 */
export function explainMissingPlayer(pasted: string): string | null {
  const [address] = findAddresses(pasted)
  const host = address === undefined ? null : findHost(`${address}/`)
  if (host === null || findPastedEmbed(pasted)) return null
  // Each account of Bandcamp has its own host, such as `artist.bandcamp.com`.
  const site = host.endsWith('.bandcamp.com') ? 'bandcamp.com' : host
  return Object.hasOwn(REASONS, site) ? (REASONS[site] ?? null) : null
}
