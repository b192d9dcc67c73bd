/** A client of the API over the types that openapi-typescript generates from the OpenAPI document (schema.d.ts). */
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './schema.d.ts'

type Night = operations['listEvents']['responses'][200]['content']['application/json']['data'][number]
type Resident = components['schemas']['Residents']
type NewNight = operations['createEvents']['requestBody']['content']['application/json']

export interface ClientOptions {
  /** Address of the API of a running club. */
  baseUrl: string
  email: string
  password: string
  /** A picture as a data URL. */
  picture: string
  /** The bytes of an MP3. */
  sound: Blob
}

/** Signs in as an administrator. */
async function signIn({ baseUrl, email, password }: ClientOptions) {
  const visitor = createClient<paths>({ baseUrl })
  const { data, error, response } = await visitor.POST('/auth/login', { body: { email, password } })
  if (!data) throw new Error(error.detail)
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { visitor, client: createClient<paths>({ baseUrl, headers: { cookie } }), email: data.email }
}

type Client = Awaited<ReturnType<typeof signIn>>['client']

const getEtag = ({ headers }: Response): string => headers.get('ETag') ?? ''

/** Creates a resident, changes it, deletes it and restores it. */
async function followOneItem(client: Client) {
  const created = await client.POST('/residents', {
    body: { name: 'Ana Flúo', pressKit: 'https://club.example/ana' },
    params: { header: { 'Idempotency-Key': 'once' } },
  })
  if (!created.data) throw new Error(created.error.detail)
  const path = { id: created.data._id }
  const update = (name: string, etag: string) =>
    client.PUT('/residents/{id}', { params: { path, header: { 'If-Match': etag } }, body: { name } })
  const first = getEtag(created.response)
  const renamed = await update('Ana', first)
  const outdated = await update('Otra', first)
  const remove = (etag: string) =>
    client.DELETE('/residents/{id}', { params: { path, header: { 'If-Match': etag } } })
  const kept = await remove(first)
  const deleted = await remove(getEtag(renamed.response))
  const missing = await client.GET('/residents/{id}', { params: { path } })
  const restored = await client.POST('/trash/restore', { body: { resource: 'residents', ids: [path.id] } })
  const found = await client.GET('/residents/{id}', { params: { path } })
  const name: string | undefined = found.data?.name
  return {
    location: created.response.headers.get('Location') === `/api/residents/${path.id}`,
    refusals: [outdated.error?.type, kept.error?.type, missing.error?.type],
    statuses: [renamed, deleted, restored].map(({ response }) => response.status),
    name,
  }
}

/** Reads all residents, page by page. */
async function readPages(client: Client, limit: number) {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const query = { limit, page, order: 'name' } as const
    const { data, response } = await client.GET('/residents', { params: { query } })
    names.push(...(data?.data ?? []).map((resident: Resident) => resident.name))
    if (!response.headers.get('Link')?.includes('rel="next"'))
      return { names, pages: page, total: Number(response.headers.get('X-Total-Count')) }
  }
}

/** Stores a picture and a sound. */
async function upload(client: Client, { picture, sound }: ClientOptions) {
  const stored = await client.POST('/media', { body: { image: picture } })
  const heard = await client.PUT('/media/audio/{key}', {
    params: { path: { key: 'sample-client' }, query: { offset: 0, size: sound.size } },
    body: sound,
    bodySerializer: (bytes: Blob) => bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  })
  const audio: string | null | undefined = heard.data?.audio
  return { picture: stored.data?.src, audio }
}

/** Calls that must not compile, and rows whose columns may be left out. None of them is sent. */
export function compileOnly(client: Client) {
  const offers: NewNight['offers'] = [{ name: 'General' }, { name: 'VIP', price: null }]
  const lineup: NewNight['lineup'] = [{ name: 'Ana' }, { artist: null, role: 'B2B' }]
  const nights: Night[] = []
  const sound = { params: { path: { key: 'sample-client' } }, body: new Blob() }
  const latest = { params: { path: { resource: 'news' } } } as const
  return {
    offers,
    lineup,
    // @ts-expect-error an event has no such field
    unknownField: nights.map(({ nothing }) => nothing),
    // @ts-expect-error there is no such call
    unknownCall: () => client.GET('/nothing'),
    // @ts-expect-error offset and size are required
    partWithoutPlace: () => client.PUT('/media/audio/{key}', sound),
    // @ts-expect-error ids are required
    changesOfNothing: () => client.GET('/history/latest/{resource}', latest),
    // @ts-expect-error a cursor is required
    entriesAfterNothing: () => client.GET('/door/entries'),
  }
}

/** Uses the API as an administrator, and returns what a test compares. */
export async function runSampleClient(options: ClientOptions) {
  const { visitor, client, email } = await signIn(options)
  const item = await followOneItem(client)
  for (const name of ['Bea', 'Cruz', 'Dana'])
    await client.POST('/residents', { body: { name, pressKit: 'https://club.example/kit' } })
  // @ts-expect-error a resident needs a name
  const refused = await client.POST('/residents', { body: { pressKit: 'https://club.example/ana' } })
  const unknown = await visitor.GET('/residents/{id}', { params: { path: { id: 'nobody' } } })
  const news = await visitor.GET('/news', { params: { query: { q: 'nada' } } })
  const titles: string[] = news.data?.map(({ newsTitle }) => newsTitle) ?? []
  const detail: string | undefined = unknown.error?.detail
  const fields: string[] = refused.error?.errors?.map(({ field }) => field) ?? []
  const uploads = await upload(client, options)
  return { email, item, list: await readPages(client, 2), titles, detail, fields, uploads }
}
