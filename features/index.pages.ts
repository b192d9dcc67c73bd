/** The public pages of all features. */
import { artistPages } from './artists/index.pages.ts'
import { homePages } from './home/index.pages.ts'
import { messagePages } from './messages/index.pages.ts'
import { newsPages } from './news/index.pages.ts'
import { nightPages } from './nights/index.pages.ts'
import type { FeaturePage } from './page-manifest.ts'
import { textPages } from './pages/index.pages.ts'
import { privacyPages } from './privacy/index.pages.ts'
import { recordingPages } from './recordings/index.pages.ts'

export const publicPages: readonly FeaturePage[] = [
  ...homePages,
  ...textPages,
  ...messagePages,
  ...newsPages,
  ...nightPages,
  ...artistPages,
  ...recordingPages,
  ...privacyPages,
]
