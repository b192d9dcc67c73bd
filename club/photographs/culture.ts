/** Photographs of the values of /culture, by the names in club/culture.ts. tools/pictures/photos.mjs creates the files. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/culture-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'culture-courtesy': photograph(files, 'culture-courtesy', [1600, 1067]),
  'culture-nophotos': photograph(files, 'culture-nophotos', [1600, 1067]),
  'culture-novip': photograph(files, 'culture-novip', [1600, 1067]),
  'culture-green': photograph(files, 'culture-green', [1600, 1067]),
} as const
