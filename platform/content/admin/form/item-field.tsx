import { useRef } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { getItemParts } from '../../../admin-layout/feature-parts.ts'
import { listItems } from '../../../admin-layout/list-items.ts'
import { formatSpanishHint, getErrorText, type StoredText } from '../../../forms/field.tsx'
import { fold } from '../../../shared/text/fold.ts'
import type { Field } from '../../shared/fields.ts'
import { truncateName } from '../../shared/item-names.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { findSpanishName } from '../../shared/translations.ts'
import { type FilmState, renderInput } from '../fields/inputs.tsx'
import type { RowErrors } from '../fields/rows/row-columns.tsx'
import type { Availability } from '../fields/title-field.tsx'
import { useEditedItem, useFormFiles } from './editor/editor-context.ts'
import { FILE_ERROR } from './editor/pending-files.ts'
import { useFieldFiles, usePictureField } from './field-files.ts'
import { getPart } from './field-note.tsx'
import { type FieldValue, NO_PICTURE } from './field-values.ts'
import { getFormattingField, getValueKeptWhenBlank, type ItemValues, summarizeValue } from './item-values.ts'
import { useFilledHint } from './placeholders.ts'

interface FieldProps {
  name: string
  field: Field
}

/** The control of one declared field. */
export function ItemField({ name, field }: FieldProps) {
  const { declaration, item, timeZone } = useEditedItem()
  const { control, getFieldState, formState } = useFormContext<ItemValues>()
  const { expectPicture, ...files } = useFieldFiles(name)
  const picture = usePictureField(name, field, expectPicture)
  const filmOf = useFilm(field, item?.[name])
  const storedOf = useStoredText(name, field)
  const spanish = useSpanish(name)
  const fillHint = useFilledHint()
  const RowTools = getPart('filas', getItemParts(declaration.name).rowTools?.[name])
  // The error of a field with rows is a list, with the errors of each row.
  const error: { message?: string; type?: string } | RowErrors | undefined = getFieldState(
    name,
    formState,
  ).error
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const text = typeof value === 'string' ? value : ''
        return renderInput({
          field,
          described: {
            label: isMarkedOptional(field) ? `${field.label} (opcional)` : field.label,
            hint: fillHint(text, spanish === null ? field.hint : formatSpanishHint(spanish)),
            error: error && 'message' in error ? getErrorText(field, error.message) : undefined,
            stored: storedOf(text),
          },
          typed: { value: text, onChange, onBlur, ref, name, ...(spanish !== null && { lang: 'en' }) },
          value: value as FieldValue,
          errors: Array.isArray(error) ? error : [],
          timeZone,
          above: `/${declaration.name}/`,
          checkAvailability: (title) => checkTitleAvailability(declaration.name, name, title, item),
          onPicture: (prepared, isCut) => picture.take(prepared, isCut, onChange),
          ...files,
          hasFailed: error !== undefined && 'type' in error && error.type === FILE_ERROR,
          picture: picture.state,
          film: filmOf(onChange),
          rowTools: RowTools && <RowTools />,
        })
      }}
    />
  )
}

/**
 * True for optional fields, except those with a fallback. A field with a fallback always has a value, so the form does not
 * mark it as optional.
 */
const isMarkedOptional = (field: Field): boolean => field.optional === true && !('fallback' in field)

/** Returns the text that the server keeps when the field is left blank. null while the field is not blank. */
function useStoredText(name: string, field: Field): (text: string) => StoredText | null | undefined {
  const { declaration, item, timeZone } = useEditedItem()
  const { formState, setValue, setFocus } = useFormContext<ItemValues>()
  return (text) => {
    // No text is kept for a new item, which has no stored text, and for an optional field, which is emptied when it is left
    // blank.
    if (!item || field.optional || field.kind === 'rows') return undefined
    const value = getValueKeptWhenBlank(declaration, name, text, item, timeZone)
    if (value === null) return null
    return {
      words: truncateName(summarizeValue(getFormattingField(declaration, name) ?? field, value)),
      onPutBack: () => {
        setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        // The focused button disappears, so the focus moves to the field.
        setFocus(name)
      },
    }
  }
}

/**
 * State of a film and its poster. The poster is removed and brought back together with the film.
 * @param stored path of the film
 */
function useFilm(field: Field, stored: unknown): (onChange: (path: string) => void) => FilmState {
  const { addFilm } = useFormFiles()
  const { getValues, setValue } = useFormContext<ItemValues>()
  const poster = field.kind === 'film' ? field.poster : ''
  const posterBefore = useRef<ItemValues[string]>('')
  return (onChange) => ({
    storedPath: typeof stored === 'string' ? stored : '',
    add: (...film) => addFilm(poster, ...film),
    onChange: (path) => {
      onChange(path)
      const current = getValues(poster)
      if (path === '') posterBefore.current = current
      setValue(poster, path === '' ? NO_PICTURE : posterBefore.current, { shouldDirty: true })
    },
  })
}

/** Returns the Spanish text that an English field translates, in one line. null for a Spanish field. */
function useSpanish(name: string): string | null {
  const { fields } = useEditedItem().declaration
  const spanish = findSpanishName(fields, name)
  const value = useWatch<ItemValues>({ name: spanish ?? '', disabled: spanish === null })
  const field = spanish === null ? undefined : fields[spanish]
  return spanish === null || !field ? null : summarizeValue(field, value as FieldValue)
}

/** Largest number of items that the search for the same title returns. */
const SIMILAR_MAX = 20

/** Finds out whether the address of a title is free. Titles that differ only in case or accents count as the same. */
async function checkTitleAvailability(
  resource: ResourceName,
  field: string,
  title: string,
  item: AnyEntity | undefined,
): Promise<Availability> {
  const isSame = (other: AnyEntity) => fold(String(other[field])) === fold(title)
  if (item && isSame(item)) return 'own'
  const answer = await listItems(resource, { q: title, state: 'all', limit: SIMILAR_MAX })
  if (!answer.ok) return 'unknown'
  if (answer.value.some((other) => other._id !== item?._id && isSame(other))) return 'taken'
  return answer.value.length < SIMILAR_MAX ? 'free' : 'unknown'
}
