/** A part of the site that did not arrive: there is no connection, or a newer site has other parts. */
export class ChunkError extends Error {
  /** The words are fixed: docs/requirements.md §2. */
  constructor(name: string, cause?: unknown) {
    super(`Loading chunk ${name} failed`, { cause })
  }
}
