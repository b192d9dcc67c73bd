/** Checks the certificate that visitors of SITE_URL receive. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { formatDate, wallClock } from '../../platform/shared/dates.ts'
import { isLoopbackHost } from '../../platform/shared/web-address.ts'
import { describeReason } from '../cli/format.ts'
import { NOT_APPLICABLE, type WarningCheck } from './check-declaration.ts'
import { judgeCertificate } from './thresholds.ts'

export const certificate: WarningCheck<'certificate'> = {
  doctor: [
    {
      part: 'certificado',
      mend: () => 'Revisá desde otra máquina que el sitio abra.',
      async *run({ env: { siteUrl }, now, readCertificateEnd, good, warning, bad }) {
        if (!hasPublicCertificate(siteUrl)) return
        try {
          const endsAt = await readCertificateEnd(siteUrl)
          const state = judgeCertificate(endsAt, { now: now() })
          const until = new Date(endsAt).toISOString().slice(0, 10)
          if (state === 'ok') yield good(`El de ${siteUrl} vale hasta el ${until}.`)
          else
            yield (state === 'error' ? bad : warning)(
              state === 'error'
                ? `El de ${siteUrl} venció el ${until}.`
                : `El de ${siteUrl} vence el ${until}.`,
              'Se renueva solo: mirá por qué no en el registro del proxy (journalctl -u caddy, o certbot renew).',
            )
        } catch (error) {
          yield warning(
            `No se pudo mirar el de ${siteUrl}: ${describeReason(error)}`,
            'Revisá desde otra máquina que el sitio abra.',
          )
        }
      },
    },
  ],
  warning: {
    measure: async ({ env: { siteUrl } }) =>
      hasPublicCertificate(siteUrl) ? readCertificateEnd(siteUrl) : null,
    assess: (measured, { now }) =>
      measured === null ? NOT_APPLICABLE : { state: judgeCertificate(measured, { now }), measured },
    mail: {
      says: (club, endsAt) =>
        `El certificado de ${club.name}, lo que le dice al navegador que el sitio es el de ustedes, vale hasta el ${formatDay(endsAt ?? 0, club.timeZone)} y tendría que haberse renovado solo. Después de ese día, a quien entre le aparece una advertencia de seguridad en lugar del sitio.`,
      over: 'El certificado del sitio se renovó',
    },
    metric: {
      name: 'certificate_expires_timestamp_seconds',
      help: 'When the certificate of the site ends, since 1970',
      value: (endsAt) => endsAt / 1000,
    },
  },
}

const formatDay = (at: number, timeZone: string): string =>
  formatDate(wallClock(at, timeZone).split('T')[0] ?? '')

/** Time limit of the handshake. ms */
const HANDSHAKE_TIMEOUT_MS = 5_000

/** True for a site with https that other machines can reach. */
export function hasPublicCertificate(siteUrl: string | null): siteUrl is string {
  if (siteUrl === null) return false
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

/**
 * Reads the end of a certificate in a TLS handshake with the site's server, and then closes the connection.
 * @param siteUrl an https origin
 * @returns ms since 1970
 * @throws when the server sends no certificate
 */
export function readCertificateEnd(siteUrl: string): Promise<number> {
  const { hostname, port } = new URL(siteUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // An expired certificate, or one of an authority that only browsers know, has to be read too.
      rejectUnauthorized: false,
    })
    const timer = setTimeout(
      () => socket.destroy(new Error(`No answer within ${HANDSHAKE_TIMEOUT_MS} ms`)),
      HANDSHAKE_TIMEOUT_MS,
    )
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate()
      if (certificate) resolve(certificate.validToDate.getTime())
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('The server sent no certificate'))
    })
  })
}
