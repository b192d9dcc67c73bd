import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Answer } from '../../../../api/client/call.ts'
import type { ItemValues } from '../item-values.ts'

/** Time without typing after which the preview is requested. ms */
const TYPING_PAUSE_MS = 300

/** State of the preview. With 'invalid' and 'failed', the last valid preview stays on the screen. */
export type PreviewState = 'loading' | 'fresh' | 'invalid' | 'failed'

export interface PagePreview {
  html: string
  /** Data URLs of new pictures, by placeholder in `html`. */
  pictures: ReadonlyMap<string, string>
}

/**
 * Requests the page.
 * @param values of the form, or null for the page without unsaved values
 */
export type RequestPage = (
  values: ItemValues | null,
  signal: AbortSignal,
) => { answer: Promise<Answer<string>>; pictures: PagePreview['pictures'] }

/**
 * Requests a page with the values of the form, again whenever they change.
 * @param isWanted true while the page is visible
 * @returns `page` is null until the first answer arrives
 */
export function usePagePreview(
  request: RequestPage,
  isWanted: boolean,
): { page: PagePreview | null; state: PreviewState } {
  const { getValues, subscribe } = useFormContext<ItemValues>()
  const [page, setPage] = useState<PagePreview | null>(null)
  const [state, setState] = useState<PreviewState>('loading')
  const latestRequest = useRef(request)
  latestRequest.current = request
  const hasPage = useRef(false)
  hasPage.current = page !== null
  const lastController = useRef<AbortController>(undefined)

  const refresh = useCallback(async () => {
    lastController.current?.abort()
    const controller = new AbortController()
    lastController.current = controller
    setState('loading')
    try {
      const { answer: pending, pictures } = latestRequest.current(getValues(), controller.signal)
      const answer = await pending
      if (controller.signal.aborted) return
      if (answer.ok) setPage({ html: answer.value, pictures })
      else if (!hasPage.current) {
        // The form is invalid and there is no preview yet, so the page is shown without the values of the form.
        const fallback = latestRequest.current(null, controller.signal)
        const saved = await fallback.answer
        if (controller.signal.aborted) return
        if (saved.ok) setPage({ html: saved.value, pictures: fallback.pictures })
      }
      setState(answer.ok ? 'fresh' : answer.problem.status === 400 ? 'invalid' : 'failed')
    } catch (error) {
      if (!controller.signal.aborted) throw error
    }
  }, [getValues])

  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout>
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void refresh(), TYPING_PAUSE_MS)
      },
    })
    const onOnline = () => void refresh()
    window.addEventListener('online', onOnline)
    void refresh()
    return () => {
      clearTimeout(timer)
      stop()
      window.removeEventListener('online', onOnline)
      lastController.current?.abort()
    }
  }, [isWanted, subscribe, refresh])

  return { page, state }
}
