/** Schemas that validate updates of settings. Their objects are nested as in the API. */
import { z } from 'zod'
import { changedValueSchema } from '../../content/shared/field-schemas.ts'
import { nestedShape } from '../../content/shared/nested-schema.ts'
import { settingsGroups } from './all-settings.ts'
import type { SettingsName } from './settings-names.ts'

/** Creates the schema of a group. All fields are optional, also in nested objects. Absent fields keep their values. */
const createSchema = (name: SettingsName): z.ZodObject =>
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

/** Returns the schema of a group. Each is created once, because that takes as long as 100 validations. */
export function settingsChangeSchema(name: SettingsName): z.ZodObject {
  const schema = schemas.get(name) ?? createSchema(name)
  schemas.set(name, schema)
  return schema
}
