import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import { IdempotencyKeys } from '../../../../forms/idempotency-keys.ts'
import { type AnyEntity, resources } from '../../../shared/resources.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import type { ItemCalls } from '../item-calls.ts'
import type { ItemBody, ItemValues } from '../item-values.ts'
import { TextProposals } from '../text-proposals.ts'
import type { Editor } from './editor-context.ts'
import { getStoredOrigin, openEditor, reduceEditor } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'
import { PendingFiles } from './pending-files.ts'
import { saveItem } from './save-item.ts'

const declaration = resources.news
const timeZone = 'America/Argentina/Buenos_Aires'

const getItem = (change: object = {}): AnyEntity => ({
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
})

const okOf = (item: AnyEntity, etag: string): Answer<AnyEntity> => ({
  ok: true,
  value: item,
  etag,
  total: 1,
})

const getProblem = (status: number): Answer<AnyEntity> => ({
  ok: false,
  retryAfter: null,
  problem: { type: 'x', title: 'x', status, detail: `Error ${status}` },
})

/** Creates a call whose answer the test sends later. */
function pendingCall() {
  const { promise, resolve, reject } = Promise.withResolvers<Answer<AnyEntity>>()
  const calls: { body: ItemBody; sending: Sending }[] = []
  return { calls, promise, resolve, reject }
}

beforeEach(() => {
  // The fake page has no region for notices and no focused element.
  vi.stubGlobal('document', { activeElement: null, querySelector: () => null })
})
afterEach(() => vi.unstubAllGlobals())

/** Creates an editor whose form accepts every value. */
function getEditor(version: ItemVersion | null, change: Partial<ItemValues>, calls: Partial<ItemCalls>) {
  let state = openEditor({ declaration, draft: null, version, timeZone, isOwn: false, now: Date.now() })
  let values: ItemValues = { ...state.opened.base, ...(change as ItemValues) }
  const log: string[] = []
  const form = {
    getValues: () => values,
    setValue: (name: string, value: ItemValues[string]) => {
      values = { ...values, [name]: value }
    },
    setError: vi.fn(),
    formState: { isSubmitted: false },
    subscribe: () => () => {},
    handleSubmit: (submit: (checked: ItemValues) => Promise<void>) => () => submit(values),
  }
  const open: OpenForm = {
    declaration,
    timeZone,
    element: { current: null },
    calls: calls as ItemCalls,
    loaded: version,
    form: form as never,
    read: () => state,
    dispatch: (event) => {
      state = reduceEditor(state, event)
    },
  }
  const parts: Editor = {
    ...open,
    draft: null,
    copy: undefined,
    navigation: { afterSave: '/admin/news', back: { to: '/admin/news', label: 'Volver' } },
    navigate: (to) => log.push(`navigate ${to}`),
    files: new PendingFiles(),
    pictureOrigins: new Map(),
    proposals: new TextProposals(open, 'https://club.example'),
    keys: new IdempotencyKeys(),
    keeper: {
      status: 'none',
      savedAt: null,
      kept: 0,
      drop: async () => void log.push('drop draft'),
      resume: () => {},
      keep: async () => void log.push('keep draft'),
      noteAttempt: async () => void log.push('note key'),
    },
    stopping: { current: null },
    onSaved: undefined,
  }
  return { parts, log, form, valuesNow: () => values }
}

const stored: ItemVersion = { item: getItem(), etag: '"1"' }

describe('saveItem', () => {
  it('sends once when the button is tapped twice', async () => {
    const update = vi.fn(async (_: string, body: ItemBody) => okOf(getItem(body), '"2"'))
    const { parts } = getEditor(stored, { newsDescription: 'Nueva.' }, { update })
    await Promise.all([saveItem(parts, 'stay'), saveItem(parts, 'stay')])
    expect(update).toHaveBeenCalledTimes(1)
    expect(update).toHaveBeenCalledWith(
      'a',
      { newsDescription: 'Nueva.' },
      expect.objectContaining({ etag: '"1"' }),
    )
    expect(getStoredOrigin(parts.read()).etag).toBe('"2"')
  })

  it('sends the edit counter of a version that was stored while it waited for a file', async () => {
    const update = vi.fn(async (_: string, body: ItemBody) => okOf(getItem(body), '"3"'))
    const { parts } = getEditor(stored, { newsDescription: 'Nueva.' }, { update })
    const file = Promise.withResolvers<'arrived'>()
    parts.files.add({ key: 'film', kind: 'film', fieldName: () => 'film' }, () => file.promise)
    const saving = saveItem(parts, 'stay')
    expect(parts.read().progress).toMatchObject({ stage: 'files', text: 'Esperando el film…' })
    const origin = { ...parts.read().opened, etag: '"2"' }
    parts.dispatch({ type: 'film-stored', version: { item: getItem(), etag: '"2"' }, origin })
    file.resolve('arrived')
    await saving
    expect(update).toHaveBeenCalledWith('a', expect.anything(), expect.objectContaining({ etag: '"2"' }))
  })

  it('sends no request when it is stopped while it waits for a file', async () => {
    const update = vi.fn()
    const { parts } = getEditor(stored, { newsDescription: 'Nueva.' }, { update })
    parts.files.add({ key: 'photo', kind: 'picture', fieldName: () => 'photo' }, () => new Promise(() => {}))
    const saving = saveItem(parts, 'stay')
    parts.stopping.current?.abort()
    await saving
    expect(update).not.toHaveBeenCalled()
    expect(parts.read()).toMatchObject({ phase: 'refused', problem: { isOfFields: false } })
  })

  it('stores the key of a new item before sending, and reuses the key after a lost answer', async () => {
    const keys: unknown[] = []
    const answers = [getProblem(0), okOf(getItem(), '"1"')]
    const { parts, log } = getEditor(
      null,
      { newsTitle: 'Uno' },
      {
        create: async (_, { key }) => {
          log.push('create')
          keys.push(key)
          return answers.shift() as Answer<AnyEntity>
        },
      },
    )
    await saveItem(parts, 'leave')
    expect(log).toEqual(['note key', 'create'])
    expect(parts.read()).toMatchObject({ phase: 'refused', problem: { detail: 'Error 0' } })
    await saveItem(parts, 'leave')
    expect(keys).toEqual([expect.any(String), keys[0]])
    expect(log.slice(2)).toEqual(['note key', 'create', 'drop draft', 'navigate /admin/news'])
  })

  it.each([
    ['the menu', null],
    ['the form of the new item', 'newsDescription'],
  ])('creates one item when the button is pressed again while %s loads', async (_, typedLater) => {
    const call = pendingCall()
    const create = vi.fn(() => call.promise)
    const { parts, form, log } = getEditor(null, { newsTitle: 'Uno' }, { create })
    const saving = saveItem(parts, 'leave')
    await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(1))
    if (typedLater) form.setValue(typedLater, 'Corta. Y más.')
    call.resolve(okOf(getItem(), '"1"'))
    await saving
    expect(log.at(-1)).toMatch(/^navigate /)
    parts.dispatch({ type: 'changed', isDirty: false })
    await saveItem(parts, 'leave')
    expect(create).toHaveBeenCalledTimes(1)
    expect(parts.read()).toMatchObject({ phase: 'leaving', progress: { stage: 'preparing' } })
  })

  it('updates an item once when the button is pressed again while the next screen loads', async () => {
    const update = vi.fn(async (_: string, body: ItemBody) => okOf(getItem(body), '"2"'))
    const { parts } = getEditor(stored, { newsDescription: 'Nueva.' }, { update })
    await saveItem(parts, 'leave')
    await saveItem(parts, 'leave')
    expect(update).toHaveBeenCalledTimes(1)
  })

  it('keeps edits made during the save', async () => {
    const call = pendingCall()
    const { parts, form, log, valuesNow } = getEditor(
      stored,
      { newsTitle: ' Dos ', newsDescription: 'Nueva.' },
      {
        update: (_, body, sending) => {
          call.calls.push({ body, sending })
          return call.promise
        },
      },
    )
    const saving = saveItem(parts, 'leave')
    await vi.waitFor(() => expect(call.calls).toHaveLength(1))
    form.setValue('newsDescription', 'Nueva. Y más.')
    call.resolve(okOf(getItem({ newsTitle: 'Dos', newsDescription: 'Nueva.' }), '"2"'))
    await saving
    // The form stays open, because the later edit is not saved.
    expect(log).toEqual(['keep draft'])
    expect(valuesNow()).toMatchObject({ newsTitle: 'Dos', newsDescription: 'Nueva. Y más.' })
  })

  it('treats a 412 as a success when the stored version is what it sent', async () => {
    const { parts } = getEditor(
      stored,
      { newsDescription: 'Nueva.' },
      {
        update: async () => getProblem(412),
        one: async () => okOf(getItem({ newsDescription: 'Nueva.' }), '"2"'),
      },
    )
    await saveItem(parts, 'stay')
    expect(parts.read()).toMatchObject({ phase: 'saved', conflict: null, problem: null })
    expect(getStoredOrigin(parts.read()).etag).toBe('"2"')
  })

  it('shows the changes of another editor, and merges those that do not conflict', async () => {
    const { parts, valuesNow } = getEditor(
      stored,
      { newsDescription: 'Mía.' },
      {
        update: async () => getProblem(412),
        one: async () => okOf(getItem({ newsTitle: 'Dos', newsDescription: 'Suya.' }), '"2"'),
      },
    )
    await saveItem(parts, 'stay')
    expect(parts.read()).toMatchObject({
      phase: 'conflict',
      conflict: { both: ['newsDescription'], onlyTheirs: ['newsTitle'] },
      problem: { isOfFields: true },
    })
    expect(valuesNow()).toMatchObject({ newsTitle: 'Dos', newsDescription: 'Mía.' })
    expect(getStoredOrigin(parts.read()).etag).toBe('"2"')
  })

  it('leaves the sending phase after an unknown error', async () => {
    const { parts } = getEditor(
      stored,
      { newsDescription: 'Mía.' },
      { update: () => Promise.reject(new Error('?')) },
    )
    await expect(saveItem(parts, 'stay')).rejects.toThrow('?')
    expect(parts.read()).toMatchObject({ phase: 'clean', progress: null })
  })
})
