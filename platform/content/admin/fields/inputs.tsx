/** Maps each kind of field to its control in the form of an item. */
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { adminApi } from '../../../admin-layout/admin-api.ts'
import { loadChunk } from '../../../api/client/load-chunk.ts'
import type { DescribedText } from '../../../forms/field.tsx'
import { LineField, TextField } from '../../../forms/text-field.tsx'
import { currentNight, isDate } from '../../../shared/dates.ts'
import { EMAIL_MAX, PHONE_TYPED_MAX } from '../../../shared/limits.ts'
import { parseNightDate } from '../../../shared/night-dates.ts'
import type { Field, FieldKind, Reference } from '../../shared/fields.ts'
import type { FileKind, FileOutcome } from '../form/editor/pending-files.ts'
import type { FieldValue, RowValue } from '../form/field-values.ts'
import { ColourField } from './colour-field.tsx'
import { DateField } from './date-field.tsx'
import { ImageField } from './picture/image-field.tsx'
import type { CutSource, PreparedPicture } from './picture/use-picture.ts'
import { RichField } from './rich-text/rich-field.tsx'
import { columnInputs, type TextControlProps } from './rows/column-input.tsx'
import type { RowErrors } from './rows/row-columns.tsx'
import type { OnRowPicture } from './rows/rows-field.tsx'
import { type Availability, TitleField } from './title-field.tsx'
import type { AddFilm } from './upload/film-field.tsx'

/** Loaded on demand, because the most frequent form, for news, has neither rows nor references. */
const RowsField = lazy(() =>
  loadChunk('filas', async () => ({ default: (await import('./rows/rows-field.tsx')).RowsField })),
)
const ReferenceField = lazy(() =>
  loadChunk('referencia', async () => ({ default: (await import('./reference-field.tsx')).ReferenceField })),
)

/** Loaded on demand, because only one form in twelve has a film. */
const FilmField = lazy(() =>
  loadChunk('video', async () => ({ default: (await import('./upload/film-field.tsx')).FilmField })),
)

const AudioField = lazy(() =>
  loadChunk('audio', async () => ({ default: (await import('./upload/audio-field.tsx')).AudioField })),
)

/** The state of a picture that the form stores besides the picture itself, such as its text alternative. */
export interface PictureState {
  storedPreview: string | undefined
  storedWhole: string | undefined
  cutFrom: CutSource | undefined
  onCut: () => void
  isDescribedThere: boolean
  /** Labels of the pictures that could be cut from this new one, but stayed as they were. */
  keptCuts: string[]
  alt: string | null
  onAltChange: (alt: string | null) => void
  /** The text alternative that the form proposes. Blank for none. */
  proposedAlt: string
}

export interface FilmState {
  storedPath: string
  add: AddFilm
  onChange: (path: string) => void
}

interface InputProps<F> {
  field: F
  described: DescribedText
  /** Props of a text control. `value` is blank when the field's value is not a text. */
  typed: TextControlProps & { onChange: (value: unknown) => void; name: string }
  value: FieldValue
  errors: RowErrors
  /** IANA name of the club's time zone. */
  timeZone: string
  /** Path of the resource, with a slash at its end. */
  above: string
  checkAvailability: (title: string) => Promise<Availability>
  /** Receives a picture that is being prepared. The form waits for this picture before it saves. */
  onPicture: (prepared: Promise<PreparedPicture>, isCut: boolean) => void
  /** Returns the current rows of the form, including changes that are not rendered yet. */
  currentRows: () => RowValue[]
  onRowPicture: OnRowPicture
  /** Rendered below the rows of a field. */
  rowTools: ReactNode
  /** Receives a file that the field uploads itself. The form waits for this file before it saves. */
  onFile: (kind: FileKind, outcome: Promise<FileOutcome>) => void
  /** True when the form was not saved because the chosen file could not be opened or uploaded. */
  hasFailed: boolean
  picture: PictureState
  film: FilmState
}

const inputs: {
  [K in FieldKind]?: (props: InputProps<Extract<Field, { kind: K }>>) => ReactElement
} = {
  ...columnInputs,
  title: ({ field, described, typed, above, checkAvailability }) => (
    <TitleField {...described} {...typed} above={above} max={field.max} check={checkAvailability} />
  ),
  text: ({ field, described, typed }) => <TextField {...described} {...typed} max={field.max} />,
  date: ({ field, described, typed, timeZone }) => (
    <DateField
      {...described}
      {...typed}
      hint={formatDateHint(typed.value, field.time, timeZone) ?? described.hint}
      time={field.time}
      presets={field.night ? 'night' : field.time ? 'start' : 'day'}
    />
  ),
  rich: ({ described, typed, onFile }) => (
    <RichField
      {...described}
      {...typed}
      upload={(image, sending) => adminApi.post('/media', { body: { image }, ...sending })}
      onPending={(outcome) => onFile('insert', outcome)}
    />
  ),
  image: ({ field, described, typed, onPicture, hasFailed, picture }) => (
    <ImageField
      {...described}
      field={field}
      value={typed.value}
      onChange={onPicture}
      hasFailed={hasFailed}
      {...picture}
      ref={typed.ref}
    />
  ),
  colour: ({ field, described, typed }) => <ColourField {...described} {...typed} on={field.on} />,
  film: ({ described, typed, onFile, film }) => (
    <Suspense>
      <FilmField
        {...described}
        value={typed.value}
        onSend={(outcome) => onFile('film', outcome)}
        {...film}
        ref={typed.ref}
      />
    </Suspense>
  ),
  audio: ({ described, typed: { value, onChange, ref }, onFile, hasFailed }) => (
    <Suspense>
      <AudioField
        {...described}
        hasFailed={hasFailed}
        value={value}
        onChange={onChange}
        onSend={(outcome) => onFile('audio', outcome)}
        ref={ref}
      />
    </Suspense>
  ),
  phone: ({ described, typed }) => (
    <LineField
      {...described}
      {...typed}
      // The type `tel` has no validation in browsers. It shows the keyboard of a telephone.
      type="tel"
      placeholder="+54"
      maxLength={PHONE_TYPED_MAX}
      autoComplete="off"
      enterKeyHint="next"
    />
  ),
  email: ({ described, typed }) => (
    <LineField
      {...described}
      {...typed}
      // The type `email` would refuse addresses that the server accepts, and in the browser's own words.
      inputMode="email"
      autoCapitalize="none"
      maxLength={EMAIL_MAX}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  ),
  zone: ({ described, typed }) => (
    <>
      <LineField {...described} {...typed} list="zones" autoComplete="off" spellCheck={false} />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  ),
  reference: ({ field, described, typed: { onChange, ref }, value }) => (
    <Suspense>
      <ReferenceField
        {...described}
        to={field.to}
        value={value as Reference | null}
        onChange={onChange}
        ref={ref}
      />
    </Suspense>
  ),
  rows: ({ described, typed: { onChange, ref }, value, onRowPicture, rowTools, ...props }) => (
    <Suspense>
      <RowsField
        {...described}
        field={props.field}
        errors={props.errors}
        rows={(value ?? []) as RowValue[]}
        currentRows={props.currentRows}
        onChange={onChange}
        onPicture={onRowPicture}
        tools={rowTools}
        ref={ref}
      />
    </Suspense>
  ),
}

export const hasInput = ({ kind }: Field): boolean => kind in inputs

export const renderInput = (props: InputProps<Field>): ReactElement =>
  (inputs[props.field.kind] as (props: InputProps<Field>) => ReactElement)(props)

/** Returns the hint of a date: the day of the week, and a warning for a night that is over. */
function formatDateHint(date: string, isNight: boolean | undefined, timeZone: string): string | undefined {
  if (!isDate(date)) return undefined
  const { weekday, day, month } = parseNightDate(date)
  const sentence = `${weekday} ${Number(day)} de ${month} de ${date.slice(0, 4)}.`
  const isOver = isNight && date.slice(0, 10) < currentNight(new Date(), timeZone)
  return isOver ? `${sentence} Esa fecha ya pasó: no va a estar en Próximas fechas.` : sentence
}
