import type { Elements } from '../../app/enhance/elements.ts'
import { connectFilm } from '../../app/enhance/film.ts'
import { FILM_TAG } from '../../app/enhance/names.ts'

export const home: Elements = { [FILM_TAG]: connectFilm }
