/** Names of sources for people. Not in sources.ts, which public pages load. */

import { OTHER } from './visits.ts'

const labels: Record<string, string> = {
  bandcamp: 'Bandcamp',
  bing: 'Bing',
  chatgpt: 'ChatGPT',
  compartir: 'Texto o enlace para compartir',
  duckduckgo: 'DuckDuckGo',
  embed: 'Fechas en otros sitios',
  facebook: 'Facebook',
  google: 'Google',
  instagram: 'Instagram',
  mixcloud: 'Mixcloud',
  newsletter: 'Newsletter',
  [OTHER]: 'Otros orígenes',
  'otro-sitio': 'Otros sitios',
  passline: 'Passline',
  qr: 'Código QR',
  ra: 'Resident Advisor',
  reddit: 'Reddit',
  soundcloud: 'SoundCloud',
  spotify: 'Spotify',
  telegram: 'Telegram',
  threads: 'Threads',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  yahoo: 'Yahoo',
  youtube: 'YouTube',
}

/** True when the club has a label for the source. '': the visit has no source. */
export const isKnownSource = (source: string): boolean => source === '' || Object.hasOwn(labels, source)

/** @param source null when the source is unknown */
export const sourceLabel = (source: string | null): string =>
  source === null
    ? 'Directo, o ya estaban acá'
    : Object.hasOwn(labels, source)
      ? (labels[source] as string)
      : source
