/**
 * Returns a random key without `crypto.randomUUID`, which browsers offer only under https. A test installation may have no
 * certificate.
 */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Creates idempotency keys. The key of a body stays the same until its request succeeds, so that a repeated request is
 * stored once.
 */
export class IdempotencyKeys {
  #last: { body: string; key: string } | null = null

  /** Returns the key of a body. @param known the key under which an earlier page sent this body */
  keyFor(body: string, known?: string): string {
    if (this.#last?.body !== body) this.#last = { body, key: known ?? randomKey() }
    return this.#last.key
  }

  /** Forgets the key after a success. From then on the same body gets a new key. */
  clear(): void {
    this.#last = null
  }
}
