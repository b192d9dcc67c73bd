/** What validates a change of a group: nested as the API has it, by the judges of each kind. */
import { z } from 'zod'
import { changedValueSchema } from '../../content/shared/field-schemas.ts'
import { nestedShape } from '../../content/shared/nested-schema.ts'
import type { GroupName } from './group-names.ts'
import { groups } from './settings-groups.ts'

/** Objects merge by key: what is left out stays. */
const schemaOf = (name: GroupName): z.ZodObject =>
  z.object(
    nestedShape(
      Object.fromEntries(
        Object.entries(groups[name].fields).map(([field, declared]) => [field, changedValueSchema(declared)]),
      ),
    ),
  )

const schemas = new Map<GroupName, z.ZodObject>()

/** A schema takes as long to make as to use a hundred times: each is made once, when it is first asked for. */
export function groupSchema(name: GroupName): z.ZodObject {
  const schema = schemas.get(name) ?? schemaOf(name)
  schemas.set(name, schema)
  return schema
}
