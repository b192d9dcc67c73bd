/** Tests the upload of an audio file over a connection that fails. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../../../api/client/call.ts'
import { type ProblemId, problemDetails } from '../../../../api/shared/problems.ts'
import type { AudioUpload } from '../../../../media/shared/audio-upload.ts'
import { deleteUnfinishedUpload, readUnfinishedUpload, sendAudio, type UploadCalls } from './audio-upload.ts'

const MB = 1024 * 1024
const PATH = '/media/a.mp3'

const good = (value: AudioUpload): Answer<AudioUpload> => ({ ok: true, value, etag: null, total: 0 })
const bad = (id: ProblemId, status?: number): Answer<AudioUpload> => ({
  ok: false,
  problem: { ...problemDetails(id), ...(status !== undefined && { status }) },
  retryAfter: null,
})

/** A fake server. It answers each part with the next entry of `failures`. It accepts the part when the entry is null. */
function club(failures: (Answer<AudioUpload> | null)[] = []) {
  const held = new Map<string, number>()
  const asked: string[] = []
  const calls: UploadCalls = {
    async find(key) {
      asked.push('?')
      const offset = held.get(key)
      return offset === undefined ? bad('not-found') : good({ offset, size: 0, audio: null })
    },
    async add(key, part, { offset, size }, { onProgress }) {
      asked.push(`${offset / MB}`)
      onProgress?.(1)
      const failure = failures.shift()
      if (failure) return failure
      if ((held.get(key) ?? 0) !== offset) return bad('upload-offset')
      held.set(key, offset + part.size)
      return good({ offset: offset + part.size, size, audio: offset + part.size === size ? PATH : null })
    },
    async remove(key) {
      asked.push('x')
      held.delete(key)
      return good({ offset: 0, size: 0, audio: null })
    },
  }
  return { calls, asked }
}

const getFile = (name = 'set.mp3', fill = 0) => new File([new Uint8Array(10 * MB).fill(fill)], name)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = async (file: File, calls: UploadCalls, controller = new AbortController()) => {
  const reports: [number, boolean][] = []
  const sent = sendAudio(file, calls, {
    signal: controller.signal,
    onProgress: (part, isWaiting) => reports.push([Math.round(part * 100), isWaiting]),
  })
  sent.catch(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  return { sent, reports }
}

test('sends a file in parts, one after the other', async () => {
  const { calls, asked } = club()
  const { sent, reports } = await send(getFile(), calls)
  expect(await sent).toEqual({ ok: true, audio: PATH })
  expect(asked).toEqual(['0', '4', '8'])
  expect(reports.map(([percent]) => percent)).toEqual([40, 40, 80, 80, 100])
  expect(readUnfinishedUpload()).toBeNull()
})

test('queries the offset after a lost part, reports that it waits, and resumes', async () => {
  const lost = bad('unavailable', 0)
  const { calls, asked } = club([null, lost, lost])
  const { sent, reports } = await send(getFile(), calls)
  expect(await sent).toEqual({ ok: true, audio: PATH })
  expect(asked).toEqual(['0', '4', '?', '4', '?', '4', '8'])
  expect(reports.filter(([, isWaiting]) => isWaiting)).toEqual([
    [40, true],
    [40, true],
  ])
})

test('resumes an unfinished upload only when the same file is chosen', async () => {
  const { calls, asked } = club([null, bad('sign-in-needed')])
  const { sent } = await send(getFile(), calls)
  expect(await sent).toMatchObject({ ok: false })
  expect(readUnfinishedUpload()).toMatchObject({ name: 'set.mp3', size: 10 * MB })
  asked.length = 0
  expect(await (await send(getFile(), calls)).sent).toEqual({ ok: true, audio: PATH })
  expect(asked).toEqual(['?', '4', '8'])

  const other = club([bad('sign-in-needed')])
  await (await send(getFile(), other.calls)).sent
  await (await send(getFile('otro.mp3'), other.calls)).sent
  await (await send(getFile('otro.mp3'), club([bad('sign-in-needed')]).calls)).sent
  await (await send(getFile('otro.mp3', 1), other.calls)).sent
  expect(other.asked).toEqual(['0', '0', '4', '8', '0', '4', '8'])
})

test('forgets the upload of a refused file', async () => {
  const { calls } = club([bad('invalid-fields')])
  const { sent } = await send(getFile(), calls)
  expect(await sent).toEqual({ ok: false, message: problemDetails('invalid-fields').detail })
  expect(readUnfinishedUpload()).toBeNull()
})

test('ends the upload when the server refuses a part 5 times at the same offset', async () => {
  const { calls, asked } = club(Array.from({ length: 50 }, () => bad('upload-offset')))
  calls.find = async () => good({ offset: 0, size: 10 * MB, audio: null })
  const { sent } = await send(getFile(), calls)
  expect(asked).toEqual(['0', '0', '0', '0', '0'])
  expect(await sent).toEqual({ ok: false, message: expect.stringContaining('elegilo de nuevo') })
  expect(readUnfinishedUpload()).toBeNull()
})

test('retries refused parts while the offset moves forward', async () => {
  const { calls, asked } = club(Array.from({ length: 8 }, () => bad('upload-offset')))
  let offset = 0
  const { find } = calls
  calls.find = async (key) =>
    asked.length <= 8 ? good({ offset: ++offset, size: 10 * MB, audio: null }) : find(key)
  const { sent } = await send(getFile(), calls)
  expect(await sent).toEqual({ ok: true, audio: PATH })
})

test('ends at once when it is cancelled while it waits, and deletes the upload on request', async () => {
  const { calls, asked } = club(Array.from({ length: 50 }, () => bad('unavailable', 0)))
  const controller = new AbortController()
  const { sent } = await send(getFile(), calls, controller)
  controller.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  const left = readUnfinishedUpload()
  expect(left).not.toBeNull()
  if (left) await deleteUnfinishedUpload(left, calls)
  expect([readUnfinishedUpload(), asked.at(-1)]).toEqual([null, 'x'])
})

test('returns what the server removed from the file', async () => {
  const { calls } = club([good({ offset: 10 * MB, size: 10 * MB, audio: PATH, notice: 'Sacamos la tapa.' })])
  expect(await (await send(getFile(), calls)).sent).toEqual({
    ok: true,
    audio: PATH,
    notice: 'Sacamos la tapa.',
  })
})
