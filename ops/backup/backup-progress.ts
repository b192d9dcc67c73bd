/** Prints the progress of a backup or a restore: one line that a terminal updates, or in a log a new line every ten seconds. */

export interface Progress {
  /** Name of the current step, in Spanish. */
  step: string
  /** Number of processed bytes in this step. */
  bytes: number
  /** Processed part of the step, in the unit that predicts the remaining time best. */
  done: number
  of: number
}

export type OnProgress = (progress: Progress) => void

interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Interval of updates in a terminal, and of new lines in a log. ms */
const TERMINAL_UPDATE_MS = 200
const LOG_LINE_MS = 10_000

/** Share of the step from which the remaining time is estimated. Earlier estimates would be wrong. */
const ESTIMATE_MIN_SHARE = 0.02

/** Creates the printer of progress. @param now a monotonic clock. ms */
export function createProgress(output: Output, now: () => number = () => performance.now()) {
  const moves = output.isTTY === true
  let step: { name: string; from: number } | null = null
  let toldAt = now()
  let isShown = false

  return {
    /** Prints the progress when it is due. It costs little, so it may be called with every chunk. */
    on(progress: Progress): void {
      if (step?.name !== progress.step) step = { name: progress.step, from: now() }
      if (now() - toldAt < (moves ? TERMINAL_UPDATE_MS : LOG_LINE_MS)) return
      toldAt = now()
      const line = formatProgress(progress, now() - step.from)
      // ECMA-48 EL erases what remains of a longer line.
      output.write(moves ? `\r${line}\u001b[K` : `${line}\n`)
      isShown = moves
    },
    /** Erases the line of the terminal. */
    end(): void {
      if (isShown) output.write('\r\u001b[K')
      isShown = false
    },
  }
}

function formatProgress({ step, bytes, done, of }: Progress, elapsedMs: number): string {
  const share = of === 0 ? 1 : done / of
  const parts = [`${Math.floor(share * 100)} %`, `${Math.floor(bytes / 1_000_000)} MB`]
  if (share >= ESTIMATE_MIN_SHARE) parts.push(formatRemainingTime((elapsedMs * (1 - share)) / share / 1000))
  return `${step}: ${parts.join(', ')}`
}

/** Formats a rounded remaining time. @param seconds the remaining time */
function formatRemainingTime(seconds: number): string {
  if (seconds < 5) return 'ya casi'
  if (seconds < 55) return `quedan unos ${Math.ceil(seconds / 10) * 10} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return minutes <= 1 ? 'queda alrededor de un minuto' : `quedan unos ${minutes} min`
  return `quedan unas ${Math.round(minutes / 60)} h`
}
