/** Controls of one value, for the fields of an item and for the columns of its rows. */
import type { ChangeEvent, ReactElement, Ref } from 'react'
import { type DescribedText, Field } from '../../../../forms/field.tsx'
import { LineField, TextField } from '../../../../forms/text-field.tsx'
import type { Column } from '../../../shared/fields.ts'
import { COORDINATES_MAX } from '../../form/coordinates.ts'
import { MomentField } from '../date-field.tsx'
import { toStoredLink } from '../embed-codes.ts'
import { ImageField } from '../picture/image-field.tsx'
import type { PreparedPicture } from '../picture/use-picture.ts'

export interface TextControlProps {
  value: string
  onChange: (value: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement> | string) => void
  onBlur: () => void
  ref?: Ref<never> | undefined
  name?: string
  /** Language of the text when it is not Spanish. */
  lang?: string
}

interface ColumnInputProps<C> {
  field: C
  described: DescribedText
  typed: TextControlProps
  /** Receives a picture that is being prepared. The form waits for this picture before it saves. */
  onPicture: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
  /** True when the form was not saved because the chosen file could not be opened. */
  hasFailed: boolean
}

type Simple = Exclude<Column, { kind: 'reference' }>

const COMMON_CURRENCIES = ['ARS', 'USD', 'EUR', 'BRL', 'UYU', 'CLP']

const currencyNames = new Intl.DisplayNames('es-AR', { type: 'currency' })

export const columnInputs: {
  [K in Simple['kind']]: (props: ColumnInputProps<Extract<Simple, { kind: K }>>) => ReactElement
} = {
  line: ({ field, described, typed }) => (
    <LineField {...described} {...typed} maxLength={field.max} autoComplete="off" enterKeyHint="next" />
  ),
  text: ({ field, described, typed }) => <TextField {...described} {...typed} max={field.max} />,
  time: ({ described, typed }) => <LineField {...described} {...typed} type="time" />,
  url: ({ field, described, typed }) => (
    <LineField
      {...described}
      {...typed}
      // The type `url` would let browsers refuse a link before the field has completed it, so only the keyboard is set.
      inputMode="url"
      enterKeyHint="next"
      placeholder={field.accountsAt ? '@cuenta o https://' : 'https://'}
      maxLength={field.max}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onBlur={() => {
        const whole = toStoredLink(typed.value, field)
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
      // A cut text could be another number. A pasted link of a map is read when the field loses focus.
      maxLength={COORDINATES_MAX}
      enterKeyHint="next"
      autoComplete="off"
    />
  ),
  instant: ({ described, typed }) => <MomentField {...described} {...typed} />,
  localTime: ({ described, typed }) => <MomentField {...described} {...typed} presets="sale" />,
  choice: ({ field, described, typed }) => (
    <ChoiceField {...described} {...typed} options={Object.entries(field.options)} />
  ),
  image: ({ field, described, typed, onPicture, hasFailed }) => (
    <ImageField
      {...described}
      field={field}
      value={typed.value}
      hasFailed={hasFailed}
      onChange={onPicture}
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

function ChoiceField({
  label,
  hint,
  error,
  stored: _,
  options,
  ...select
}: DescribedText & TextControlProps & { options: [value: string, words: string][] }) {
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

export const columnInput = (props: ColumnInputProps<Simple>): ReactElement =>
  (columnInputs[props.field.kind] as (props: ColumnInputProps<Simple>) => ReactElement)(props)
