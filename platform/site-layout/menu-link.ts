import type { Language } from '../shared/languages.ts'

/** A link that a feature adds to the navigation bar, in its index.menu.ts. */
export interface MenuLink {
  readonly path: string
  readonly label: Readonly<Record<Language, string>>
}
