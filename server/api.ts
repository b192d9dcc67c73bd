/** THE API TABLE: every call, in the order of decisions §3: method, path, who may, what does it. */
import { hash } from 'node:crypto'
import type { z } from 'zod'
import { imageFields } from '../contract/fields.ts'
import { BODY_IMAGE_BYTES, BODY_MAX_BYTES } from '../contract/limits.ts'
import type { ProblemId } from '../contract/problems.ts'
import { declarationOf, type ResourceName, resourceNames } from '../contract/resources.ts'
import {
  claimSchema,
  createSchema,
  linkSchema,
  listQuerySchema,
  loginSchema,
  mediaSchema,
  messageSchema,
  parse,
  registrationSchema,
  updateSchema,
  userUpdateSchema,
} from '../contract/schemas.ts'
import { fold, toTitle } from '../contract/titles.ts'
import type { Accounts } from './accounts.ts'
import { type Cache, serve } from './cache.ts'
import { answer, type Call, type CallContext, entityResponse, json, noContent, refused } from './calls.ts'
import { encode } from './compress.ts'
import type { Content } from './content.ts'
import { docsPage } from './docs.ts'
import type { Images } from './images.ts'
import type { Mailbox } from './mailbox.ts'
import { entitySchema, openApi, schemas } from './openapi.ts'
import { clearedCookie, sessionCookie } from './sessions.ts'

export interface ApiServices {
  content: Content
  accounts: Accounts
  images: Images
  mailbox: Mailbox
  cache: Cache | null
  health(): Promise<{ healthy: boolean; report: Record<string, string> }>
  /** Where the calls are mounted: a path such as /api. */
  basePath: string
}

export function apiTable(services: ApiServices): Call[] {
  const calls = [
    ...resourceNames.flatMap((resource) => contentCalls(resource, services)),
    ...newsCalls(services),
    ...mediaCalls(services),
    ...sessionCalls(services),
    ...userCalls(services),
    ...mailCalls(services),
    ...serviceCalls(services),
  ]
  return [...calls, ...contractCalls(calls, services)]
}

const reading: ProblemId[] = ['foreign-origin', 'json-needed', 'invalid-json', 'too-large', 'too-slow']
const writing: ProblemId[] = ['sign-in-needed', ...reading]
const invalid: ProblemId[] = ['missing-fields', 'invalid-fields']

/** The five calls that each of the six resources has. */
function contentCalls(resource: ResourceName, { content, cache, basePath }: ApiServices): Call[] {
  const declaration = declarationOf(resource)
  const { words } = declaration
  const pictures = imageFields(declaration)
  const maxBytes = BODY_MAX_BYTES + BODY_IMAGE_BYTES * pictures.length
  const entity = entitySchema(resource)
  const imageRefusals: ProblemId[] = pictures.length > 0 ? ['image-too-large', 'storage-full'] : []
  const titleRefusals: ProblemId[] = resource === 'news' ? ['title-taken'] : []
  const tag = words.many
  const location = (id: string) => `${basePath}/${resource}/${id}`

  const list = async ({ request, url }: CallContext) => {
    const query = parse(listQuerySchema, Object.fromEntries(url.searchParams))
    if (!query.ok) return refused('invalid-query', { errors: query.refusal.errors })
    const key = `api:${resource}?${new URLSearchParams({ ...query.value } as never)}`
    const make = async () => {
      const { items, total } = await content.list(resource, query.value)
      const body = JSON.stringify(declaration.envelope === 'array' ? items : { data: items })
      const link = pageLinks(`${basePath}/${resource}`, query.value, total)
      const headers: [string, string][] = [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-Total-Count', String(total)],
        ...(link === '' ? [] : ([['Link', link]] as [string, string][])),
      ]
      return { status: 200, headers, encoded: await encode(Buffer.from(body)) }
    }
    // What people search for has no end; only the lists themselves are kept.
    const made =
      cache && query.value.q === ''
        ? await cache.get(key, (notes) => {
            notes.reads(resource)
            return make()
          })
        : await make()
    return made instanceof Response ? made : serve(made, request)
  }

  return [
    {
      method: 'GET',
      path: `/${resource}`,
      who: 'anyone',
      tag,
      summary: `Lista de ${words.many.toLowerCase()}`,
      query: listQuerySchema,
      headers: ['If-None-Match'],
      answers: {
        200: {
          description: 'Del más nuevo al más viejo; X-Total-Count y Link (RFC 8288) para paginar.',
          schema:
            declaration.envelope === 'array'
              ? schemas.array(entity)
              : schemas.object({ data: schemas.array(entity) }),
        },
      },
      refusals: ['invalid-query'],
      handle: list,
    },
    {
      method: 'GET',
      path: `/${resource}/:id`,
      who: 'anyone',
      tag,
      summary: `${words.article === 'la' ? 'Una' : 'Un'} ${words.one} por su _id`,
      headers: ['If-None-Match'],
      answers: { 200: { description: 'El ETag es su contador de ediciones.', schema: entity } },
      refusals: ['not-found'],
      async handle({ request, params }) {
        const found = await content.one(resource, params.id as string)
        return found ? entityResponse(request, found.entity, etagOf(found.version)) : refused('not-found')
      },
    },
    {
      method: 'POST',
      path: `/${resource}`,
      who: 'administrator',
      tag,
      summary: `Crear ${words.one}`,
      headers: ['Idempotency-Key'],
      body: { schema: createSchema(declaration), maxBytes },
      answers: { 201: { description: 'Creado; Location dice dónde.', schema: entity } },
      refusals: [...invalid, ...writing, ...titleRefusals, ...imageRefusals, 'key-reused'],
      async handle({ request, body, fingerprint, caller }) {
        const sent = request.headers.get('Idempotency-Key')
        // However long it is, it takes the same room.
        const key = sent && hash('sha256', sent, 'hex')
        const author = { userId: caller.user.id, ...(key && { idempotency: { key, fingerprint } }) }
        return answer(await content.create(resource, body, author), ({ entity, version }) =>
          json(entity, { status: 201, headers: { Location: location(entity._id), ETag: etagOf(version) } }),
        )
      },
    },
    {
      method: 'PUT',
      path: `/${resource}/:id`,
      who: 'administrator',
      tag,
      summary: `Modificar ${words.one}: un campo ausente o vacío conserva el valor anterior`,
      headers: ['If-Match'],
      body: { schema: updateSchema(declaration), maxBytes },
      answers: { 200: { description: 'Como quedó.', schema: entity } },
      refusals: [
        'invalid-fields',
        ...writing,
        'not-found',
        ...titleRefusals,
        'edited-meanwhile',
        ...imageRefusals,
      ],
      async handle({ request, params, body, caller }) {
        const expected = expectedVersions(request.headers.get('If-Match'))
        const change = { userId: caller.user.id, expected }
        return answer(
          await content.update(resource, params.id as string, body, change),
          ({ entity, version }) => json(entity, { headers: { ETag: etagOf(version) } }),
        )
      },
    },
    {
      method: 'DELETE',
      path: `/${resource}/:id`,
      who: 'administrator',
      tag,
      summary: `Borrar ${words.one}: va a la papelera por 30 días`,
      answers: { 204: { description: 'Borrado.' } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        return answer(await content.remove(resource, params.id as string, { userId: caller.user.id }), () =>
          noContent(),
        )
      },
    },
  ]
}

/** An entity's ETag is its edit counter (decisions §3). */
const etagOf = (version: number): string => `"${version}"`

/** The edit counters of an If-Match, or null: anything goes. A leading W/ is ignored, since proxies add it. */
function expectedVersions(ifMatch: string | null): number[] | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null
  return ifMatch.split(',').map((tag) => Number(/^(?:W\/)?"(\d+)(?:-[\w-]+)?"$/.exec(tag.trim())?.[1] ?? -1))
}

/** Link header of a page of a list (RFC 8288 with the relations of RFC 5005). */
function pageLinks(
  path: string,
  { q, limit, page }: z.output<typeof listQuerySchema>,
  total: number,
): string {
  const last = Math.max(1, Math.ceil(total / limit))
  const to = (rel: string, number: number) =>
    `<${path}?${new URLSearchParams({ ...(q && { q }), limit: String(limit), page: String(number) })}>; rel="${rel}"`
  return [
    ...(page > 1 ? [to('first', 1), to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
  ].join(', ')
}

function newsCalls({ content, basePath }: ApiServices): Call[] {
  return [
    {
      method: 'GET',
      path: '/news/title/:title',
      who: 'anyone',
      tag: declarationOf('news').words.many,
      summary: 'Una novedad por su título; 301 al título nuevo si cambió',
      headers: ['If-None-Match'],
      answers: {
        200: { description: 'La novedad.', schema: entitySchema('news') },
        301: { description: 'Location dice el título nuevo.' },
      },
      refusals: ['not-found'],
      async handle({ request, params }) {
        const asked = params.title as string
        const found = await content.newsByTitle(asked)
        if (!found) return refused('not-found')
        const title = String(found.entity.newsTitle)
        if (fold(title) !== fold(toTitle(asked))) {
          const Location = `${basePath}/news/title/${encodeURIComponent(title)}`
          return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } })
        }
        // The title may pass to another item with the same counter: the id tells them apart.
        return entityResponse(request, found.entity, `"${found.version}-${found.entity._id}"`)
      },
    },
  ]
}

function mediaCalls({ images }: ApiServices): Call[] {
  return [
    {
      method: 'POST',
      path: '/media',
      who: 'administrator',
      tag: 'Imágenes',
      summary: 'Guardar una imagen para el interior de un texto',
      body: { schema: mediaSchema, maxBytes: BODY_MAX_BYTES + BODY_IMAGE_BYTES },
      answers: { 201: { description: 'Dónde quedó.', schema: schemas.picture } },
      refusals: [...invalid, ...writing, 'image-too-large', 'storage-full'],
      async handle({ body }) {
        const parsed = parse(mediaSchema, body)
        if (!parsed.ok) return refused(parsed.refusal.id, { errors: parsed.refusal.errors })
        const stored = await images.store(parsed.value.image)
        if (stored.ok) return json(stored.picture, { status: 201, headers: { Location: stored.picture.src } })
        const errors = [{ field: 'image', message: stored.message }]
        return refused(stored.problem === 'image-too-large' ? 'image-too-large' : 'invalid-fields', {
          errors,
        })
      },
    },
  ]
}

function sessionCalls({ accounts }: ApiServices): Call[] {
  const tag = 'Sesión'
  const signedIn = (caller: CallContext['caller'], token: string) => ({
    'Set-Cookie': sessionCookie(token, { secure: caller.https }),
  })
  return [
    {
      method: 'POST',
      path: '/auth/login',
      who: 'anyone',
      tag,
      summary: 'Iniciar sesión',
      body: { schema: loginSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'El usuario, y la cookie de su sesión.', schema: schemas.user } },
      refusals: ['wrong-credentials', 'awaiting-approval', 'too-many-attempts', ...reading],
      async handle({ body, caller }) {
        const credentials = loginSchema.parse(body)
        return answer(await accounts.signIn(credentials, caller), ({ user, token }) =>
          json(user, { headers: signedIn(caller, token) }),
        )
      },
    },
    {
      method: 'POST',
      path: '/auth/logout',
      who: 'anyone',
      tag,
      summary: 'Cerrar sesión; el cuerpo se ignora',
      answers: { 204: { description: 'La sesión terminó y la cookie se borró.' } },
      refusals: ['foreign-origin'],
      async handle({ caller }) {
        if (caller.token) await accounts.signOut(caller.token)
        return noContent({ 'Set-Cookie': clearedCookie({ secure: caller.https }) })
      },
    },
    {
      method: 'POST',
      path: '/auth/link',
      who: 'anyone',
      tag,
      summary: 'Usar un enlace de un solo uso: abre una sesión o confirma un e-mail',
      body: { schema: linkSchema, maxBytes: BODY_MAX_BYTES },
      answers: {
        200: {
          description: 'Enlace de ingreso: el usuario, y la cookie de su sesión.',
          schema: schemas.user,
        },
        204: { description: 'Enlace de confirmación: el e-mail quedó confirmado.' },
      },
      refusals: [...invalid, 'invalid-link', 'too-many-attempts', ...reading],
      async handle({ body, caller }) {
        const parsed = parse(linkSchema, body)
        if (!parsed.ok) return refused(parsed.refusal.id, { errors: parsed.refusal.errors })
        return answer(await accounts.redeemLink(parsed.value.token, caller), (used) =>
          used ? json(used.user, { headers: signedIn(caller, used.token) }) : noContent(),
        )
      },
    },
    {
      method: 'POST',
      path: '/auth/claim',
      who: 'anyone',
      tag,
      summary: 'Reclamar un club que no tiene administrador, con el enlace que imprime el arranque',
      body: { schema: claimSchema, maxBytes: BODY_MAX_BYTES },
      answers: {
        201: { description: 'El primer administrador, y la cookie de su sesión.', schema: schemas.user },
      },
      refusals: [...invalid, 'invalid-link', 'already-claimed', 'too-many-attempts', ...reading],
      async handle({ body, caller }) {
        const parsed = parse(claimSchema, body)
        if (!parsed.ok) return refused(parsed.refusal.id, { errors: parsed.refusal.errors })
        return answer(await accounts.claim(parsed.value, caller), ({ user, token }) =>
          json(user, { status: 201, headers: signedIn(caller, token) }),
        )
      },
    },
  ]
}

function userCalls({ accounts, basePath }: ApiServices): Call[] {
  const tag = 'Usuarios'
  return [
    {
      method: 'GET',
      path: '/admin',
      who: 'administrator',
      tag,
      summary: 'Todos los usuarios',
      answers: { 200: { description: 'Los usuarios.', schema: schemas.array(schemas.user) } },
      refusals: ['sign-in-needed'],
      handle: async () => json(await accounts.list()),
    },
    {
      method: 'GET',
      path: '/admin/:id',
      who: 'administrator',
      tag,
      summary: 'Un usuario',
      answers: { 200: { description: 'El usuario.', schema: schemas.user } },
      refusals: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const user = await accounts.one(params.id as string)
        return user ? json(user) : refused('not-found')
      },
    },
    {
      method: 'POST',
      path: '/admin',
      who: 'anyone',
      tag,
      summary: 'Sin sesión: registrarse, a la espera de aprobación. Con sesión: agregar un administrador',
      body: { schema: registrationSchema, maxBytes: BODY_MAX_BYTES },
      answers: {
        201: {
          description: 'El usuario; de un registro, su e-mail y su estado.',
          schema: schemas.registered,
        },
      },
      refusals: [...invalid, ...writing, 'registration-closed', 'email-taken', 'too-many-attempts'],
      async handle({ body, caller }) {
        if (caller.token && !caller.user) return refused('sign-in-needed')
        const parsed = parse(registrationSchema, body)
        if (!parsed.ok) return refused(parsed.refusal.id, { errors: parsed.refusal.errors })
        if (!caller.user) {
          return answer(await accounts.register(parsed.value, caller), (registered) =>
            json(registered, { status: 201 }),
          )
        }
        return answer(await accounts.add(parsed.value), (user) =>
          json(user, { status: 201, headers: { Location: `${basePath}/admin/${user._id}` } }),
        )
      },
    },
    {
      method: 'PUT',
      path: '/admin/:id',
      who: 'administrator',
      tag,
      summary: 'Cambiar el e-mail o la contraseña propios (piden la actual), o aprobar a otra persona',
      body: { schema: userUpdateSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'El usuario.', schema: schemas.user } },
      refusals: [
        'invalid-fields',
        'wrong-password',
        ...writing,
        'not-yours',
        'not-found',
        'email-taken',
        'email-unconfirmed',
        'last-administrator',
        'too-many-attempts',
      ],
      async handle({ params, body, caller }) {
        const parsed = parse(userUpdateSchema, body)
        if (!parsed.ok) return refused(parsed.refusal.id, { errors: parsed.refusal.errors })
        return answer(await accounts.update(params.id as string, parsed.value, caller), (user) => json(user))
      },
    },
    {
      method: 'DELETE',
      path: '/admin/:id',
      who: 'administrator',
      tag,
      summary: 'Borrar un usuario; sus sesiones terminan en el acto',
      answers: { 204: { description: 'Borrado.' } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-found', 'last-administrator'],
      async handle({ params }) {
        return answer(await accounts.remove(params.id as string), () => noContent())
      },
    },
  ]
}

function mailCalls({ mailbox }: ApiServices): Call[] {
  return [
    {
      method: 'POST',
      path: '/mail/sendMail',
      who: 'anyone',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      body: { schema: messageSchema, maxBytes: BODY_MAX_BYTES },
      answers: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: schemas.object({ _id: { type: 'string' } }),
        },
      },
      refusals: [...invalid, ...reading, 'too-many-attempts'],
      async handle({ body, caller }) {
        return answer(await mailbox.receive(body, caller.address), (stored) => json(stored, { status: 201 }))
      },
    },
  ]
}

function serviceCalls({ health }: ApiServices): Call[] {
  return [
    {
      method: 'GET',
      path: '/health',
      who: 'anyone',
      tag: 'Servicio',
      summary: 'Si la base de datos y las imágenes responden',
      answers: {
        200: { description: 'Todo responde.', schema: schemas.health },
        503: { description: 'Alguna parte no responde.', schema: schemas.health },
      },
      refusals: [],
      async handle() {
        const { healthy, report } = await health()
        return json(report, { status: healthy ? 200 : 503 })
      },
    },
  ]
}

/** The contract itself, made from the rows above. */
function contractCalls(calls: Call[], { basePath }: ApiServices): Call[] {
  const tag = 'Servicio'
  const own: Call[] = []
  let document: Record<string, unknown> | undefined
  const description = () => {
    document ??= openApi([...calls, ...own], basePath)
    return document
  }
  own.push(
    {
      method: 'GET',
      path: '/openapi.json',
      who: 'anyone',
      tag,
      summary: 'Este contrato, en OpenAPI 3.1',
      answers: { 200: { description: 'El documento.' } },
      refusals: [],
      handle: async () => json(description(), { headers: { 'Cache-Control': 'no-cache' } }),
    },
    {
      method: 'GET',
      path: '/docs',
      who: 'anyone',
      tag,
      summary: 'Este contrato, para leer',
      answers: { 200: { description: 'Una página.', contentType: 'text/html' } },
      refusals: [],
      handle: async () => docsPage(description()),
    },
  )
  return own
}
