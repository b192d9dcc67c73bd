/** Selects the settings that every page needs, in the language of the page. */

import { localize } from '../content/shared/translations.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { BONE, contrast, GRAPHICS_CONTRAST_MIN, isColour } from '../shared/colours.ts'
import type { Language } from '../shared/languages.ts'
import type { ClubSettings } from './club-settings.ts'

export const localizeClubSettings = (
  { identity, contact, links, visit, footer, notice, look }: SiteSettings,
  language: Language,
): ClubSettings => ({
  identity: localize(language, identity),
  contact: localize(language, contact),
  links,
  visit: localize(language, visit),
  footer: localize(language, footer),
  notice: localize(language, notice),
  look: resolveLook(look),
})

const MINUTE_MS = 60_000

/** Creates the CSS rule that overrides the default accent colour and beat of ui/tokens.css. */
function createLookRule({ accent, bpm }: SiteSettings['look']): string {
  if (!isColour(accent)) return ''
  const onBone = contrast(accent, BONE) < GRAPHICS_CONTRAST_MIN ? 'var(--ink)' : accent
  return `:root{--signal:${accent};--signal-on-bone:${onBone};--beat:${MINUTE_MS / Number(bpm)}ms}`
}

/** Width of the logo. It is enough for a screen with a high pixel density. px */
const LOGO_WIDTH = 400

export function resolveLook(look: SiteSettings['look']): ClubSettings['look'] {
  const picture = look.logo === null ? undefined : look.images[look.logo]
  if (!picture) return { rule: createLookRule(look), logo: null }
  const { base, widths, width, height } = picture
  const shownWidth = widths.find((each) => each >= LOGO_WIDTH) ?? width
  return {
    rule: createLookRule(look),
    // WebP is used, because a logo may be transparent and JPEG is not.
    logo: {
      src: `${base}-${shownWidth}.webp`,
      width: shownWidth,
      height: Math.round((height * shownWidth) / width),
    },
  }
}
