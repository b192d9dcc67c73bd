/** Derives the source of a visit from its address and referrer. Public pages load this file. */

/** Known sites. A site is recognised when its host contains this name. */
const HOSTS =
  /(?:^|\.)(bandcamp|bing|chatgpt|duckduckgo|facebook|google|instagram|mixcloud|passline|ra|reddit|soundcloud|spotify|telegram|threads|tiktok|twitter|whatsapp|x|yahoo|youtube)\.(?:android|[a-z]{2,3}(?:\.[a-z]{2})?$)/

/** Short hosts of known sites (such as link shorteners), and other spellings of their names. */
const ALIASES: Record<string, string> = {
  't.co': 'x',
  twitter: 'x',
  'wa.me': 'whatsapp',
  't.me': 'telegram',
  'fb.me': 'facebook',
  fb: 'facebook',
  'youtu.be': 'youtube',
  ig: 'instagram',
}

const alias = (name: string): string => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] as string) : name)

/** The source of visits from any other site. */
const ELSEWHERE = 'otro-sitio'

/**
 * Reads the source from the address (`utm_source`, `src`), or otherwise from the referrer.
 * @param referrer an absolute address, or ''
 * @returns null when the source is unknown, or the visitor comes from another page of this site
 */
export function findSource(address: URL, referrer: string): string | null {
  const { searchParams, host } = address
  const named = (searchParams.get('utm_source') ?? searchParams.get('src') ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '')
  if (named) return alias(named)
  const from = /^[\w-]+:\/\/([^/]+)/.exec(referrer)?.[1]
  if (!from || from === host) return null
  const name = HOSTS.exec(from)?.[1] ?? from
  return name === from && alias(name) === name ? ELSEWHERE : alias(name)
}
