import type { Island } from '../../platform/site-layout/islands/island.tsx'
import { ContactForm } from './public/contact-form.island.tsx'
import { MapTiles } from './public/map-tiles.island.tsx'

export const messages: readonly Island[] = [ContactForm, MapTiles]
