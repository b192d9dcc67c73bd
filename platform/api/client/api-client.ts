/** The typed client of the contract: whoever is signed in calls through here. */
import type { User, UserStatus } from '../../auth/shared/accounts.ts'
import type { Picture } from '../../content/shared/fields.ts'
import type { PreviewLink } from '../../content/shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../content/shared/resources.ts'
import { AUDIO_PART_TYPE, type AudioUpload } from '../../media/shared/audio.ts'
import type { GroupName } from '../../settings/shared/group-names.ts'
import type { Group, Site } from '../../settings/shared/site-settings.ts'
import { FILM_TYPE } from '../../shared/limits.ts'
import { type Answer, API_BASE, call, payloadOf, requestHeaders, type Send } from './call.ts'
import { list, one, part } from './reader.ts'

export type { Answer }

export interface Sending {
  /** Sent as Idempotency-Key: a repeated send after a lost answer makes no second item. */
  key?: string
  /** Sent as If-Match: refused with 412 when somebody else saved in between. */
  etag?: string | null
  onProgress?: (sent: number) => void
  signal?: AbortSignal
}

/** A call whose sending may take a while. */
const sendBody = <T>(
  method: string,
  path: string,
  body: unknown,
  { key, etag, onProgress, signal }: Sending,
  type?: string,
) =>
  call<T>(
    method,
    path,
    {
      body,
      headers: {
        ...(type && { 'Content-Type': type }),
        ...(key && { 'Idempotency-Key': key }),
        ...(etag && { 'If-Match': etag }),
      },
      ...(signal && { signal }),
    },
    onProgress && sendWithProgress(onProgress),
  )

/** fetch cannot report upload progress in every browser that people hold; XMLHttpRequest can. */
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

export const api = {
  list,
  one,
  create: (resource: ResourceName, body: unknown, sending: Sending = {}) =>
    sendBody<AnyEntity>('POST', `/${resource}`, body, sending),
  update: (resource: ResourceName, id: string, body: unknown, sending: Sending = {}) =>
    sendBody<AnyEntity>('PUT', `/${resource}/${part(id)}`, body, sending),
  remove: (resource: ResourceName, id: string) => call<null>('DELETE', `/${resource}/${part(id)}`),
  /** Ends the link that the item had. */
  createPreview: (resource: ResourceName, id: string) =>
    call<PreviewLink>('POST', `/${resource}/${part(id)}/preview`),
  removePreview: (resource: ResourceName, id: string) =>
    call<null>('DELETE', `/${resource}/${part(id)}/preview`),
  /** A picture for the inside of a rich text: a data URL in, its place under /media out. */
  addMedia: (image: string, sending: Sending = {}) => sendBody<Picture>('POST', '/media', { image }, sending),

  site: () => call<Site>('GET', '/site'),
  group: (name: GroupName) => call<Group>('GET', `/site/${name}`),
  updateGroup: (name: GroupName, body: unknown, sending: Sending = {}) =>
    sendBody<Group>('PUT', `/site/${name}`, body, sending),
  /** The page of a group as it would be, as HTML. */
  previewGroup: (name: GroupName, body: unknown, signal: AbortSignal) =>
    call<string>('POST', `/site/${name}/preview`, { body, signal, reads: 'text' }),
  /** Seen at once. */
  addFilm: (film: Blob, sending: Sending = {}) =>
    sendBody<Group>('POST', '/site/film', film, sending, FILM_TYPE),
  audioUpload: (key: string) => call<AudioUpload>('GET', `/media/audio/${part(key)}`),
  addAudio: (key: string, bytes: Blob, { offset, size }: Omit<AudioUpload, 'audio'>, sending: Sending = {}) =>
    sendBody<AudioUpload>(
      'PUT',
      `/media/audio/${part(key)}?offset=${offset}&size=${size}`,
      bytes,
      sending,
      AUDIO_PART_TYPE,
    ),
  cancelAudio: (key: string) => call<null>('DELETE', `/media/audio/${part(key)}`),
  resetGroup: (name: GroupName) => call<Group>('DELETE', `/site/${name}`),

  users: () => call<User[]>('GET', '/admin'),
  user: (id: string) => call<User>('GET', `/admin/${part(id)}`),
  updateUser: (
    id: string,
    body: {
      name?: string | null
      email?: string
      password?: string
      currentPassword?: string
      status?: 'active'
    },
  ) => call<User>('PUT', `/admin/${part(id)}`, { body }),
  /** @param status refused with 412 when somebody else changed it in between */
  removeUser: (id: string, status: UserStatus) => call<null>('DELETE', `/admin/${part(id)}?status=${status}`),
}
