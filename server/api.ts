/** THE API TABLE: every call, in the order of decisions §3; the rows of each kind stand in api/. */
import { resourceNames } from '../contract/resources.ts'
import type { Accounts } from './accounts.ts'
import { accountCalls } from './api/account.ts'
import { contentCalls } from './api/content.ts'
import { historyCalls } from './api/history.ts'
import { mailCalls } from './api/mail.ts'
import { mediaCalls } from './api/media.ts'
import { messageCalls } from './api/messages.ts'
import { newsCalls } from './api/news.ts'
import { contractCalls, serviceCalls } from './api/service.ts'
import { sessionCalls } from './api/sessions.ts'
import { trashCalls } from './api/trash.ts'
import { userCalls } from './api/users.ts'
import type { Cache } from './cache.ts'
import type { Call } from './calls.ts'
import type { Content } from './content.ts'
import type { Devices } from './devices.ts'
import type { Health } from './health.ts'
import type { History } from './history.ts'
import type { Images } from './images.ts'
import type { Mailbox } from './mailbox.ts'
import type { Figures } from './metrics/figures.ts'
import type { PasswordReset } from './password-reset.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'
import type { Trash } from './trash.ts'

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
  cache: Cache | null
  /** null: METRICS_TOKEN is not set. */
  figures: Figures | null
  health(): Promise<Health>
  /** Where the calls are mounted: a path such as /api. */
  basePath: string
}

export function apiTable(services: ApiServices): Call[] {
  const calls = [
    ...resourceNames.flatMap((resource) => contentCalls(resource, services)),
    ...newsCalls(services),
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
