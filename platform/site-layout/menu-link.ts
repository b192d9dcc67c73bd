import type { Language } from '../shared/languages.ts'

/** A link that a feature adds to the navigation bar. The feature exports it as `menuLink` in `public/<name>.menu.ts`. */
export interface MenuLink {
  readonly path: string
  readonly label: Readonly<Record<Language, string>>
  /** Position among the links of features. Smaller numbers come first. */
  readonly order: number
}
