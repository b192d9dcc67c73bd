import { resourceNames } from '../../contract/content/resources.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const home = {
  pages: [{ key: 'home', path: '/', head: 'home', listing: { label: 'Portada', changedBy: resourceNames } }],
} satisfies ServerFeature
