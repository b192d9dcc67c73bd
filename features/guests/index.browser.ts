import type { Elements } from '../../platform/site-layout/browser/custom-elements.ts'
import { connectSavedPlace, forgetPastPlaces } from './public/browser/saved-place.ts'
import { SAVED_PLACE_TAG } from './public/element-names.ts'

export const guests: Elements = { [SAVED_PLACE_TAG]: connectSavedPlace }

export { forgetPastPlaces }
