/** The files and pictures of a field. The form waits for them before it saves. */
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field, Shape } from '../../shared/fields.ts'
import type { PictureState } from '../fields/inputs.tsx'
import { cropToShape } from '../fields/picture/picture-file.ts'
import type { CutSource, PreparedPicture } from '../fields/picture/use-picture.ts'
import { keyOfRow } from '../fields/rows/row-list.ts'
import type { OnRowPicture } from '../fields/rows/rows-field.tsx'
import { useEditedItem, useFormFiles } from './editor/editor-context.ts'
import { FILE_ERROR, type FileKind, type FileOutcome, type FileSlot } from './editor/pending-files.ts'
import type { RowValue } from './field-values.ts'
import { getAltName, getFieldValue, getStoredPicture, type ItemValues } from './item-values.ts'
import { unfoldField } from './keyboard.ts'
import { followsSource, isKeptBesideNewSource } from './picture-origins.ts'
import { proposeAlt } from './proposals.ts'

/** Makes the form wait for a picture. @param onKept called when the field keeps its earlier picture */
type ExpectPicture = (
  field: string,
  prepared: Promise<PreparedPicture>,
  take: (picture: string) => void,
  onKept?: () => void,
) => void

export function useFieldFiles(name: string) {
  const { files } = useFormFiles()
  const { clearErrors, getFieldState, getValues } = useFormContext<ItemValues>()

  function expectFile(slot: FileSlot, prepare: (isLatest: () => boolean) => Promise<FileOutcome>) {
    const shown = slot.fieldName()
    if (shown !== null && getFieldState(shown).error?.type === FILE_ERROR) clearErrors(shown)
    files.add(slot, prepare)
  }

  const expectPicture: ExpectPicture = (field, prepared, take, onKept) =>
    expectFile({ kind: 'picture', key: field, fieldName: () => field }, async (isLatest) => {
      const outcome = await takePicture(prepared, isLatest, take)
      if (outcome !== 'arrived' && isLatest()) onKept?.()
      return outcome
    })

  const currentRows = () => (getValues(name) ?? []) as RowValue[]

  const onRowPicture: OnRowPicture = (row, column, prepared, take) => {
    const fieldName = () => {
      const index = currentRows().findIndex(({ _id }) => keyOfRow(_id) === row)
      return index < 0 ? null : `${name}.${index}.${column}`
    }
    expectFile({ kind: 'picture', key: `${name}.${row}.${column}`, fieldName }, (isLatest) =>
      takePicture(prepared, isLatest, take),
    )
  }

  return {
    expectPicture,
    currentRows,
    onRowPicture,
    onFile: (kind: FileKind, outcome: Promise<FileOutcome>) =>
      expectFile({ kind, key: name, fieldName: () => name }, () => outcome),
  }
}

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

/** State of a picture field: its text alternative, and the fields whose pictures are cut from it. */
export function usePictureField(name: string, field: Field, expectPicture: ExpectPicture) {
  const { declaration, item } = useEditedItem()
  const { element, pictureOrigins } = useFormFiles()
  const { formState, getValues, setValue } = useFormContext<ItemValues>()
  const source = field.kind === 'image' ? field.cutFrom : undefined
  const cutFrom = useCutSource(source)
  const alt = useAlt(name)
  const sourceAlt = useAlt(source ?? name)
  const { nameField, displayNameField = nameField } = declaration
  // The proposed text alternative follows these values.
  useWatch<ItemValues>({ name: [nameField, displayNameField] })
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }

  /** The fields whose picture can be cut from this one. */
  const cuts = Object.entries(declaration.fields).flatMap(([cut, other]): [string, Shape][] =>
    other.kind === 'image' && other.cutFrom === name ? [[cut, other.shape]] : [],
  )
  // The field renders again when one of these pictures changes.
  useWatch<ItemValues>({ name: cuts.map(([cut]) => cut) })
  const isKept = (cut: string, from: string) =>
    isKeptBesideNewSource(cut, from, getValues(), pictureOrigins, item)

  const getAlt = (picture: string) => getFieldValue(getValues(), getAltName(picture)) as string | null

  function setAlt(text: string | null) {
    setValue(getAltName(name), text, options)
    // A cut picture shows the same subject, so it gets the same text alternative unless it has its own.
    for (const [cut] of cuts)
      if (pictureOrigins.get(cut) !== 'chosen' && getAlt(cut) === alt)
        setValue(getAltName(cut), text, options)
  }

  function take(prepared: Promise<PreparedPicture>, isCut: boolean, onChange: (picture: string) => void) {
    const before = pictureOrigins.get(name)
    pictureOrigins.set(name, isCut ? 'cut' : 'chosen')
    expectPicture(name, prepared, onChange, () => {
      if (before === undefined) pictureOrigins.delete(name)
      else pictureOrigins.set(name, before)
    })
    for (const [cut, shape] of cuts) {
      if (!followsSource(cut, getValues(), pictureOrigins, item)) {
        // The button that cuts the picture again is in a group, which may be folded.
        unfoldField(element.current, cut)
        continue
      }
      expectPicture(cut, cutLike(prepared, shape), (made) => {
        pictureOrigins.set(cut, 'cut')
        setValue(cut, made, options)
      })
    }
  }

  const state: PictureState = {
    storedPreview: getStoredPicture(item, name),
    storedWhole: item?.images?.[name]?.src,
    cutFrom,
    onCut: () => {
      // A cut picture shows the same subject as the whole picture, so it gets the same text alternative.
      if (source !== undefined) setAlt(getAlt(source))
    },
    isDescribedThere:
      (field.kind === 'image' && field.isDecorative === true) ||
      (source !== undefined &&
        !isKept(name, source) &&
        pictureOrigins.get(name) !== 'chosen' &&
        alt === sourceAlt),
    keptCuts: cuts.flatMap(([cut]) => (isKept(cut, name) ? [declaration.fields[cut]?.label ?? cut] : [])),
    alt,
    onAltChange: setAlt,
    proposedAlt: proposeAlt(declaration, name, getValues(), item),
  }
  return { state, take }
}

const useAlt = (picture: string) =>
  (useWatch<ItemValues>({ name: getAltName(picture) }) ?? null) as string | null

/** Crops the whole picture to this shape. When the whole picture is removed, its cut pictures are removed as well. */
async function cutLike(prepared: Promise<PreparedPicture>, shape: Shape): Promise<PreparedPicture> {
  const whole = await prepared
  // A failure is not reported here, because the field of the whole picture reports it.
  if (typeof whole === 'string') return 'unchanged'
  if (whole.picture === '') return whole
  const picture = await cropToShape(whole.picture, shape)
  return picture === null ? 'failed' : { picture }
}

/** Returns the picture from which this picture can be cut, or undefined. @param from the field of the source picture */
function useCutSource(from: string | undefined): CutSource | undefined {
  const { declaration, item } = useEditedItem()
  const { files } = useFormFiles()
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
