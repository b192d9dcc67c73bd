/** Reloads the page after a chunk failed to load (load-chunk.ts), if the server answers. */
import { useEffect, useState } from 'react'

/** Session storage key of the last automatic reload of this tab, ms since 1970. */
const TRIED_KEY = 'tried-again'
/** Minimum time between two automatic reloads, ms. A chunk that is still missing then needs more than a reload. */
const TRIED_MS = 60_000

/** True when the server answers for this page. */
async function canLoad(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Stores the time of this reload. False when the last one is too recent, or without storage, where reloads could loop. */
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

export interface SecondTry {
  /** The server's answer is awaited. */
  isTrying: boolean
  /** The server did not answer the last time. */
  isUnreached: boolean
  /** Reloads the page, because browsers remember a failed module until then. Typed text is kept as a draft. */
  tryAgain(): void
}

/** @param byItself tries at once, without a click. After an update of the site a reload is enough */
export function useSecondTry(byItself = false): SecondTry {
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
