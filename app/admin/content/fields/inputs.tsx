/** What asks for the value of each kind of field, in the form of an item. */
import type { ReactElement, Ref } from 'react'
import { club } from '../../../../club/club.ts'
import type { Field, FieldKind } from '../../../../contract/content/fields.ts'
import { currentNight, isDate } from '../../../../contract/dates.ts'
import { api } from '../../../client/api.ts'
import { nightOf } from '../../../site/parts/night.ts'
import { asAdministrator } from '../../layout/session-end.ts'
import { DateField } from './date-field.tsx'
import type { StoredText } from './field.tsx'
import { type CutSource, ImageField } from './image-field.tsx'
import { RichField } from './rich-text/rich-field.tsx'
import { LineField, TextField } from './text-field.tsx'
import { type Availability, TitleField } from './title-field.tsx'

/** A picture as the form has it, beside its value. */
export interface PictureState {
  /** Where the stored one is. */
  stored: string | undefined
  cutFrom: CutSource | undefined
  onCut: () => void
  alt: string | null
  onAltChange: (alt: string | null) => void
  altError: string | undefined
}

interface InputProps<F> {
  field: F
  described: { label: string; hint?: string; error?: string; stored?: StoredText | null }
  /** What a control of text takes as it is. */
  typed: {
    value: string
    onChange: (value: unknown) => void
    onBlur: () => void
    ref: Ref<never>
    name: string
  }
  /** The path above a title, with its slash. */
  above: string
  availabilityOf: (title: string) => Promise<Availability>
  /** Takes a value that is still on its way; the form waits for it before it sends. */
  onPendingValue: (value: Promise<string>) => void
  /** Takes something else that the form waits for; whether it got there. */
  onPending: (isThere: Promise<boolean>) => void
  picture: PictureState
}

const inputs: {
  [K in FieldKind]?: (props: InputProps<Extract<Field, { kind: K }>>) => ReactElement
} = {
  line: ({ field, described, typed }) => (
    <LineField {...described} {...typed} maxLength={field.max} autoComplete="off" />
  ),
  time: ({ described, typed }) => <LineField {...described} {...typed} type="time" maxLength={5} />,
  url: ({ field, described, typed }) => (
    <LineField
      {...described}
      {...typed}
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={field.max}
      autoComplete="off"
    />
  ),
  title: ({ field, described, typed, above, availabilityOf }) => (
    <TitleField {...described} {...typed} above={above} max={field.max} check={availabilityOf} />
  ),
  text: ({ field, described, typed }) => <TextField {...described} {...typed} max={field.max} />,
  date: ({ field, described, typed }) => (
    <DateField
      {...described}
      {...typed}
      hint={sayDate(typed.value, field.time) ?? described.hint}
      time={field.time}
    />
  ),
  rich: ({ described, typed, onPending }) => (
    <RichField
      {...described}
      {...typed}
      upload={(image, sending) => asAdministrator(api.addMedia(image, sending))}
      onPending={onPending}
    />
  ),
  image: ({ field, described: { label, hint, error }, typed, onPendingValue, picture }) => (
    <ImageField
      label={label}
      hint={hint}
      error={error}
      shape={field.shape}
      monochrome={typed.name === PHOTOGRAPH}
      value={typed.value}
      onChange={onPendingValue}
      {...picture}
      ref={typed.ref}
    />
  ),
}

/** Whether a form has a control for it. */
export const hasInput = ({ kind }: Field): boolean => kind in inputs

/** The control of a field, as its kind asks for it. */
export const inputOf = (props: InputProps<Field>): ReactElement =>
  (inputs[props.field.kind] as (props: InputProps<Field>) => ReactElement)(props)

/** Photographs are shown in monochrome, flyers keep their own colours (site/layout/site.css, `.photo`). */
const PHOTOGRAPH = 'photo'

/** The day of the week, which is what people plan by; and whether a night is over. */
function sayDate(date: string, isNight = false): string | undefined {
  if (!isDate(date)) return undefined
  const { weekday, day, month } = nightOf(date)
  const said = `${weekday} ${Number(day)} de ${month} de ${date.slice(0, 4)}.`
  const isOver = isNight && date.slice(0, 10) < currentNight(new Date(), club.timeZone)
  return isOver ? `${said} Esa noche ya pasó: no va a estar en Próximas fechas.` : said
}
