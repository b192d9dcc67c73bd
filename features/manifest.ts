/** The parts of a feature that run both in the browser and on the server. They must not import either side. */
import type { Declaration } from '../platform/content/shared/fields.ts'
import type { SettingsDeclaration } from '../platform/settings/shared/settings-declaration.ts'

/** Type of the export of `features/<feature>/index.ts`. */
export interface Feature {
  /** Content that the feature stores, by the name that addresses and tables use. Each needs a migration. */
  readonly resources: Readonly<Record<string, Declaration>>
  /** Labels of the feature's settings groups, by the name that addresses and tables use. Declared in `index.settings.ts`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Type of the export of `features/<feature>/index.settings.ts`: one declaration for each label. */
export type SettingsOf<F extends Feature> = Readonly<
  Record<keyof F['settings'] & string, SettingsDeclaration>
>
