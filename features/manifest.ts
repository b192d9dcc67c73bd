/** The parts of a feature that run both in the browser and on the server. They must not import either side. */
import type { Declaration } from '../platform/content/shared/fields.ts'
import type { SettingsDeclaration } from '../platform/settings/shared/settings-declaration.ts'

/** What `features/<feature>/index.ts` exports. */
export interface Feature {
  /** Content that the feature stores, by the name that addresses and tables use. Each needs a migration. */
  readonly resources: Readonly<Record<string, Declaration>>
  /** Labels of the feature's settings groups, by the name that addresses and tables use. Declared in `index.settings.ts`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** What `features/<feature>/index.settings.ts` exports: a declaration for each label. */
export type SettingsOf<F extends Feature> = Readonly<
  Record<keyof F['settings'] & string, SettingsDeclaration>
>
