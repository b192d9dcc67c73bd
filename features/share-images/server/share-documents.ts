/** Share images of pages, of nights and of news, and their QR codes. */
import type { Fill } from '../../../platform/cache/response-cache.ts'
import { isKitResource } from '../../../platform/content/shared/share-set-resources.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { type FindDocument, pictureDocument } from '../../../platform/seo/document-source.ts'
import type { Head } from '../../../platform/settings/shared/club.ts'
import type { FeatureDocumentServices } from '../../services.ts'
import { captionOf, drawPageCard } from './draw.ts'
import { createKitHandler } from './handler.ts'
import { kitFileAt } from './kits.ts'
import { shareImageAt } from './share-path.ts'

export function shareDocuments(services: FeatureDocumentServices): FindDocument {
  const { content, shareKits, shareMaker, store, settings, headsOf } = services
  const kitFiles = createKitHandler({ content, kits: shareKits, maker: shareMaker, store })

  const pageCard =
    (key: string): Fill =>
    async (dependencies) => {
      const site = await settings(dependencies)
      const heads = headsOf(site)
      if (!Object.hasOwn(heads, key)) return problemResponse('not-found')
      const { neighbourhood, city } = site.identity
      const place = [neighbourhood, city].filter((part) => part !== null).join(', ')
      const jpeg = await drawPageCard(nameOf((heads[key] as Head).title), captionOf(site, place))
      return pictureDocument(jpeg, 'image/jpeg')
    }

  return (path) => {
    const file = kitFileAt(path)
    if (file) return { fill: kitFiles.fillOf(file), cache: 'share-images' }
    const image = shareImageAt(path)
    if (!image) return null
    const { folder, name } = image
    if (folder === null) return { fill: pageCard(name), cache: 'share-images' }
    return isKitResource(folder) ? { fill: kitFiles.formerly(folder, name), cache: null } : null
  }
}

/** Titles of pages are "<name> · <club>". */
const nameOf = (title: string): string => title.split(' · ')[0] as string
