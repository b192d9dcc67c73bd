/**
 * Sends an audio file in parts. A lost part is sent again as soon as there is a connection. After a reload, choosing the
 * same file again resumes the upload.
 */

import type { Answer, Sending } from '../../../../api/client/call.ts'
import { AUDIO_KEPT_HOURS } from '../../../../media/shared/audio.ts'
import type { AudioUpload } from '../../../../media/shared/audio-upload.ts'

/**
 * Size of one part, bytes. A slow connection sends a part in half a minute, so a lost connection undoes at most half a
 * minute of work.
 */
const PART_BYTES = 4 * 1024 * 1024

/** Pauses between attempts, ms. The last pause repeats. */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 20_000]

/** Number of answers 409 (wrong offset) without progress after which the upload fails. */
const CONFLICTS_MAX = 5
const CONFLICT_MESSAGE = 'No pudimos subir el audio: elegilo de nuevo.'

/** Local storage key of the unfinished upload. */
const KEY = 'audio-upload'

/** An upload of which the server has only some parts. */
export interface UnfinishedUpload {
  /** The key by which the server identifies the upload. */
  key: string
  name: string
  size: number
  /**
   * Hash of some bytes of the file, to recognize the file. Its date cannot identify it, because phones pass a new copy at
   * each choice.
   */
  mark: string
  /** Start of the upload, ms since 1970. */
  begunAt: number
}

/**
 * Reads the unfinished upload.
 * @returns null without an unfinished upload, or when the server has already deleted its parts
 */
export function readUnfinishedUpload(): UnfinishedUpload | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as UnfinishedUpload | null
    return found && Date.now() - found.begunAt < AUDIO_KEPT_HOURS * 3_600_000 ? found : null
  } catch {
    return null
  }
}

const storeUnfinishedUpload = (value: UnfinishedUpload | null) => {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(value))
  } catch {
    // Errors are ignored: without local storage, the only difference is that a reload loses the upload.
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
  /** Receives the progress. @param sent part of the file, 0–1 @param isWaiting true while the server cannot be reached */
  onProgress(sent: number, isWaiting: boolean): void
}

export type UploadResult =
  | {
      ok: true
      audio: string
      /** Describes what the server removed from the file. */
      notice?: string
    }
  | { ok: false; message: string }

/** True when the request can be repeated: no connection, a restarting server, or a part that the server already has. */
const isRetryable = (status: number): boolean => [0, 408, 409, 429, 502, 503, 504].includes(status)

/**
 * Sends a file, and resumes an unfinished upload of the same file.
 * @throws DOMException 'AbortError' when the upload is cancelled. The server keeps the sent parts until
 * `deleteUnfinishedUpload` deletes them
 */
export async function sendAudio(
  file: File,
  calls: UploadCalls,
  { signal, onProgress }: Progress,
): Promise<UploadResult> {
  const { name, size } = file
  const mark = await hashFile(file)
  const before = readUnfinishedUpload()
  const isSame = before?.name === name && before.size === size && before.mark === mark
  const upload = isSame ? before : { key: newKey(), name, size, mark, begunAt: Date.now() }
  storeUnfinishedUpload(upload)
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
      const { audio, notice } = answer.value
      if (audio !== null) {
        storeUnfinishedUpload(null)
        return { ok: true, audio, ...(notice !== undefined && { notice }) }
      }
      // Only an offset that has moved forward resets the counts of failed attempts.
      if (answer.value.offset > reached) tries = conflicts = 0
      offset = reached = answer.value.offset
      onProgress(offset / size, false)
    } else if (from === null && answer.problem.status === 404) offset = 0
    else if (answer.problem.status === 409 && ++conflicts === CONFLICTS_MAX) {
      // The upload has failed. Its stored state is deleted, so that choosing this file again starts a new upload.
      storeUnfinishedUpload(null)
      return { ok: false, message: CONFLICT_MESSAGE }
    } else if (isRetryable(answer.problem.status)) {
      onProgress(reached / size, true)
      await pause(PAUSES[Math.min(tries++, PAUSES.length - 1)] as number, signal)
      // Without an offset, the next call first queries how much of the lost part has arrived.
      offset = null
    } else {
      // Any refusal except an expired session (401) forgets the upload, so that the next attempt starts again.
      if (answer.problem.status !== 401) storeUnfinishedUpload(null)
      return { ok: false, message: answer.problem.detail }
    }
  }
}

/** Deletes an unfinished upload, here and on the server. */
export async function deleteUnfinishedUpload({ key }: UnfinishedUpload, calls: UploadCalls): Promise<void> {
  storeUnfinishedUpload(null)
  await calls.remove(key)
}

const SAMPLE_BYTES = 64 * 1024

/** Computes the FNV-1a hash of the file's beginning, middle and end. Browsers offer better hashes only under https. */
async function hashFile(file: File): Promise<string> {
  const last = Math.max(0, file.size - SAMPLE_BYTES)
  let hash = 0x811c9dc5
  for (const at of [0, Math.floor(last / 2), last])
    for (const byte of new Uint8Array(await file.slice(at, at + SAMPLE_BYTES).arrayBuffer()))
      hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16)
}

/** Returns a random key. `randomUUID` is not used, because browsers offer it only under https. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Waits, but ends early when the connection is back. */
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
