/** Reloads the page after a chunk failed to load (load-chunk.ts), if the server answers. */
import { useEffect, useState } from 'react'

/** Session-storage key with the time of the last automatic reload of this tab. ms since 1970 */
const TRIED_KEY = 'tried-again'
/**
 * Minimum time between two automatic reloads. If the chunk is still missing after a reload, a second one at once would not
 * help. ms
 */
const TRIED_MS = 60_000

/** True when the server answers a request for this page. */
async function canLoad(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * True when the page may reload now. Stores the time of the reload. False when the last reload is too recent. False also
 * without storage, because reloads could then repeat for ever.
 */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(TRIED_KEY) ?? 0)
    if (Date.now() - last < TRIED_MS) return false
    sessionStorage.setItem(TRIED_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
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
 * @param byItself true: reloads at once, without a click. A reload is enough when the chunk is missing because of an update
 * of the site
 */
export function useChunkReload(byItself = false): ChunkReload {
  const [isTrying, setTrying] = useState(byItself)
  const [isUnreached, setUnreached] = useState(false)

  useEffect(() => {
    if (!byItself) return
    void canLoad().then((can) => {
      if (can && mayReload()) return location.reload()
      setUnreached(!can)
      setTrying(false)
    })
  }, [byItself])

  async function tryAgain() {
    setTrying(true)
    if (await canLoad()) return location.reload()
    setUnreached(true)
    setTrying(false)
  }

  return { isTrying, isUnreached, tryAgain: () => void tryAgain() }
}
