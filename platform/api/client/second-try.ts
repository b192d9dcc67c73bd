/** What to do about a part of the site that did not arrive (chunk-error.ts): the page is loaded anew, when there is a way to. */
import { useEffect, useState } from 'react'

/** Session storage key: when this tab last loaded a page anew by itself, ms since 1970. */
const TRIED_KEY = 'tried-again'
/** Sooner than that it does not do so twice: what is still missing then will not come by itself. */
const TRIED_MS = 60_000

/** Whether the page could be loaded now. */
async function canLoad(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Whether the tab may do it now; notes that it does. Where nothing can be noted, it might never end. */
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
  /** It is being found out whether there is a way. */
  isTrying: boolean
  /** There was none the last time. */
  isUnreached: boolean
  /** On a new page: browsers remember a failed module for as long as a page lives. What was typed is a draft. */
  tryAgain(): void
}

/** @param byItself whether it is tried at once, without being asked: after an update of the site that is all there is to do */
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
