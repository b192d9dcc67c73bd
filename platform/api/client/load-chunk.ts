import { CHUNK_TIMEOUT_MS } from '../../shared/limits.ts'
import { ChunkError } from './chunk-error.ts'

/**
 * @param name shown to the visitor and logged when loading fails
 * @throws ChunkError when the import fails or takes over 120000 ms
 */
export function loadChunk<T>(name: string, importer: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new ChunkError(name, 'timeout')), CHUNK_TIMEOUT_MS)
    importer()
      .then(resolve, (cause) => reject(new ChunkError(name, cause)))
      .finally(() => clearTimeout(limit))
  })
}

/** The name of a file without its folder and its suffix. @param suffix such as `.screen.tsx` */
export const moduleName = (file: string, suffix: string): string =>
  file.slice(file.lastIndexOf('/') + 1, -suffix.length)
