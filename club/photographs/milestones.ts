/** Photographs of the stories of /milestones, by name (club/milestones.ts). tools/pictures/photos.mjs creates the files. */
import { photograph } from '../pictures.ts'

const files = import.meta.glob<string>('../pictures/milestone-*.{avif,jpg}', {
  eager: true,
  import: 'default',
})

export const photographs = {
  'milestone-1': photograph(files, 'milestone-1', [1600, 1067]),
  'milestone-2': photograph(files, 'milestone-2', [1600, 1067]),
  'milestone-3': photograph(files, 'milestone-3', [1600, 1067]),
  'milestone-4': photograph(files, 'milestone-4', [1600, 1067]),
  'milestone-5': photograph(files, 'milestone-5', [1600, 1067]),
  'milestone-6': photograph(files, 'milestone-6', [1600, 1067]),
  'milestone-7': photograph(files, 'milestone-7', [1600, 1067]),
  'milestone-8': photograph(files, 'milestone-8', [1600, 1067]),
} as const
