/** Reads the text of received mails. */

/** Decodes the body of a mail from base64 or quoted-printable (RFC 2045 §6). */
export function decodeBody(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  if (/^content-transfer-encoding: base64/im.test(raw)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

export const countCopies = (marker: string, bodies: string[]): number =>
  bodies.filter((body) => body.includes(marker)).length
