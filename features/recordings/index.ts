import { episode } from '../../contract/content/episode.ts'
import { podcast } from '../../contract/content/podcast.ts'
import type { Feature } from '../manifest.ts'

export const recordings = { resources: { podcast, episode } } satisfies Feature
