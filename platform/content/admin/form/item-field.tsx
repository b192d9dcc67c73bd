import { useRef } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useClub } from '../../../pages/club-words.ts'
import { cut } from '../../../shared/names.ts'
import type { Declaration, Field, Shape } from '../../shared/fields.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'
import { fold } from '../../shared/titles.ts'
import { type StoredText, spanishHint } from '../fields/field.tsx'
import { inputOf } from '../fields/inputs.tsx'
import { cutOf } from '../fields/picture/picture-file.ts'
import type { CutSource, PreparedPicture } from '../fields/picture/use-picture.ts'
import type { RowErrors } from '../fields/rows/row-columns.tsx'
import { keyOfRow } from '../fields/rows/row-list.ts'
import type { Availability } from '../fields/title-field.tsx'
import type { AddFilm } from '../fields/upload/film-field.tsx'
import { listItems } from '../list/list-items.ts'
import { FILE_ERROR, type FileKind, type FileOutcome, type PendingFiles } from './editor/pending-files.ts'
import { spanishInForm } from './field-names.ts'
import { NO_PICTURE, type RowValue } from './field-values.ts'
import {
  type AltValues,
  altName,
  altOf,
  asLine,
  fieldValue,
  type ItemValues,
  storedPicture,
  typedField,
  valueKeptWhenBlank,
} from './item-values.ts'

export interface ItemFieldProps {
  name: string
  field: Field
  declaration: Declaration & { name: ResourceName }
  item?: AnyEntity | undefined
  files: PendingFiles
  /** Pictures that were chosen for themselves, though they could be cut from another. */
  chosen: Set<string>
  /** @param poster the field of the picture that stands before the film moves */
  addFilm: (poster: string, ...film: Parameters<AddFilm>) => ReturnType<AddFilm>
}

/** Of what has a fallback nothing is left open. */
const alwaysSaysSomething = (field: Field): boolean => 'fallback' in field

/** One declared field, as its kind asks for it. */
export function ItemField({ name, field, declaration, item, files, chosen, addFilm }: ItemFieldProps) {
  const form = useFormContext<ItemValues>()
  const { control, getFieldState, formState, setValue, getValues, setFocus } = form
  const { timeZone } = useClub().identity
  const cutName = field.kind === 'image' ? field.cutFrom : undefined
  const posterName = field.kind === 'film' ? field.poster : ''
  const posterBefore = useRef<ItemValues[string]>('')
  const cutFrom = useCutSource(cutName, declaration, item, files)
  const watched = useWatch<ItemValues>({ name: 'alt' })
  const alts = (watched ?? {}) as AltValues
  const alt = alts[name] ?? null
  // Of rows it is a list, of what is wrong with each.
  const error: { message?: string; type?: string } | RowErrors | undefined = getFieldState(
    name,
    formState,
  ).error
  const { label } = field
  const spanish = useSpanish(declaration, name)
  const hint = spanish === null ? field.hint : spanishHint(spanish)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const text = typeof value === 'string' ? value : ''
        return inputOf({
          field,
          described: {
            label: field.optional && !alwaysSaysSomething(field) ? `${label} (opcional)` : label,
            hint,
            error: error && 'message' in error ? error.message : undefined,
            stored: storedOf(text),
          },
          typed: { value: text, onChange, onBlur, ref, name, ...(spanish !== null && { lang: 'en' }) },
          value: fieldValue({ [name]: value }, name),
          errors: Array.isArray(error) ? error : [],
          timeZone,
          above: `/${declaration.name}/`,
          availabilityOf: (title) => availabilityOf(declaration, name, title, item),
          onPicture: (prepared, isCut) => {
            const wasChosen = chosen.has(name)
            if (isCut) chosen.delete(name)
            else chosen.add(name)
            expectPicture(name, prepared, onChange, () => {
              if (wasChosen) chosen.add(name)
              else chosen.delete(name)
            })
            for (const [cut, shape] of cuts())
              expectPicture(cut, cutLike(prepared, shape), (made) => setCut(cut, made))
          },
          onFile: (kind, outcome) => expectFile({ kind, key: name, fieldName: () => name }, () => outcome),
          currentRows,
          onRowPicture: (row, column, prepared, take) => {
            const fieldName = () => {
              const index = currentRows().findIndex(({ _id }) => keyOfRow(_id) === row)
              return index < 0 ? null : `${name}.${index}.${column}`
            }
            expectFile({ kind: 'picture', key: `${name}.${row}.${column}`, fieldName }, (isLatest) =>
              takePicture(prepared, isLatest, take),
            )
          },
          hasFailed: isFileError(error),
          picture: {
            storedPreview: storedPicture(item, name),
            storedWhole: item?.images?.[name]?.src,
            cutFrom,
            onCut: () => {
              // The same picture shows the same.
              if (cutName !== undefined) setAlt(altOf(getValues())[cutName] ?? null)
            },
            isDescribedThere:
              (field.kind === 'image' && field.isDecorative === true) ||
              (cutName !== undefined && !chosen.has(name) && alt === (alts[cutName] ?? null)),
            alt,
            onAltChange: setAlt,
            altError: getFieldState(altName(name), formState).error?.message,
          },
          film: {
            storedPath: typeof item?.[name] === 'string' ? item[name] : '',
            add: (...sent) => addFilm(posterName, ...sent),
            onChange: (path) => {
              onChange(path)
              // The picture goes with the film that it was taken from, and comes back with it.
              const poster = getValues(posterName)
              if (path === '') posterBefore.current = poster
              setValue(posterName, path === '' ? NO_PICTURE : posterBefore.current, { shouldDirty: true })
            },
          },
        })
      }}
    />
  )

  function currentRows(): RowValue[] {
    return (getValues(name) ?? []) as RowValue[]
  }

  /** What blank keeps is told from when it is blank; of a new item it keeps nothing. */
  function storedOf(text: string): StoredText | null | undefined {
    // A new item has nothing to keep, and an optional field is emptied.
    if (!item || field.optional || field.kind === 'rows') return undefined
    const value = valueKeptWhenBlank(declaration, name, text, item, timeZone)
    if (value === null) return null
    return {
      words: cut(asLine(typedField(declaration, name) ?? field, value)),
      onPutBack: () => {
        setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        // The button goes; where the field stands it goes on.
        setFocus(name)
      },
    }
  }

  function setAlt(said: string | null) {
    const before = altOf(getValues())
    const after = { ...before, [name]: said }
    // What is cut from it shows the same, as long as nobody said otherwise.
    for (const [cut] of cuts()) if ((before[cut] ?? null) === alt) after[cut] = said
    setValue('alt', after, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }

  /** Pictures that are cut from this one, and were not chosen for themselves. */
  function cuts(): [string, Shape][] {
    return Object.entries(declaration.fields).flatMap(([cut, other]) =>
      other.kind === 'image' && other.cutFrom === name && !chosen.has(cut) ? [[cut, other.shape]] : [],
    )
  }

  /** Makes the form wait for the picture before saving. @param onKept called when the earlier picture remains */
  function expectPicture(
    of: string,
    prepared: Promise<PreparedPicture>,
    take: (picture: string) => void,
    onKept = () => {},
  ) {
    expectFile({ kind: 'picture', key: of, fieldName: () => of }, async (isLatest) => {
      const outcome = await takePicture(prepared, isLatest, take)
      if (outcome !== 'arrived' && isLatest()) onKept()
      return outcome
    })
  }

  function expectFile(
    slot: { kind: FileKind; key: string; fieldName: () => string | null },
    prepare: (isLatest: () => boolean) => Promise<FileOutcome>,
  ) {
    const shown = slot.fieldName()
    if (shown !== null && getFieldState(shown).error?.type === FILE_ERROR) form.clearErrors(shown)
    files.add(slot, prepare)
  }

  /** Crops the whole picture to this shape. Removing the whole picture also removes its crops. */
  async function cutLike(prepared: Promise<PreparedPicture>, shape: Shape): Promise<PreparedPicture> {
    const whole = await prepared
    // The field of the whole picture reports its failure.
    if (typeof whole === 'string') return 'unchanged'
    if (whole.picture === '') return whole
    const picture = await cutOf(whole.picture, shape)
    return picture === null ? 'failed' : { picture }
  }

  function setCut(cut: string, made: string) {
    setValue(cut, made, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
}

const isFileError = (error: object | undefined): boolean =>
  error !== undefined && 'type' in error && error.type === FILE_ERROR

async function takePicture(
  prepared: Promise<PreparedPicture>,
  isLatest: () => boolean,
  take: (picture: string) => void,
): Promise<FileOutcome> {
  const result = await prepared
  if (typeof result === 'string') return result
  if (isLatest()) take(result.picture)
  return 'arrived'
}

/** What the field says in Spanish, in one line, while one writes it in English; null: it is in Spanish itself. */
function useSpanish(declaration: Declaration, name: string): string | null {
  const spanish = spanishInForm(declaration.fields, name)
  const value = useWatch<ItemValues>({ name: spanish ?? '', disabled: spanish === null })
  const field = spanish === null ? undefined : declaration.fields[spanish]
  return spanish === null || !field ? null : asLine(field, fieldValue({ [spanish]: value ?? null }, spanish))
}

/** The picture that this one may be cut from, once there is one. */
function useCutSource(
  from: string | undefined,
  declaration: Declaration,
  item: AnyEntity | undefined,
  files: PendingFiles,
): CutSource | undefined {
  const { getValues } = useFormContext<ItemValues>()
  const chosen = useWatch<ItemValues>({ name: from ?? '', disabled: from === undefined })
  if (from === undefined || !(chosen || item?.images?.[from])) return undefined
  return {
    label: declaration.fields[from]?.label ?? from,
    address: async () => {
      await files.waitFor(from)
      return String(getValues(from) || item?.images?.[from]?.src || '') || undefined
    },
  }
}

/** Items with the same words, of which one may have that very title. */
const SIMILAR_MAX = 20

/** Titles are the same without regard to case or accents; one that was renamed gives its old address up. */
async function availabilityOf(
  { name: resource }: { name: ResourceName },
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
