import type { Island } from '../../platform/site-layout/islands/island.tsx'
import { OwnPlace } from './public/own-place.island.tsx'
import { SavedPlace } from './public/saved-place.island.tsx'

export const guests: readonly Island[] = [SavedPlace, OwnPlace]
