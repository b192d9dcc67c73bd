import { CHUNK_TIMEOUT_MS } from '../../shared/limits.ts'

/** Thrown when a chunk cannot be loaded: the connection is lost, or a newer release has other chunks. */
export class ChunkError extends Error {
  readonly chunk: string

  /** docs/requirements.md, "Loading of scripts", prescribes these words. */
  constructor(chunk: string, cause?: unknown) {
    super(`Loading chunk ${chunk} failed`, { cause })
    this.chunk = chunk
  }
}

/**
 * Loads a chunk.
 * @param name shown to the visitor and logged when loading fails
 * @throws ChunkError when the import fails or takes longer than CHUNK_TIMEOUT_MS
 */
export function loadChunk<T>(name: string, importer: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new ChunkError(name, 'timeout')), CHUNK_TIMEOUT_MS)
    importer()
      .then(resolve, (cause) => reject(new ChunkError(name, cause)))
      .finally(() => clearTimeout(limit))
  })
}

/** Returns the name of a file without its folder and its suffix. @param suffix such as `.screen.tsx` */
export const moduleName = (file: string, suffix: string): string =>
  file.slice(file.lastIndexOf('/') + 1, -suffix.length)
