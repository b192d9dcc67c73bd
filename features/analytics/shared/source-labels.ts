/** Spanish labels of visit sources. They are not in sources.ts, because public pages load that file and need no labels. */

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

/** True when the club has a label for the source. An empty source ('') means that the visit has none. */
export const isKnownSource = (source: string): boolean => source === '' || Object.hasOwn(labels, source)

/** @param source null when the source is unknown */
export const getSourceLabel = (source: string | null): string =>
  source === null
    ? 'Directo, o ya estaban acá'
    : Object.hasOwn(labels, source)
      ? (labels[source] as string)
      : source
