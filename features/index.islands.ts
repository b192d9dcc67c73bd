/** The islands of all features, for platform/app/islands-entry.tsx. */
import type { Island } from '../platform/site-layout/islands/island.tsx'
import { guests } from './guests/index.islands.ts'
import { home } from './home/index.islands.ts'
import { messages } from './messages/index.islands.ts'
import { visit } from './visit/index.islands.ts'

export const featureIslands: readonly Island[] = [...home, ...messages, ...visit, ...guests]
