/** THE API TABLE: every call of the API; the rows of each concern stand in routes/. */
import { resourceNames } from '../../contract/content/resources.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Content } from '../content/content.ts'
import type { History } from '../content/history.ts'
import type { Trash } from '../content/trash.ts'
import type { Accounts } from '../identity/accounts.ts'
import type { Devices } from '../identity/devices.ts'
import type { PasswordReset } from '../identity/password-reset.ts'
import type { SecondFactor } from '../identity/second-factor.ts'
import type { Sessions } from '../identity/sessions.ts'
import type { SignIn } from '../identity/sign-in.ts'
import type { Mailbox } from '../mail/messages.ts'
import type { Images } from '../media/images.ts'
import type { Health } from '../ops/health.ts'
import type { Figures } from '../ops/metrics/figures.ts'
import type { Call } from './route.ts'
import { accountCalls } from './routes/account.ts'
import { contentCalls } from './routes/content.ts'
import { historyCalls } from './routes/history.ts'
import { mailCalls } from './routes/mail.ts'
import { mediaCalls } from './routes/media.ts'
import { messageCalls } from './routes/messages.ts'
import { contractCalls, serviceCalls } from './routes/service.ts'
import { sessionCalls } from './routes/sessions.ts'
import { titleCalls } from './routes/titles.ts'
import { trashCalls } from './routes/trash.ts'
import { userCalls } from './routes/users.ts'

export interface ApiServices {
  content: Content
  trash: Trash
  history: History
  accounts: Accounts
  signIn: SignIn
  sessions: Sessions
  devices: Devices
  secondFactor: SecondFactor
  passwordReset: PasswordReset
  images: Images
  mailbox: Mailbox
  cache: ResponseCache | null
  /** null: METRICS_TOKEN is not set. */
  figures: Figures | null
  health(): Promise<Health>
  /** Where the calls are mounted: a path such as /api. */
  basePath: string
}

export function apiTable(services: ApiServices): Call[] {
  const calls = [
    ...resourceNames.flatMap((resource) => contentCalls(resource, services)),
    ...resourceNames.flatMap((resource) => titleCalls(resource, services)),
    ...mediaCalls(services),
    ...sessionCalls(services),
    ...accountCalls(services),
    ...userCalls(services),
    ...mailCalls(services),
    ...messageCalls(services),
    ...trashCalls(services),
    ...historyCalls(services),
    ...serviceCalls(services),
  ]
  return [...calls, ...contractCalls(calls, services)]
}
