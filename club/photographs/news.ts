/** What /news shows when there are none; made by tools/pictures/photos.mjs. */
import { type Described, photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/news-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const noNews: Described = {
  ...photograph(files, 'news-empty', [1600, 1000]),
  alt: 'La pista vacía y un solo haz de luz que cae sobre el piso.',
}
