import { expect, test } from 'vitest'
import { settingsFormDeclaration } from '../../../settings/admin/settings-form.ts'
import { settingsGroups } from '../../../settings/shared/all-settings.ts'
import { declarationOf } from '../../shared/resources.ts'
import { asForm, bodyInApi, pickFormFields, spanishInForm } from './field-names.ts'

const events = declarationOf('events')

test('what a form holds in English goes back as it came', () => {
  const said = { title: 'Uno', en: { title: 'One', description: null } }
  expect(pickFormFields(events, said)).toEqual({ title: 'Uno', 'en-title': 'One', 'en-description': null })
  expect(bodyInApi({ 'en-title': 'Two', 'en-meta-title': 'x', alt: { photo: null } })).toEqual({
    en: { title: 'Two', meta: { title: 'x' } },
    alt: { photo: null },
  })
})

test('a field in English knows the one that it is beside, and no other does', () => {
  const { fields } = asForm(events)
  expect(spanishInForm(fields, 'en-title')).toBe('title')
  expect(spanishInForm(fields, 'title')).toBeNull()
  expect(spanishInForm(fields, 'lineup')).toBeNull()
  const home = settingsFormDeclaration('home')
  expect(spanishInForm(home.fields, 'en-meta-title')).toBe('meta-title')
})

test('all that is asked for in English is folded away together, and where nothing is, no fold is left', () => {
  const folded = settingsFormDeclaration('home').groups?.flatMap(({ fields }) => fields)
  expect(folded).toEqual(
    Object.keys(settingsGroups.home.fields)
      .filter((name) => name.startsWith('en.'))
      .map((name) => name.replaceAll('.', '-')),
  )
  expect(settingsFormDeclaration('home', ['podcast']).groups).toEqual([])
  expect(asForm(events).groups?.at(-1)?.fields).toEqual(
    Object.keys(events.fields)
      .filter((name) => name.startsWith('en.'))
      .map((name) => name.replaceAll('.', '-')),
  )
})
