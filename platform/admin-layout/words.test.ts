import { expect, test } from 'vitest'
import { resources } from '../content/shared/resources.ts'
import { describeEntry, formatItemCount, getActorName } from './admin-words.ts'

test('formatItemCount uses the plural for several items', () => {
  expect(formatItemCount(1, resources.news.words)).toBe('1 novedad')
  expect(formatItemCount(3, resources.news.words)).toBe('3 novedades')
  expect(formatItemCount(2, resources.agency.words)).toBe('2 artistas')
})

test('describeEntry describes a change in a sentence', () => {
  expect(describeEntry({ action: 'update', resource: 'news', label: 'La noche' })).toBe(
    'modificó la novedad «La noche»',
  )
  expect(describeEntry({ action: 'revert', resource: 'events', label: '06-03-2027' })).toBe(
    'volvió a una versión anterior de la fecha «06-03-2027»',
  )
  expect(describeEntry({ action: 'revert', resource: 'news', label: 'X' })).toBe(
    'volvió a una versión anterior de la novedad «X»',
  )
  const label = 'ana@club.ex\u0430mple'
  expect(describeEntry({ action: 'refuse', resource: 'users', label })).toContain('xn--')
  expect(describeEntry({ action: 'update', resource: 'news', label })).toContain(label)
  expect(describeEntry({ action: 'create', resource: 'discontinued', label: 'Remera' })).toBe(
    'creó discontinued «Remera»',
  )
  expect(describeEntry({ action: 'create', resource: 'discontinued', label: '' })).toBe('creó discontinued')
  expect(describeEntry({ action: 'approve', resource: 'users', label: '' })).toBe('aprobó el usuario')
})

test('getActorName returns the name, the e-mail address or a word for an unknown author', () => {
  expect(getActorName({ by: 'ana@club.example', byName: 'Ana' })).toBe('Ana')
  expect(getActorName({ by: 'ana@club.example', byName: null })).toBe('ana@club.example')
  expect(getActorName({ by: null, byName: 'Quien opera el servidor' })).toBe('Quien opera el servidor')
  expect(getActorName({ by: null, byName: null })).toBe('El sistema')
})
