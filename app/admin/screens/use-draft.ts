import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftKey, dropDraft, writeDraft } from '../drafts.ts'

/** So long after the last key a draft is written, ms. */
const WRITE_DELAY_MS = 400

/** 'none': the form says what it began with. 'refused': this browser keeps nothing, so leaving would lose it. */
export type Kept = 'none' | 'kept' | 'refused'

interface DraftOptions<V> {
  /** What the draft began from; kept with it. */
  origin: unknown
  /** Whether there is anything worth keeping. */
  isWorthKeeping: (values: V) => boolean
  /** Never written anywhere: passwords. */
  secrets?: (keyof V & string)[]
  isRestored?: boolean
}

export interface DraftKeeper {
  kept: Kept
  /** It was saved, or is not wanted. */
  drop: () => Promise<void>
  /** Notes that what the form holds is being sent under this key. */
  noteAttempt: (key: string) => Promise<void>
}

/** Keeps what the form holds while somebody types, and at once when the page is left or hidden. */
export function useDraft<V extends FieldValues>(
  path: string,
  form: UseFormReturn<V>,
  options: DraftOptions<V>,
): DraftKeeper {
  const [key] = useState(() => draftKey(path))
  const [kept, setKept] = useState<Kept>(options.isRestored ? 'kept' : 'none')
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was saved or thrown away, as text: no draft, even if the form goes on saying it for a moment. */
  const done = useRef<string>(undefined)

  const valuesNow = useCallback((): V => {
    const values = structuredClone(form.getValues())
    for (const name of latest.current.secrets ?? []) delete values[name]
    return values
  }, [form])

  const write = useCallback(
    async (attempt?: string) => {
      clearTimeout(timer.current)
      timer.current = undefined
      const values = valuesNow()
      const isDraft = latest.current.isWorthKeeping(values) && JSON.stringify(values) !== done.current
      if (!isDraft) {
        setKept('none')
        await dropDraft(key)
        return
      }
      const { origin } = latest.current
      setKept((await writeDraft(key, { values, origin, ...(attempt && { attempt }) })) ? 'kept' : 'refused')
    },
    [key, valuesNow],
  )

  useEffect(() => {
    const writeWaiting = () => {
      if (timer.current !== undefined) void write()
    }
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') writeWaiting()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void write(), WRITE_DELAY_MS)
      },
    })
    document.addEventListener('visibilitychange', writeWhenHidden)
    window.addEventListener('pagehide', writeWaiting)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', writeWhenHidden)
      window.removeEventListener('pagehide', writeWaiting)
      writeWaiting()
    }
  }, [form, write])

  // Where nothing can be kept, the browser asks before the page goes.
  useEffect(() => {
    if (kept !== 'refused') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [kept])

  const drop = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    done.current = JSON.stringify(valuesNow())
    setKept('none')
    await dropDraft(key)
  }, [key, valuesNow])

  return { kept, drop, noteAttempt: write }
}
