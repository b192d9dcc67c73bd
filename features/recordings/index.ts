import type { Feature } from '../manifest.ts'
import { episode } from './shared/episode-resource.ts'
import { podcast } from './shared/podcast-resource.ts'

export const recordings = { resources: { podcast, episode } } satisfies Feature
