/** The pages of a feature, with their components. Only the renderer of public pages loads these files. */
import type { Reference } from '../platform/content/shared/fields.ts'
import type { PageModule } from '../platform/pages/page-route.tsx'
import type { PageSection } from '../platform/pages/page-sections.tsx'
import type { SiteSettings } from '../platform/settings/shared/site-settings.ts'
import type { Language } from '../platform/shared/languages.ts'
import type { ArtistLink } from './artists/public/exports/artist-links.ts'

/** Type of the export of `features/<feature>/index.pages.ts`. */
export interface PagesFeature {
  readonly pages: readonly FeaturePage[]
  /** Sections on pages of other features. */
  readonly sections?: { readonly [P in keyof SectionInputs]?: readonly PageSection<SectionInputs[P]>[] }
}

export interface FeaturePage {
  /** As React Router declares it: without a leading slash, '' for the home page. */
  readonly path: string
  readonly module: PageModule
  /** The page also exists under /en. */
  readonly inEnglish?: true
  /** Leaves out header and footer, for pages that other sites show in a frame. */
  readonly isBare?: true
  /** The page shows the sections that features declare under this name. */
  readonly sections?: keyof SectionInputs
}

/** The pages with sections of other features, and what each passes to the loaders of its sections. */
interface SectionInputs {
  home: HomeInput
  night: NightInput
  artist: ArtistInput
}

export interface HomeInput {
  language: Language
  now: Date
  site: SiteSettings
}

export interface NightInput {
  /** Artists of the line-up that visitors can see, by id. */
  artists: ReadonlyMap<string, ArtistLink>
}

export interface ArtistInput {
  artist: Reference
}
