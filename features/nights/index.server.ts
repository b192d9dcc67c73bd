import { nights as words } from '../../club/nights.ts'
import { NIGHTS_PATH } from '../../contract/share.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const nights = {
  pages: [
    {
      key: 'nights',
      path: NIGHTS_PATH,
      head: words.meta,
      listing: { label: 'Fechas', changedBy: ['events'] },
    },
  ],
} satisfies ServerFeature
