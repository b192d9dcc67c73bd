import { useCallback, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Draft, dropDraft, writeDraft } from '../drafts.ts'
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
  const latest = useRef(origin)
  latest.current = origin
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const write = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      const values = structuredClone(form.getValues())
      const isChanged = namesThatDiffer(values, latest.current.base).length > 0
      void (isChanged ? writeDraft(path, { ...latest.current, values }) : dropDraft(path))
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
  }, [path, form])

  return useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    await dropDraft(path)
  }, [path])
}
