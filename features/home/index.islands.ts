import type { Island } from '../../platform/site-layout/islands/island.tsx'
import { Film } from './public/film.island.tsx'

export const home: readonly Island[] = [Film]
