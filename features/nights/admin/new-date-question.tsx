import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEditedItem } from '../../../platform/content/admin/form/editor/editor-context.ts'
import type { ItemValues } from '../../../platform/content/admin/form/item-values.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { nightDay } from '../../../platform/shared/night-dates.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { isDayMoved } from './new-date.ts'

/**
 * Question under the date of a published night whose day was changed. The server keeps the former date only when the status
 * changes in the same save, so the form asks before it.
 */
export default function NewDateQuestion() {
  const { item, timeZone } = useEditedItem()
  const stored = item as EntityOf<'events'> | undefined
  const { setValue, setFocus } = useFormContext<ItemValues>()
  const [date, status] = useWatch<ItemValues>({ name: ['date', 'status'] })
  /** The stored date and the status in the form when the question was answered. null without an answer */
  const before = useRef<{ date: string; status: string } | null>(null)
  const typed = String(date ?? '')
  const isMoved = isDayMoved(stored, typed, Date.now(), timeZone)
  const isAsked = isMoved && status !== 'rescheduled' && status !== 'cancelled'

  // Without a new day the answer has no meaning, so the status of before returns.
  useEffect(() => {
    if (before.current === null || isMoved) return
    const { current } = before
    before.current = null
    const isPutBack = current.date === stored?.date && nightDay(typed) === nightDay(current.date)
    if (isPutBack && status === 'rescheduled') setValue('status', current.status, { shouldDirty: true })
  })

  const question = useRef<HTMLDivElement>(null)
  // Scrolls the question into view, because the form's bar may cover it.
  useEffect(() => {
    if (isAsked) question.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])

  return (
    <div className="schedule-question" {...liveRegion} ref={question}>
      {isAsked && (
        <>
          <p>Cambiaste el día. ¿Avisar que es nueva fecha?</p>
          <div className="screen-actions">
            <button
              type="button"
              className="button"
              onClick={() => {
                before.current = { date: stored?.date ?? '', status: String(status) }
                setValue('status', 'rescheduled', { shouldDirty: true })
                // The pressed button disappears.
                setFocus('date')
              }}
            >
              Sí, es nueva fecha
            </button>
          </div>
        </>
      )}
      {isMoved && status === 'rescheduled' && (
        <p>Al guardar, el sitio dice NUEVA FECHA y cuál era la anterior. Se cambia en «Estado».</p>
      )}
    </div>
  )
}
