import { privacy as words } from '../../club/privacy.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const privacy = {
  pages: [{ key: 'privacy', path: '/privacidad', head: words.meta, listing: { label: 'Privacidad' } }],
} satisfies ServerFeature
