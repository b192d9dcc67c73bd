/** Routes of redirects and of the addresses that visitors request in vain. */
import {
  bodyProblems,
  createEtag,
  defineRoute,
  json,
  respondWithEntity,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import { redirectList, redirectsBody, unknownAddressList } from '../shared/redirects.ts'
import type { RedirectLists, VersionedRedirects } from './redirect-list.ts'
import { redirectPermissions } from './redirect-permissions.ts'
import type { UnknownAddresses } from './unknown-addresses.ts'

interface Services {
  redirects: RedirectLists
  unknown: Pick<UnknownAddresses, 'list'>
}

const tag = 'Direcciones viejas'

/** Limit of a body: 2,000 rows whose addresses are as long as allowed. Bytes */
const BODY_BYTES = 2_000_000

const answer = ({ version, data }: VersionedRedirects) =>
  json({ data }, { headers: { ETag: createEtag(version) } })

export function redirectRoutes({ redirects, unknown }: Services) {
  return [
    defineRoute({
      id: 'getRedirects',
      method: 'GET',
      path: '/redirects',
      access: redirectPermissions['redirects.read'],
      tag,
      summary: 'Las direcciones viejas, y a dónde lleva cada una',
      headers: ['If-None-Match'],
      responses: { 200: { description: 'En su orden.', schema: redirectList } },
      async handle({ request }) {
        const { version, data } = await redirects.read()
        return respondWithEntity(request, { data }, createEtag(version), 'private, no-store')
      },
    }),
    defineRoute({
      id: 'updateRedirects',
      method: 'PUT',
      path: '/redirects',
      access: redirectPermissions['redirects.write'],
      tag,
      summary: 'Cambiar las direcciones viejas: las que llegan reemplazan a todas',
      headers: ['If-Match', 'If-None-Match'],
      body: redirectsBody,
      maxBytes: BODY_BYTES,
      responses: { 200: { description: 'Como quedaron.', schema: redirectList } },
      problems: bodyProblems,
      handle: async ({ body, caller, precondition, url }) =>
        respondWithOutcome(
          await redirects.replace(body.data, { precondition, by: caller.user, origin: url.origin }),
          answer,
        ),
    }),
    defineRoute({
      id: 'listUnknownAddresses',
      method: 'GET',
      path: '/redirects/unknown',
      access: redirectPermissions['redirects.read'],
      tag,
      summary: 'Las direcciones que alguien pidió y no existen, con cuántas veces',
      responses: { 200: { description: 'Hasta 500, de los últimos 30 días.', schema: unknownAddressList } },
      async handle() {
        const [listed, { data }] = await Promise.all([unknown.list(), redirects.read()])
        // Requests from before the redirect can be written after it.
        const moved = new Set(data.map(({ from }) => from))
        return json({ data: listed.filter(({ path }) => !moved.has(path)) })
      },
    }),
  ] as const
}
