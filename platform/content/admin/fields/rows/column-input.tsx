/** Controls of one value, which fields of an item and those of its rows share. */
import type { ChangeEvent, ReactElement, Ref } from 'react'
import type { Column } from '../../../shared/fields.ts'
import { linkOf } from '../embed-codes.ts'
import { Field, type StoredText } from '../field.tsx'
import { ImageField, type PreparedPicture } from '../picture/image-field.tsx'
import { LineField, TextField } from '../text-field.tsx'

export interface Described {
  label: string
  hint?: string | undefined
  error?: string | undefined
  stored?: StoredText | null | undefined
}

/** What a control of text takes as it is. */
export interface Typed {
  value: string
  onChange: (value: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement> | string) => void
  onBlur: () => void
  ref?: Ref<never> | undefined
  name?: string
  /** Of what is typed, where it is not in Spanish. */
  lang?: string
}

interface ColumnInputProps<C> {
  field: C
  described: Described
  typed: Typed
  /** Receives a picture that is being prepared. */
  onPicture: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
  /** The chosen file could not be opened, and the form was not saved for it. */
  hasFailed: boolean
}

/** Kinds of one value that is typed or chosen. */
type Simple = Exclude<Column, { kind: 'reference' }>

const COMMON_CURRENCIES = ['ARS', 'USD', 'EUR', 'BRL', 'UYU', 'CLP']

const currencyNames = new Intl.DisplayNames('es-AR', { type: 'currency' })

/** An instant is asked for by the clock of the club, year to minute. */
const INSTANT_MAX = '9999-12-31T23:59'

export const columnInputs: {
  [K in Simple['kind']]: (props: ColumnInputProps<Extract<Simple, { kind: K }>>) => ReactElement
} = {
  line: ({ field, described, typed }) => (
    <LineField {...described} {...typed} maxLength={field.max} autoComplete="off" enterKeyHint="next" />
  ),
  text: ({ field, described, typed }) => <TextField {...described} {...typed} max={field.max} />,
  time: ({ described, typed }) => <LineField {...described} {...typed} type="time" maxLength={5} />,
  url: ({ field, described, typed }) => (
    <LineField
      {...described}
      {...typed}
      // Of type url a browser would not take what is completed here.
      inputMode="url"
      enterKeyHint="next"
      placeholder={field.accountsAt ? '@cuenta o https://' : 'https://'}
      maxLength={field.max}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onBlur={() => {
        const whole = linkOf(typed.value, field)
        if (whole !== typed.value) typed.onChange(whole)
        typed.onBlur()
      }}
    />
  ),
  number: ({ field, described, typed }) => (
    <LineField
      {...described}
      {...typed}
      inputMode={field.decimals > 0 ? 'decimal' : 'numeric'}
      maxLength={20}
      enterKeyHint="next"
      autoComplete="off"
    />
  ),
  instant: ({ described, typed }) => (
    <LineField {...described} {...typed} type="datetime-local" max={INSTANT_MAX} />
  ),
  choice: ({ field, described, typed }) => (
    <ChoiceField {...described} {...typed} options={Object.entries(field.options)} />
  ),
  image: ({ field, described: { label, hint, error }, typed, onPicture, hasFailed }) => (
    <ImageField
      label={label}
      hint={hint}
      error={error}
      shape={field.shape}
      whole={field.whole}
      value={typed.value}
      optional={field.optional}
      hasFailed={hasFailed}
      onChange={onPicture}
      // What is seen in it has a column of its own.
      isDescribedThere
      alt=""
      onAltChange={() => {}}
    />
  ),
  currency: ({ described, typed }) => (
    <ChoiceField
      {...described}
      {...typed}
      options={[...new Set([...COMMON_CURRENCIES, typed.value])].map((code) => [
        code,
        `${code}, ${currencyNames.of(code) ?? code}`,
      ])}
    />
  ),
}

/** A few fixed values. */
function ChoiceField({
  label,
  hint,
  error,
  stored: _,
  options,
  ...select
}: Described & Typed & { options: [value: string, words: string][] }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select className="control" {...select} {...control}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The control of a field of a row. */
export const columnInput = (props: ColumnInputProps<Simple>): ReactElement =>
  (columnInputs[props.field.kind] as (props: ColumnInputProps<Simple>) => ReactElement)(props)
