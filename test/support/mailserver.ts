/** A real SMTP server on a free port of this machine. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as received, with CRLF at the end of lines. */
  raw: string
}

export interface MailServer {
  url: string
  port: number
  /** Mails that the server accepted with the status 250. */
  mails: ReceivedMail[]
  close(): Promise<void>
}

/** @param options options of smtp-server, which let the server refuse mails. `port` reuses the port of an earlier server */
export async function startMailServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<MailServer> {
  const { port = 0, ...given } = options
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: given.secure ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...given,
  })
  // Ignores errors of connections, because some tests close a connection halfway.
  server.on('error', () => {})
  const listening = once(server.server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
  const address = server.server.address() as AddressInfo
  return {
    url: `${given.secure ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes the headers and parts of a raw mail (RFC 2045, 2047). */
export function decodeMail(raw: string): string {
  const unquoted = (text: string) =>
    Buffer.from(
      text.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      'latin1',
    ).toString()
  return raw
    .split(/^(?=--)/m)
    .map((part) => {
      const [head = '', body = ''] = part.split(/\r\n\r\n(.*)/s)
      const isBase64 = /transfer-encoding: base64/i.test(head)
      const isQuoted = /transfer-encoding: quoted-printable/i.test(head)
      const text = isBase64
        ? Buffer.from(body, 'base64').toString()
        : isQuoted
          ? unquoted(body.replace(/=\r\n/g, ''))
          : body
      const words = head
        .replace(/\?=\s+=\?/g, '?==?')
        .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how, encoded) =>
          how.toLowerCase() === 'b'
            ? Buffer.from(encoded, 'base64').toString()
            : unquoted(encoded.replaceAll('_', ' ')),
        )
      return `${words}\r\n\r\n${text}`
    })
    .join('')
}

/** Returns a header of a raw mail as one line. Null when the mail lacks it. */
export function readHeader(raw: string, name: string): string | null {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const line = head.split('\r\n').find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line === undefined ? null : line.slice(name.length + 1).trim()
}
