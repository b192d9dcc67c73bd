import { describe, expect, it } from 'vitest'
import { resourceNames, resources } from '../content/shared/resources.ts'
import { editPath, loginPath, ourClubResources } from './paths.ts'
import { createTrail, createWindowTitle, findPlace, getScreenLabel } from './screen-list.ts'

describe('findPlace', () => {
  it('returns null for addresses that belong to no resource', () => {
    for (const path of [
      '/',
      '/admin',
      '/admin/ourclub',
      '/admin/users',
      '/admin/ourclub/newsletter',
      '/news',
    ])
      expect(findPlace(path), path).toBeNull()
  })

  it('finds the four screens and the menu, also with a trailing slash', () => {
    expect(findPlace('/admin/ourclub/news')).toEqual({ resource: 'news', screen: 'menu' })
    expect(findPlace('/admin/ourclub/news/addnews/')).toEqual({ resource: 'news', screen: 'create' })
    expect(findPlace('/admin/ourclub/news/updatenews')).toEqual({ resource: 'news', screen: 'update' })
    expect(findPlace('/admin/ourclub/news/updatenews/abc')).toEqual({ resource: 'news', screen: 'edit' })
    expect(findPlace('/admin/events/deleteevent')).toEqual({ resource: 'events', screen: 'remove' })
  })
})

describe('breadcrumb trails, window titles and paths', () => {
  it('contain Nuestro Club for its resources, and not for events', () => {
    expect(createTrail('/admin/ourclub/news/addnews').map((step) => step.label)).toEqual([
      'Administración',
      'Nuestro Club',
      'Novedades',
      'Crear',
    ])
    expect(createTrail('/admin/events/addevents').map((step) => step.label)).toEqual([
      'Administración',
      'Fechas',
      'Crear',
    ])
  })

  it('lead from lists and forms of a section to a place with another name', () => {
    for (const name of resourceNames) {
      const { admin, words } = resources[name]
      const getBack = (path: string) => createTrail(path).at(-2)
      for (const list of [admin.menu, admin.update]) {
        expect(createTrail(list).at(-1)?.label).toBe(words.many)
        expect(getBack(list)?.label).not.toBe(words.many)
      }
      expect(getBack(`${admin.update}/1`)).toEqual({ to: admin.update, label: words.many })
      for (const screen of [admin.create, admin.remove])
        expect(getBack(screen)).toEqual({ to: admin.menu, label: words.many })
      expect(getScreenLabel(`${admin.update}?q=x`)).toBe(words.many)
    }
  })

  it('start the window title with the innermost part', () => {
    expect(createWindowTitle('/admin/users/addusers', 'Club')).toBe(
      'Agregar · Usuarios · Administración · Club',
    )
    // Calls the function twice, because the first call must not reverse the stored trail.
    expect(createWindowTitle('/admin/users/addusers', 'Club')).toBe(
      'Agregar · Usuarios · Administración · Club',
    )
    expect(createTrail('/admin/users').map((step) => step.label)).toEqual(['Administración', 'Usuarios'])
  })
})

it('ourClubResources keeps the order of the menu', () => {
  const names = ourClubResources.map(({ name }) => name)
  const inOrder = ['residents', 'agency', 'news'] as const
  expect(names.filter((name) => inOrder.some((each) => each === name))).toEqual(inOrder)
  const orders = ourClubResources.map(({ menuOrder = Number.POSITIVE_INFINITY }) => menuOrder)
  expect(orders).toEqual(orders.toSorted((one, other) => one - other))
})

it('paths escape the parts of an address', () => {
  expect(editPath(resources.news, 'a/b')).toBe('/admin/ourclub/news/updatenews/a%2Fb')
  expect(loginPath('/admin/events?q=x&page=2')).toBe('/login?volver=%2Fadmin%2Fevents%3Fq%3Dx%26page%3D2')
})
