import { declarationOf } from '../../../contract/content/resources.ts'
import { fold, toTitle } from '../../../contract/content/titles.ts'
import * as responses from '../responses.ts'
import { type Call, entityResponse, refused } from '../route.ts'
import type { ApiServices } from '../table.ts'

export function newsCalls({ content, basePath }: ApiServices): Call[] {
  return [
    {
      id: 'getNewsByTitle',
      method: 'GET',
      path: '/news/title/:title',
      who: 'anyone',
      tag: declarationOf('news').words.many,
      summary: 'Una novedad por su título; 301 al título nuevo si cambió',
      headers: ['If-None-Match'],
      answers: {
        200: { description: 'La novedad.', schema: responses.entity('news') },
        301: { description: 'Location dice el título nuevo.' },
      },
      refusals: ['not-found'],
      async handle({ request, params }) {
        const asked = params.title as string
        const found = await content.newsByTitle(asked)
        if (!found) return refused('not-found')
        const title = String(found.entity.newsTitle)
        if (fold(title) !== fold(toTitle(asked))) {
          const Location = `${basePath}/news/title/${encodeURIComponent(title)}`
          return new Response(null, { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } })
        }
        // The title may pass to another item with the same counter: the id tells them apart.
        return entityResponse(request, found.entity, `"${found.version}-${found.entity._id}"`)
      },
    },
  ]
}
