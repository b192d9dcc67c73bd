import { events } from '../../contract/content/events.ts'
import type { Feature } from '../manifest.ts'

export const nights = { resources: { events } } satisfies Feature
