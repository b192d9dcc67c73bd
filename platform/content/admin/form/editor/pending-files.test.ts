import { createFormControl } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import type { ItemValues } from '../item-values.ts'
import { type FileOutcome, PendingFiles } from './pending-files.ts'

const { signal } = new AbortController()

function slot(key: string, { fieldName = (): string | null => key, kind = 'picture' as const } = {}) {
  return { key, kind, fieldName }
}

function deferred<T>() {
  let resolve = (_: T) => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

test('reports a failed file until another file replaces it in its slot', async () => {
  const files = new PendingFiles()
  files.add(slot('photo'), async () => 'failed')
  const failed = [{ kind: 'picture', fieldName: 'photo' }]
  expect(await files.wait(signal, () => {})).toEqual(failed)
  expect(await files.wait(signal, () => {})).toEqual(failed)
  files.add(slot('photo'), async () => 'unchanged')
  expect(await files.wait(signal, () => {})).toEqual([])
})

test('treats a preparation that throws as a failed file', async () => {
  const files = new PendingFiles()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  files.add(slot('photo'), () => Promise.reject(new Error('no memory')))
  expect(await files.wait(signal, () => {})).toEqual([{ kind: 'picture', fieldName: 'photo' }])
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('reports a dropped file only to the save that waited for it', async () => {
  const files = new PendingFiles()
  const upload = deferred<FileOutcome>()
  files.add(slot('text'), () => upload.promise)
  const waiting = files.wait(signal, () => {})
  upload.resolve('dropped')
  expect(await waiting).toHaveLength(1)
  expect(await files.wait(signal, () => {})).toEqual([])
})

test('waits for the pictures of two rows, but not for a removed row', async () => {
  const files = new PendingFiles()
  const [one, two] = [deferred<FileOutcome>(), deferred<FileOutcome>()]
  files.add(slot('rows.a.photo'), () => one.promise)
  files.add(slot('rows.b.photo'), () => two.promise)
  files.add(slot('rows.gone.photo', { fieldName: () => null }), () => new Promise(() => {}))
  let isReady = false
  const waiting = files
    .wait(signal, () => {})
    .then((failed) => {
      isReady = true
      return failed
    })
  two.resolve('arrived')
  await files.waitFor('rows.b.photo')
  expect(isReady).toBe(false)
  one.resolve('arrived')
  expect(await waiting).toEqual([])
})

test('ends the wait when the row of the only pending file is removed', async () => {
  const files = new PendingFiles()
  const form = createFormControl<ItemValues>({ defaultValues: { rows: [{ _id: 'a' }] } })
  const fieldName = () => ((form.getValues('rows') as object[]).length > 0 ? 'rows.0.photo' : null)
  files.add(slot('rows.a.photo', { fieldName }), () => new Promise(() => {}))
  const waiting = files.wait(signal, () => {}, form)
  form.setValue('rows', [])
  expect(await waiting).toEqual([])
})

test('waits for a file chosen meanwhile, and ignores the file that it replaces', async () => {
  const files = new PendingFiles()
  const taken: string[] = []
  const prepare =
    (picture: Promise<string>) =>
    async (isLatest: () => boolean): Promise<FileOutcome> => {
      const made = await picture
      if (isLatest()) taken.push(made)
      return 'arrived'
    }
  const [first, second] = [deferred<string>(), deferred<string>()]
  files.add(slot('photo'), prepare(first.promise))
  const texts: string[] = []
  const waiting = files.wait(signal, (text) => texts.push(text))
  files.add(slot('photo'), prepare(second.promise))
  first.resolve('first')
  second.resolve('second')
  expect(await waiting).toEqual([])
  expect(taken).toEqual(['second'])
  expect(texts).toContain('Esperando la foto…')
})

test('returns null from an aborted wait', async () => {
  const files = new PendingFiles()
  files.add(slot('set', { kind: 'audio' as never }), () => new Promise(() => {}))
  const stopped = new AbortController()
  const waiting = files.wait(stopped.signal, () => {})
  stopped.abort()
  expect(await waiting).toBeNull()
})
