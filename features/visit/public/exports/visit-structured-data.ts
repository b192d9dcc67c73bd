/** Describes the settings group `visit` as properties of the club in JSON-LD (schema.org NightClub). */
import type { ClubSettings } from '../../../../platform/pages/club-settings.ts'
import type { Language } from '../../../../platform/shared/languages.ts'
import { createWhatsAppLink } from '../../../../platform/shared/phone-links.ts'
import { visitTexts } from '../visit-texts.ts'

/** schema.org has no properties for admission, last entrance, re-entry and transport. */
const amenities = ['cloakroom', 'food', 'accessibility'] as const

export function describeVisit({ visit }: ClubSettings, language: Language): object {
  const { payment, whatsapp } = visit
  const words = visitTexts[language]
  const amenityFeature = amenities.flatMap((field) =>
    visit[field] === null
      ? []
      : [{ '@type': 'LocationFeatureSpecification', name: words[field], value: visit[field] }],
  )
  return {
    ...(payment !== null && { paymentAccepted: payment }),
    ...(amenityFeature.length > 0 && { amenityFeature }),
    ...(whatsapp !== null && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'WhatsApp',
        telephone: whatsapp,
        url: createWhatsAppLink(whatsapp),
      },
    }),
  }
}
