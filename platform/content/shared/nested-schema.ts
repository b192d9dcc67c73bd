/** Schemas of fields with dots in their names, as objects. */
import { z } from 'zod'
import { nest } from './nested-values.ts'

type Schemas = { [name: string]: z.ZodType | Schemas }

const isSchema = (one: z.ZodType | Schemas): one is z.ZodType => one instanceof z.ZodType

/** All of its fields are optional: null empties them. */
const CLEARED_BY_NULL = 'en'

/** Nothing in any of them. */
const setAllToNull = (schemas: Schemas): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, isSchema(one) ? null : setAllToNull(one)]),
  )

const shapeOf = (schemas: Schemas): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, isSchema(one) ? one : objectOf(name, one)]),
  )

function objectOf(name: string, schemas: Schemas): z.ZodType {
  const object = z.object(shapeOf(schemas), { error: 'Tiene que ser un objeto.' })
  return name === CLEARED_BY_NULL
    ? z.preprocess((sent) => (sent === null ? setAllToNull(schemas) : sent), object.optional())
    : object.nullish()
}

/** What is left out of an object stays. @param schemas by the names of the fields */
export const nestedShape = (schemas: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  shapeOf(nest(schemas) as Schemas)
