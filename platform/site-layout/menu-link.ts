import type { Language } from '../shared/languages.ts'

/** A link that a feature adds to header or footer, in its index.menu.ts. */
export interface MenuLink {
  readonly path: string
  readonly label: Readonly<Record<Language, string>>
}
