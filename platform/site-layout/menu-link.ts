import type { Language } from '../shared/languages.ts'

/** A link of the navigation bar. `features/<feature>/public/<name>.menu.ts` exports it as `menuLink`. */
export interface MenuLink {
  readonly path: string
  readonly label: Readonly<Record<Language, string>>
  /** Position among the links of features, ascending. */
  readonly order: number
}
