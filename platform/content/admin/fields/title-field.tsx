import { type Ref, useEffect, useRef, useState } from 'react'
import { type DescribedText, Field } from '../../../forms/field.tsx'
import { liveRegion } from '../../../ui/live-region.ts'
import { TITLE_WITHOUT_LETTERS, toTitle } from '../../shared/titles.ts'

/** State of the address that a title gets. `own`: the item itself uses the address. `taken`: another item uses it. */
export type Availability = 'free' | 'own' | 'taken' | 'unknown'

interface TitleFieldProps extends DescribedText {
  name: string
  /** Path before the title in the address, with a slash at its end. */
  above: string
  max: number
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  check: (title: string) => Promise<Availability>
  ref?: Ref<HTMLInputElement> | undefined
}

/** Delay between the last key and the request, ms. */
const ASK_DELAY_MS = 400

const words: Record<Availability, string> = {
  free: 'Está libre.',
  own: '',
  taken: 'Ya la tiene otra. Cambiá alguna palabra.',
  unknown: '',
}

/** Field for a title, with the address that is derived from the title. */
export function TitleField({ above, max, value, onChange, check, error, stored, ...props }: TitleFieldProps) {
  const { label, hint, name, onBlur, ref } = props
  const title = toTitle(value)
  const [answer, setAnswer] = useState<{ title: string; availability: Availability } | null>(null)
  const ask = useRef(check)
  ask.current = check

  useEffect(() => {
    if (title === '') return
    let isGone = false
    const timer = setTimeout(async () => {
      const availability = await ask.current(title)
      if (!isGone) setAnswer({ title, availability })
    }, ASK_DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [title])

  const availability = answer?.title === title ? answer.availability : 'unknown'
  return (
    <Field
      label={label}
      error={error}
      stored={stored}
      hint={
        title ? (
          <>
            {/* The description has the address only after a pause. Screen readers would read each change while one types. */}
            <span className="mono" aria-hidden="true">
              {above}
              {title}
            </span>
            <span className="unseen">{answer && `${above}${answer.title}`}</span>{' '}
            <span
              {...liveRegion}
              className={availability === 'taken' ? 'entry-warning' : undefined}
              data-availability={availability}
            >
              {words[availability]}
            </span>
          </>
        ) : value.trim() ? (
          TITLE_WITHOUT_LETTERS
        ) : (
          hint
        )
      }
    >
      {(control) => (
        <input
          type="text"
          className="control"
          autoComplete="off"
          enterKeyHint="next"
          name={name}
          maxLength={max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          ref={ref}
          {...control}
        />
      )}
    </Field>
  )
}
