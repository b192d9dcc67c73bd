import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useClub } from '../../../pages/club-settings.ts'
import { isDate, wallClock } from '../../../shared/dates.ts'
import { toInstant } from '../../../shared/zoned-dates.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import type { ItemValues } from '../form/item-values.ts'
import { formatDayAndHour } from './publication-words.ts'

const NOON = '12:00'

interface ScheduleQuestionProps {
  name: string
  stored: unknown
}

/** Prompt for an item with a future date. It offers once to schedule the publication for that day. */
export function ScheduleQuestion({ name, stored }: ScheduleQuestionProps) {
  const { timeZone } = useClub().identity
  const { setValue, setFocus } = useFormContext<ItemValues>()
  const [date, choice] = useWatch<ItemValues, [string, string]>({ name: [name, 'draft'] })
  const [answer, setAnswer] = useState<'none' | 'yes' | 'no'>('none')
  // The focused button disappears, so the field that the answer concerns takes the focus.
  useEffect(() => {
    if (answer !== 'none') setFocus(answer === 'yes' ? 'publishAt' : name)
  }, [answer, name, setFocus])
  const day = String(date ?? '').slice(0, 10)
  const today = wallClock(Date.now(), timeZone).slice(0, 10)
  const isAsked = answer === 'none' && choice === 'now' && date !== stored && isDate(day) && day > today
  const question = useRef<HTMLDivElement>(null)
  // Scrolls the question into view, because the form's bar may cover it.
  useEffect(() => {
    if (isAsked) question.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  const moment = `${day}T${NOON}`
  return (
    <div className="schedule-question" {...liveRegion} ref={question}>
      {isAsked && (
        <>
          <p>Esa fecha todavía no llegó. ¿Programar para ese día?</p>
          <div className="screen-actions">
            <button
              type="button"
              className="button"
              onClick={() => {
                setValue('publishAt', moment, { shouldDirty: true })
                setValue('draft', 'later', { shouldDirty: true })
                setAnswer('yes')
              }}
            >
              Programar para el {formatDayAndHour(toInstant(moment, timeZone), Date.now(), timeZone)}
            </button>
            <button type="button" className="button" onClick={() => setAnswer('no')}>
              No, que salga ahora
            </button>
          </div>
        </>
      )}
    </div>
  )
}
