/**
 * The registry: the kinds of content, one line each. Another is declared in a file of its own and named here; its table
 * comes with `npm run migration`.
 */
import { agency } from './agency.ts'
import { episode } from './episode.ts'
import { events } from './events.ts'
import { news } from './news.ts'
import { podcast } from './podcast.ts'
import { residents } from './residents.ts'

export const resources = { events, podcast, episode, residents, agency, news }
