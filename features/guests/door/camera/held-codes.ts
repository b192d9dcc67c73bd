/** Decides which codes of the frames of a camera are scans. A code that is held before the camera is one scan. */
import type { ScannedCode } from '../scanned-codes.ts'

/** A code that is out of view for this time can be scanned again. Single frames often miss a code that is held. ms */
const AWAY_MS = 1_500
/** Longest time that counts between two frames. While no frame is decoded a code is not out of view. ms */
const BETWEEN_FRAMES_MS = 500
/** After a longer pause the same code is probably a copy in another hand, so it is scanned again. ms */
const PAUSE_MAX_MS = 10_000

export interface HeldCodes {
  /**
   * Takes the result of each frame.
   * @param at monotonic time of the frame. ms
   * @returns the code when it is a scan
   */
  takeFrame(code: ScannedCode | null, at: number): ScannedCode | null
}

export function createHeldCodes(): HeldCodes {
  /** Time out of view of the codes that were scanned. ms */
  const away = new Map<string, number>()
  let before: { at: number; key: string | null } | null = null

  return {
    takeFrame(code, at) {
      const key = code && `${code.format} ${code.text}`
      const pause = before ? at - before.at : 0
      const isRepeated = key !== null && before?.key === key
      before = { at, key }
      if (pause > PAUSE_MAX_MS) away.clear()
      for (const [held, time] of away) {
        const next = time + Math.min(pause, BETWEEN_FRAMES_MS)
        if (held === key) away.set(held, 0)
        else if (next >= AWAY_MS) away.delete(held)
        else away.set(held, next)
      }
      if (code === null || key === null || away.has(key)) return null
      // Lines and folds of other things are sometimes read as a short Code 128, but not twice in the same way.
      if (code.format === 'Code128' && !(isRepeated && pause <= PAUSE_MAX_MS)) return null
      away.set(key, 0)
      return code
    },
  }
}
