/** What the API answers, as schemas: the OpenAPI document is made of them. A named one becomes a component of it. */
import { z } from 'zod'
import type {
  Invitation,
  MadeInvitation,
  SecondFactorOffer,
  SecondFactorState,
  SeenInvitation,
  SessionInfo,
  User,
} from '../../auth/shared/accounts.ts'
import type { Field, FieldKind } from '../../content/shared/fields.ts'
import { nest } from '../../content/shared/nested-values.ts'
import type { PreviewLink } from '../../content/shared/publication.ts'
import {
  type AnyEntity,
  declarationOf,
  type ResourceName,
  resourceNames,
} from '../../content/shared/resources.ts'
import type { Share } from '../../content/shared/share-set.ts'
import { isKitResource } from '../../content/shared/share-set-resources.ts'
import {
  type HistoryDetail,
  type HistoryItem,
  historyActions,
  historyResources,
  type LatestChange,
} from '../../content/shared/versions.ts'
import type { AudioUpload } from '../../media/shared/audio.ts'
import { type GroupName, groupNames } from '../../settings/shared/group-names.ts'
import { groups } from '../../settings/shared/settings-groups.ts'
import type { Group, Site } from '../../settings/shared/site-settings.ts'
import type { ProblemDetails } from '../shared/problems.ts'
import { emailOrNull, id, instant, nameOrNull, typed } from './response-fields.ts'

export const picture = z
  .object({
    src: z.string().describe('El JPEG más grande.'),
    width: z.int(),
    height: z.int(),
    base: z.string().describe('Cada archivo es base-ancho.formato.'),
    widths: z.array(z.int()),
    formats: z.array(z.enum(['avif', 'webp', 'jpg'])),
    placeholder: z.string().describe('Una miniatura como data URL.'),
  })
  .meta({ id: 'Picture' })

const status = z.enum(['active', 'pending'])

export const user = z
  .object({
    _id: id(),
    id: id(),
    email: z.email(),
    name: nameOrNull(),
    status,
    confirmed: z.boolean(),
    lastSignInAt: instant().nullable().describe('null: nunca entró.'),
    lastSeenAt: instant().nullable().describe('Su último pedido, con una hora de margen; null: nunca.'),
    secondFactor: z.boolean().describe('Si al entrar se le pide un código.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<User>

const registration = z.object({ email: z.email(), status }).meta({ id: 'Registration' })
export const registered = z.union([user, registration])

export const session = z
  .object({
    _id: z.string(),
    browser: z.string().describe('Con qué navegador se abrió.'),
    createdAt: instant(),
    seenAt: instant().describe('Al último uso, con una hora de margen.'),
    current: z.boolean().describe('La que pregunta.'),
  })
  .meta({ id: 'Session' }) satisfies z.ZodType<SessionInfo>

export const secondFactor = z
  .object({
    active: z.boolean(),
    required: z.boolean().describe('Si el club lo exige (REQUIRE_2FA).'),
    recoveryCodes: z.int().describe('Cuántos códigos de recuperación quedan.'),
  })
  .meta({ id: 'SecondFactor' }) satisfies z.ZodType<SecondFactorState>

export const secondFactorOffer = z
  .object({ secret: z.string(), uri: z.url() })
  .meta({ id: 'SecondFactorOffer' }) satisfies z.ZodType<SecondFactorOffer>

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export const oneTimeLink = z.object({ link: z.string() }).meta({ id: 'OneTimeLink' })

export const invitation = z
  .object({
    _id: id(),
    name: nameOrNull().describe('A quién se invita; null: nadie lo dijo.'),
    by: z.email().describe('Quién la hizo.'),
    byName: nameOrNull(),
    userId: id(),
    createdAt: instant(),
    updatedAt: instant(),
    expiresAt: instant(),
  })
  .meta({ id: 'Invitation' }) satisfies z.ZodType<Invitation>

export const madeInvitation = z
  .object({ _id: id(), url: z.string().describe('Un camino donde falta SITE_URL.'), expiresAt: instant() })
  .meta({ id: 'MadeInvitation' }) satisfies z.ZodType<MadeInvitation>

export const seenInvitation = z
  .object({
    name: nameOrNull().describe('A quién se invita.'),
    by: nameOrNull().describe('El nombre de quien invita.'),
    expiresAt: instant(),
  })
  .meta({ id: 'SeenInvitation' }) satisfies z.ZodType<SeenInvitation>

export const audioUpload = z
  .object({
    offset: z.int().describe('Bytes que ya están.'),
    size: z.int().describe('Bytes de todo el archivo.'),
    audio: z.string().nullable().describe('Su camino bajo /media cuando está entero; null: falta una parte.'),
  })
  .meta({ id: 'AudioUpload' }) satisfies z.ZodType<AudioUpload>

/** What the document calls an item of a resource, in its schemas and in the ids of its routes. */
export const entityName = (resource: ResourceName): string =>
  resource.charAt(0).toUpperCase() + resource.slice(1)

const entities = new Map<ResourceName, z.ZodType<AnyEntity>>()

/** What the API has of a field. */
function schemaOf(field: Field): z.ZodType {
  const { label } = field
  const described = (schema: z.ZodType) => schema.describe(label)
  switch (field.kind) {
    case 'number':
      return described(field.optional ? z.number().nullable() : z.number())
    case 'choice':
      return described(z.enum(Object.keys(field.options)))
    case 'currency':
      return described(z.string())
    case 'reference':
      return described(z.object({ resource: z.enum(field.to), _id: id() }).nullable())
    case 'rows': {
      const columns = Object.entries(field.columns).map(([name, column]) => [name, schemaOf(column)])
      return described(
        z.array(z.object({ _id: z.string(), ...(Object.fromEntries(columns) as Record<string, z.ZodType>) })),
      )
    }
    case 'image': {
      const path = z.string().describe(`${label}: camino bajo /media.`)
      return field.optional ? path.nullable() : path
    }
    case 'film':
      return z.string().nullable().describe(`${label}: camino bajo /media; null: el que viene de fábrica.`)
    case 'audio':
      return z.string().nullable().describe(`${label}: camino bajo /media.`)
    default:
      return described(field.optional ? z.string().nullable() : z.string())
  }
}

type Shape = { [name: string]: z.ZodType | Shape }

/** Fields as an object has them; names with dots are of objects in it. */
function shapeOf(fields: Record<string, Field>): Record<string, z.ZodType> {
  const objects = (shape: Shape): Record<string, z.ZodType> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, one]) => [
        name,
        one instanceof z.ZodType ? one : z.object(objects(one)),
      ]),
    )
  const flat = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])
  return objects(nest(Object.fromEntries(flat)) as Shape)
}
const share = z
  .object({
    preview: z.string().describe('Para la vista previa de un enlace, 1200×630.'),
    post: z.string().describe('Para publicar, 1080×1350.'),
    story: z.string().describe('Para una historia, 1080×1920.'),
    qr: z
      .string()
      .nullable()
      .describe(
        'Un SVG que lleva a su página; al lado, con .png, de 1024 px al menos. null: falta SITE_URL.',
      ),
    text: z.string().describe('Listo para pegar.'),
  } satisfies Record<keyof Share, z.ZodType>)
  .meta({
    id: 'Share',
    description: 'Para quien administra: con qué se comparte. Las direcciones cambian con lo que muestran.',
  })

/** An item of a resource. */
export function entity(resource: ResourceName): z.ZodType<AnyEntity> {
  const known = entities.get(resource)
  if (known) return known
  const { fields: declared, page } = declarationOf(resource)
  const fields = z
    .object({
      _id: id(),
      ...shapeOf(declared),
      ...(page && {
        slug: z.string().nullable().describe(`Su página es ${page.path} y esto; null: en la papelera.`),
      }),
      images: z.record(z.string(), picture),
      alt: z.record(z.string(), z.string().nullable()).describe('null: decorativa.'),
      draft: z.boolean().describe('Si todavía no se publica.'),
      publishAt: instant().nullable().describe('Desde cuándo se ve; null: desde que se guardó.'),
      unpublishAt: instant().nullable().describe('Hasta cuándo se ve; null: siempre.'),
      createdAt: instant(),
      updatedAt: instant(),
      ...(isKitResource(resource) && { share: share.optional() }),
    })
    .meta({ id: entityName(resource) })
  const schema = typed<AnyEntity>(fields)
  entities.set(resource, schema)
  return schema
}

export const previewLink = z
  .object({ url: z.string().describe('Un camino donde falta SITE_URL.'), expiresAt: instant() })
  .meta({ id: 'PreviewLink' }) satisfies z.ZodType<PreviewLink>

const groupSchemas = new Map<GroupName, z.ZodType>()

/** A group of the site's words. The declaration decides its fields at run time, and its type at compile time. */
export function group<G extends GroupName>(name: G): z.ZodType<Group<G>> {
  const schema = groupSchemas.get(name) ?? createGroupSchema(name)
  groupSchemas.set(name, schema)
  return typed<Group<G>>(schema)
}

const createGroupSchema = (name: GroupName): z.ZodType =>
  z
    .object({
      ...shapeOf(groups[name].fields),
      updatedAt: instant().nullable().describe('null: es lo que viene de fábrica.'),
      images: z.record(z.string(), picture).describe('Por su camino, las imágenes subidas.'),
    })
    .meta({ id: `Site${name.charAt(0).toUpperCase()}${name.slice(1)}` })

export const site = typed<Site>(z.object(Object.fromEntries(groupNames.map((name) => [name, group(name)]))))

/** An item of whichever resource, or a group. */
export const anyEntity = () => z.union([...resourceNames.map(entity), ...groupNames.map(group)])

export const trashItem = z
  .object({
    resource: z.enum(resourceNames),
    entity: typed<AnyEntity>(z.looseObject({})).describe('Como la devuelve su recurso.'),
    deletedAt: instant(),
    deletedBy: emailOrNull(),
    deletedByName: nameOrNull(),
    expiresAt: instant().describe('Desde entonces se borra para siempre.'),
  })
  .meta({ id: 'TrashItem' })

export const ids = z.object({ ids: z.array(z.string()) })

const shown = () => z.union([z.string(), picture]).nullable()

const historyFields = {
  _id: id(),
  at: instant(),
  by: emailOrNull(),
  byName: nameOrNull().describe('El nombre que tenía entonces.'),
  userId: z.string().nullable(),
  action: z.enum(Object.keys(historyActions) as (keyof typeof historyActions)[]),
  resource: z.enum(historyResources),
  itemId: z.string(),
  label: z.string().describe('Cómo se llamaba.'),
  version: z.int().nullable().describe('Su contador de ediciones después.'),
  state: z
    .enum(['live', 'trash', 'gone'])
    .nullable()
    .describe('Dónde está hoy: a la vista, en la papelera o borrado para siempre.'),
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      kind: typed<FieldKind>(z.string()),
      before: shown(),
      after: shown(),
    }),
  ),
} satisfies Record<keyof HistoryItem, z.ZodType>

export const historyItem = z.object(historyFields).meta({ id: 'HistoryItem' })

const version = (text: string) => typed<AnyEntity>(z.looseObject({})).nullable().describe(text)

export const historyDetail = z
  .object({
    ...historyFields,
    before: version('Como era antes; null: no estaba.'),
    now: version('Como es hoy; null: ya no está.'),
    after: version('Como quedó.'),
  } satisfies Record<keyof HistoryDetail, z.ZodType>)
  .meta({ id: 'HistoryDetail' })

export const latestChange = z
  .object({ _id: z.string(), at: instant(), by: z.string().nullable(), byName: nameOrNull() })
  .meta({ id: 'LatestChange' }) satisfies z.ZodType<LatestChange>

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('En castellano, listo para mostrar.'),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Problem' }) satisfies z.ZodType<ProblemDetails>
