/**
 * The state machine of the editor of one item. It has no side effects: `use-item-editor.ts` runs it and performs the
 * effects.
 */

import type { Progress } from '../../../../forms/action-bar.tsx'
import type { FormProblem, NewProblem } from '../../../../forms/form-problem.tsx'
import type { Draft } from '../../../../forms/unsaved-draft/draft-storage.ts'
import { wallClock } from '../../../../shared/dates.ts'
import type { Declaration } from '../../../shared/fields.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import {
  type ConflictChoice,
  type EditConflict,
  findConflict,
  type Origin,
  toOrigin,
} from '../../conflict/merge-edits.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import { type FieldValue, toComparableText } from '../field-values.ts'
import {
  createInitialValues,
  flattenValues,
  getFieldValue,
  type ItemValues,
  nestValues,
} from '../item-values.ts'

export type ItemDraft = Draft<ItemValues, Origin>

/** Nests the values of a draft that a browser stored before December 2026: `en-title` was then the name of `en.title`. */
export const nestDraft = ({ values, origin, ...draft }: ItemDraft): ItemDraft => ({
  ...draft,
  values: nestNames(values),
  origin: { ...origin, base: nestNames(origin.base) },
})

function nestNames(values: ItemValues): ItemValues {
  const renamed = Object.entries(flattenValues(values)).map(([name, value]) => [
    name.replaceAll('-', '.'),
    value,
  ])
  return nestValues(Object.fromEntries(renamed))
}

/**
 * - `clean`: the form holds what is stored.
 * - `dirty`: the form holds changes that are not stored.
 * - `sending`: a save is under way, from the tap on the button until its end. The form can be edited meanwhile.
 * - `refused`: the last save failed or was cancelled.
 * - `conflict`: another editor saved the item, and the next save waits for a review of both changes.
 * - `saved`: the form holds what this form saved last.
 * - `leaving`: the item was saved and the next screen loads. No save starts, because it would create a second item.
 */
export type Phase = 'clean' | 'dirty' | 'sending' | 'refused' | 'conflict' | 'saved' | 'leaving'

/**
 * Stage of a save. `files`: the save waits for pending files. `upload`: the request is in progress. `preparing`: the steps
 * before and after the request, which cannot be cancelled.
 */
export type SaveStage = 'preparing' | 'files' | 'upload'

export interface EditorState {
  phase: Phase
  /** True when the form differs from the stored values, so the browser keeps a draft. */
  isDirty: boolean
  /** The version that was stored when the form opened. */
  opened: Origin
  /** The version that this form saved last. */
  written: { version: ItemVersion; origin: Origin } | null
  /** The changes of another editor. They stay here while a save is retried. */
  conflict: EditConflict | null
  /** Progress of a save. null unless the phase is `sending` or `leaving`. */
  progress: (NonNullable<Progress> & { stage: SaveStage }) | null
  problem: FormProblem | null
  /** Number of problems so far. A screen reader announces a problem again when this number differs. */
  problems: number
  /** The last save after which the form stayed open. `at` is in ms since 1970. */
  lastSave: { item: AnyEntity; at: number } | null
  /**
   * The focused field during the last save. The field keeps its text as typed, although the server stored the trimmed text.
   */
  focused: { name: string; typed: FieldValue } | null
  /** Discarded values, which the administrator can bring back. */
  discarded: ItemValues | null
  /** True while the form shows a draft from an earlier visit. */
  isRestored: boolean
}

/** The two requests of a form. A film has a request of its own, and a save may wait for it. */
type Request = 'save' | 'film'

export type EditorEvent =
  | { type: 'changed'; isDirty: boolean }
  | { type: 'save-started' }
  | { type: 'progressed'; stage: SaveStage; sent?: number; text?: string }
  | { type: 'refused'; during: Request; problem: NewProblem }
  /** The API answered 412, because another editor has saved the item. */
  | { type: 'conflict-found'; during: Request; problem: NewProblem; conflict: EditConflict }
  | { type: 'chosen'; name: string; choice: ConflictChoice }
  | { type: 'film-stored'; version: ItemVersion; origin: Origin }
  /** The item was saved and the form stays open. */
  | {
      type: 'saved'
      version: ItemVersion
      origin: Origin
      at: number
      focused: EditorState['focused']
    }
  /** The item was saved and another screen opens. */
  | { type: 'leaving' }
  | { type: 'field-left' }
  /** Dispatched after every save, even when another screen opens or the save threw an error. */
  | { type: 'save-ended' }
  | { type: 'discarded'; values: ItemValues }
  | { type: 'brought-back' }

interface Opening {
  declaration: Declaration
  draft: ItemDraft | null
  /** The stored version. null for a new item. */
  version: ItemVersion | null
  /** The club's IANA time zone. */
  timeZone: string
  /** True when the same administrator made all changes that were saved since the draft began. */
  isOwn: boolean
  /** Current time, ms since 1970. */
  now: number
}

/** Returns the state of a form that opens. The form shows the stored item, or a draft of the item that may be outdated. */
export function openEditor({ declaration, draft, version, timeZone, isOwn, now }: Opening): EditorState {
  const stored = version
    ? toOrigin(declaration, version, timeZone)
    : { base: createInitialValues(declaration, wallClock(now, timeZone)), pictures: {}, etag: null }
  const state: EditorState = {
    phase: draft ? 'dirty' : 'clean',
    isDirty: draft !== null,
    opened: stored,
    written: null,
    conflict: null,
    progress: null,
    problem: null,
    problems: 0,
    lastSave: null,
    focused: null,
    discarded: null,
    isRestored: draft !== null,
  }
  if (!draft) return state
  if (!version || draft.origin.etag === stored.etag) return { ...state, opened: draft.origin }
  const conflict = findConflict(declaration, draft.origin, draft.values, version, timeZone, isOwn)
  if (conflict.both.length === 0 && conflict.onlyTheirs.length === 0) return state
  return { ...state, phase: 'conflict', opened: draft.origin, conflict }
}

/**
 * Returns the version from which a draft starts. During a conflict this is the version that the administrator saw before
 * the conflict.
 */
export const getDraftOrigin = ({ opened, written }: EditorState): Origin => written?.origin ?? opened

/** Returns the stored version with which changes are compared. A save sends the edit counter of this version. */
export const getStoredOrigin = (state: EditorState): Origin => state.conflict?.now ?? getDraftOrigin(state)

/** Returns the newest stored version that this form has received. @param loaded the version that the screen loaded */
export const getStoredVersion = (
  { conflict, written }: EditorState,
  loaded: ItemVersion | null,
): ItemVersion | null => conflict?.version ?? written?.version ?? loaded

/** Returns the number of values that both editors changed and for which the administrator has not chosen yet. */
export const countOpenChoices = ({ conflict }: EditorState): number =>
  conflict?.both.filter((name) => !conflict.choices[name]).length ?? 0

/** True while a field differs from its stored value only in how it was typed, such as by trailing spaces. */
export const isAsSaved = ({ focused }: EditorState, name: string, values: ItemValues): boolean =>
  focused?.name === name && toComparableText(getFieldValue(values, name)) === toComparableText(focused.typed)

const getRestingPhase = ({ conflict, isDirty, written }: EditorState): Phase =>
  conflict ? 'conflict' : isDirty ? 'dirty' : written ? 'saved' : 'clean'

const rest = (state: EditorState): EditorState => ({
  ...state,
  phase: getRestingPhase(state),
  progress: null,
})

const isSending = ({ phase }: EditorState): boolean => phase === 'sending'

/** True while a save is in progress or the next screen loads, so that no other save can start. */
export const isSaving = (state: EditorState): boolean => isSending(state) || state.phase === 'leaving'

/**
 * Sets the phase to `clean` or `dirty`, by the form's values. The phases of a save in progress and of a refused save stay.
 */
const restUnlessSaving = (state: EditorState): EditorState =>
  isSaving(state) || state.phase === 'refused' ? state : rest(state)

/** Adds a problem with its own number, so that a screen reader announces the same text again. */
const withProblem = (state: EditorState, problem: NewProblem): EditorState => ({
  ...state,
  problem: { ...problem, attempt: state.problems + 1 },
  problems: state.problems + 1,
})

/** Ends a request. A refused film does not end the save that waits for the film. */
const endRequest = (state: EditorState, during: Request, phase: Phase): EditorState =>
  during === 'film' && isSaving(state) ? state : { ...state, phase, progress: null }

export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case 'changed':
      return restUnlessSaving({ ...state, isDirty: event.isDirty })
    case 'save-started':
      return {
        ...state,
        phase: 'sending',
        progress: { stage: 'preparing', sent: null },
        problem: null,
        discarded: null,
      }
    case 'progressed': {
      const { stage, sent = null, text } = event
      return isSending(state)
        ? { ...state, progress: { stage, sent, ...(text !== undefined && { text }) } }
        : state
    }
    case 'refused':
      return withProblem(endRequest(state, event.during, 'refused'), event.problem)
    case 'conflict-found': {
      const { conflict, during, problem } = event
      return withProblem({ ...endRequest(state, during, 'conflict'), conflict }, problem)
    }
    case 'chosen': {
      const { conflict } = state
      if (!conflict) return state
      const choices = { ...conflict.choices, [event.name]: event.choice }
      return { ...state, conflict: { ...conflict, choices } }
    }
    case 'film-stored': {
      const { version, origin } = event
      const conflict = state.conflict && { ...state.conflict, now: origin, version }
      return restUnlessSaving({ ...state, written: { version, origin }, conflict })
    }
    case 'saved': {
      const { version, origin, at, focused } = event
      return rest({
        ...state,
        written: { version, origin },
        conflict: null,
        lastSave: { item: version.item, at },
        focused,
        discarded: null,
        isRestored: false,
      })
    }
    case 'leaving':
      return { ...state, phase: 'leaving', progress: { stage: 'preparing', sent: null } }
    case 'field-left':
      return { ...state, focused: null }
    case 'save-ended':
      return isSending(state) ? rest(state) : state
    case 'discarded': {
      const discarded = { ...state, discarded: event.values, problem: null, isRestored: false }
      return isSaving(state) ? discarded : rest(discarded)
    }
    case 'brought-back':
      return { ...state, discarded: null }
  }
}
