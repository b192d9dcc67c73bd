/**
 * Sends an audio file in parts. What is lost on the way is sent again, by itself once there is a connection, or when the same
 * file is chosen once more: after a reload too.
 */

import type { Answer, Sending } from '../../../../api/client/call.ts'
import { AUDIO_KEPT_HOURS, type AudioUpload } from '../../../../media/shared/audio.ts'

/** Of a part: on a slow line half a minute, which is what one loses at most. Bytes. */
const PART_BYTES = 4 * 1024 * 1024

/** Pauses between tries, ms; the last one again and again. */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 20_000]

/** Parts in a row that the server may refuse for their offset while it has received no more bytes. */
const CONFLICTS_MAX = 5
const CONFLICT_MESSAGE = 'No pudimos subir el audio: elegilo de nuevo.'

/** Local storage key of the file that is on its way, or was. */
const KEY = 'audio-upload'

/** A file that did not get there yet. */
export interface Unfinished {
  /** By which the club knows it. */
  key: string
  name: string
  size: number
  /** Of some of its bytes. Its time is no help: phones hand over a copy, made when it is chosen. */
  mark: string
  /** ms since 1970 */
  begunAt: number
}

/** @returns null: there is none, or the club has forgotten it by now */
export function unfinished(): Unfinished | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Unfinished | null
    return found && Date.now() - found.begunAt < AUDIO_KEPT_HOURS * 3_600_000 ? found : null
  } catch {
    return null
  }
}

const remember = (value: Unfinished | null) => {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(value))
  } catch {
    // Where nothing can be kept it begins anew after a reload.
  }
}

export interface UploadCalls {
  find(key: string): Promise<Answer<AudioUpload>>
  add(
    key: string,
    part: Blob,
    from: { offset: number; size: number },
    sending: Sending,
  ): Promise<Answer<AudioUpload>>
  remove(key: string): Promise<Answer<unknown>>
}

interface Progress {
  signal: AbortSignal
  /** @param sent 0–1; @param isWaiting there is no way to the club right now */
  onProgress(sent: number, isWaiting: boolean): void
}

export type Uploaded = { ok: true; audio: string } | { ok: false; message: string }

/** Answers after which another try makes sense: no connection, a server that begins anew, a part that is here already. */
const isPassing = (status: number): boolean => [0, 408, 409, 429, 502, 503, 504].includes(status)

/** @throws a DOMException 'AbortError' when it was given up: what arrived stays until `forget` */
export async function sendAudio(
  file: File,
  calls: UploadCalls,
  { signal, onProgress }: Progress,
): Promise<Uploaded> {
  const { name, size } = file
  const mark = await markOf(file)
  const before = unfinished()
  const isSame = before?.name === name && before.size === size && before.mark === mark
  const upload = isSame ? before : { key: newKey(), name, size, mark, begunAt: Date.now() }
  remember(upload)
  let offset = isSame ? null : 0
  let reached = 0
  let tries = 0
  let conflicts = 0
  for (;;) {
    signal.throwIfAborted()
    const from = offset
    const answer =
      from === null
        ? await calls.find(upload.key)
        : await calls.add(
            upload.key,
            file.slice(from, from + PART_BYTES),
            { offset: from, size },
            {
              signal,
              onProgress: (part) =>
                onProgress((from + part * Math.min(PART_BYTES, size - from)) / size, false),
            },
          )
    if (answer.ok) {
      const { audio } = answer.value
      if (audio !== null) {
        remember(null)
        return { ok: true, audio }
      }
      // A state that has not moved forward does not undo a failed try.
      if (answer.value.offset > reached) tries = conflicts = 0
      offset = reached = answer.value.offset
      onProgress(offset / size, false)
    } else if (from === null && answer.problem.status === 404) offset = 0
    else if (answer.problem.status === 409 && ++conflicts === CONFLICTS_MAX) {
      // The next choice of the file begins another upload.
      remember(null)
      return { ok: false, message: CONFLICT_MESSAGE }
    } else if (isPassing(answer.problem.status)) {
      onProgress(reached / size, true)
      await pause(PAUSES[Math.min(tries++, PAUSES.length - 1)] as number, signal)
      // What is here of the part that was lost, the club knows.
      offset = null
    } else {
      // Signed in again one goes on; what was refused for what it is begins anew.
      if (answer.problem.status !== 401) remember(null)
      return { ok: false, message: answer.problem.detail }
    }
  }
}

/** Ends what is on its way, here and at the club. */
export async function forget({ key }: Unfinished, calls: UploadCalls): Promise<void> {
  remember(null)
  await calls.remove(key)
}

const SAMPLE_BYTES = 64 * 1024

/** The same for the same file: of its beginning, its middle and its end (FNV-1a; browsers have better under https only). */
async function markOf(file: File): Promise<string> {
  const last = Math.max(0, file.size - SAMPLE_BYTES)
  let hash = 0x811c9dc5
  for (const at of [0, Math.floor(last / 2), last])
    for (const byte of new Uint8Array(await file.slice(at, at + SAMPLE_BYTES).arrayBuffer()))
      hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16)
}

/** Browsers make UUIDs under https only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Until then, or until there is a connection again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
