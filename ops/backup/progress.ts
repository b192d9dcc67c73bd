/** How far a backup or a restore has come, told to whoever waits for it: a line that moves, or, in a log, a line now and then. */

export interface Progress {
  /** What is being done, as people read it. */
  step: string
  /** Bytes of it that are done. */
  bytes: number
  /** How much of it is done, in whatever unit tells best when it will be over. */
  done: number
  of: number
}

export type OnProgress = (progress: Progress) => void

interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** How often the line moves, and how often there is a new one where none can. ms */
const MOVES_MS = 200
const LINES_MS = 10_000

/** Below this much of a step nobody can tell how long the rest takes. */
const TELLING_SHARE = 0.02

/** @param now ms, of a clock that nobody sets */
export function createProgress(output: Output, now: () => number = () => performance.now()) {
  const moves = output.isTTY === true
  let step: { name: string; from: number } | null = null
  let toldAt = now()
  let isShown = false

  return {
    /** Cheap to call with every chunk. */
    on(progress: Progress): void {
      if (step?.name !== progress.step) step = { name: progress.step, from: now() }
      if (now() - toldAt < (moves ? MOVES_MS : LINES_MS)) return
      toldAt = now()
      const line = lineOf(progress, now() - step.from)
      // ECMA-48, EL: what is left of a longer line goes.
      output.write(moves ? `\r${line}\u001b[K` : `${line}\n`)
      isShown = moves
    },
    /** The line makes room for what is said next. */
    end(): void {
      if (isShown) output.write('\r\u001b[K')
      isShown = false
    },
  }
}

function lineOf({ step, bytes, done, of }: Progress, elapsedMs: number): string {
  const share = of === 0 ? 1 : done / of
  const parts = [`${Math.floor(share * 100)} %`, `${Math.floor(bytes / 1_000_000)} MB`]
  if (share >= TELLING_SHARE) parts.push(left((elapsedMs * (1 - share)) / share / 1000))
  return `${step}: ${parts.join(', ')}`
}

/** Nobody needs it to the second. @param seconds what is left */
function left(seconds: number): string {
  if (seconds < 5) return 'ya casi'
  if (seconds < 55) return `quedan unos ${Math.ceil(seconds / 10) * 10} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return minutes <= 1 ? 'queda alrededor de un minuto' : `quedan unos ${minutes} min`
  return `quedan unas ${Math.round(minutes / 60)} h`
}
