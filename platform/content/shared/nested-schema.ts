/** Builds schemas for fields with dots in their names. Each becomes a nested object. */
import { z } from 'zod'
import { nest } from './nested-values.ts'

type Schemas = { [name: string]: z.ZodType | Schemas }

const isSchema = (one: z.ZodType | Schemas): one is z.ZodType => one instanceof z.ZodType

/** Name of the object that can be sent as null, which clears all its fields. All of them are optional. */
const CLEARED_BY_NULL = 'en'

/** Sets every field to null. */
const setAllToNull = (schemas: Schemas): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, isSchema(one) ? null : setAllToNull(one)]),
  )

const createShape = (schemas: Schemas): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, isSchema(one) ? one : createObject(name, one)]),
  )

function createObject(name: string, schemas: Schemas): z.ZodType {
  const object = z.object(createShape(schemas), { error: 'Tiene que ser un objeto.' })
  return name === CLEARED_BY_NULL
    ? z.preprocess((sent) => (sent === null ? setAllToNull(schemas) : sent), object.optional())
    : object.nullish()
}

/** Builds the schemas of objects. Absent fields of an object keep their value. @param schemas by field name */
export const nestedShape = (schemas: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  createShape(nest(schemas) as Schemas)
