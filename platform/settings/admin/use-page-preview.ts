import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { adminApi } from '../../admin-layout/admin-api.ts'
import type { ItemValues } from '../../content/admin/form/item-values.ts'
import { useClub } from '../../pages/club-settings.ts'
import type { SettingsName } from '../shared/settings-names.ts'
import { bodyToPreview } from './settings-form.ts'

/** Delay after the last key before the page is requested. ms */
const REST_MS = 300

/** With 'invalid' and 'failed' the last good page stays. */
export type PreviewState = 'asking' | 'fresh' | 'invalid' | 'failed'

export interface PagePreview {
  html: string
  /** Addresses of new pictures, by their placeholders. */
  pictures: ReadonlyMap<string, string>
}

/** The page of a group as it would be, as HTML. */
const preview = (name: SettingsName, body: object, signal: AbortSignal) =>
  adminApi.post(`/site/${name}/preview`, { body, signal, reads: 'text' })

/**
 * The page of a group with the values of its form, updated while somebody types.
 * @param base the initial values of the form
 * @param isWanted true while the page is visible
 * @returns `page` is null until the first answer
 */
export function usePagePreview(
  name: SettingsName,
  base: ItemValues,
  isWanted: boolean,
): { page: PagePreview | null; freshness: PreviewState } {
  const { getValues, subscribe } = useFormContext<ItemValues>()
  const { timeZone } = useClub().identity
  const [page, setPage] = useState<PagePreview | null>(null)
  const [freshness, setFreshness] = useState<PreviewState>('asking')
  const latest = useRef({ base, timeZone })
  latest.current = { base, timeZone }
  const hasPage = useRef(false)
  hasPage.current = page !== null
  const asked = useRef<AbortController>(undefined)

  const ask = useCallback(async () => {
    asked.current?.abort()
    const mine = new AbortController()
    asked.current = mine
    const { base, timeZone } = latest.current
    const { body, pictures } = bodyToPreview(name, getValues(), base, timeZone)
    setFreshness('asking')
    try {
      const answer = await preview(name, body, mine.signal)
      if (mine.signal.aborted) return
      if (answer.ok) setPage({ html: answer.value, pictures })
      else if (!hasPage.current) {
        // No good page yet: show the saved one.
        const saved = await preview(name, {}, mine.signal)
        if (mine.signal.aborted) return
        if (saved.ok) setPage({ html: saved.value, pictures: new Map() })
      }
      setFreshness(answer.ok ? 'fresh' : answer.problem.status === 400 ? 'invalid' : 'failed')
    } catch (error) {
      if (!mine.signal.aborted) throw error
    }
  }, [name, getValues])

  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout>
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void ask(), REST_MS)
      },
    })
    const askAgain = () => void ask()
    window.addEventListener('online', askAgain)
    void ask()
    return () => {
      clearTimeout(timer)
      stop()
      window.removeEventListener('online', askAgain)
      asked.current?.abort()
    }
  }, [isWanted, subscribe, ask])

  return { page, freshness }
}
