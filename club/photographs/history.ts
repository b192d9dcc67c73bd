/** Photographs of the chapters of /history, by the names in club/history.ts. tools/pictures/photos.mjs creates the files. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/history-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'history-1': photograph(files, 'history-1', [1600, 1067]),
  'history-2': photograph(files, 'history-2', [1600, 1067]),
  'history-3': photograph(files, 'history-3', [1600, 2000]),
  'history-4': photograph(files, 'history-4', [1600, 2000]),
  'history-5': photograph(files, 'history-5', [1600, 1067]),
  'history-6': photograph(files, 'history-6', [1600, 1067]),
} as const
