/** Where a request comes from: the connection, or what a trusted proxy says of it. */
import { BlockList, isIP } from 'node:net'
import type { Env } from '../process/env.ts'

/** Where a request comes from. */
export interface Peer {
  address: string
  /** A trusted proxy says that the visitor came by https. */
  tls: boolean
  /** `tls`, or SITE_URL is https. */
  https: boolean
}

/**
 * Finds the visitor's address and scheme: from the connection, or from what the proxies named in TRUST_PROXY say. Anybody
 * can send `X-Forwarded-For`; only a proxy of ours is believed.
 */
export function createCallerReader({ trustProxy, siteUrl }: Pick<Env, 'trustProxy' | 'siteUrl'>) {
  const isTrusted = Array.isArray(trustProxy) ? addressMatcher(trustProxy) : null
  const isBelieved = createProxyTrust({ trustProxy })
  return (headers: Headers, peer: string): Peer => {
    const hops = (headers.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const believed = isBelieved(peer)
    let address = peer
    // From the nearest proxy outwards. What is no address was not written by a proxy of ours: nothing before it counts.
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

/** @returns whether what this peer says of a request is believed: it is a proxy named in TRUST_PROXY */
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
