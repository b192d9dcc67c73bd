import type { Island } from '../../platform/site-layout/islands/island.tsx'
import { Directions } from './public/directions.island.tsx'

export const visit: readonly Island[] = [Directions]
