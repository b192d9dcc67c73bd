/** Until when the certificate holds that visitors are shown. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { isLoopbackHost } from '../../platform/process/loopback.ts'

/** Whoever shows none by then is not there. */
const PATIENCE_MS = 5_000

/** Whether the site has one to look at: not over plain http, and not on this machine alone. */
export function showsCertificate(siteUrl: string | null): siteUrl is string {
  if (siteUrl === null) return false
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

/**
 * Shakes hands with whoever answers for the site and hangs up: nothing is asked for.
 * @param siteUrl an https origin
 * @returns ms since 1970
 * @throws when nobody shows a certificate
 */
export function certificateEndsAt(siteUrl: string): Promise<number> {
  const { hostname, port } = new URL(siteUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // One that has ended, or that only visitors' browsers know, is looked at too. Nothing is said to it.
      rejectUnauthorized: false,
    })
    const timer = setTimeout(
      () => socket.destroy(new Error(`Nobody answered in ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    )
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate()
      if (certificate) resolve(certificate.validToDate.getTime())
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('No certificate was shown'))
    })
  })
}
