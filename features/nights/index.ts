import type { Feature } from '../manifest.ts'
import { events } from './shared/events-resource.ts'

export const nights = { resources: { events } } satisfies Feature
