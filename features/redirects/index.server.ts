import type { ServerFeature } from '../server-manifest.ts'
import { createRedirectList } from './server/redirect-list.ts'
import { redirectRoutes } from './server/redirect-routes.ts'
import type {} from './server/redirect-tables.ts'
import { createUnknownAddresses } from './server/unknown-addresses.ts'

export const redirects = {
  create(platform, { isDocument }) {
    const redirects = createRedirectList({ ...platform, isDocument })
    const unknown = createUnknownAddresses(platform)
    return {
      routes: redirectRoutes({ redirects, unknown }),
      async findMovedPage(request, sender) {
        const location = await redirects.find(new URL(request.url))
        if (location === null) await unknown.count(request, sender)
        return location
      },
      tidy: unknown.tidy,
      stop: unknown.stop,
    }
  },
} satisfies ServerFeature
