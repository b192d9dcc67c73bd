/** A client of the API over the types that openapi-typescript generates from the OpenAPI document (schema.d.ts). */
import createClient from 'openapi-fetch'
import type { operations, paths } from './schema.d.ts'

type Show = operations['listEvents']['responses'][200]['content']['application/json']['data'][number]

export interface ClientOptions {
  /** Delivers requests to the club. `baseUrl` is the address of its API. */
  fetch: (request: Request) => Promise<Response>
  baseUrl: string
  email: string
  password: string
}

/** Signs in, creates a valid and an invalid resident, and reads the results. */
export async function runSampleClient({ fetch, baseUrl, email, password }: ClientOptions) {
  const visitor = createClient<paths>({ baseUrl, fetch })
  const signedIn = await visitor.POST('/auth/login', { body: { email, password } })
  const cookie = signedIn.response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const client = createClient<paths>({ baseUrl, fetch, headers: { cookie } })

  const created = await client.POST('/residents', {
    body: { name: 'Ana Flúo', pressKit: 'https://club.example/ana' },
    params: { header: { 'Idempotency-Key': 'once' } },
  })
  // @ts-expect-error a resident needs a name
  const refused = await client.POST('/residents', { body: { pressKit: 'https://club.example/ana' } })
  const list = await visitor.GET('/residents', { params: { query: { limit: 5, order: 'name' } } })
  const news = await visitor.GET('/news', { params: { query: { q: 'nada' } } })
  const unknown = await visitor.GET('/residents/{id}', { params: { path: { id: 'nobody' } } })
  // @ts-expect-error there is no such call
  void (() => visitor.GET('/nothing'))

  const email_: string | undefined = signedIn.data?.email
  const name: string | undefined = created.data?.name
  const names: string[] = list.data?.data.map((resident) => resident.name) ?? []
  const titles: string[] = news.data?.map(({ newsTitle }) => newsTitle) ?? []
  const detail: string | undefined = unknown.error?.detail
  const fields: string[] = refused.error?.errors?.map(({ field }) => field) ?? []
  const nights: Show[] = []
  // @ts-expect-error an event has no such field
  void nights.map(({ nothing }) => nothing)
  return { email: email_, name, names, titles, detail, fields }
}
