import { oncePerClub } from '../once-per-club.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { shareDocuments } from './server/share-documents.ts'
import { createShareSetPictures } from './server/share-set-pictures.ts'
import { createShareSets } from './server/share-sets.ts'

export { drawNewsCard, drawNightCard, drawPass, drawSquareCover } from './server/drawing-process.ts'
export { parseShareImagePath } from './server/share-documents.ts'
export { createCaption, formatPlace } from './server/share-set-drawings.ts'
export type { ShareSets } from './server/share-sets.ts'

export const shareSetsOf = oncePerClub(createShareSets)

export const shareSetPicturesOf = oncePerClub((platform) =>
  createShareSetPictures({ ...platform, kits: shareSetsOf(platform) }),
)

export const shareImages = {
  documentPaths: ['/share/*'],
  create(platform) {
    const shareSets = shareSetsOf(platform)
    const shareSetPictures = shareSetPicturesOf(platform)
    return {
      documents: (documents) => shareDocuments({ ...documents, shareSets, shareSetPictures }),
      share: {
        setOf: shareSets.getShareSet,
        imageOf: async (resource, item) => (await shareSets.getNames(resource, item)).preview,
      },
      tidy: shareSetPictures.tidy,
      stop: shareSetPictures.stop,
    }
  },
} satisfies ServerFeature
