import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { draftKey, dropDraft, holdDraft, readDraft, writeBeforeReading, writeDraft } from './draft-storage.ts'

/**
 * So long after the last key a draft is written, ms; what is typed after at least such a pause is written at once: browsers
 * may drop a write that begins as a page goes.
 */
const WRITE_DELAY_MS = 400
/** Nor does it wait for longer than this while somebody types on and on, ms. */
const WRITE_LATEST_MS = 2_000

/** 'none': the form says what it began with. 'failed': this browser keeps nothing, so leaving would lose it. */
export type DraftStatus = 'none' | 'saved' | 'failed'

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
  status: DraftStatus
  /** When it was last written, ms since the epoch; null: it was not. */
  savedAt: number | null
  /** It was saved, or is not wanted. */
  drop: () => Promise<void>
  /** What was thrown away is wanted again. */
  resume: () => void
  /** Writes what the form holds, or drops what is not worth keeping any more. */
  keep: () => Promise<void>
  /** Notes that what the form holds is being sent under this key. */
  noteAttempt: (key: string) => Promise<void>
}

/** Keeps what the form holds while somebody types, and at once when the page is left or hidden. */
export function useDraft<V extends FieldValues>(
  path: string,
  form: Pick<UseFormReturn<V>, 'getValues' | 'subscribe'>,
  options: DraftOptions<V>,
): DraftKeeper {
  const [key] = useState(() => draftKey(path))
  const [status, setStatus] = useState<DraftStatus>(options.isRestored ? 'saved' : 'none')
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const latest = useRef(options)
  latest.current = options
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Since when something waits to be written, ms since the epoch. */
  const waiting = useRef<number>(undefined)
  /** When the last write began, ms since the epoch. */
  const begun = useRef(0)
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
      waiting.current = undefined
      begun.current = Date.now()
      const values = valuesNow()
      const isDraft = latest.current.isWorthKeeping(values) && JSON.stringify(values) !== done.current
      if (!isDraft) {
        setStatus('none')
        await dropDraft(key)
        return
      }
      const { origin } = latest.current
      const isKept = await writeDraft(key, { values, origin, ...(attempt && { attempt }) })
      setStatus(isKept ? 'saved' : 'failed')
      setSavedAt(Date.now())
    },
    [key, valuesNow],
  )

  // Held on without a gap, in which another tab would take it: from one status to the next there is a draft.
  const isDraft = status !== 'none'
  useEffect(() => (isDraft ? holdDraft(key) : undefined), [key, isDraft])

  useEffect(() => {
    let written = Promise.resolve()
    const begin = () => {
      written = write()
    }
    const writeWaiting = () => {
      if (timer.current !== undefined) begin()
      return written
    }
    const writeNow = () => void writeWaiting()
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') writeNow()
    }
    const endReading = writeBeforeReading(key, writeWaiting)
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        const now = Date.now()
        waiting.current ??= now
        clearTimeout(timer.current)
        const isAfterPause = waiting.current >= begun.current + WRITE_DELAY_MS
        const left = isAfterPause ? 0 : waiting.current + WRITE_LATEST_MS - now
        timer.current = setTimeout(begin, Math.max(0, Math.min(WRITE_DELAY_MS, left)))
      },
    })
    document.addEventListener('visibilitychange', writeWhenHidden)
    window.addEventListener('pagehide', writeNow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', writeWhenHidden)
      window.removeEventListener('pagehide', writeNow)
      void writeWaiting().finally(endReading)
    }
  }, [form, write, key])

  // Where nothing can be kept, the browser asks before the page goes.
  useEffect(() => {
    if (status !== 'failed') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [status])

  const drop = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    waiting.current = undefined
    done.current = JSON.stringify(valuesNow())
    setStatus('none')
    await dropDraft(key)
  }, [key, valuesNow])

  const resume = useCallback(() => {
    done.current = undefined
  }, [])

  return { status, savedAt, drop, resume, keep: write, noteAttempt: write }
}

/** A draft of a form without pictures or versions, read when the form has opened. */
export interface PlainDraft extends Pick<DraftKeeper, 'status' | 'savedAt'> {
  /** When what was restored was written, ms since the epoch; null: nothing was. */
  restoredAt: number | null
  /** The form was saved. */
  drop: () => Promise<void>
  /** Back to what the form began with. */
  startOver: () => void
}

/**
 * For forms of a few texts: an account, a setting.
 * @param base what the form began with
 * @param secrets fields that are never written anywhere: passwords
 */
export function usePlainDraft<V extends FieldValues>(
  path: string,
  form: UseFormReturn<V>,
  base: V,
  secrets: (keyof V & string)[] = [],
): PlainDraft {
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const [began] = useState(base)
  const { status, savedAt, drop } = useDraft(path, form, {
    origin: null,
    isWorthKeeping: (values) =>
      Object.keys(values).some((name) => !secrets.includes(name) && values[name] !== began[name]),
    secrets,
  })

  useEffect(() => {
    let isGone = false
    void readDraft<Partial<V>>(draftKey(path)).then((draft) => {
      // Whoever was faster than the storage has begun anew.
      const isTouched = Object.keys(began).some((name) => form.getValues(name as Path<V>) !== began[name])
      if (isGone || !draft || isTouched) return
      for (const [name, value] of Object.entries(draft.values))
        form.setValue(name as Path<V>, value, { shouldDirty: true })
      setRestoredAt(draft.savedAt)
    })
    return () => {
      isGone = true
    }
  }, [path, form, began])

  function startOver() {
    setRestoredAt(null)
    form.reset(began)
    void drop()
  }

  return { status, savedAt, restoredAt, drop, startOver }
}
