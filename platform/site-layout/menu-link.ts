import type { Language } from '../shared/languages.ts'

/** What `features/<feature>/public/<name>.menu.ts` exports as `menuLink`: a link of the navigation bar. */
export interface MenuLink {
  readonly path: string
  readonly label: Readonly<Record<Language, string>>
  /** Position among the links of features, ascending. */
  readonly order: number
}
