/** The picture of /news while there are no news. tools/pictures/photos.mjs creates the files. */
import { type DescribedPicture, photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/news-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const noNews: DescribedPicture = {
  ...photograph(files, 'news-empty', [1600, 1000]),
  alt: 'La pista vacía y un solo haz de luz que cae sobre el piso.',
}
