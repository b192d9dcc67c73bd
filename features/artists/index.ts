import type { Feature } from '../manifest.ts'
import { agency } from './shared/agency-resource.ts'
import { residents } from './shared/residents-resource.ts'

export const artists = { resources: { residents, agency } } satisfies Feature
