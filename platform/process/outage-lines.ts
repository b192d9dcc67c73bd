/**
 * Limits the log lines of an outage. Each failed request and each background loop logs the same line, which was 266 MB a
 * day. Lines of bugs are never left out.
 */
import { isDiskFull, isUnavailable } from './unavailable.ts'

/** A line is written at most once in this time. ms */
const INTERVAL_MS = 60_000

type Write = (details: Record<string, unknown>) => void

/** True for errors that the outage explains, so their stack shows nothing. */
export const isOutage = (error: unknown): boolean => isUnavailable(error) || isDiskFull(error)

/** Fields that distinguish lines with the same message. They have few values. */
const KEY_FIELDS = ['route', 'status', 'part'] as const

/**
 * Returns the key of a line about an outage: its error, or a request answered with 503 or 507.
 * @returns null for every other line
 */
function getOutageKey({ error, ...fields }: Record<string, unknown>, message: string): string | null {
  const isAboutOutage = isOutage(error) || fields.status === 503 || fields.status === 507
  if (!isAboutOutage) return null
  // The message of an error may name a file or an address, and would then make a key of its own.
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return JSON.stringify([message, code ?? name, ...KEY_FIELDS.map((field) => fields[field])])
}

/**
 * Creates the limit. The first line of an outage is written at once. The last repetition is written after INTERVAL_MS, with
 * the number of lines that were left out (`suppressed`).
 */
export function createOutageLimit(
  intervalMs = INTERVAL_MS,
): (details: Record<string, unknown>, message: string, write: Write) => void {
  const repeated = new Map<string, { count: number; writeLast: (suppressed: number) => void }>()

  function wait(key: string) {
    setTimeout(() => {
      const { count, writeLast } = repeated.get(key) ?? { count: 0, writeLast: () => {} }
      repeated.delete(key)
      if (count === 0) return
      writeLast(count - 1)
      repeated.set(key, { count: 0, writeLast })
      wait(key)
    }, intervalMs).unref()
  }

  return (details, message, write) => {
    const key = getOutageKey(details, message)
    if (key === null) return write(details)
    const known = repeated.get(key)
    if (known) {
      known.count++
      known.writeLast = (suppressed) => write({ ...details, ...(suppressed > 0 && { suppressed }) })
      return
    }
    repeated.set(key, { count: 0, writeLast: () => {} })
    wait(key)
    write(details)
  }
}
