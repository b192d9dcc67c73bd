/** The page table of the back office: one guard, the menus, and four screens that all resources share. */
import { layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { declarationOf, resourceNames } from '../../contract/content/resources.ts'
import { adminPaths } from './paths.ts'

const resourceRoutes = resourceNames.flatMap((name) => {
  const { admin } = declarationOf(name)
  return [
    route(admin.menu, 'admin/content/list/menu.tsx', { id: `admin:${name}:menu` }),
    route(admin.create, 'admin/content/form/create.tsx', { id: `admin:${name}:create` }),
    route(admin.update, 'admin/content/list/list.tsx', { id: `admin:${name}:update` }),
    route(`${admin.update}/:id`, 'admin/content/form/edit.tsx', { id: `admin:${name}:edit` }),
    route(admin.remove, 'admin/content/list/remove.tsx', { id: `admin:${name}:remove` }),
  ]
})

export const adminRoutes: RouteConfigEntry[] = [
  layout('admin/layout/guard.tsx', [
    route(adminPaths.home, 'admin/home/home.tsx'),
    route(adminPaths.ourClub, 'admin/home/our-club.tsx'),
    ...resourceRoutes,
    route(adminPaths.site, 'admin/site/list.tsx'),
    route(`${adminPaths.site}/:group`, 'admin/site/edit.tsx'),
    route(adminPaths.firstDay, 'admin/first-day/overview.tsx'),
    route(`${adminPaths.firstDay}/:step`, 'admin/first-day/step.tsx'),
    route(adminPaths.users, 'admin/users/list.tsx'),
    route(adminPaths.invite, 'admin/users/invite.tsx'),
    route(adminPaths.addUser, 'admin/users/add.tsx'),
    route(adminPaths.removeUser, 'admin/users/remove.tsx'),
    route(adminPaths.account, 'admin/users/account.tsx'),
    route(adminPaths.visits, 'admin/visits/week.tsx'),
    route(adminPaths.trash, 'admin/trash/list.tsx'),
    route(adminPaths.guide, 'admin/guide/guide.tsx'),
    route(adminPaths.history, 'admin/history/list.tsx'),
    route(`${adminPaths.history}/:id`, 'admin/history/entry.tsx'),
    route(adminPaths.messages, 'admin/messages/list.tsx'),
    route(adminPaths.messageSettings, 'admin/messages/settings.tsx'),
    route(adminPaths.messageTemplates, 'admin/messages/templates.tsx'),
    route(`${adminPaths.messages}/:id`, 'admin/messages/message.tsx'),
  ]),
]
