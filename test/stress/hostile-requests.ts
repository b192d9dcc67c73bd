/**
 * Generates hostile requests from the schemas of the API. They resemble valid requests, so that some pass validation and
 * reach the services.
 */
import fc from 'fast-check'
import { createText, shapeNames } from './text-shapes.ts'

type Schema = { [key: string]: unknown }

interface Parameter {
  name: string
  in: string
  schema: Schema
}

/** An operation of the OpenAPI document, which is generated from the API's routes. */
interface Operation {
  parameters: Parameter[]
  /** A request needs one of these alternatives. An empty list, or `{}` in it, allows requests without a session. */
  security: Record<string, unknown>[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

export interface Attack {
  /** The attacked route, as `METHOD /path`. */
  call: string
  method: string
  path: string
  headers: Record<string, string>
  /** JSON or similar text. Null when the request has no body. */
  body: string | null
  who: 'visitor' | 'administrator'
}

/** Values that exist in the club and that requests may contain: ids by resource, a picture, a valid password. */
export interface ExistingValues {
  ids: string[]
  picture: string
  password: string
}

/** Texts that are known to break servers, databases, logs, mail or pages. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202etxt.exe',
  '\ufeff',
  '\u2028\u2029',
  'ﷺ'.repeat(50),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  "' OR '1'='1' --",
  '"; DROP TABLE users; --',
  '%',
  '_%_',
  '\\',
  '$1',
  ':id',
  '{{7*7}}',
  '$'.concat('{7*7}'),
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'x\r\nBcc: todos@club.example',
  'x\r\n\r\nHTTP/1.1 200 OK',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  '0x10',
  '٣',
  'undefined',
  'null',
  '2026-02-30',
  '+275760-09-13',
  '-271821-04-20',
  '0000-00-00',
  '2026-11-21T25:61',
  'x'.repeat(501),
  'x'.repeat(3_000),
  '<'.repeat(5_000),
  '<p>'.repeat(300),
  '&#'.repeat(500),
  '\u0301'.repeat(600),
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2Zy8+',
  `data:image/gif;base64,${Buffer.from('GIF89a/*').toString('base64')}`,
  '/media/../club.sqlite',
  ...shapeNames.map((shape) => createText(shape, 3_000)),
]

/** JSON texts. Some of them are texts that `JSON.stringify` never produces. */
const HOSTILE_JSON = [
  'null',
  'true',
  '-0',
  '1e999',
  '-1e-999',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[[]]',
  '"\\u0000"',
  '"\\ud800"',
  '{"__proto__":{"status":"active"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":2,"then":3}',
  '{"$gt":""}',
  '{"length":1e9}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `[${'0,'.repeat(5_000)}0]`,
]

const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
)

const anyJson = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 2, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.double().map((number) => JSON.stringify(number)) },
)

/** Generates JSON text that matches the schema. */
function generateValid(schema: Schema, known: ExistingValues): fc.Arbitrary<string> {
  const { type, format, description = '', anyOf, enum: allowed } = schema
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => generateValid(one as Schema, known)))
  if (Array.isArray(allowed)) return fc.constantFrom(...allowed.map((one) => JSON.stringify(one)))
  if (type === 'boolean') return fc.constantFrom('true', 'false')
  if (type === 'integer' || type === 'number') return fc.integer({ min: -1, max: 50 }).map(String)
  if (type === 'array')
    return fc
      .array(generateValid((schema.items ?? {}) as Schema, known), { maxLength: 3 })
      .map((items) => `[${items.join()}]`)
  if (type === 'object') return generateObject(schema, known)
  const texts = /data URL/.test(String(description))
    ? [known.picture]
    : /AAAA-MM-DD/.test(String(description))
      ? ['2026-11-21', '2027-01-01T23:59']
      : format === 'uri-reference'
        ? ['https://club.example/x', 'http://a.example', 'club.example', '@ana']
        : format === 'email'
          ? ['ana@club.example', 'otra@club.example', 'x@y.example']
          : format === 'password'
            ? [known.password, 'una clave que nadie usa']
            : [...known.ids, 'Una noche larga', 'dos palabras', '<p>Un <strong>texto</strong>.</p>']
  return fc.constantFrom(...texts).map((text) => JSON.stringify(text))
}

/**
 * Generates an object whose fields are mostly valid. A faulty field then reaches its own check, because the other fields
 * pass theirs. Some fields are missing, invalid or unknown.
 */
function generateObject(schema: Schema, known: ExistingValues): fc.Arbitrary<string> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const fields = properties.map(([name, one]) =>
    fc
      .oneof(
        { weight: 7, arbitrary: generateValid(one, known) },
        { weight: 2, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
        { weight: 1, arbitrary: anyJson },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((value) => (value === null ? null : `${JSON.stringify(name)}:${value}`)),
  )
  const strange = fc.option(
    fc
      .tuple(
        fc.constantFrom('__proto__', '_id', 'id', 'status', 'createdAt', 'alt', 'passwordHash', ''),
        anyJson,
      )
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`),
    { freq: 6 },
  )
  return fc
    .tuple(fc.tuple(...fields), strange)
    .map(([own, other]) => `{${[...own, other].filter((field) => field !== null).join()}}`)
}

const generateBody = (schema: Schema | undefined, known: ExistingValues): fc.Arbitrary<string | null> =>
  fc.oneof(
    { weight: 8, arbitrary: schema ? generateObject(schema, known) : fc.constant(null) },
    { weight: 2, arbitrary: anyJson },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '{}{}', '{"a":1,}', '\ufeff{}', "{'a':1}", '{"a":1}\0', 'a=1&b=2'),
    },
  )

/**
 * Generates a path segment of printable ASCII, escaped or not, because node:http sends no other characters in a request
 * line.
 */
const generateSegment = (known: ExistingValues): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.ids) },
    {
      weight: 4,
      arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '%',
        '%0',
        '%00',
        '%ff',
        '%c0%af',
        '%ed%a0%80',
        '%2e%2e%2f',
        '..%2f..%2f',
        '%2f',
        '%5c',
        '%25%30%30',
        '..;',
        ';x=1',
        '{}',
        '[0]',
        '"',
        '<>',
        '|',
        '^',
        '`',
        '~',
        '*',
        'a'.repeat(8_000),
        '%61'.repeat(2_000),
      ),
    },
  )

const generateQuery = (declared: Parameter[], known: ExistingValues): fc.Arbitrary<string> => {
  const value = fc.oneof(
    fc.constantFrom('1', '2', '500', '501', '-1', '1.5', '1e3', 'newest', 'oldest', 'name', ...known.ids),
    hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000)),
    fc.constantFrom('%', '%ff', '%00', '+', '&', '='),
  )
  const name = fc.constantFrom(...declared.map((one) => one.name), 'q', 'page', '__proto__', 'x', '%ff', '')
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`))
}

/**
 * Header values are bytes. Control characters are left out because they are invalid there: platform/http/server.test.ts
 * tests them byte by byte.
 */
const headerText = fc.oneof(
  fc.constantFrom('', '*', ',', '"', '""', ';', 'null', '\xff\xfe', 'a'.repeat(4_000), '"1"', 'W/"1"', "'"),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
)

const STRANGE_HEADERS: Record<string, string[]> = {
  'If-Match': ['"1"', 'W/"1"', '"0"', '"99999999999999999999"', '*', '"1", "2"', ','.repeat(3_000)],
  'If-None-Match': ['*', '"1"', 'W/"x"', '"'.repeat(3_000)],
  'Idempotency-Key': ['x', 'x'.repeat(4_000), '\xf1'],
  'Content-Type': [
    'application/json; charset=utf-16',
    'application/JSON;;;',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json, text/html',
    'x',
  ],
  'Accept-Encoding': ['br;q=0, gzip;q=nan', 'identity;q=0', '*', 'br'.repeat(2_000), 'gzip;q=1e999'],
  Accept: ['text/html', '*/*;q=x', 'application/xml'],
  Origin: ['null', 'https://otro.example', 'http://127.0.0.1', 'x', 'http://[::1', '\xff'],
  'Sec-Fetch-Site': ['cross-site', 'same-site', 'same-origin', 'none', 'x'],
  Referer: ['http://otro.example', 'x'],
  Cookie: [
    'session=',
    'session=x',
    '__Host-session=x',
    'session=%00',
    'a=b;;;=;',
    'device-x=y',
    '='.repeat(3_000),
  ],
  'X-Forwarded-For': [
    'x',
    '1.2.3.4, 5.6.7.8',
    '::1',
    '127.0.0.1',
    ','.repeat(1_000),
    '999.999.999.999',
    '::ffff:1.2.3',
  ],
  'X-Forwarded-Proto': ['https', 'javascript', 'http,https'],
  'X-Forwarded-Host': ['otro.example'],
  Forwarded: ['for="_x"; host=otro.example'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': ['x', 'a'.repeat(64), '$'.concat('{jndi:ldap://x}')],
  Range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1,0-,-0', `bytes=${'0-,'.repeat(1_000)}`],
  'If-Modified-Since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  Expect: ['x'],
  Authorization: ['Bearer x', 'Basic !!!!', 'Bearer'],
  'User-Agent': ['', '\xff', 'x'.repeat(4_000), '<script>'],
  'Accept-Language': ['x'.repeat(2_000)],
  TE: ['trailers'],
  Upgrade: ['websocket', 'h2c'],
}

const headers = fc
  .array(
    fc
      .constantFrom(...Object.keys(STRANGE_HEADERS))
      .chain((name) =>
        fc.tuple(
          fc.constant(name),
          fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...(STRANGE_HEADERS[name] as string[])) },
            { weight: 1, arbitrary: headerText },
          ),
        ),
      ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs))

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
]

/** Paths that match no route, inside and outside the API. */
const ELSEWHERE = [
  '/api',
  '/api/',
  '/api//news',
  '/api/../api/news',
  '/api/news/',
  '/%61pi/news',
  '/api/%6eews',
  '/media/x.jpg',
  '/media/%2e%2e/club.sqlite',
  '/media/..%2fclub.sqlite',
  '/assets/../../package.json',
  '/share/news/x.jpg',
  '/icons/%00',
  '//otro.example/news',
  '/news/%ff',
  '/news?page=%00',
  '/contact?enviado=%ff',
  '/.git/config',
  '/%',
]

export function generateAttacks({ paths }: OpenApi, known: ExistingValues): fc.Arbitrary<Attack> {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const atCall = fc.constantFrom(...rows).chain(({ path, method, operation }) => {
    const pieces = path.split('/').slice(1)
    const sent = pieces.map((piece) =>
      piece.startsWith('{')
        ? generateSegment(known)
        : fc.oneof(
            { weight: 60, arbitrary: fc.constant(piece) },
            { weight: 1, arbitrary: generateSegment(known) },
          ),
    )
    const schema = operation.requestBody?.content['application/json']?.schema
    return fc.record({
      call: fc.constant(`${method} ${path}`),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc
        .tuple(
          fc.tuple(...sent),
          generateQuery(
            operation.parameters.filter((one) => one.in === 'query'),
            known,
          ),
        )
        .map(([made, asked]) => `/api/${made.join('/')}${asked}`.slice(0, 15_000)),
      headers,
      body: generateBody(schema, known),
      who: fc.oneof(
        { weight: 3, arbitrary: fc.constant('administrator' as const) },
        { weight: 1, arbitrary: fc.constant('visitor' as const) },
      ),
    })
  })
  const elsewhere = fc.record({
    call: fc.constant('elsewhere'),
    method: fc.constantFrom(...METHODS),
    path: fc
      .tuple(fc.constantFrom(...ELSEWHERE), fc.option(generateSegment(known)))
      .map(([path, more]) => (more === null ? path : `${path}/${more}`)),
    headers,
    body: fc.oneof(fc.constant(null), anyJson),
    who: fc.constantFrom('visitor' as const, 'administrator' as const),
  })
  return fc.oneof({ weight: 15, arbitrary: atCall }, { weight: 1, arbitrary: elsewhere })
}
