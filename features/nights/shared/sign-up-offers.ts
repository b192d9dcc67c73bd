/** Offers to sign up for a night, such as on a guest list. Another feature makes them, in the language of the page. */
import type { Language } from '../../../platform/shared/languages.ts'
import type { OfferText } from './offer-words.ts'

export interface SignUpOffer {
  /** Id of the field on the page of the night where visitors sign up. */
  fieldId: string
  /** 'Lista' */
  name: string
  /** Current offer for people on the list, with its end: 'hasta la 01:00'. null while unknown */
  benefit: (OfferText & { until: string | null }) | null
  /** 'anotate' */
  invitation: string
  /** When the offer ends, in words. */
  closing: string
  /** 'Quedan pocos lugares'. null while there are enough */
  shortage: string | null
}

/** The offers that visitors can take now, by the id of their night. `changesIn` is the time until they change without a write. ms */
export interface OpenSignUpOffers {
  offers: ReadonlyMap<string, SignUpOffer>
  changesIn: number
}

declare module '../../../platform/pages/shared/feature-services.ts' {
  interface FeaturePageServices {
    /** Missing when no feature makes offers. */
    signUpOffers?: {
      /** @param nights their ids */
      find(nights: readonly string[], language: Language): Promise<OpenSignUpOffers>
    }
  }
}
