import { copy } from '../../club/copy.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const accounts = {
  pages: [
    { key: 'login', path: '/login', head: copy.meta.login },
    { key: 'register', path: '/register', head: copy.meta.register },
  ],
} satisfies ServerFeature
