/**
 * Simulates an administrator who changes one value after another: settings, film, audio in parts, invitations, answers,
 * templates, order of residents. named-values.ts reads each of these values by its name.
 */
import { listFieldsOfKind, listImageFields } from '../../platform/content/shared/fields.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../../platform/content/shared/resources.ts'
import { audioName, createAudioHash, createFilmHash, filmName } from '../../platform/media/server/variants.ts'
import { createMp3 } from '../support/audio.ts'
import { createPicture } from '../support/club.ts'
import { createFilm } from '../support/films.ts'
import { createRequiredValues } from '../support/required-values.ts'
import { createMark, SETTINGS_TEXTS } from './named-values.ts'
import type { Item, Ledger } from './request-ledger.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Sends a request to a path below `/api`. */
export type Send = (
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>

const ID_LENGTH = 32
const PASSWORD = 'la puerta es angosta y pesa'

/** The load creates this number of residents for itself, so that no other client changes their order. */
const ORDERED_RESIDENTS = 3

const withAudio = resourceNames.find((name) => listFieldsOfKind(getDeclaration(name), 'audio').length > 0)

/**
 * @param parts number of parts of an audio upload. The server keeps parts on the machine that received them, so a load on
 * two machines uses one part
 */
export function createOperatorLoad(ledger: Ledger, send: Send, { parts }: { parts: 1 | 2 }) {
  let count = 0
  let cookie = ''
  let residents: string[] = []

  const createHeaders = (headers: Record<string, string> = {}) => ({ Cookie: cookie, ...headers })
  /** False while a request for the value has an unknown result. The order of two such requests would be unknown too. */
  const isCertain = (key: string) =>
    ![...ledger.inDoubt].some((pending) => pending.kind === 'value' && pending.key === key)
  const sendValue = (
    key: string,
    to: string | null,
    sendRequest: () => Promise<Response>,
    expected: number,
    refused = 0,
  ) => ledger.sendAndRecord({ kind: 'value', key, to }, sendRequest, expected, refused)

  const steps: Record<string, (origin: string, random: SeededRandom) => Promise<unknown>> = {
    async text(origin, random) {
      const group = random.oneOf(Object.keys(SETTINGS_TEXTS) as (keyof typeof SETTINGS_TEXTS)[])
      if (!isCertain(`text ${group}`)) return
      const mark = createMark(++count)
      if (random() < 0.2)
        await sendValue(
          `text ${group}`,
          null,
          () => send(origin, 'DELETE', `/site/${group}`, undefined, createHeaders()),
          200,
        )
      else
        await sendValue(
          `text ${group}`,
          mark,
          () => send(origin, 'PUT', `/site/${group}`, { [SETTINGS_TEXTS[group]]: mark }, createHeaders()),
          200,
        )
    },

    async film(origin, random) {
      if (!isCertain('film')) return
      if (random() < 0.2)
        return sendValue(
          'film',
          null,
          () => send(origin, 'DELETE', '/site/look', undefined, createHeaders()),
          200,
        )
      const film = createFilm({ tracks: [{ samples: [10 + (++count % 200), 20 + (count >> 8)] }] })
      const id = createFilmHash().update(film).digest('hex').slice(0, ID_LENGTH)
      await sendValue(
        'film',
        `/media/${filmName(id)}`,
        () => send(origin, 'POST', '/site/film', film, createHeaders({ 'Content-Type': 'video/mp4' })),
        201,
      )
    },

    /** Uploads a new audio file. The server may remove an earlier upload of the user. */
    async sound(origin, random) {
      for (const key of ledger.values.keys())
        if (key.startsWith('sound ') && isCertain(key)) ledger.values.delete(key)
      for (const pending of ledger.inDoubt)
        if (pending.kind === 'value' && pending.key.startsWith('sound '))
          pending.laterUploads = (pending.laterUploads ?? 0) + 1
      const sound = createMp3({ frames: 60 + (++count % 40), fill: 1 + (count % 250) })
      const key = `sonido-${count}-${random.below(1e9)}`
      const size = sound.byteLength
      const id = createAudioHash().update(sound).digest('hex').slice(0, ID_LENGTH)
      for (let part = 0, offset = 0; part < parts; part++) {
        const end = part === parts - 1 ? size : Math.floor(size / 3)
        const [name, to] =
          parts === 1
            ? [`file ${id}`, 'there']
            : [`sound ${key}`, end === size ? `/media/${audioName(id, 'mp3')}` : `here ${end}`]
        const answer = await sendValue(
          name,
          to,
          () =>
            send(
              origin,
              'PUT',
              `/media/audio/${key}?offset=${offset}&size=${size}`,
              sound.subarray(offset, end),
              createHeaders({ 'Content-Type': 'application/octet-stream' }),
            ),
          200,
        )
        if (!answer) return
        offset = end
      }
      await record(origin, `/media/${audioName(id, 'mp3')}`)
    },

    async invitation(origin, random) {
      const name = `Invitada ${++count}`
      const invitation = await sendValue(
        `invitation ${name}`,
        'open',
        () => send(origin, 'POST', '/invitations', { name }, createHeaders()),
        201,
      )
      if (!invitation) return
      const what = random()
      if (what < 0.3) {
        const path = `/invitations/${invitation.body?._id}`
        await sendValue(
          `invitation ${name}`,
          null,
          () => send(origin, 'DELETE', path, undefined, createHeaders()),
          204,
        )
      } else if (what < 0.6) {
        const token = String(invitation.body?.url).replace(/^.*=/, '')
        const body = { token, email: `invitada${count}@club.example`, password: PASSWORD }
        await sendValue(
          `invitation ${name}`,
          `used by ${body.email}`,
          () => send(origin, 'POST', '/invitations/accept', body),
          201,
        )
      }
    },

    /** Answers a message without sending a mail, because the test counts the mails of contact messages. */
    async answer(origin, random) {
      const page = await ledger.sendAndRecord(
        { kind: 'other' },
        () => send(origin, 'GET', '/messages?limit=20', undefined, createHeaders()),
        200,
      )
      const messages = (page?.body?.data ?? []) as { _id: string }[]
      if (messages.length === 0) return
      const { _id } = random.oneOf(messages)
      const body = { text: `Respuesta ${++count}: a medianoche.`, way: 'own' }
      await sendValue(
        `answer ${body.text}`,
        _id,
        () =>
          send(
            origin,
            'POST',
            `/messages/${_id}/answers`,
            body,
            createHeaders({ 'Idempotency-Key': `r${count}` }),
          ),
        201,
        409,
      )
    },

    async templates(origin) {
      if (!isCertain('templates')) return
      const templates = [{ name: `Plantilla ${++count}`, text: 'Abrimos a las 23.' }]
      await sendValue(
        'templates',
        templates[0]?.name ?? null,
        () => send(origin, 'PUT', '/messages/templates', { templates }, createHeaders()),
        200,
      )
    },

    async order(origin, random) {
      if (residents.length < ORDERED_RESIDENTS || !isCertain('order')) return
      const now = await ledger.sendAndRecord(
        { kind: 'other' },
        () => send(origin, 'GET', '/order/residents', undefined, createHeaders()),
        200,
      )
      if (!now) return
      const wanted = residents.toSorted(() => random() - 0.5)
      const places = [...wanted]
      const ids = ((now.body?.ids ?? []) as string[]).map((id) =>
        residents.includes(id) ? (places.shift() as string) : id,
      )
      // The server refuses the order when another client has created or deleted a resident since this client read the list.
      await sendValue(
        'order',
        wanted.join(),
        () => send(origin, 'PUT', '/order/residents', { ids }, createHeaders()),
        200,
        400,
      )
    },
  }

  /** A recording that only this load changes. The load uploads one audio file after another for it. */
  let recording: Item | null = null
  async function record(origin: string, audio: string) {
    const item = recording && ledger.items.get(recording.id)
    if (!item || !ledger.isCertain(item)) return
    const after = { ...item, version: item.version + 1, fields: { ...item.fields, audio } }
    await ledger.sendAndRecord(
      { kind: 'change', before: [item], after: [after] },
      () => send(origin, 'PUT', `/${item.resource}/${item.id}`, { audio }, createHeaders()),
      200,
    )
  }

  async function createRecording(origin: string, resource: ResourceName): Promise<Item> {
    const declaration = getDeclaration(resource)
    const draft = createRequiredValues(declaration, 'Una noche entera.', await createPicture('#102030'))
    const answer = await ledger.sendAndRecord(
      { kind: 'other' },
      () => send(origin, 'POST', `/${resource}`, draft, createHeaders()),
      201,
    )
    if (!answer) throw new Error(`The recording cannot be created: ${ledger.unexpectedAnswers.join()}`)
    const id = String(answer.body?._id)
    const pictures = listImageFields(declaration)
    const fields = Object.fromEntries(
      Object.entries(draft).filter(([name]) => !pictures.includes(name)),
    ) as Item['fields']
    const item: Item = { resource, id, state: 'live', version: 1, fields }
    ledger.items.set(id, item)
    return item
  }

  return {
    /** Performs each step once. @param session the cookie of an administrator */
    async begin(origin: string, session: string, random: SeededRandom) {
      cookie = session
      const ids: string[] = []
      for (let number = 0; number < ORDERED_RESIDENTS; number++) {
        const fields = {
          name: `Residente propio ${number}`,
          pressKit: `https://club.example/propio/${number}`,
        }
        const answer = await ledger.sendAndRecord(
          { kind: 'other' },
          () => send(origin, 'POST', '/residents', fields, createHeaders()),
          201,
        )
        if (!answer) throw new Error(`A write failed: ${ledger.unexpectedAnswers.join()}`)
        const id = String(answer.body?._id)
        ledger.items.set(id, { resource: 'residents', id, state: 'live', version: 1, fields })
        ids.unshift(id)
      }
      if (withAudio !== undefined) recording = await createRecording(origin, withAudio)
      residents = ids
      ledger.values.set('order', ids.join())
      for (const step of Object.values(steps)) await step(origin, random)
    },
    step: (origin: string, random: SeededRandom) =>
      steps[random.oneOf(Object.keys(steps))]?.(origin, random) ?? Promise.resolve(),
  }
}
