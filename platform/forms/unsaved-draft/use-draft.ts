import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { draftKey, dropDraft, holdDraft, readDraft, writeBeforeReading, writeDraft } from './draft-storage.ts'

/**
 * Delay between the last change and the write of the draft, ms. The first change after such a pause is written at once,
 * because browsers may drop a write that begins while the page closes.
 */
const WRITE_DELAY_MS = 400
/** Longest delay of a write during typing without a pause, ms. */
const WRITE_LATEST_MS = 2_000

/**
 * State of a draft. `none`: the form has no unsaved changes. `failed`: the browser refused storage, so leaving loses the
 * changes.
 */
export type DraftStatus = 'none' | 'saved' | 'failed'

interface DraftOptions<V> {
  /** Returns the stored values with which the form began. They are stored with the draft. */
  origin: () => unknown
  isWorthKeeping: (values: V) => boolean
  /** Fields that are never stored, such as passwords. */
  secrets?: (keyof V & string)[]
  isRestored?: boolean
  onStatus?: (status: DraftStatus) => void
}

export interface DraftKeeper {
  status: DraftStatus
  /** Time of the last write, ms since 1970. null before the first write. */
  savedAt: number | null
  /** Number of writes by `keep`. */
  kept: number
  /** Deletes the draft of a form that was saved or discarded. */
  drop: () => Promise<void>
  /** Called when discarded values are brought back, so that these values can be stored again. */
  resume: () => void
  /** Stores the form's values, or deletes the draft when the form no longer has changes. */
  keep: () => Promise<void>
  /** Stores the idempotency key under which the form is being sent. */
  noteAttempt: (key: string) => Promise<void>
}

/** Keeps a draft of the form's values. It is written during typing, and at once when the page is left or hidden. */
export function useDraft<V extends FieldValues>(
  path: string,
  form: Pick<UseFormReturn<V>, 'getValues' | 'subscribe'>,
  options: DraftOptions<V>,
): DraftKeeper {
  const [key] = useState(() => draftKey(path))
  const [status, setStatus] = useState<DraftStatus>(options.isRestored ? 'saved' : 'none')
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [kept, setKept] = useState(0)
  const latest = useRef(options)
  latest.current = options
  const [schedule] = useState(() => new WriteSchedule())
  /**
   * JSON of values that were saved or discarded. The form may hold these values for a moment longer, but must not store
   * them again.
   */
  const done = useRef<string>(undefined)
  /** Number of the last write or deletion. A write that ends after a later one must not change the status. */
  const latestWrite = useRef(0)

  const valuesNow = useCallback((): V => {
    const values = structuredClone(form.getValues())
    for (const name of latest.current.secrets ?? []) delete values[name]
    return values
  }, [form])

  const changeStatus = useCallback((status: DraftStatus) => {
    setStatus(status)
    latest.current.onStatus?.(status)
  }, [])

  const write = useCallback(
    async (attempt?: string) => {
      schedule.begin()
      const number = ++latestWrite.current
      const values = valuesNow()
      const isDraft = latest.current.isWorthKeeping(values) && JSON.stringify(values) !== done.current
      if (!isDraft) {
        changeStatus('none')
        await dropDraft(key)
        return
      }
      const origin = latest.current.origin()
      const isKept = await writeDraft(key, { values, origin, ...(attempt && { attempt }) })
      if (number !== latestWrite.current) return
      changeStatus(isKept ? 'saved' : 'failed')
      setSavedAt(Date.now())
    },
    [key, valuesNow, changeStatus, schedule],
  )

  // The lock is held as long as there is a draft. While the lock is free, another tab could open the draft. A layout effect
  // asks for the lock before the page says that the draft is kept; on a busy device an effect may run much later.
  const isDraft = status !== 'none'
  useLayoutEffect(() => (isDraft ? holdDraft(key) : undefined), [key, isDraft])
  useWrites(key, form, schedule, write)
  useLeaveWarning(status === 'failed')

  const drop = useCallback(async () => {
    schedule.cancel()
    latestWrite.current++
    done.current = JSON.stringify(valuesNow())
    changeStatus('none')
    await dropDraft(key)
  }, [key, valuesNow, changeStatus, schedule])

  const resume = useCallback(() => {
    done.current = undefined
  }, [])

  const keep = async () => {
    await write()
    setKept((times) => times + 1)
  }

  return { status, savedAt, kept, drop, resume, keep, noteAttempt: write }
}

/** Decides when changes are written. Times are in ms since 1970. */
class WriteSchedule {
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Time of the first change that is not written yet. */
  #waitingSince: number | undefined
  #lastWrite = 0

  get isWaiting(): boolean {
    return this.#timer !== undefined
  }

  /** Called when a write of all pending changes begins. */
  begin(): void {
    this.cancel()
    this.#lastWrite = Date.now()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waitingSince = undefined
  }

  change(write: () => void): void {
    const now = Date.now()
    this.#waitingSince ??= now
    clearTimeout(this.#timer)
    const isAfterPause = this.#waitingSince >= this.#lastWrite + WRITE_DELAY_MS
    const left = isAfterPause ? 0 : this.#waitingSince + WRITE_LATEST_MS - now
    this.#timer = setTimeout(write, Math.max(0, Math.min(WRITE_DELAY_MS, left)))
  }
}

/** Writes the draft after changes, and at once when the page is hidden or left. */
function useWrites<V extends FieldValues>(
  key: string,
  form: Pick<UseFormReturn<V>, 'subscribe'>,
  schedule: WriteSchedule,
  write: () => Promise<void>,
): void {
  useEffect(() => {
    let written = Promise.resolve()
    const begin = () => {
      written = write()
    }
    const writeWaiting = () => {
      if (schedule.isWaiting) begin()
      return written
    }
    const writeNow = () => void writeWaiting()
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') writeNow()
    }
    const endReading = writeBeforeReading(key, writeWaiting)
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => schedule.change(begin),
    })
    document.addEventListener('visibilitychange', writeWhenHidden)
    window.addEventListener('pagehide', writeNow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', writeWhenHidden)
      window.removeEventListener('pagehide', writeNow)
      void writeWaiting().finally(endReading)
    }
  }, [form, write, key, schedule])
}

/** Makes the browser ask for confirmation before it leaves the page, while no draft can be stored. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

/** The draft of a form without pictures and versions. It is read after the form has opened. */
export interface PlainDraft extends Pick<DraftKeeper, 'status' | 'savedAt'> {
  /** Time when the restored values were written, ms since 1970. null without restored values. */
  restoredAt: number | null
  /** Deletes the draft of a form that was saved. */
  drop: () => Promise<void>
  /** Resets the form to its initial values. */
  startOver: () => void
}

/**
 * Keeps the draft of a form with few texts: an account, a setting, a list of texts.
 * @param base the initial values of the form
 * @param secrets fields that are never stored, such as passwords
 */
export function usePlainDraft<V extends FieldValues>(
  path: string,
  form: UseFormReturn<V>,
  base: V,
  secrets: (keyof V & string)[] = [],
): PlainDraft {
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const [began] = useState(base)
  const isChanged = (values: V) =>
    Object.keys(values).some((name) => !secrets.includes(name) && !isSame(values[name], began[name]))
  const { status, savedAt, drop } = useDraft(path, form, {
    origin: () => null,
    isWorthKeeping: isChanged,
    secrets,
  })

  useEffect(() => {
    let isGone = false
    void readDraft<Partial<V>>(draftKey(path)).then((draft) => {
      // A draft must not replace edits that were made before it was read.
      const isTouched = Object.keys(began).some(
        (name) => !isSame(form.getValues(name as Path<V>), began[name]),
      )
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
