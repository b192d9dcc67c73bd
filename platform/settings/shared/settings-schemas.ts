/** What validates a change of a group: nested as the API has it, by the judges of each kind. */
import { z } from 'zod'
import { changedValueSchema } from '../../content/shared/field-schemas.ts'
import { nestedShape } from '../../content/shared/nested-schema.ts'
import { settingsGroups } from './all-settings.ts'
import type { SettingsName } from './settings-names.ts'

/** Objects merge by key: what is left out stays. */
const schemaOf = (name: SettingsName): z.ZodObject =>
  z.object(
    nestedShape(
      Object.fromEntries(
        Object.entries(settingsGroups[name].fields).map(([field, declared]) => [
          field,
          changedValueSchema(declared),
        ]),
      ),
    ),
  )

const schemas = new Map<SettingsName, z.ZodObject>()

/** A schema takes as long to make as to use a hundred times: each is made once, when it is first asked for. */
export function settingsChangeSchema(name: SettingsName): z.ZodObject {
  const schema = schemas.get(name) ?? schemaOf(name)
  schemas.set(name, schema)
  return schema
}
