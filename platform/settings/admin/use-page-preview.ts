import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { adminApi } from '../../admin-layout/admin-api.ts'
import type { ItemValues } from '../../content/admin/form/item-values.ts'
import { useClub } from '../../pages/club-settings.ts'
import type { SettingsName } from '../shared/settings-names.ts'
import { createPreviewBody } from './settings-form.ts'

/** Time without typing after which the preview is requested. ms */
const TYPING_PAUSE_MS = 300

/** State of the preview. With 'invalid' and 'failed', the last valid preview stays on the screen. */
export type PreviewState = 'loading' | 'fresh' | 'invalid' | 'failed'

export interface PagePreview {
  html: string
  /** Data URLs of new pictures, by placeholder in `html`. */
  pictures: ReadonlyMap<string, string>
}

const requestPreview = (name: SettingsName, body: object, signal: AbortSignal) =>
  adminApi.post(`/site/${name}/preview`, { body, signal, reads: 'text' })

/**
 * Requests a preview of the group's page with the values of its form, again whenever they change.
 * @param base the initial values of the form
 * @param isWanted true while the page is visible
 * @returns `page` is null until the first answer arrives
 */
export function usePagePreview(
  name: SettingsName,
  base: ItemValues,
  isWanted: boolean,
): { page: PagePreview | null; state: PreviewState } {
  const { getValues, subscribe } = useFormContext<ItemValues>()
  const { timeZone } = useClub().identity
  const [page, setPage] = useState<PagePreview | null>(null)
  const [state, setState] = useState<PreviewState>('loading')
  const latest = useRef({ base, timeZone })
  latest.current = { base, timeZone }
  const hasPage = useRef(false)
  hasPage.current = page !== null
  const lastRequest = useRef<AbortController>(undefined)

  const refresh = useCallback(async () => {
    lastRequest.current?.abort()
    const controller = new AbortController()
    lastRequest.current = controller
    const { base, timeZone } = latest.current
    const { body, pictures } = createPreviewBody(name, getValues(), base, timeZone)
    setState('loading')
    try {
      const answer = await requestPreview(name, body, controller.signal)
      if (controller.signal.aborted) return
      if (answer.ok) setPage({ html: answer.value, pictures })
      else if (!hasPage.current) {
        // The form is invalid and there is no preview yet, so the page is shown with the saved settings.
        const saved = await requestPreview(name, {}, controller.signal)
        if (controller.signal.aborted) return
        if (saved.ok) setPage({ html: saved.value, pictures: new Map() })
      }
      setState(answer.ok ? 'fresh' : answer.problem.status === 400 ? 'invalid' : 'failed')
    } catch (error) {
      if (!controller.signal.aborted) throw error
    }
  }, [name, getValues])

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
      lastRequest.current?.abort()
    }
  }, [isWanted, subscribe, refresh])

  return { page, state }
}
