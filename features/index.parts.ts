/** Lists the features with parts in forms, lists and menus of the back office. */
import { home } from './home/index.parts.ts'
import { messages } from './messages/index.parts.ts'
import { nights } from './nights/index.parts.ts'
import type { AdminParts } from './parts-manifest.ts'
import { recordings } from './recordings/index.parts.ts'

export const featureParts: readonly AdminParts[] = [home, messages, nights, recordings]
