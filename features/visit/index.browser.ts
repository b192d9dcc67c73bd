import type { Elements } from '../../platform/site-layout/browser/custom-elements.ts'
import { connectDirections } from './public/browser/directions.ts'
import { DIRECTIONS_TAG } from './public/element-names.ts'

export const visit: Elements = { [DIRECTIONS_TAG]: connectDirections }
