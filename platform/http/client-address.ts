import { BlockList, isIP } from 'node:net'
import type { Env } from '../process/env.ts'

/** The sender of a request: the other end of the connection, or the visitor whom a trusted proxy reports. */
export interface Peer {
  address: string
  /** True when a trusted proxy reports that the visitor uses https. */
  tls: boolean
  /** True when `tls` is true, or SITE_URL is https. */
  https: boolean
}

/**
 * Finds the visitor's address and scheme, from the connection or from the headers of the proxies in TRUST_PROXY. Any client
 * can send `X-Forwarded-For`, so headers of others are ignored.
 */
export function createCallerReader({ trustProxy, siteUrl }: Pick<Env, 'trustProxy' | 'siteUrl'>) {
  const isTrusted = Array.isArray(trustProxy) ? addressMatcher(trustProxy) : null
  const isBelieved = createProxyTrust({ trustProxy })
  return (headers: Pick<Headers, 'get'>, peer: string): Peer => {
    const hops = (headers.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const believed = isBelieved(peer)
    let address = peer
    // The loop goes from the nearest proxy outwards. A trusted proxy writes only valid addresses, so the loop ends at an
    // invalid one.
    for (let trusted = isTrusted ? Number.POSITIVE_INFINITY : Number(trustProxy); trusted > 0; trusted--) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0 || (isTrusted && !isTrusted(address))) break
      address = hop
    }
    const forwarded = believed ? headers.get('X-Forwarded-Proto')?.split(',').at(-1)?.trim() : undefined
    const tls = forwarded === 'https'
    return { address, tls, https: tls || (siteUrl?.startsWith('https:') ?? false) }
  }
}

/** Returns a function that is true for the proxies in TRUST_PROXY. */
export function createProxyTrust({ trustProxy }: Pick<Env, 'trustProxy'>): (peer: string) => boolean {
  return Array.isArray(trustProxy) ? addressMatcher(trustProxy) : () => trustProxy > 0
}

function addressMatcher(list: string[]): (address: string) => boolean {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) blocks.addAddress(address, family)
    else blocks.addSubnet(address, Number(prefix), family)
  }
  return (address) => blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
