import { describe, expect, it } from 'vitest'
import { getDeclaration, resourceNames } from '../content/shared/resources.ts'
import { adminPaths } from './paths.ts'
import {
  clubPlaces,
  homePlace,
  isCurrentPlace,
  newItemPlaces,
  otherContent,
  otherNewItemPlaces,
  otherPlaces,
  tabPlaces,
} from './places.ts'

const to = (places: { to: string }[]) => places.map((place) => place.to)

describe('the entries of tab bar and side menu', () => {
  it('contain every list and every form for a new item once', () => {
    const admin = resourceNames.map((name) => getDeclaration(name).admin)
    expect(to([...tabPlaces, ...otherContent]).toSorted()).toEqual(admin.map((of) => of.update).toSorted())
    expect(to([...newItemPlaces, ...otherNewItemPlaces]).toSorted()).toEqual(
      admin.map((of) => of.create).toSorted(),
    )
  })

  it('have nights and news in the tab bar and under Crear', () => {
    expect(tabPlaces.map(({ label }) => label)).toEqual(['Fechas', 'Novedades'])
    expect(newItemPlaces.map(({ label }) => label)).toEqual(['Fecha', 'Novedad'])
  })

  it('are marked as current one at a time', () => {
    const places = [homePlace, ...tabPlaces, ...otherContent, ...clubPlaces, ...otherPlaces]
    const paths = resourceNames.flatMap((name) => {
      const { admin } = getDeclaration(name)
      return [...Object.values(admin), `${admin.update}/1`]
    })
    const below = otherPlaces.map((place) => `${place.to}/settings`)
    for (const path of [...paths, ...below, adminPaths.home, adminPaths.addUser])
      expect([path, places.filter((place) => isCurrentPlace(place.to, path)).length]).toEqual([path, 1])
    expect(places.filter((place) => isCurrentPlace(place.to, adminPaths.ourClub))).toEqual([])
    expect(isCurrentPlace(adminPaths.users, '/admin/userselse')).toBe(false)
  })
})
