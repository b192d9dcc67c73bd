import type { Elements } from '../../platform/site-layout/browser/custom-elements.ts'
import { SAVED_PLACE_TAG } from '../../platform/ui/element-names.ts'
import { connectSavedPlace, forgetPastPlaces } from './public/browser/saved-place.ts'

export const guests: Elements = { [SAVED_PLACE_TAG]: connectSavedPlace }

export { forgetPastPlaces }
