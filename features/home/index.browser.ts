import type { Elements } from '../../app/enhance/elements.ts'
import { FILM_TAG } from '../../app/enhance/names.ts'
import { connectFilm } from './public/browser/hero-film.ts'

export const home: Elements = { [FILM_TAG]: connectFilm }
