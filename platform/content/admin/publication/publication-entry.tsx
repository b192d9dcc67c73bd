import './publication.css'
import { useEffect, useId, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useClub } from '../../../pages/club-settings.ts'
import { wallClock } from '../../../shared/dates.ts'
import { addDays } from '../../../shared/night-dates.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import type { Publication } from '../../shared/publication.ts'
import { DateField } from '../fields/date-field.tsx'
import { FieldNote } from '../form/field-note.tsx'
import type { ItemValues } from '../form/item-values.ts'
import {
  choices,
  choiceWords,
  type PublicationChoice,
  type PublicationValues,
  parseMoment,
} from './choice.ts'
import { describeState, formatDayAndHour } from './publication-words.ts'

/** Hour that is added when an administrator chooses only a day. */
const EVENING = '20:00'
const END_OF_DAY = '23:59'

const consequences: Record<PublicationChoice, string> = {
  draft: 'Queda guardado para el equipo. En el sitio no lo ve nadie.',
  now: 'Se ve en el sitio apenas lo guardás.',
  later: 'Aparece solo, el día y a la hora que digas.',
}

interface PublicationEntryProps {
  /** The stored item. undefined for a new item. */
  item: Publication | undefined
  /** True when the form shows `EndEntry` in another place. */
  isEndElsewhere?: boolean
}

/** Field to choose between draft, now and later, and the end of the publication. */
export function PublicationEntry({ item, isEndElsewhere }: PublicationEntryProps) {
  const id = useId()
  const now = useNow()
  const { clearErrors } = useFormContext<ItemValues>()
  const draft = usePart('draft')
  const publishAt = usePart('publishAt')
  const { timeZone } = useClub().identity
  const zone = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <fieldset className="publication" aria-describedby={item && `${id}-state`}>
      <legend>Publicación</legend>
      {item && (
        <p className="publication-state" id={`${id}-state`}>
          Ahora: <strong>{describeState(item, now, timeZone)}.</strong>
        </p>
      )}
      <div className="publication-choices">
        {choices.map((choice) => (
          <label key={choice} className="publication-choice">
            <input
              type="radio"
              name={id}
              value={choice}
              checked={draft.value === choice}
              ref={draft.value === choice ? draft.ref : undefined}
              onBlur={draft.onBlur}
              onChange={() => {
                draft.onChange(choice)
                if (choice === 'later' && publishAt.value === '') publishAt.onChange(getTomorrow(timeZone))
                clearErrors(['publishAt', 'unpublishAt'])
              }}
            />
            <span>
              <span className="publication-name">{choiceWords[choice]}</span>
              <span className="entry-hint">{consequences[choice]}</span>
            </span>
          </label>
        ))}
      </div>
      {draft.value === 'later' && (
        <>
          <DateField
            label="Sale el día"
            hourLabel="A la hora"
            presets="start"
            time
            {...publishAt}
            onChange={(typed) => publishAt.onChange(addDefaultHour(publishAt.value, typed, EVENING))}
            hint={`En la hora de ${zone}.`}
          />
          <PublicationNote words={sayStart(publishAt.value, now, timeZone)} />
          <FieldNote name="publishAt" />
        </>
      )}
      {!isEndElsewhere && <EndEntry />}
    </fieldset>
  )
}

/** Field for the end of the publication. */
export function EndEntry() {
  const now = useNow()
  const unpublishAt = usePart('unpublishAt')
  const { timeZone } = useClub().identity
  return (
    <>
      <DateField
        label="Deja de verse el día (opcional)"
        hourLabel="A la hora"
        presets="end"
        time={unpublishAt.value !== ''}
        {...unpublishAt}
        onChange={(typed) => unpublishAt.onChange(addDefaultHour(unpublishAt.value, typed, END_OF_DAY))}
        hint="Vacío: se ve siempre."
      />
      <PublicationNote words={sayEnd(unpublishAt.value, now, timeZone)} />
    </>
  )
}

/** Returns one value of the publication as props of a field. */
function usePart(name: keyof PublicationValues) {
  const { field, fieldState } = useController<ItemValues>({ name })
  const { value, onChange, onBlur, ref } = field
  return { value: String(value), onChange, onBlur, ref, error: fieldState.error?.message }
}

/** Returns the current time, ms since 1970. The time is updated, because a form can stay open for hours. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Returns tomorrow evening, from which the administrator chooses another moment. @param timeZone the club's IANA time zone */
const getTomorrow = (timeZone: string): string =>
  `${addDays(wallClock(Date.now(), timeZone).slice(0, 10))}T${EVENING}`

/** Adds a default hour when a day is chosen for the first time. */
const addDefaultHour = (before: string, typed: string, hour: string): string =>
  before === '' && typed.length === 10 ? `${typed}T${hour}` : typed

/** Repeats the typed moment in words, so that the administrator can check it. */
const PublicationNote = ({ words }: { words: string }) => (
  <p className="publication-told" {...liveRegion}>
    {words}
  </p>
)

function sayStart(typed: string, now: number, timeZone: string): string {
  const moment = parseMoment(typed, timeZone)
  if (moment === null) return ''
  const sentence = `Sale el ${formatDayAndHour(moment, now, timeZone)}.`
  if (moment <= now) return `${sentence} Ese momento ya pasó: se ve apenas lo guardás.`
  return isSkipped(typed, moment, timeZone) ? `${sentence} La hora que pusiste no existe ese día.` : sentence
}

function sayEnd(typed: string, now: number, timeZone: string): string {
  const moment = parseMoment(typed, timeZone)
  if (moment === null) return ''
  return moment > now
    ? `Deja de verse el ${formatDayAndHour(moment, now, timeZone)}.`
    : `Ese momento ya pasó: no se ve desde el ${formatDayAndHour(moment, now, timeZone)}.`
}

/** True when the typed hour does not exist on that day, because the clocks skip it when daylight saving time begins. */
const isSkipped = (typed: string, moment: number, timeZone: string): boolean =>
  wallClock(moment, timeZone) !== typed.slice(0, 16)
