import type { Feature } from '../manifest.ts'
import { agency, residents } from './shared/artist-resources.ts'

export const artists = { resources: { residents, agency } } satisfies Feature
