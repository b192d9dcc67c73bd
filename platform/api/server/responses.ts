/** Schemas of answers whose fields come from declarations: items of resources and settings groups. */
import { z } from 'zod'
import { picture, share } from '../../content/shared/entity-parts.ts'
import type { Field } from '../../content/shared/fields.ts'
import { nest } from '../../content/shared/nested-values.ts'
import {
  type AnyEntity,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../../content/shared/resources.ts'
import { hasShareSet } from '../../content/shared/share-set-resources.ts'
import { settingsGroups } from '../../settings/shared/all-settings.ts'
import { type SettingsName, settingsNames } from '../../settings/shared/settings-names.ts'
import type { SettingsGroup, SiteSettings } from '../../settings/shared/site-settings.ts'
import { id, instant, typed } from '../shared/response-fields.ts'

/** Returns the name that the OpenAPI document uses for items of a resource, in schemas and operation ids. */
export const entityName = (resource: ResourceName): string =>
  resource.charAt(0).toUpperCase() + resource.slice(1)

const entities = new Map<ResourceName, z.ZodType<AnyEntity>>()

/** Returns the schema of a field's value in answers. */
function createFieldSchema(field: Field): z.ZodType {
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
      const columns = Object.entries(field.columns).map(([name, column]) => [name, createFieldSchema(column)])
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

/** Converts declared fields to a shape for zod. A name with dots, such as `founder.name`, becomes a nested object. */
function createShape(fields: Record<string, Field>): Record<string, z.ZodType> {
  const objects = (shape: Shape): Record<string, z.ZodType> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, one]) => [
        name,
        one instanceof z.ZodType ? one : z.object(objects(one)),
      ]),
    )
  const flat = Object.entries(fields).map(([name, field]) => [name, createFieldSchema(field)])
  return objects(nest(Object.fromEntries(flat)) as Shape)
}
/** Returns the schema of an item. */
export function getEntitySchema(resource: ResourceName): z.ZodType<AnyEntity> {
  const known = entities.get(resource)
  if (known) return known
  const { fields: declared, page } = getDeclaration(resource)
  const fields = z
    .object({
      _id: id(),
      ...createShape(declared),
      ...(page && {
        slug: z.string().nullable().describe(`Su página es ${page.path} y esto; null: en la papelera.`),
      }),
      images: z.record(z.string(), picture),
      alt: z.record(z.string(), z.string().nullable()).describe("null: decorativa. '': sin describir."),
      draft: z.boolean().describe('Si todavía no se publica.'),
      publishAt: instant().nullable().describe('Desde cuándo se ve; null: desde que se guardó.'),
      unpublishAt: instant().nullable().describe('Hasta cuándo se ve; null: siempre.'),
      createdAt: instant(),
      updatedAt: instant(),
      ...(hasShareSet(resource) && { share: share.optional() }),
    })
    .meta({ id: entityName(resource) })
  const schema = typed<AnyEntity>(fields)
  entities.set(resource, schema)
  return schema
}

const groupSchemas = new Map<SettingsName, z.ZodType>()

/** Returns the schema of a settings group. Its declaration decides the fields at run time, and the type at compile time. */
export function getGroupSchema<G extends SettingsName>(name: G): z.ZodType<SettingsGroup<G>> {
  const schema = groupSchemas.get(name) ?? buildGroupSchema(name)
  groupSchemas.set(name, schema)
  return typed<SettingsGroup<G>>(schema)
}

const buildGroupSchema = (name: SettingsName): z.ZodType =>
  z
    .object({
      ...createShape(settingsGroups[name].fields),
      updatedAt: instant().nullable().describe('null: es lo que viene de fábrica.'),
      images: z.record(z.string(), picture).describe('Por su camino, las imágenes subidas.'),
    })
    .meta({ id: `Site${name.charAt(0).toUpperCase()}${name.slice(1)}` })

export const site = typed<SiteSettings>(
  z.object(Object.fromEntries(settingsNames.map((name) => [name, getGroupSchema(name)]))),
)

/** Returns the schema of an item of any resource, or of a settings group. */
export const getAnyEntitySchema = () =>
  z.union([...resourceNames.map(getEntitySchema), ...settingsNames.map(getGroupSchema)])

export const ids = z.object({ ids: z.array(z.string()) })
