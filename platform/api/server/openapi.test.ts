/** Tests that the OpenAPI 3.1 document agrees with the requests that the server accepts and with its answers. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import {
  type AnyEntity,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../../content/shared/resources.ts'
import { problems } from '../shared/problems.ts'

type Json = Record<string, unknown>
interface Operation {
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: { required: boolean; description: string; content: Record<string, { schema: Json }> }
  responses: Record<
    string,
    { description: string; headers?: Json; content?: Record<string, { schema?: Json }> }
  >
}
interface Document {
  openapi: string
  info: Json
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; securitySchemes: Json }
}

let database: TestDatabase
let club: TestClub
let as: string
let document: Document
beforeAll(async () => {
  database = await createDatabase()
  club = await openTestClub(database)
  as = (await club.signIn()).cookie
  document = await (await club.send('GET', '/api/openapi.json')).json()
})
afterAll(async () => {
  await club.stop()
  await database.dispose()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Yields all objects of the document, with their paths. */
function* objects(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [key, part] of Object.entries(value)) yield* objects(part, `${at}/${key}`)
}

const resolve = (reference: string): unknown =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document)

/** Resolves the references of a schema. */
const whole = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(whole)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as Json
  if (typeof $ref === 'string') return whole(resolve($ref))
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, whole(part)]))
}

const getBody = (method: string, path: string): Json =>
  whole(document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema) as Json
const getProperties = (schema: Json) => schema.properties as Record<string, Json>

/** Content types of the request bodies that are not JSON, by path. */
const streamed: Record<string, string> = {
  '/site/film': 'video/mp4',
  '/media/audio/{key}': 'application/octet-stream',
}

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 without dangling references', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: '/api' }])
    let references = 0
    for (const [at, { $ref }] of objects(document)) {
      if ($ref === undefined) continue
      references++
      expect([at, resolve(String($ref))]).toEqual([at, expect.any(Object)])
    }
    expect(references).toBeGreaterThan(50)
    for (const [name] of Object.entries(document.components.schemas))
      expect(JSON.stringify(document.paths) + JSON.stringify(document.components)).toContain(
        `#/components/schemas/${name}"`,
      )
  })

  test('describes every call with texts, parameters and answers', () => {
    const tags = new Set<string>()
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`
      expect([where, operation.summary]).toEqual([where, expect.stringMatching(/^[A-ZÁÉÍÓÚ]\S/)])
      expect([where, operation.tags]).toEqual([where, [expect.any(String)]])
      tags.add(operation.tags[0] as string)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect([where, declared.map(({ name, required }) => [name, required])]).toEqual([
        where,
        inPath.map((name) => [name, true]),
      ])
      const names = operation.parameters.map(({ name, in: place }) => `${place} ${name}`)
      expect(new Set(names).size).toBe(names.length)
      const statuses = Object.keys(operation.responses)
      expect([where, statuses.some((status) => status.startsWith('2'))]).toEqual([where, true])
      expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Failure' })
      for (const [status, { description, content = {} }] of Object.entries(operation.responses)) {
        if (status === 'default') continue
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(description).not.toBe('')
        if (Number(status) >= 400 && !path.startsWith('/health'))
          expect(Object.keys(content)).toEqual(['application/problem+json'])
      }
      if (operation.requestBody)
        expect(operation.requestBody).toMatchObject({
          required: true,
          content:
            path in streamed
              ? { [streamed[path] as string]: { schema: { type: 'string', format: 'binary' } } }
              : { 'application/json': { schema: { type: 'object' } } },
        })
    }
    expect(tags.size).toBeGreaterThan(8)
    expect(
      operations().find(({ path, method }) => path === '/news/{id}' && method === 'get')?.operation.summary,
    ).toBe('Una novedad por su _id')
  })

  test('contains valid JSON Schema', () => {
    const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']
    for (const [at, schema] of objects({ paths: document.paths, components: document.components })) {
      if (
        !/\/(schema|items|properties\/\w+|schemas\/\w+|additionalProperties)$/.test(at) ||
        /\/schemas$/.test(at)
      )
        continue
      for (const type of [schema.type ?? []].flat())
        expect([at, types]).toEqual([at, expect.arrayContaining([type])])
      for (const name of (schema.required as string[] | undefined) ?? [])
        expect([at, Object.keys(schema.properties as Json)]).toEqual([at, expect.arrayContaining([name])])
      expect(() => z.fromJSONSchema(whole(schema) as never)).not.toThrow()
    }
  })

  test.each(resourceNames)('tells what %s take, with every limit, and needs it all when new', (resource) => {
    for (const [method, path] of [
      ['post', `/${resource}`],
      ['put', `/${resource}/{id}`],
    ] as const) {
      const schema = getBody(method, path)
      const { fields } = getDeclaration(resource)
      expect([method, ((schema.required as string[] | undefined) ?? []).toSorted()]).toEqual([
        method,
        method === 'post'
          ? Object.keys(fields)
              .filter((name) => !fields[name]?.optional)
              .sort()
          : [],
      ])
      for (const [name, field] of Object.entries(fields)) {
        const described = name
          .split('.')
          .reduce<Json | undefined>((one, part) => one && (getProperties(one)[part] as Json), schema) as Json
        if (field.optional) {
          if (field.kind === 'former') expect(described).toBeUndefined()
          else expect([name, JSON.stringify(described)]).toEqual([name, expect.stringContaining(field.label)])
          continue
        }
        expect([name, method, described]).toEqual([
          name,
          method,
          expect.objectContaining({
            type: 'string',
            description: expect.stringContaining(field.label),
            ...('max' in field && { maxLength: field.max }),
            ...(field.kind === 'url' && { format: 'uri-reference' }),
          }),
        ])
      }
    }
  })

  test('describes the input of accounts and lists', () => {
    expect(getProperties(getBody('post', '/admin'))).toMatchObject({
      email: { type: 'string', format: 'idn-email', maxLength: 254 },
      password: { type: 'string', minLength: 8, maxLength: 128 },
    })
    const list = document.paths['/news']?.get?.parameters ?? []
    expect(list.filter(({ in: place }) => place === 'query').map(({ name }) => name)).toEqual([
      'q',
      'order',
      'from',
      'to',
      'state',
      'limit',
      'page',
    ])
    const orders = (resource: string) =>
      document.paths[`/${resource}`]?.get?.parameters.find(({ name }) => name === 'order')?.schema
    expect(orders('news')).toMatchObject({ enum: ['newest', 'oldest', 'changed', 'name'], default: 'newest' })
    expect(orders('events')).toMatchObject({ enum: ['newest', 'oldest', 'changed', 'next'] })
    expect(orders('agency')).toMatchObject({ enum: ['newest', 'oldest', 'changed', 'name', 'manual'] })
  })

  test('describes the headers and their effects', () => {
    const named = (path: string, method: string) =>
      document.paths[path]?.[method]?.parameters
        .filter(({ in: place }) => place === 'header')
        .map(({ name }) => name)
    for (const resource of resourceNames) {
      expect(named(`/${resource}`, 'post')).toEqual(['Idempotency-Key'])
      expect(named(`/${resource}/{id}`, 'put')).toEqual(['If-Match', 'If-None-Match'])
      expect(named(`/${resource}/{id}`, 'delete')).toEqual(['If-Match', 'If-None-Match'])
      expect(named(`/${resource}`, 'get')).toEqual(['If-Match', 'If-None-Match'])
      expect(named(`/${resource}/{id}`, 'get')).toEqual(['If-Match', 'If-None-Match'])
      expect(Object.keys(document.paths[`/${resource}/{id}`]?.put?.responses ?? {})).toContain('412')
      expect(Object.keys(document.paths[`/${resource}/{id}`]?.get?.responses ?? {})).toContain('304')
    }
  })
})

describe('the document says what the server does', () => {
  const required = (method: string, path: string) =>
    document.paths[path]?.[method]?.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => name)

  test('marks the parameters without which the server refuses a request', async () => {
    expect(required('put', '/media/audio/{key}')).toEqual(['offset', 'size'])
    expect(required('get', '/door/entries')).toEqual(['after'])
    expect(required('get', '/history/latest/{resource}')).toEqual(['ids'])
    expect(required('get', '/events')).toEqual([])
    expect((await club.send('GET', '/api/history/latest/news', { as })).status).toBe(400)
  })

  test('requires only the columns without which a row is refused', async () => {
    const row = (name: string) => {
      const { anyOf } = getProperties(getBody('post', '/events'))[name] as { anyOf: { items?: Json }[] }
      return anyOf.find(({ items }) => items)?.items as Json
    }
    expect([row('offers').required, row('lineup').required]).toEqual([['name'], undefined])
    expect(JSON.stringify(document.paths['/events']?.post)).not.toContain('"default":null')
    const rows = { offers: [{ name: 'General' }], lineup: [{ name: 'Ana' }] }
    const created = await club.send('POST', '/api/events', {
      as,
      body: { ...(await createDraft('events')), ...rows },
    })
    expect([created.status, await created.json()]).toMatchObject([
      201,
      { offers: [{ name: 'General', price: null, until: null }], lineup: [{ name: 'Ana', artist: null }] },
    ])
    const unnamed = { ...(await createDraft('events')), offers: [{ price: 1 }] }
    expect((await club.send('POST', '/api/events', { as, body: unnamed })).status).toBe(400)
  })

  test('names the headers of answers, which are components', () => {
    const headers = (method: string, path: string, status: number) =>
      Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {}).sort()
    expect(headers('get', '/news', 200)).toEqual(['ETag', 'Link', 'X-Total-Count'])
    expect(headers('get', '/news', 304)).toEqual(['ETag', 'Link', 'X-Total-Count'])
    expect(headers('get', '/news', 429)).toEqual(['Retry-After'])
    expect(headers('post', '/news', 201)).toEqual(['ETag', 'Location'])
    expect(headers('put', '/news/{id}', 200)).toEqual(['ETag'])
    expect(headers('put', '/news/{id}', 401)).toEqual(['WWW-Authenticate'])
    expect(headers('delete', '/news/{id}', 204)).toEqual([])
    expect(headers('get', '/news/title/{title}', 301)).toEqual(['Location'])
  })

  test('describes its own answer, texts that contain JSON, and a status that is a problem or a report', () => {
    const content = (path: string, status: number) =>
      Object.keys(document.paths[path]?.get?.responses[status]?.content ?? {})
    expect(content('/openapi.json', 200)).toEqual(['application/json'])
    expect(content('/health', 503)).toEqual(['application/json', 'application/problem+json'])
    expect(document.paths['/visits']?.post?.requestBody?.content['text/plain']?.schema).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json',
    })
  })

  test('names the session cookie, also of a club with https', async () => {
    const cookie = async (siteUrl: string) => {
      const encrypted = await openTestClub(database, { env: { SITE_URL: siteUrl } })
      const { components } = (await (await encrypted.send('GET', '/api/openapi.json')).json()) as Document
      const signedIn = await encrypted.signIn({
        email: `${siteUrl.length}@club.example`,
        password: 'una clave bien larga',
      })
      await encrypted.stop()
      return [components.securitySchemes.session, signedIn.cookie.split('=')[0]]
    }
    for (const [siteUrl, name] of [
      ['https://club.example', '__Host-session'],
      ['http://club.example', 'session'],
    ] as const)
      expect(await cookie(siteUrl)).toEqual([{ type: 'apiKey', in: 'cookie', name }, name])
  })
})

describe('the answers match the document', () => {
  const answerSchema = (method: string, path: string, status: number) =>
    z.fromJSONSchema(
      whole(
        document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema,
      ) as never,
    )
  /** Expects a value with exactly the fields of the schema. */
  const expectAs = (schema: z.ZodType, value: unknown) =>
    expect(schema.safeParse(value)).toMatchObject({ success: true })

  test.each(resourceNames)('for %s', async (resource: ResourceName) => {
    const body = { ...(await createDraft(resource)), alt: {} }
    const created = (await (await club.send('POST', `/api/${resource}`, { as, body })).json()) as AnyEntity
    expectAs(answerSchema('post', `/${resource}`, 201), created)
    const component = document.components.schemas[
      resource.charAt(0).toUpperCase() + resource.slice(1)
    ] as Json
    expect(Object.keys(created).sort()).toEqual(Object.keys(getProperties(component)).sort())
    expectAs(
      answerSchema('get', `/${resource}`, 200),
      await (await club.send('GET', `/api/${resource}`)).json(),
    )
    expectAs(
      answerSchema('get', `/${resource}/{id}`, 200),
      await (await club.send('GET', `/api/${resource}/${created._id}`)).json(),
    )
  })

  test('for users, registrations, health and refusals', async () => {
    expectAs(answerSchema('get', '/admin', 200), await (await club.send('GET', '/api/admin', { as })).json())
    const person = { email: 'eva@club.example', password: 'una clave bien larga' }
    expectAs(
      answerSchema('post', '/admin', 201),
      await (await club.send('POST', '/api/admin', { body: person })).json(),
    )
    expectAs(
      answerSchema('post', '/admin', 201),
      await (
        await club.send('POST', '/api/admin', { as, body: { ...person, email: 'lea@club.example' } })
      ).json(),
    )
    expectAs(answerSchema('get', '/health', 200), await (await club.send('GET', '/api/health')).json())
    expectAs(answerSchema('get', '/live', 200), await (await club.send('GET', '/api/live')).json())
    const problem = z.fromJSONSchema(whole(document.components.schemas.Problem) as never)
    expectAs(problem, await (await club.send('POST', '/api/residents', { as, body: {} })).json())
    // Every problem that the document names must exist.
    const named = [...JSON.stringify(document.paths).matchAll(/\/problems\/([\w-]+)/g)].map(([, id]) => id)
    for (const id of new Set(named)) expect(Object.keys(problems)).toContain(id)
  })
})

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is created once, and again after a change of the club’s name',
  async (path) => {
    const get = (headers: Record<string, string> = {}) => club.send('GET', path, { headers })
    const first = await get({ 'Accept-Encoding': 'br' })
    expect([first.status, first.headers.get('Content-Encoding')]).toEqual([200, 'br'])
    expect(first.headers.get('Cache-Control')).toBe('no-cache')
    expect(first.headers.get('Vary')).toContain('Accept-Encoding')
    const etag = first.headers.get('ETag') ?? ''
    const stringified = vi.spyOn(JSON, 'stringify')
    const again = await get({ 'Accept-Encoding': 'br' })
    expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()))
    const unchanged = await get({ 'If-None-Match': etag })
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('ETag')]).toEqual([304, '', etag])
    // The document must not be serialised again. Only short texts, the log lines, may be serialised during the request.
    const lengths = stringified.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(0, ...lengths)).toBeLessThan(10_000)
    vi.restoreAllMocks()
    expect((await club.send('PUT', '/api/site/identity', { as, body: { name: 'Galpón' } })).status).toBe(200)
    const renamed = await get({ 'If-None-Match': etag })
    expect([renamed.status, await renamed.text()]).toEqual([200, expect.stringContaining('Galpón')])
    expect((await club.send('DELETE', '/api/site/identity', { as })).status).toBe(200)
    expect((await get({ 'If-None-Match': etag })).status).toBe(304)
  },
)

describe('the documentation page', () => {
  test('contains every call and text of the document, without a script', async () => {
    const response = await club.send('GET', '/api/docs')
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toMatch(/^<!doctype html><html lang="es-AR">/)
    for (const { path, operation } of operations()) {
      expect(html).toContain(`<code>/api${path}</code>`)
      expect(html).toContain(
        operation.summary
          .replaceAll('"', '&quot;')
          .replaceAll('&', '&amp;')
          .replaceAll('&amp;quot;', '&quot;'),
      )
    }
    for (const name of Object.keys(document.components.schemas))
      expect(html).toContain(`<code>${name}</code>`)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\/(?!club\.example)/)
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
    )
  })
})
