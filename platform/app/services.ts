/** The services that the routes of the API receive. */

import type { AuditLog } from '../audit-log/server/audit-log.ts'
import type { Accounts } from '../auth/server/accounts.ts'
import type { Devices } from '../auth/server/devices.ts'
import type { Invitations } from '../auth/server/invitations.ts'
import type { PasswordReset } from '../auth/server/password-reset.ts'
import type { SecondFactor } from '../auth/server/second-factor.ts'
import type { Sessions } from '../auth/server/sessions.ts'
import type { SignIn } from '../auth/server/sign-in.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import type { ListJson } from '../content/server/list-json.ts'
import type { Ordering } from '../content/server/ordering.ts'
import type { Previews } from '../content/server/previews.ts'
import type { Trash } from '../content/server/trash.ts'
import type { AudioUploads } from '../media/server/audio-uploads.ts'
import type { Films } from '../media/server/films.ts'
import type { Images } from '../media/server/images.ts'
import type { PreviewPage } from '../pages/shared/reader.ts'
import type { SettingsService } from '../settings/server/settings-service.ts'

export interface ApiServices {
  content: Content
  settings: SettingsService
  /** Renders the page at a path with unsaved settings, or with an unsaved item. */
  previewPage: PreviewPage
  ordering: Ordering
  previews: Previews
  trash: Trash
  auditLog: AuditLog
  accounts: Accounts
  signIn: SignIn
  invitations: Invitations
  sessions: Sessions
  devices: Devices
  secondFactor: SecondFactor
  passwordReset: PasswordReset
  images: Images
  films: Films
  audioUploads: AudioUploads
  /** Serialises lists for visitors. */
  listJson: ListJson
  /** Cache for answers of the API, which are large and many. In the cache of pages they would evict pages. */
  answerCache: ResponseCache | null
  now: () => number
  /** Path below which the routes are mounted, such as /api. */
  basePath: string
}
