import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Draft, draftKey, dropDraft, writeDraft } from '../drafts.ts'
import { type ItemValues, namesThatDiffer } from './values.ts'

/** So long after the last key a draft is written, ms. */
const WRITE_DELAY_MS = 400

/**
 * Keeps what the form holds while somebody types, and at once when the page is left or hidden.
 * @param origin what the draft began from; nothing is kept while the form says the same
 * @returns drops the draft: it was saved, or is not wanted
 */
export function useDraft(
  path: string,
  form: UseFormReturn<ItemValues>,
  origin: Omit<Draft<ItemValues>, 'values'>,
): () => Promise<void> {
  const [key] = useState(() => draftKey(path))
  const latest = useRef(origin)
  latest.current = origin
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was saved or thrown away: no draft, even if the form goes on saying it for a moment. */
  const done = useRef<ItemValues>(undefined)

  useEffect(() => {
    const write = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      const values = structuredClone(form.getValues())
      const isDraft = [latest.current.base, done.current].every(
        (other) => other === undefined || namesThatDiffer(values, other).length > 0,
      )
      void (isDraft ? writeDraft(key, { ...latest.current, values }) : dropDraft(key))
    }
    const writeWhenHidden = () => {
      if (document.visibilityState === 'hidden') write()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(write, WRITE_DELAY_MS)
      },
    })
    document.addEventListener('visibilitychange', writeWhenHidden)
    window.addEventListener('pagehide', write)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', writeWhenHidden)
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [key, form])

  return useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    done.current = structuredClone(form.getValues())
    await dropDraft(key)
  }, [key, form])
}
