/** The API as signed-in administrators call it. */
import { createApi } from '../api/client/api.ts'
import { API_BASE, type CallOptions, call, payloadOf, requestHeaders, type Send } from '../api/client/call.ts'
import { declareSessionEnded } from './session-end.ts'

/** XMLHttpRequest reports the progress of an upload in all browsers. fetch does not. */
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
      request.send(options.body === undefined ? null : payloadOf(options.body))
    })

/** Declares the end of the session when any call is answered with 401. */
export const adminApi = createApi(async <T>(method: string, path: string, options: CallOptions) => {
  const { onProgress } = options
  const answer = await call<T>(method, path, options, onProgress && sendWithProgress(onProgress))
  if (!answer.ok && answer.problem.status === 401) declareSessionEnded()
  return answer
})
