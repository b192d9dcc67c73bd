import type { Elements } from '../../platform/site-layout/browser/custom-elements.ts'
import { FILM_TAG } from '../../platform/ui/element-names.ts'
import { connectFilm } from './public/browser/hero-film.ts'

export const home: Elements = { [FILM_TAG]: connectFilm }
