import { describe, expect, it } from 'vitest'
import { newProblem } from '../../../../forms/form-problem.tsx'
import { resources } from '../../../shared/resources.ts'
import { toOrigin } from '../../conflict/merge-edits.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import type { ItemValues } from '../item-values.ts'
import {
  countOpenChoices,
  type EditorEvent,
  type EditorState,
  getDraftOrigin,
  getStoredOrigin,
  getStoredVersion,
  type ItemDraft,
  isAsSaved,
  nestDraft,
  openEditor,
  type Phase,
  reduceEditor,
} from './editor-state.ts'

const declaration = resources.news
const timeZone = 'America/Argentina/Buenos_Aires'
const now = Date.parse('2026-11-20T12:00:00Z')

const getVersion = (etag: string, change: object = {}): ItemVersion => ({
  etag,
  item: {
    _id: 'a',
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    draft: false,
    publishAt: '2026-11-01T00:00:00.000Z',
    unpublishAt: null,
    newsTitle: 'Uno',
    newsDescription: 'Corta.',
    newsDate: '2026-11-01',
    photo: '/media/a.jpg',
    images: {},
    alt: { photo: null },
    ...change,
  },
})

const first = getVersion('"1"')
const second = getVersion('"2"', { newsTitle: 'Dos', newsDescription: 'Suya.' })
const originAt = (version: ItemVersion) => toOrigin(declaration, version, timeZone)
const mine: ItemValues = { ...originAt(first).base, newsDescription: 'Mía.' }
const getDraft = (version: ItemVersion, values = mine): ItemDraft => ({
  values,
  origin: originAt(version),
  savedAt: now,
})

const open = (version: ItemVersion | null = first, draft: ItemDraft | null = null) =>
  openEditor({ declaration, draft, version, timeZone, isOwn: false, now })

it('reads a draft that a browser stored with hyphens in names, and leaves others as they are', () => {
  const row = { _id: 'new-1a', name: 'Ana-Mar' }
  const nested = {
    title: 'a-b',
    lineup: [row],
    en: { title: 'One', meta: { title: '' } },
    alt: { photo: null },
  }
  const flat = { title: 'a-b', lineup: [row], 'en-title': 'One', 'en-meta-title': '', alt: { photo: null } }
  const draft = (values: ItemValues) => ({
    values,
    origin: { base: values, pictures: {}, etag: null },
    savedAt: 1,
  })
  expect(nestDraft(draft(flat))).toEqual(draft(nested))
  expect(nestDraft(draft(nested))).toEqual(draft(nested))
})

/** Freezes a state, so that a reducer that changes the state in place throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

const apply = (state: EditorState, ...events: EditorEvent[]): EditorState =>
  events.reduce((state, event) => reduceEditor(frozen(state), event), state)

const problem = newProblem('No anda.')
const { conflict } = open(second, getDraft(first))
if (!conflict) throw new Error('an outdated draft has a conflict')

const typed: EditorEvent = { type: 'changed', isDirty: true }
const untyped: EditorEvent = { type: 'changed', isDirty: false }
const started: EditorEvent = { type: 'save-started' }
const uploading: EditorEvent = { type: 'progressed', stage: 'upload', sent: 0.5 }
const refused: EditorEvent = { type: 'refused', during: 'save', problem }
const filmRefused: EditorEvent = { type: 'refused', during: 'film', problem }
const conflictFound: EditorEvent = { type: 'conflict-found', during: 'save', problem, conflict }
const filmConflict: EditorEvent = { type: 'conflict-found', during: 'film', problem, conflict }
const chosen: EditorEvent = { type: 'chosen', name: 'newsDescription', choice: 'theirs' }
const filmStored: EditorEvent = { type: 'film-stored', version: second, origin: originAt(second) }
const saved: EditorEvent = {
  type: 'saved',
  version: second,
  origin: originAt(second),
  at: now,
  focused: { name: 'newsTitle', typed: 'Dos ' },
}
const ended: EditorEvent = { type: 'save-ended' }
const discarded: EditorEvent = { type: 'discarded', values: mine }
const leaving: EditorEvent = { type: 'leaving' }
const broughtBack: EditorEvent = { type: 'brought-back' }
const fieldLeft: EditorEvent = { type: 'field-left' }

const states: Record<Phase, EditorState> = {
  clean: open(),
  dirty: apply(open(), typed),
  sending: apply(open(), typed, started),
  refused: apply(open(), typed, started, refused),
  conflict: apply(open(), typed, started, conflictFound),
  saved: apply(open(), started, saved),
  leaving: apply(open(), typed, started, leaving),
}

it('has a start state for each phase', () => {
  for (const [phase, state] of Object.entries(states)) expect(state.phase).toBe(phase)
})

const phases = ['clean', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving'] as const

describe.each<[name: string, event: EditorEvent, next: Phase[]]>([
  //                                     clean      dirty      sending    refused    conflict   saved   leaving
  ['a change', typed, ['dirty', 'dirty', 'sending', 'refused', 'conflict', 'dirty', 'leaving']],
  ['a change taken back', untyped, ['clean', 'clean', 'sending', 'refused', 'conflict', 'saved', 'leaving']],
  ['a tap on save', started, ['sending', 'sending', 'sending', 'sending', 'sending', 'sending', 'sending']],
  ['progress', uploading, ['clean', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving']],
  ['a refusal', refused, ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']],
  [
    'a refused film',
    filmRefused,
    ['refused', 'refused', 'sending', 'refused', 'refused', 'refused', 'leaving'],
  ],
  [
    'a conflict',
    conflictFound,
    ['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'conflict'],
  ],
  [
    'a conflict of a film',
    filmConflict,
    ['conflict', 'conflict', 'sending', 'conflict', 'conflict', 'conflict', 'leaving'],
  ],
  [
    'a finished save that leads elsewhere',
    leaving,
    ['leaving', 'leaving', 'leaving', 'leaving', 'leaving', 'leaving', 'leaving'],
  ],
  ['a choice', chosen, ['clean', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving']],
  ['a stored film', filmStored, ['saved', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving']],
  ['a finished save', saved, ['saved', 'dirty', 'dirty', 'dirty', 'dirty', 'saved', 'dirty']],
  [
    'a focus that leaves',
    fieldLeft,
    ['clean', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving'],
  ],
  ['the end of a save', ended, ['clean', 'dirty', 'dirty', 'refused', 'conflict', 'saved', 'leaving']],
  ['a discarded draft', discarded, ['clean', 'dirty', 'sending', 'dirty', 'conflict', 'saved', 'leaving']],
  [
    'a draft brought back',
    broughtBack,
    ['clean', 'dirty', 'sending', 'refused', 'conflict', 'saved', 'leaving'],
  ],
])('%s', (_, event, next) => {
  it.each(phases.map((phase, index) => [phase, next[index]]))(
    'changes the phase from %s to %s',
    (phase, expected) => {
      const state = apply(states[phase as Phase], event)
      expect(state.phase).toBe(expected)
      expect(state.progress !== null).toBe(expected === 'sending' || expected === 'leaving')
    },
  )
})

describe('openEditor', () => {
  it('starts a new item on the current day of the club', () => {
    const state = open(null)
    expect(state).toMatchObject({ phase: 'clean', isRestored: false, conflict: null })
    expect(getStoredOrigin(state)).toMatchObject({ etag: null, pictures: {}, base: { newsTitle: '' } })
    expect(getStoredVersion(state, null)).toBeNull()
  })

  it('shows the stored item', () => {
    const state = open()
    expect(getStoredOrigin(state)).toEqual(originAt(first))
    expect(getStoredVersion(state, first)).toBe(first)
  })

  it('restores a draft of the stored version', () => {
    expect(open(first, getDraft(first))).toMatchObject({
      phase: 'dirty',
      isDirty: true,
      isRestored: true,
      conflict: null,
    })
    expect(open(null, getDraft(first))).toMatchObject({ phase: 'dirty', opened: originAt(first) })
  })

  it('rebases an outdated draft without conflicts on the newer version', () => {
    const same = getVersion('"2"')
    expect(open(same, getDraft(first))).toMatchObject({
      phase: 'dirty',
      conflict: null,
      opened: originAt(same),
    })
  })

  it('compares an outdated draft with the newer version', () => {
    const state = open(second, getDraft(first))
    expect(state).toMatchObject({ phase: 'conflict', isDirty: true, problem: null })
    expect(state.conflict).toMatchObject({
      both: ['newsDescription'],
      onlyTheirs: ['newsTitle'],
      values: { newsTitle: 'Dos', newsDescription: 'Mía.' },
    })
    // A draft still starts from the version that the administrator saw first.
    expect(getDraftOrigin(state).etag).toBe('"1"')
    expect(getStoredOrigin(state).etag).toBe('"2"')
    expect(getStoredVersion(state, first)).toBe(second)
  })
})

describe('a save', () => {
  it('clears the earlier problem and the discarded values when it starts', () => {
    const state = apply(states.refused, discarded, refused, started)
    expect(state).toMatchObject({
      problem: null,
      discarded: null,
      progress: { stage: 'preparing', sent: null },
    })
  })

  it('shows its progress until its end', () => {
    const waiting = apply(states.sending, { type: 'progressed', stage: 'files', text: 'Esperando la foto…' })
    expect(waiting.progress).toEqual({ stage: 'files', sent: null, text: 'Esperando la foto…' })
    const state = apply(waiting, uploading)
    expect(state.progress).toEqual({ stage: 'upload', sent: 0.5 })
    expect(apply(state, refused, uploading).progress).toBeNull()
  })

  it('continues while the form is edited, and leaves later edits dirty', () => {
    const state = apply(open(), started, typed)
    expect(state.phase).toBe('sending')
    expect(apply(state, saved)).toMatchObject({ phase: 'dirty', isDirty: true, lastSave: { at: now } })
    expect(apply(state, saved, untyped).phase).toBe('saved')
  })

  it('makes the saved version the base of the next save', () => {
    const state = apply(open(), started, saved)
    expect(getStoredOrigin(state)).toEqual(originAt(second))
    expect(getDraftOrigin(state)).toEqual(originAt(second))
    expect(getStoredVersion(state, first)).toBe(second)
    expect(state).toMatchObject({ isRestored: false, discarded: null, lastSave: { item: second.item } })
  })

  it('numbers problems, so that a repeated problem is announced again', () => {
    const state = apply(states.sending, refused)
    expect(state.problem).toEqual({ ...problem, attempt: 1 })
    expect(apply(state, filmRefused).problem?.attempt).toBe(2)
    expect(apply(state, started, refused).problem?.attempt).toBe(2)
  })

  it('stays refused while the form is edited', () => {
    expect(apply(states.refused, typed, untyped)).toMatchObject({ phase: 'refused', problem })
  })

  it('returns to dirty or clean after an unreported error', () => {
    expect(apply(states.sending, ended)).toMatchObject({ phase: 'dirty', progress: null, problem: null })
    expect(apply(open(), started, ended).phase).toBe('clean')
  })
})

describe('the focused field', () => {
  it('counts as saved until it is edited or left', () => {
    const state = apply(states.sending, saved)
    expect(isAsSaved(state, 'newsTitle', { newsTitle: 'Dos ' })).toBe(true)
    expect(isAsSaved(state, 'newsTitle', { newsTitle: 'Dos y' })).toBe(false)
    expect(isAsSaved(state, 'newsDescription', { newsDescription: 'Dos ' })).toBe(false)
    expect(isAsSaved(apply(state, fieldLeft), 'newsTitle', { newsTitle: 'Dos ' })).toBe(false)
  })
})

describe('a conflict', () => {
  it('waits until the administrator has chosen each value that both editors changed', () => {
    expect(countOpenChoices(states.dirty)).toBe(0)
    expect(countOpenChoices(states.conflict)).toBe(1)
    expect(countOpenChoices(apply(states.conflict, chosen))).toBe(0)
    expect(apply(states.dirty, chosen)).toEqual(states.dirty)
  })

  it('stays open while the save is tried again', () => {
    const state = apply(states.conflict, chosen, started)
    expect(state).toMatchObject({ phase: 'sending', problem: null })
    expect(countOpenChoices(state)).toBe(0)
    // The retry sends the edit counter of the version that the administrator has reviewed.
    expect(getStoredOrigin(state).etag).toBe('"2"')
    const again = apply(state, refused)
    expect(again.phase).toBe('refused')
    expect(again.conflict).toBe(state.conflict)
  })

  it('ends with a save', () => {
    const third = getVersion('"3"')
    const state = apply(states.conflict, started, { ...saved, version: third, origin: originAt(third) })
    expect(state.conflict).toBeNull()
    expect(getStoredOrigin(state).etag).toBe('"3"')
  })

  it('keeps the earlier version as the origin of drafts', () => {
    expect(getDraftOrigin(states.conflict).etag).toBe('"1"')
    expect(getStoredOrigin(states.conflict).etag).toBe('"2"')
  })

  it('replaces an earlier conflict', () => {
    const state = apply(states.conflict, chosen, started, conflictFound)
    expect(countOpenChoices(state)).toBe(1)
  })
})

describe('a film', () => {
  it('does not end the save that waits for it when the film has a conflict', () => {
    const waiting = apply(states.sending, { type: 'progressed', stage: 'files', text: 'Esperando el film…' })
    const state = apply(waiting, filmConflict)
    expect(state).toMatchObject({ phase: 'sending', progress: { stage: 'files' }, problem })
    expect(countOpenChoices(state)).toBe(1)
    expect(apply(waiting, filmRefused)).toMatchObject({
      phase: 'sending',
      progress: { stage: 'files' },
      problem,
    })
  })

  it('raises the edit counter as soon as it is stored, even during a save', () => {
    expect(getStoredOrigin(apply(states.sending, filmStored)).etag).toBe('"2"')
  })

  it('keeps the choices of a conflict when it is stored', () => {
    const third = getVersion('"3"')
    const state = apply(states.conflict, chosen, {
      type: 'film-stored',
      version: third,
      origin: originAt(third),
    })
    expect(countOpenChoices(state)).toBe(0)
    expect(getStoredOrigin(state).etag).toBe('"3"')
    expect(getStoredVersion(state, first)).toBe(third)
  })
})

describe('discarded values', () => {
  it('can be brought back until the next save', () => {
    const state = apply(open(first, getDraft(first)), discarded)
    expect(state).toMatchObject({ discarded: mine, isRestored: false })
    expect(apply(state, broughtBack).discarded).toBeNull()
    expect(apply(state, started).discarded).toBeNull()
  })

  it('clear the problem', () => {
    expect(apply(states.refused, discarded)).toMatchObject({ phase: 'dirty', problem: null })
    expect(apply(states.refused, discarded, untyped).phase).toBe('clean')
  })

  it('neither end a conflict nor a save', () => {
    expect(apply(states.conflict, discarded, untyped)).toMatchObject({ phase: 'conflict' })
    expect(apply(states.sending, discarded)).toMatchObject({
      phase: 'sending',
      progress: { stage: 'preparing' },
    })
  })
})
