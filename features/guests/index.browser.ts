import { forgetPastPlaces } from './public/browser/saved-places.ts'

export const guests = forgetPastPlaces
