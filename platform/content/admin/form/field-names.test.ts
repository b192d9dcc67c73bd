import { expect, test } from 'vitest'
import { settingsFormDeclaration } from '../../../settings/admin/settings-form.ts'
import { settingsGroups } from '../../../settings/shared/all-settings.ts'
import { getDeclaration } from '../../shared/resources.ts'
import { getSpanishFormName, pickFormFields, toApiBody, toFormDeclaration } from './field-names.ts'

const events = getDeclaration('events')

test('converts English fields to form names and back', () => {
  const item = { title: 'Uno', en: { title: 'One', description: null } }
  expect(pickFormFields(events, item)).toEqual({ title: 'Uno', 'en-title': 'One', 'en-description': null })
  expect(toApiBody({ 'en-title': 'Two', 'en-meta-title': 'x', alt: { photo: null } })).toEqual({
    en: { title: 'Two', meta: { title: 'x' } },
    alt: { photo: null },
  })
})

test('finds the Spanish field that an English field translates, and none for other fields', () => {
  const { fields } = toFormDeclaration(events)
  expect(getSpanishFormName(fields, 'en-title')).toBe('title')
  expect(getSpanishFormName(fields, 'title')).toBeNull()
  expect(getSpanishFormName(fields, 'lineup')).toBeNull()
  const home = settingsFormDeclaration('home')
  expect(getSpanishFormName(home.fields, 'en-meta-title')).toBe('meta-title')
})

test('groups all English fields, and drops a group without fields', () => {
  const folded = settingsFormDeclaration('home').groups?.flatMap(({ fields }) => fields)
  expect(folded).toEqual(
    Object.keys(settingsGroups.home.fields)
      .filter((name) => name.startsWith('en.'))
      .map((name) => name.replaceAll('.', '-')),
  )
  expect(settingsFormDeclaration('home', ['podcast']).groups).toEqual([])
  expect(toFormDeclaration(events).groups?.at(-1)?.fields).toEqual(
    Object.keys(events.fields)
      .filter((name) => name.startsWith('en.'))
      .map((name) => name.replaceAll('.', '-')),
  )
})
