/**
 * Resolves short links to recordings when an administrator saves one, because players need the target address. The typed
 * link decides which host the server contacts (SSRF), so it contacts only https hosts of a fixed list, at public addresses.
 * It connects to the address that it has checked, so DNS rebinding has no effect. There are few redirects and no cookies,
 * and only the Location header is read.
 */
import { lookup as dnsLookup } from 'node:dns/promises'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress } from '../../process/public-address.ts'
import { isWebAddress } from '../../shared/web-address.ts'

/** Hosts whose links are resolved. */
const SHORT_LINK_HOSTS = [
  'on.soundcloud.com',
  'snd.sc',
  'spotify.link',
  'spoti.fi',
  'link.tospotify.com',
  'spotify.app.link',
]

/** Hosts of the players, in the spelling of links. */
const PLAYER_HOSTS = [
  'soundcloud.com',
  'www.soundcloud.com',
  'm.soundcloud.com',
  'open.spotify.com',
  'www.youtube.com',
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtu.be',
  'www.mixcloud.com',
  'mixcloud.com',
]

const REDIRECTS_MAX = 3
const TIMEOUT_MS = 2_000
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/** Query keys that stay: the video and the start. Other keys describe the person who shared the link. */
const KEPT_KEYS = ['v', 't']

/** The start of a recording in a fragment, such as "#t=1%3A30". Other fragments are removed. */
const START = /^#t=[\w:%]{1,20}$/

interface LinkNetwork {
  /** Resolves a host name to addresses. */
  lookup(host: string): Promise<string[]>
  /** Opens a TLS connection to an address, and checks the certificate for the host. */
  connect(address: string, host: string): Socket
}

const internet: LinkNetwork = {
  lookup: async (host) => (await dnsLookup(host, { all: true })).map(({ address }) => address),
  // TLS checks the certificate for the host, although the connection goes to the checked address.
  connect: (address, host) =>
    connectTls({ host: address, port: 443, servername: host, ALPNProtocols: ['http/1.1'] }),
}

/** Returns the target of a short link. The link itself is returned when it is no short link or has no target in time. */
export type ResolveLink = (link: string) => Promise<string>

export function createLinkResolver(network: LinkNetwork = internet): ResolveLink {
  return async (link) => {
    const first = parseAllowedUrl(link)
    if (first === null || !SHORT_LINK_HOSTS.includes(first.host)) return link
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      let place: URL | null = first
      for (let hop = 0; hop < REDIRECTS_MAX && place !== null; hop++) {
        const location: string | null = await fetchLocation(place, network, signal)
        place = location === null ? null : parseAllowedUrl(location, place)
        // Only hosts of players count as a target. An expired link redirects to another host, the home page of the service.
        if (place !== null && PLAYER_HOSTS.includes(place.host))
          return place.pathname === '/' ? link : removeTracking(place)
      }
    } catch {
      // A failure is not reported: a save must not depend on other services or reveal their answers.
    }
    return link
  }
}

/** Parses a link. null when it is not https, or its host is in no list */
function parseAllowedUrl(link: string, base?: URL): URL | null {
  // URL parsers treat these characters differently, so such a link is refused.
  if (/[\\\s]/.test(link)) return null
  const url = URL.parse(link, base)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  return [...SHORT_LINK_HOSTS, ...PLAYER_HOSTS].includes(url.host) && isWebAddress(url.href) ? url : null
}

function removeTracking(place: URL): string {
  const url = new URL(place)
  for (const key of [...url.searchParams.keys()]) if (!KEPT_KEYS.includes(key)) url.searchParams.delete(key)
  if (!START.test(url.hash)) url.hash = ''
  return url.href
}

/** Reads the Location header of an address. @throws Error when the request fails or takes too long */
async function fetchLocation(place: URL, network: LinkNetwork, signal: AbortSignal): Promise<string | null> {
  const addresses = await abortable(signal, network.lookup(place.host))
  const [address] = addresses
  // One private address among several is an attack, so all must be public.
  if (address === undefined || !addresses.every(isPublicAddress)) return null
  return abortable(
    signal,
    new Promise((resolve, reject) => {
      const asked = request({
        method: 'GET',
        host: place.host,
        path: place.pathname + place.search,
        headers: { Host: place.host, Accept: 'text/html', 'User-Agent': 'Mozilla/5.0', Connection: 'close' },
        signal,
        createConnection: () => network.connect(address, place.host),
      })
      asked.on('error', reject)
      asked.on('response', ({ statusCode = 0, headers }) => {
        resolve(REDIRECT_STATUSES.includes(statusCode) ? (headers.location ?? null) : null)
        // The body is not needed, so the connection ends here.
        asked.destroy()
      })
      asked.end()
    }),
  )
}

/** Limits work by a signal. @throws the reason of `signal` when it aborts */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
