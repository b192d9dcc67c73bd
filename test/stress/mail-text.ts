/** Reads the text of received mails. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '../support/mailserver.ts'

const DELIVERY_MS = 30_000

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

/**
 * Waits until each of these texts has arrived in a mail.
 * @returns the texts that did not arrive, and the number of further mails with a text that had already arrived
 */
export async function waitForDelivery({ mails }: MailServer, texts: Set<string>) {
  const deadline = Date.now() + DELIVERY_MS
  for (;;) {
    const bodies = mails.map(({ raw }) => decodeBody(raw))
    const missing = [...texts].filter((text) => countCopies(text, bodies) === 0)
    if (missing.length === 0 || Date.now() > deadline) {
      const copies = [...texts].reduce((sum, text) => sum + countCopies(text, bodies), 0)
      return { missing, repeated: copies - (texts.size - missing.length) }
    }
    await sleep(50)
  }
}
