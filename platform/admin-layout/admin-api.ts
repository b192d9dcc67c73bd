/** The API client of signed-in administrators. */
import { useSyncExternalStore } from 'react'
import { createApi, type SentOptions } from '../api/client/api.ts'
import { API_BASE, call, getPayload, requestHeaders, type Send } from '../api/client/call.ts'

/** Sends with XMLHttpRequest, because fetch does not report the progress of an upload in all browsers. */
const sendWithProgress =
  (onProgress: (sent: number) => void): Send =>
  (method, path, options) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, API_BASE + path)
      request.withCredentials = true
      for (const [name, value] of Object.entries(requestHeaders(options)))
        request.setRequestHeader(name, value)
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      }
      request.onload = () =>
        resolve({
          status: request.status,
          text: request.responseText,
          header: (name) => request.getResponseHeader(name),
        })
      request.onerror = () => reject(new TypeError('network'))
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
      options.signal?.addEventListener('abort', () => request.abort())
      request.send(options.body === undefined ? null : getPayload(options.body))
    })

/**
 * The API client. An answer 401 means that the session has ended. Then guard.tsx shows a dialog, clears the stored user and
 * opens /login.
 */
export const adminApi = createApi(async <T>(method: string, path: string, options: SentOptions) => {
  const { onProgress } = options
  const answer = await call<T>(method, path, options, onProgress && sendWithProgress(onProgress))
  if (!answer.ok && answer.problem.status === 401) declareSessionEnded()
  return answer
})

let ended = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (ended === value) return
  ended = value
  for (const listener of listeners) listener()
}

export const declareSessionEnded = (): void => set(true)
/** Called after a sign-in, and after guard.tsx has handled the end of the session. */
export const forgetSessionEnd = (): void => set(false)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ended,
    () => false,
  )
