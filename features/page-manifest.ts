/**
 * Types with which a feature declares its public pages and their components. Only the renderer of public pages loads the
 * declarations.
 */
import type { Reference } from '../platform/content/shared/fields.ts'
import type { EntityOf } from '../platform/content/shared/resources.ts'
import type { Localized } from '../platform/content/shared/translations.ts'
import type { PageModule } from '../platform/pages/page-route.tsx'
import type { PageSection } from '../platform/pages/page-sections.tsx'
import type { SiteSettings } from '../platform/settings/shared/site-settings.ts'
import type { Language } from '../platform/shared/languages.ts'
import type { ArtistLink } from './artists/public/exports/artist-links.ts'

/** Type of the export of `features/<feature>/index.pages.ts`. */
export interface PagesFeature {
  readonly pages: readonly FeaturePage[]
  /** Sections that this feature adds to pages of other features. */
  readonly sections?: { readonly [P in keyof SectionInputs]?: readonly PageSection<SectionInputs[P]>[] }
}

export interface FeaturePage {
  /** Path as React Router declares it: without a leading slash. '' is the home page. */
  readonly path: string
  readonly module: PageModule
  /** True when the page also exists in English under /en. */
  readonly inEnglish?: true
  /** True for pages that other sites show in a frame. They have no header and no footer. */
  readonly isBare?: true
  /** Name under which features declare sections for this page. */
  readonly sections?: keyof SectionInputs
}

/**
 * The pages to which other features can add sections, with the data that each page passes to the loaders of its sections.
 */
interface SectionInputs {
  home: HomeInput
  night: NightInput
  contact: object
  privacy: object
  artist: ArtistInput
}

export interface HomeInput {
  language: Language
  now: Date
  site: SiteSettings
}

export interface NightInput {
  night: Pick<Localized<EntityOf<'events'>>, '_id' | 'date' | 'ageMin' | 'visitNote' | 'status' | 'spanish'>
  /** True from the end of the night, at the latest from 08:00 of the next morning. */
  isOver: boolean
  /** Artists of the line-up that visitors can see, by id. */
  artists: ReadonlyMap<string, ArtistLink>
}

export interface ArtistInput {
  artist: Reference
}
