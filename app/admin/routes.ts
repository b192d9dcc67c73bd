/** The screens of the back office: path and source file of each. The server and the browser both read this table. */
import { declarationOf, resourceNames } from '../../contract/content/resources.ts'
import { adminPaths } from './paths.ts'

export type ScreenFile = (typeof screens)[number][1]

/** Four screens serve every resource. */
const resourceScreens = resourceNames.flatMap((name) => {
  const { admin } = declarationOf(name)
  return [
    [admin.menu, 'content/list/menu'],
    [admin.create, 'content/form/create'],
    [admin.update, 'content/list/list'],
    [`${admin.update}/:id`, 'content/form/edit'],
    [admin.remove, 'content/list/remove'],
  ] as const
})

export const screens = [
  [adminPaths.home, 'home/home'],
  [adminPaths.ourClub, 'home/our-club'],
  ...resourceScreens,
  [adminPaths.site, 'site/list'],
  [`${adminPaths.site}/:group`, 'site/edit'],
  [adminPaths.firstDay, 'first-day/overview'],
  [`${adminPaths.firstDay}/:step`, 'first-day/step'],
  [adminPaths.users, 'users/list'],
  [adminPaths.invite, 'users/invite'],
  [adminPaths.addUser, 'users/add'],
  [adminPaths.removeUser, 'users/remove'],
  [adminPaths.account, 'users/account'],
  [adminPaths.visits, 'visits/week'],
  [adminPaths.trash, 'trash/list'],
  [adminPaths.guide, 'guide/guide'],
  [adminPaths.history, 'history/list'],
  [`${adminPaths.history}/:id`, 'history/entry'],
  [adminPaths.messages, 'messages/list'],
  [adminPaths.messageSettings, 'messages/settings'],
  [adminPaths.messageTemplates, 'messages/templates'],
  [`${adminPaths.messages}/:id`, 'messages/message'],
] as const
