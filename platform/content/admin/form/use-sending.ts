import { useRef, useState } from 'react'
import type { Answer, Sending } from '../../../api/client/call.ts'

/** Bodies under this have no upload worth telling of. UTF-16 code units, which for a data URL are bytes. */
const WORTH_TELLING = 50_000

/** Browsers make UUIDs under https only, and a club may try things out without. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** null while the form is idle. `sent`: 0–1 of an upload, null when no progress is shown. `text` replaces the progress. */
export type Progress = { sent: number | null; text?: string } | null

/**
 * Sends once, however often the button is pressed. The key that makes a repeated send harmless is kept until the
 * answer says that it was stored, as long as what is sent stays the same.
 */
export function useSending() {
  const [progress, setProgress] = useState<Progress>(null)
  const attempt = useRef<{ body: string; key: string } | null>(null)
  const controller = useRef<AbortController | null>(null)

  /** The key under which this body is sent. @param known one under which it was sent before this page was loaded */
  function keyFor(body: string, known?: string): string {
    if (attempt.current?.body !== body) attempt.current = { body, key: known ?? randomKey() }
    return attempt.current.key
  }

  /** null: one is under way. */
  async function send<T>(
    body: string,
    call: (sending: Sending) => Promise<Answer<T>>,
  ): Promise<Answer<T> | 'cancelled' | null> {
    if (controller.current) return null
    controller.current = new AbortController()
    const isUpload = body.length >= WORTH_TELLING
    setProgress({ sent: isUpload ? 0 : null })
    try {
      const answer = await call({
        key: keyFor(body),
        signal: controller.current.signal,
        ...(isUpload && { onProgress: (sent: number) => setProgress({ sent }) }),
      })
      if (answer.ok) attempt.current = null
      return answer
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
      throw error
    } finally {
      controller.current = null
      setProgress(null)
    }
  }

  return { progress, keyFor, send, cancel: () => controller.current?.abort() }
}
