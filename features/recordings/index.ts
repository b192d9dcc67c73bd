import type { Feature } from '../manifest.ts'
import { episode, podcast } from './shared/recording-resources.ts'

export const recordings = { resources: { podcast, episode } } satisfies Feature
