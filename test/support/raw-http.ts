/** Sends HTTP as raw bytes, because client libraries refuse to send invalid requests. */
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

/**
 * Sends bytes, and reads until the server closes the connection.
 * @param port a port of 127.0.0.1
 * @param bytes a text in which each character is a byte (latin1)
 * @returns every answer in order, including interim answers
 */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer[]> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve())
    // The server may close the connection while the client still sends. The answers that arrived before the error count.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? resolve() : reject(error),
    )
  })
  return findAnswers(Buffer.concat(chunks).toString('latin1'))
}

function findAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1])
    if (end < 0 || Number.isNaN(status)) throw new Error(`No answer: ${JSON.stringify(rest.slice(0, 200))}`)
    const headers = new Headers(
      fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
    )
    rest = rest.slice(end + 4)
    // An interim answer has no body (RFC 9110 §15.2).
    const [body, used] = status < 200 ? ['', 0] : readBody(rest, headers)
    answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString() })
    rest = rest.slice(used)
  }
  return answers
}

/** @returns the body, and the number of its characters */
function readBody(rest: string, headers: Headers): [string, number] {
  if (headers.get('Transfer-Encoding') !== 'chunked') {
    // An answer without Content-Length ends with the connection.
    const length = Number(headers.get('Content-Length') ?? rest.length)
    return [rest.slice(0, length), length]
  }
  let at = 0
  let body = ''
  for (;;) {
    const end = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.slice(at, end), 16)
    if (!(size > 0)) return [body, end + 4]
    body += rest.slice(end + 2, end + 2 + size)
    at = end + 4 + size
  }
}
