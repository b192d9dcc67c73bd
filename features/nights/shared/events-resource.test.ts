import { expect, test } from 'vitest'
import { events } from './events-resource.ts'

test('calls a night "fecha" in the back office, except in the entry of its home', () => {
  const { homeLabel, ...declaration } = events
  expect(homeLabel).toBe('Eventos')
  const words = JSON.stringify(declaration)
    // Here the word is a time of day.
    .replaceAll('toda la noche', '')
    .replaceAll('/admin/events', '')
  expect(words.match(/[^"]*\b(?:noches?|eventos?)\b[^"]*/giu)).toBeNull()
})
