/**
 * The parts of a feature that run both in the browser and on the server. They must not import code that runs on only one
 * side.
 */
import type { Declaration } from '../platform/content/shared/fields.ts'
import type { SettingsDeclaration } from '../platform/settings/shared/settings-declaration.ts'

/** Type of the export of `features/<feature>/index.ts`. */
export interface Feature {
  /**
   * The resources of the feature. A key is the name in addresses and of the table. Each resource needs a migration that
   * creates its table.
   */
  readonly resources: Readonly<Record<string, Declaration>>
  /**
   * Labels of the feature's settings groups. A key is the name in addresses and in the database. `index.settings.ts`
   * declares the fields.
   */
  readonly settings?: Readonly<Record<string, string>>
}

/** Type of the export of `features/<feature>/index.settings.ts`: a declaration for each settings group of the feature. */
export type SettingsOf<F extends Feature> = Readonly<
  Record<keyof F['settings'] & string, SettingsDeclaration>
>
