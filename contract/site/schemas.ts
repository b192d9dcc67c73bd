/** What validates a change of a group: nested as the API has it, by the judges of each kind. */
import { z } from 'zod'
import { changedValueSchema } from '../content/field-schemas.ts'
import type { GroupName } from './group-names.ts'
import { groups } from './groups.ts'

type Shape = Record<string, z.ZodType>

/** Objects merge by key: what is left out stays. */
function schemaOf(name: GroupName): z.ZodObject {
  const shape: Shape = {}
  const objects = new Map<string, Shape>()
  for (const [path, field] of Object.entries(groups[name].fields)) {
    const [head = '', tail] = path.split('.')
    if (tail === undefined) shape[head] = changedValueSchema(field)
    else objects.set(head, { ...objects.get(head), [tail]: changedValueSchema(field) })
  }
  for (const [head, inner] of objects)
    shape[head] = z.object(inner, { error: 'Tiene que ser un objeto.' }).nullish()
  return z.object(shape)
}

const schemas = new Map<GroupName, z.ZodObject>()

/** A schema takes as long to make as to use a hundred times: each is made once, when it is first asked for. */
export function groupSchema(name: GroupName): z.ZodObject {
  const schema = schemas.get(name) ?? schemaOf(name)
  schemas.set(name, schema)
  return schema
}
