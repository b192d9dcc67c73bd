/** Lists the screens of all features. The sections of the side menu keep this order. */

import { auditLogScreens } from '../platform/audit-log/admin/index.admin.ts'
import { users } from '../platform/auth/admin/index.admin.ts'
import { contentScreens } from '../platform/content/admin/index.admin.ts'
import { trashScreens } from '../platform/content/admin/trash/index.admin.ts'
import { site } from '../platform/settings/admin/index.admin.ts'
import { analytics } from './analytics/index.admin.ts'
import { firstDay } from './first-day/index.admin.ts'
import { guests } from './guests/index.admin.ts'
import { guide } from './guide/index.admin.ts'
import { home } from './home/index.admin.ts'
import { messages } from './messages/index.admin.ts'
import { news } from './news/index.admin.ts'
import { nights } from './nights/index.admin.ts'
import { redirects } from './redirects/index.admin.ts'
import { season } from './season/index.admin.ts'

export const adminScreens = [
  ...home,
  ...contentScreens({ ...nights, ...news }),
  ...guests,
  ...messages,
  ...analytics,
  ...season,
  ...site,
  ...redirects,
  ...firstDay,
  ...users,
  ...auditLogScreens,
  ...trashScreens,
  ...guide,
]
