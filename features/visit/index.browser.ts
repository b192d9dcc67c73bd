import type { Elements } from '../../platform/site-layout/browser/custom-elements.ts'
import { DIRECTIONS_TAG } from '../../platform/ui/element-names.ts'
import { connectDirections } from './public/browser/directions.ts'

export const visit: Elements = { [DIRECTIONS_TAG]: connectDirections }
