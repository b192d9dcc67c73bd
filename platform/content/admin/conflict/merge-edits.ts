/**
 * Merges the changes of two editors of one item, field by field. It has no side effects, so that tests can cover the rules.
 */
import { type Declaration, listImageFields } from '../../shared/fields.ts'
import { type FieldValue, type RowValue, toComparableText } from '../form/field-values.ts'
import {
  differs,
  findDifferingNames,
  flattenValues,
  getFieldValue,
  type ItemValues,
  nestValues,
  parseAltName,
  toItemValues,
} from '../form/item-values.ts'
import type { ItemVersion } from '../item/item-version.ts'
import { isPublicationName } from '../publication/choice.ts'
import { diff, type Part } from './text-diff.ts'

/**
 * The form values with which an editor starts. Picture fields are blank in these values, so `pictures` has the addresses.
 */
export interface Origin {
  base: ItemValues
  /** Addresses of the stored pictures by field. Empty for a new item. */
  pictures: Record<string, string>
  /** The edit counter. null for a new item. */
  etag: string | null
}

/**
 * Returns the origin of a form that opens with this version.
 * @param timeZone the club's IANA time zone, also in the other functions of this file
 */
export const toOrigin = (
  declaration: Declaration,
  { item, etag }: ItemVersion,
  timeZone: string,
): Origin => ({
  base: toItemValues(declaration, item, timeZone),
  pictures: Object.fromEntries(listImageFields(declaration).map((name) => [name, String(item[name])])),
  etag,
})

/**
 * Returns the names of changed values. A blanked required text counts as unchanged, because the server keeps the old text.
 */
export function findChangedNames({ fields }: Declaration, values: ItemValues, base: ItemValues): string[] {
  return findDifferingNames(values, base).filter(
    (name) =>
      parseAltName(name) !== null ||
      toComparableText(getFieldValue(values, name)) !== '' ||
      fields[name]?.optional ||
      isPublicationName(name),
  )
}

interface MergedEdits {
  /** The administrator's values, updated with the values that only the other editor changed. */
  values: ItemValues
  /** Names of values that both editors changed differently. The administrator has to choose one of the two values. */
  both: string[]
  onlyTheirs: string[]
}

/**
 * Merges the values of this form with a version that another editor saved.
 * @param before the version from which both editors started
 * @param now the version that the other editor saved
 */
export function mergeEdits(
  declaration: Declaration,
  before: Origin,
  mine: ItemValues,
  now: Origin,
): MergedEdits {
  const replaced = Object.keys(now.pictures).filter((name) => now.pictures[name] !== before.pictures[name])
  const theirs = [...findDifferingNames(now.base, before.base), ...replaced]
  const changed = findChangedNames(declaration, mine, before.base)
  const different = new Set([...findDifferingNames(mine, now.base), ...replaced])
  const onlyTheirs = theirs.filter((name) => !changed.includes(name))
  const taken = onlyTheirs.map((name) => [name, getFieldValue(now.base, name)])
  return {
    values: nestValues({ ...flattenValues(mine), ...Object.fromEntries(taken) }),
    both: theirs.filter((name) => changed.includes(name) && different.has(name)),
    onlyTheirs,
  }
}

export type ConflictChoice = 'mine' | 'theirs'

/** The state after another editor saved the item while this form was open. */
export interface EditConflict extends MergedEdits {
  before: Origin
  now: Origin
  /** The version that the other editor saved. */
  version: ItemVersion
  /** The administrator's values before the merge, so that a choice can be taken back. */
  mine: ItemValues
  choices: Record<string, ConflictChoice>
  /** True when the same administrator saved that version in another tab or on another device. */
  isOwn: boolean
}

export function findConflict(
  declaration: Declaration,
  before: Origin,
  mine: ItemValues,
  version: ItemVersion,
  timeZone: string,
  isOwn: boolean,
): EditConflict {
  const now = toOrigin(declaration, version, timeZone)
  return {
    ...mergeEdits(declaration, before, mine, now),
    before,
    now,
    version,
    mine: structuredClone(mine),
    choices: {},
    isOwn,
  }
}

/**
 * Merges a finished save with edits made while the save was under way. Values that were not edited since the sending become
 * the stored values. Later edits stay.
 * @param sent the form values at the time of sending
 * @param held the current form values
 * @param stored the form values of the saved item
 * @param focused the field with the caret, whose text stays as typed, including trailing spaces. null without focus
 */
export function mergeSaved(
  { fields }: Declaration,
  sent: ItemValues,
  held: ItemValues,
  stored: ItemValues,
  focused: string | null,
): ItemValues {
  const merged = Object.entries(flattenValues(stored)).map(([name, saved]) => {
    const now = getFieldValue(held, name)
    // Pictures are never typed, so the stored address replaces a new picture even in the focused field.
    const isFocused = name === focused && fields[name]?.kind !== 'image'
    if (fields[name]?.kind === 'rows')
      return [
        name,
        mergeSavedRows(findRows(getFieldValue(sent, name)), findRows(now), findRows(saved), isFocused),
      ]
    return [name, isFocused || differs(name, sent, held) ? now : saved]
  })
  return nestValues(Object.fromEntries(merged))
}

const findRows = (value: FieldValue): RowValue[] => (Array.isArray(value) ? value : [])

const isSame = (one: FieldValue, other: FieldValue): boolean =>
  toComparableText(one) === toComparableText(other)

/** Maps the ids of the sent rows to the ids that the server gave these rows. */
export const mapRowIds = (sent: FieldValue, stored: FieldValue): Map<string, string> =>
  new Map(
    findRows(sent).flatMap(({ _id }, index) => {
      const row = findRows(stored)[index]
      return row ? [[_id, row._id] as const] : []
    }),
  )

function mergeSavedRows(
  sent: RowValue[],
  held: RowValue[],
  stored: RowValue[],
  isFocused: boolean,
): RowValue[] {
  if (!isFocused && isSame(sent, held)) return stored
  const ids = mapRowIds(sent, stored)
  return held.map((row) => {
    const before = sent.find(({ _id }) => _id === row._id)
    const saved = stored.find(({ _id }) => _id === ids.get(row._id))
    if (!before || !saved) return row
    const columns = Object.keys(row).map((name) => {
      const value = row[name] ?? null
      // The stored address replaces a new picture, even in a focused row.
      const isTaken = isSame(before[name] ?? null, value) && (!isFocused || String(value).startsWith('data:'))
      return [name, isTaken ? (saved[name] ?? null) : value]
    })
    return { ...Object.fromEntries(columns), _id: saved._id } as RowValue
  })
}

/** Returns the removed and the added blocks between two long texts, in order. Blocks in common are left out. */
export function findChangedBlocks(before: string[], after: string[]): { removed: string[]; added: string[] } {
  const parts = diff(before, after)
  const of = (wanted: Part['kind']) =>
    parts.filter(({ kind }) => kind === wanted).flatMap(({ tokens }) => tokens)
  return { removed: of('gone'), added: of('new') }
}
