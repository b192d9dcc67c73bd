/** Reloads the page after a chunk failed to load (load-chunk.ts), if the server answers. */
import { useEffect, useState } from 'react'

/** Session-storage key with the name of the chunk for which this tab has reloaded by itself. */
const TRIED_KEY = 'tried-again'

/** Time limit of the request that finds out whether the server answers. ms */
const PROBE_MS = 10_000

/** True when the server answers a request for this page. */
async function canLoad(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS)
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/**
 * True when the page may reload by itself because of this chunk, and stores that it does. A chunk that is still missing after
 * the reload allows no second one, however long it took to fail. False also without storage, because reloads could then
 * repeat for ever.
 */
export function claimReload(chunk: string): boolean {
  try {
    if (sessionStorage.getItem(TRIED_KEY) === chunk) return false
    sessionStorage.setItem(TRIED_KEY, chunk)
    return true
  } catch {
    return false
  }
}

/** Called when a chunk has loaded. After a later update of the site, the page may reload because of this chunk again. */
export function forgetReload(chunk: string): void {
  try {
    if (sessionStorage.getItem(TRIED_KEY) === chunk) sessionStorage.removeItem(TRIED_KEY)
  } catch {}
}

export interface ChunkReload {
  /** True while the server's answer is awaited. */
  isTrying: boolean
  /** True when the server did not answer the last time. */
  isUnreached: boolean
  /**
   * Reloads the page, because browsers do not request a failed module again before a reload. Typed text is kept as a draft.
   */
  tryAgain(): void
}

/**
 * Offers a reload after a failed chunk.
 * @param chunk name of a chunk for which the page reloads once by itself, without a click. A reload is enough when the chunk
 * is missing because of an update of the site
 */
export function useChunkReload(chunk?: string): ChunkReload {
  const [isTrying, setTrying] = useState(chunk !== undefined)
  const [isUnreached, setUnreached] = useState(false)

  useEffect(() => {
    if (chunk === undefined) return
    void canLoad().then((can) => {
      if (can && claimReload(chunk)) return location.reload()
      setUnreached(!can)
      setTrying(false)
    })
  }, [chunk])

  async function tryAgain() {
    setTrying(true)
    if (await canLoad()) return location.reload()
    setUnreached(true)
    setTrying(false)
  }

  return { isTrying, isUnreached, tryAgain: () => void tryAgain() }
}
