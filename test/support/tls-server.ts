/** Starts a TLS server with a self-signed certificate. Tests choose the time at which the certificate expires. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/** Encodes a DER value (X.690 §8.1) that is shorter than 64 kB. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content)
  const { length } = value
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), value])
}

const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'))

const commonName = (name: string): Buffer =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))

/** Encodes a GeneralizedTime in whole seconds. @param at ms since 1970 */
const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`))

/**
 * Creates a key and a self-signed certificate (RFC 5280 §4.1) in PEM.
 * @param endsAt expiry of the certificate. ms since 1970
 */
export function createCertificate(endsAt: number): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = commonName('club.example')
  const signed = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(endsAt - 90 * 86_400_000), time(endsAt)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const cert = der(SEQUENCE, signed, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  }
}

export interface TlsServer {
  /** The address of the server, `https://…`. */
  origin: string
  /** Data that clients sent after the handshake. */
  received: Buffer[]
  close(): Promise<unknown>
}

/** @param endsAt expiry of the certificate, in whole seconds. ms since 1970 */
export async function startTlsServer(endsAt: number): Promise<TlsServer> {
  const received: Buffer[] = []
  const server = createServer(createCertificate(endsAt), (socket) => {
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
