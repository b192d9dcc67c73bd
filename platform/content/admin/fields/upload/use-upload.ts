import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FileOutcome } from '../../form/editor/pending-files.ts'

interface UploadRules {
  /** Receives the outcome of each file. The form waits for this outcome before it saves. */
  onSend: (outcome: Promise<FileOutcome>) => void
  /** Outcome to report for a file that the field or the server refused. */
  refused: FileOutcome
  cancelled: { outcome: FileOutcome; message: string }
  cancelOnUnmount?: boolean
}

/**
 * Opens and sends one file at a time: idle → in progress → arrived, refused or cancelled. `P` is the progress that the
 * field shows.
 */
export function useUpload<P>({ onSend, refused, cancelled, cancelOnUnmount = false }: UploadRules) {
  const controller = useRef<AbortController | null>(null)
  /** Progress of the current file. null while no file is in progress. */
  const [progress, setProgress] = useState<P | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => () => (cancelOnUnmount ? controller.current?.abort() : undefined), [cancelOnUnmount])

  /** Ends the upload. Renders a failure synchronously, because the form next searches for the field that blocks saving. */
  function end(outcome: FileOutcome, message: string): FileOutcome {
    flushSync(() => {
      setProgress(null)
      setFailure(message)
    })
    return outcome
  }

  /** Sends a file. @param send returns the reason of a refusal, or a blank text after a success */
  async function run(send: Send<P>, first: P): Promise<FileOutcome> {
    const sending = new AbortController()
    controller.current = sending
    setFailure('')
    setProgress(first)
    try {
      const reason = await send(sending.signal, setProgress)
      return reason ? end(refused, reason) : 'arrived'
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause
      return end(cancelled.outcome, cancelled.message)
    } finally {
      controller.current = null
      setProgress(null)
    }
  }

  return {
    progress,
    failure,
    setFailure,
    /** Starts an upload. Does nothing while another file is in progress. @param first the progress at the start */
    start(first: P, send: Send<P>) {
      if (!controller.current) onSend(run(send, first))
    },
    /** Refuses a file before any of it is sent. */
    refuse: (reason: string) => onSend(Promise.resolve(end(refused, reason))),
    cancel: () => controller.current?.abort(),
  }
}

type Send<P> = (signal: AbortSignal, show: (progress: P) => void) => Promise<string>
