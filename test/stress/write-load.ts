/** Concurrent clients that write data of every kind and record it in a ledger. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Column } from '../../platform/content/shared/fields.ts'
import { nest } from '../../platform/content/shared/nested-values.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../../platform/content/shared/resources.ts'
import { hashSource } from '../../platform/media/server/variants.ts'
import { readCookie } from '../support/club.ts'
import { createOperatorLoad, type Send } from './operator-load.ts'
import { createMarkerFields, type Item, type Ledger, type Session, SOURCE } from './request-ledger.ts'
import type { SeededRandom } from './seeded-random.ts'

export const administrator = { email: 'puerta@club.example', password: 'la cola da la vuelta' }

/** Environment of a server under this load. The clients use many addresses, so the server must trust X-Forwarded-For. */
export const LOAD_ENV = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  TRUST_PROXY: '1',
  MAIL_TO: 'club@club.example',
  MAIL_FROM: 'no-reply@club.example',
}

interface Source {
  dataUrl: string
  id: string
}

/** Number of different pictures. Most uploads send a new picture, and some send one that is already stored. */
const PICTURES = 300

let sources: Promise<Source[]> | undefined

async function drawPicture(number: number): Promise<Source> {
  // A picture of one colour passes through the same steps as a photo, but takes less time. Every tenth picture is large
  // enough for several sizes.
  const [width, height] = number % 10 === 0 ? [700, 500] : [40 + (number % 7), 30]
  const background = `#${createHash('sha256').update(String(number)).digest('hex').slice(0, 6)}`
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { dataUrl: `data:image/png;base64,${bytes.toString('base64')}`, id: hashSource(bytes) }
}

const drawPictures = () => {
  sources ??= Promise.all(Array.from({ length: PICTURES }, (_, number) => drawPicture(number)))
  return sources
}

/** The body of a request, and the values that the database must store for it. */
interface Draft {
  body: Record<string, unknown>
  fields: Record<string, string>
}

export interface Load {
  /** Signs in. It must be called before the first `run`. */
  begin(origin: string): Promise<void>
  /** Sends visits, one after another. */
  visit(origin: string, many: number): Promise<void>
  /** Resolves when every client has stopped: after the signal, or because the server no longer answers. */
  run(origin: string, signal: AbortSignal): Promise<void>
}

/**
 * Number of messages and registrations in each run. Above 60 an hour, the server stores messages without a mail and refuses
 * registrations. `resolveDoubts` resets these limits after each run.
 */
const STRANGERS_PER_RUN = 50

/**
 * Creates clients that edit items. Other clients send messages, sign in and out, send visits, and change settings
 * (operator-load.ts).
 * @param parts number of parts of an audio upload (operator-load.ts)
 */
export async function createLoad(ledger: Ledger, chance: SeededRandom, parts: 1 | 2 = 2): Promise<Load> {
  const clients = 4
  const pictures = await drawPictures()
  let count = 0
  /** Each request comes from another address, so that the server limits none of them. */
  let address = 0
  let cookie = ''
  const remaining = { messages: 0, registrations: 0 }

  const send: Send = (origin, method, path, body, headers = {}) => {
    address++
    const isRaw = body instanceof Uint8Array
    return fetch(`${origin}/api${path}`, {
      method,
      headers: {
        'X-Forwarded-For': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }
  const operator = createOperatorLoad(ledger, send, { parts })

  function draft(resource: ResourceName, random: SeededRandom, changing: boolean): Draft {
    const number = ++count
    const body: Record<string, unknown> = {}
    const fields: Record<string, string> = {}
    const put = (name: string, value: string) => {
      body[name] = value
      fields[name] = value
    }
    const marker = `https://club.example/${number}`
    for (const [name, field] of Object.entries(getDeclaration(resource).fields)) {
      // Leaves out some of the fields when the request changes an item. The link that identifies the item is always sent.
      if (changing && random() < 0.6 && name !== Object.keys(createMarkerFields(resource, marker))[0])
        continue
      if (field.kind === 'image') {
        const picture = random.oneOf(pictures)
        body[name] = picture.dataUrl
        fields[name] = picture.id
      } else if (field.kind === 'title') put(name, `Noche-${number}-de-Barracas`)
      else if (field.kind === 'date') put(name, `2027-0${1 + (number % 9)}-1${number % 10}`)
      else if (field.kind === 'rich')
        put(name, `<p>Número <strong>${number}</strong>. ${'Suena. '.repeat(random.below(400))}</p>`)
      else if (field.kind === 'url') put(name, `https://club.example/otro/${number}`)
      else if (field.kind === 'line' || field.kind === 'text')
        put(name, `Ñandú ${number} ${'de noche '.repeat(random.below(20))}`.slice(0, field.max).trim())
      else if (field.kind === 'time') put(name, `0${number % 10}:30`)
      else if (field.kind === 'choice') put(name, random.oneOf(Object.keys(field.options).slice(1)))
      else if (field.kind === 'number') {
        body[name] = number % (field.max + 1)
        fields[name] = String(body[name])
      } else if (field.kind === 'rows') {
        const rows = Array.from({ length: 1 + random.below(4) }, (_, index) =>
          createRow(field.columns, number, index),
        )
        body[name] = rows
        fields[name] = JSON.stringify(rows)
      }
      // Fields that the server derives are not compared.
    }
    for (const [name, value] of Object.entries(createMarkerFields(resource, marker))) put(name, value)
    return { body: nest(body), fields }
  }

  /** Creates a row of a field. The server assigns the id of the row, and gives omitted fields their default. */
  function createRow(columns: Record<string, Column>, number: number, index: number) {
    const row: Record<string, unknown> = {}
    for (const [name, column] of Object.entries(columns)) {
      if (column.kind === 'line') row[name] = `${name} ${number}.${index}`
      else if (column.kind === 'number') row[name] = (number + index) % 100
      else if (column.kind === 'time') row[name] = `0${(number + index) % 7}:15`
      else if (column.kind === 'url') row[name] = `https://club.example/entrada/${number}/${index}`
      else if (column.kind === 'choice') row[name] = Object.keys(column.options)[1]
    }
    return row
  }

  const create = async (
    origin: string,
    random: SeededRandom,
    own: string[],
    resource = random.oneOf(resourceNames),
  ) => {
    const { body, fields } = draft(resource, random, false)
    const headers = { Cookie: cookie, 'Idempotency-Key': `clave-${count}` }
    const marker = Object.values(createMarkerFields(resource, `https://club.example/${count}`))[0] as string
    const repeat = (to = origin) => send(to, 'POST', `/${resource}`, body, headers)
    const answer = await ledger.sendAndRecord(
      { kind: 'create', resource, marker, fields, repeat },
      repeat,
      201,
    )
    if (!answer) return
    const id = String(answer.body?._id)
    ledger.items.set(id, { resource, id, state: 'live', version: 1, fields })
    own.push(id)
  }

  const change = (before: Item[], after: Partial<Item>, ask: () => Promise<Response>, expected: number) =>
    ledger.sendAndRecord(
      { kind: 'change', before, after: before.map((item) => ({ ...item, ...after })) },
      ask,
      expected,
    )

  const steps: Record<
    string,
    (origin: string, random: SeededRandom, own: Item[]) => Promise<unknown> | undefined
  > = {
    async edit(origin, random, own) {
      const item = own.find(({ state }) => state === 'live')
      if (!item) return
      const { body, fields } = draft(item.resource, random, true)
      const after = { version: item.version + 1, fields: { ...item.fields, ...fields } }
      await change(
        [item],
        after,
        () => send(origin, 'PUT', `/${item.resource}/${item.id}`, body, { Cookie: cookie }),
        200,
      )
    },
    async bin(origin, _luck, own) {
      const item = own.find(({ state }) => state === 'live')
      if (!item) return
      await change(
        [item],
        { state: 'bin' },
        () => send(origin, 'DELETE', `/${item.resource}/${item.id}`, undefined, { Cookie: cookie }),
        204,
      )
    },
    async binSeveral(origin, random, own) {
      const live = own.filter(({ state }) => state === 'live')
      const resource = live[0]?.resource
      const chosen = live.filter((item) => item.resource === resource).slice(0, 2 + random.below(5))
      if (!resource) return
      await change(
        chosen,
        { state: 'bin' },
        () =>
          send(origin, 'POST', '/trash', { resource, ids: chosen.map(({ id }) => id) }, { Cookie: cookie }),
        200,
      )
    },
    async restore(origin, _luck, own) {
      const binned = own.filter(({ state }) => state === 'bin')
      const resource = binned[0]?.resource
      const chosen = binned.filter((item) => item.resource === resource).slice(0, 3)
      if (!resource) return
      await change(
        chosen,
        { state: 'live' },
        () =>
          send(
            origin,
            'POST',
            '/trash/restore',
            { resource, ids: chosen.map(({ id }) => id) },
            { Cookie: cookie },
          ),
        200,
      )
    },
    async purge(origin, _luck, own) {
      const item = own.find(({ state }) => state === 'bin')
      if (!item) return
      await change(
        [item],
        { state: 'gone' },
        () => send(origin, 'DELETE', `/trash/${item.resource}/${item.id}`, undefined, { Cookie: cookie }),
        204,
      )
    },
    async picture(origin, random) {
      const { dataUrl } = random.oneOf(pictures)
      await ledger.sendAndRecord(
        { kind: 'other' },
        () => send(origin, 'POST', '/media', { image: dataUrl }, { Cookie: cookie }),
        201,
      )
    },
  }
  const stepNames = [
    'edit',
    'edit',
    'edit',
    'bin',
    'bin',
    'binSeveral',
    'restore',
    'restore',
    'purge',
    'picture',
  ]

  /** Ids of the items of each client. No other client changes them. */
  const belongings: string[][] = Array.from({ length: clients }, () => [])

  const editor = (own: string[]) => async (origin: string, random: SeededRandom) => {
    const items = own
      .map((id) => ledger.items.get(id))
      .filter((item): item is Item => item !== undefined && item.state !== 'gone' && ledger.isCertain(item))
      .sort(() => random() - 0.5)
    if (items.length < 4 || random() < 0.4) await create(origin, random, own)
    else await steps[random.oneOf(stepNames)]?.(origin, random, items)
  }

  /** Sends messages with pauses, because all of them must be delivered and the mail server delays every connection. */
  async function writer(origin: string, random: SeededRandom) {
    const marker = `Mensaje ${++count}: ¿a qué hora abre?`
    const message = { person: 'Vera Sol', from: 'vera@club.example', body: marker }
    if (remaining.messages-- > 0)
      await ledger.sendAndRecord(
        { kind: 'message', marker },
        () => send(origin, 'POST', '/mail/sendMail', message),
        201,
      )
    await sleep(random.below(150))
  }

  const signIn = async (origin: string): Promise<Session | null> => {
    const answer = await ledger.sendAndRecord(
      { kind: 'other' },
      () => send(origin, 'POST', '/auth/login', administrator),
      200,
    )
    if (!answer) return null
    const session = { cookie: readCookie(answer.response), ended: false }
    ledger.sessions.push(session)
    return session
  }

  /**
   * Signs in and out, and registers administrators. The first session, whose cookie all other clients use, is never signed
   * out.
   */
  async function account(origin: string, random: SeededRandom) {
    const other = ledger.sessions.slice(1).find(({ ended }) => !ended)
    const what = random()
    const registers = what < 0.7 || !other
    if (what < 0.4 || (registers && remaining.registrations <= 0)) await signIn(origin)
    else if (registers) {
      remaining.registrations--
      const email = `persona${++count}@club.example`
      const body = { email, password: 'bailar hasta que salga' }
      await ledger.sendAndRecord(
        { kind: 'registration', email },
        () => send(origin, 'POST', '/admin', body),
        201,
      )
    } else {
      await ledger.sendAndRecord(
        { kind: 'ending', session: other },
        () => send(origin, 'POST', '/auth/logout', {}, { Cookie: other.cookie }),
        204,
      )
    }
    await sleep(random.below(60))
  }

  async function visit(origin: string) {
    ledger.visits++
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const body = { path: '/news', source: SOURCE }
    await ledger.sendAndRecord({ kind: 'other' }, () => send(origin, 'POST', '/visits', body, headers), 204)
  }

  return {
    async visit(origin, many) {
      for (let sent = 0; sent < many; sent++) await visit(origin)
    },
    async begin(origin) {
      const session = await signIn(origin)
      if (!session) throw new Error(`Sign-in failed: ${ledger.unexpectedAnswers.join()}`)
      cookie = session.cookie
      // Sends one item of each resource and a message first, because a busy machine may answer few requests before the kill.
      for (const resource of resourceNames) await create(origin, chance, belongings[0] as string[], resource)
      await operator.begin(origin, cookie, chance)
      remaining.messages = 1
      await writer(origin, chance)
    },
    async run(origin, signal) {
      remaining.messages = remaining.registrations = STRANGERS_PER_RUN
      const alive = async () =>
        fetch(`${origin}/api/openapi.json`).then(
          ({ body }) => body?.cancel().then(() => true),
          () => false,
        )
      const loop = async (
        step: (origin: string, random: SeededRandom) => Promise<unknown>,
        random: SeededRandom,
      ) => {
        while (!signal.aborted) {
          const doubts = ledger.inDoubt.size
          await step(origin, random)
          // After a request without an answer, the client stops when the server no longer runs.
          if (ledger.inDoubt.size > doubts && !(await alive())) return
        }
      }
      await Promise.all([
        ...belongings.map((own) => loop(editor(own), chance.branch())),
        loop(writer, chance.branch()),
        loop(account, chance.branch()),
        loop(operator.step, chance.branch()),
        loop(async (to, random) => {
          await visit(to)
          await sleep(random.below(40))
        }, chance.branch()),
      ])
    },
  }
}
