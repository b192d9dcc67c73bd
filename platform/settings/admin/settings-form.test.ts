import { describe, expect, it } from 'vitest'
import { defaults } from '../../../club/defaults.ts'
import {
  flattenValues,
  type ItemValues,
  nestValues,
  toItemValues,
} from '../../content/admin/form/item-values.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import type { SettingsGroup } from '../shared/site-settings.ts'
import { createPreviewBody, settingsFormDeclaration, settingsToItem } from './settings-form.ts'

const ZONE = 'America/Argentina/Buenos_Aires'
const PICTURE = `data:image/webp;base64,${'A'.repeat(400_000)}`

const chapters = defaults.history.chapters.map((chapter, index) => ({ ...chapter, _id: `c${index}` }))
const history = {
  ...defaults.history,
  chapters,
  updatedAt: null,
  images: {},
} as unknown as SettingsGroup<'history'>
const contact = { ...defaults.contact, updatedAt: null, images: {} } as unknown as SettingsGroup<'contact'>
const getForm = <G extends 'history' | 'contact'>(name: G, group: SettingsGroup): ItemValues =>
  toItemValues(settingsFormDeclaration(name), settingsToItem(name, group), ZONE)

describe('bodyToPreview', () => {
  it('contains the changed fields only', () => {
    const base = getForm('contact', contact)
    const look = (change: Record<string, string>) =>
      createPreviewBody('contact', nestValues({ ...flattenValues(base), ...change }), base, ZONE).body
    expect(look({})).toEqual({})
    expect(look({ 'address.street': 'Mitre 750', 'position.lat': '-32,95', hours: '' })).toEqual({
      address: { street: 'Mitre 750' },
      position: { lat: -32.95 },
    })
    // A blank required field keeps its value. A blank optional field becomes null.
    expect(look({ 'address.street': '', lead: ' ' })).toEqual({ lead: null })
    // An invalid number is sent unchanged, so that the API refuses it.
    expect(look({ 'position.lat': 'sur' })).toEqual({ position: { lat: 'sur' } })
  })

  it('replaces each new picture by a placeholder of its own', () => {
    const base = getForm('history', history)
    const [first, second, third] = base.chapters as Record<string, string>[]
    const rows = [
      { ...first, picture: PICTURE },
      { ...second, picture: '' },
      third,
      { ...third, picture: PICTURE },
    ]
    const { body, pictures } = createPreviewBody('history', { ...base, chapters: rows as never }, base, ZONE)
    const sent = (body as { chapters: { title: string; picture: string | null }[] }).chapters
    expect(sent.map(({ title }) => title)).toEqual([first, second, third, third].map((row) => row?.title))
    const [one, none, kept, other] = sent.map(({ picture }) => picture)
    expect(none || null).toBeNull()
    expect(kept).toBe(third?.picture)
    expect([...pictures]).toEqual([
      [one, PICTURE],
      [other, PICTURE],
    ])
    expect(one).not.toBe(other)
    expect(JSON.stringify(body).length).toBeLessThan(10_000)
  })
})

it('groups the English fields, and has no group without fields', () => {
  const english = Object.keys(settingsGroups.home.fields).filter((name) => name.startsWith('en.'))
  expect(settingsFormDeclaration('home').groups?.map(({ fields }) => fields)).toEqual([english])
  expect(settingsFormDeclaration('home', ['podcast']).groups).toEqual([])
})
