/** The screens of every resource. */

import { type AdminScreen, adminPaths, isOfOurClub, verbs } from '../../admin-layout/paths.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'

/** Anchors in the guide for administrators, for resources that have their own part in the guide. */
export type ContentGuides = Partial<Record<ResourceName, string>>

export const contentScreens = (guides: ContentGuides) =>
  resourceNames.flatMap((name) => {
    const declaration = getDeclaration(name)
    const { admin, words } = declaration
    const parent = isOfOurClub(declaration) ? adminPaths.ourClub : adminPaths.home
    const guide = guides[name] ?? 'residentes-agencia-podcasts-y-episodios'
    return [
      {
        path: admin.menu,
        file: 'platform/content/admin/list/item-list.screen.tsx',
        place: { resource: name, screen: 'menu' },
        label: words.many,
        parent,
        guide,
        command: { group: 'go', order: 40 },
      },
      {
        path: admin.create,
        file: 'platform/content/admin/form/create-item.screen.tsx',
        place: { resource: name, screen: 'create' },
        label: verbs.create,
        parent: admin.menu,
        guide,
        command: {
          group: 'create',
          order: 10,
          label: `${verbs.create} ${words.one}`,
          also: 'nuevo nueva',
        },
      },
      {
        path: admin.update,
        file: 'platform/content/admin/list/item-list.screen.tsx',
        place: { resource: name, screen: 'update' },
        label: words.many,
        parent,
        guide: 'cambiar-algo',
        command: { group: 'change', order: 10, label: `${verbs.update} ${words.one}` },
      },
      {
        path: `${admin.update}/:id`,
        file: 'platform/content/admin/form/edit-item.screen.tsx',
        place: { resource: name, screen: 'edit' },
        label: 'Cambios',
        parent: admin.update,
        guide,
      },
      {
        path: admin.remove,
        file: 'platform/content/admin/list/item-list.screen.tsx',
        place: { resource: name, screen: 'remove' },
        label: verbs.remove,
        parent: admin.menu,
        guide: 'borrar-y-arrepentirse',
        command: { group: 'change', order: 10, label: `${verbs.remove} ${words.one}` },
      },
    ] as const satisfies readonly AdminScreen[]
  })
