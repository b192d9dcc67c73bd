import { useRef } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import type { Declaration, Field, Shape } from '../../../../contract/content/fields.ts'
import type { AnyEntity, ResourceName } from '../../../../contract/content/resources.ts'
import { fold } from '../../../../contract/content/titles.ts'
import { cut } from '../../../../contract/names.ts'
import { api } from '../../../client/api.ts'
import { useClub } from '../../../club-words.ts'
import { asAdministrator } from '../../layout/session-end.ts'
import type { StoredText } from '../fields/field.tsx'
import type { AddFilm } from '../fields/film/film-field.tsx'
import { inputOf } from '../fields/inputs.tsx'
import type { CutSource } from '../fields/picture/image-field.tsx'
import { cutOf } from '../fields/picture/picture-file.ts'
import type { RowErrors } from '../fields/rows/rows-field.tsx'
import { spanishHint } from '../fields/spanish-hint.ts'
import type { Availability } from '../fields/title-field.tsx'
import { spanishInForm } from './names.ts'
import { NO_PICTURE } from './typed.ts'
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
} from './values.ts'

export interface ItemFieldProps {
  name: string
  field: Field
  declaration: Declaration & { name: ResourceName }
  item?: AnyEntity
  /** Pictures still on their way into a field, and whether each got there: a form waits for them before it sends. */
  pending: Map<string, Promise<boolean>>
  /** Pictures that were chosen for themselves, though they could be cut from another. */
  chosen: Set<string>
  /** @param poster the field of the picture that stands before the film moves */
  addFilm: (poster: string, ...film: Parameters<AddFilm>) => ReturnType<AddFilm>
}

/** Of what has a fallback nothing is left open. */
const alwaysSaysSomething = (field: Field): boolean => 'fallback' in field

/** One declared field, as its kind asks for it. */
export function ItemField({ name, field, declaration, item, pending, chosen, addFilm }: ItemFieldProps) {
  const { control, getFieldState, formState, setValue, getValues, setFocus } = useFormContext<ItemValues>()
  const { timeZone } = useClub().identity
  const cutName = field.kind === 'image' ? field.cutFrom : undefined
  const posterName = field.kind === 'film' ? field.poster : ''
  const posterBefore = useRef<ItemValues[string]>('')
  const cutFrom = useCutSource(cutName, declaration, item, pending)
  const watched = useWatch<ItemValues>({ name: 'alt' })
  const alts = (watched ?? {}) as AltValues
  const alt = alts[name] ?? null
  // Of rows it is a list, of what is wrong with each.
  const error: { message?: string } | RowErrors | undefined = getFieldState(name, formState).error
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
          onPendingValue: (sent, isCut) => {
            if (isCut) chosen.delete(name)
            else chosen.add(name)
            expect(name, sent, onChange)
            for (const [cut, shape] of cuts())
              expect(cut, cutLike(sent, cut, shape), (made) => setCut(cut, made))
          },
          onPending: (isThere) => {
            const settled = isThere.finally(() => {
              if (pending.get(name) === settled) pending.delete(name)
            })
            pending.set(name, settled)
          },
          picture: {
            stored: storedPicture(item, name),
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
            stored: typeof item?.[name] === 'string' ? item[name] : '',
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

  /** The form waits for a value before it sends, unless a later one takes its place. */
  function expect(of: string, sent: Promise<string>, take: (arrived: string) => void) {
    const settled = sent.then((arrived) => {
      if (pending.get(of) !== settled) return true
      pending.delete(of)
      take(arrived)
      return true
    })
    pending.set(of, settled)
  }

  /** Taken back, this one takes its cuts along; one that cannot be cut stays as it is. */
  async function cutLike(sent: Promise<string>, cut: string, shape: Shape): Promise<string> {
    const address = await sent
    if (address === '') return ''
    return (await cutOf(address, shape).catch(() => null)) ?? String(getValues(cut) ?? '')
  }

  function setCut(cut: string, made: string) {
    setValue(cut, made, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
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
  pending: ItemFieldProps['pending'],
): CutSource | undefined {
  const { getValues } = useFormContext<ItemValues>()
  const chosen = useWatch<ItemValues>({ name: from ?? '', disabled: from === undefined })
  if (from === undefined || !(chosen || item?.images?.[from])) return undefined
  return {
    label: declaration.fields[from]?.label ?? from,
    address: async () => {
      await pending.get(from)
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
  const answer = await asAdministrator(api.list(resource, { q: title, state: 'all', limit: SIMILAR_MAX }))
  if (!answer.ok) return 'unknown'
  if (answer.value.some((other) => other._id !== item?._id && isSame(other))) return 'taken'
  return answer.value.length < SIMILAR_MAX ? 'free' : 'unknown'
}
