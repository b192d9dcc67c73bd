import { expect, test } from 'vitest'
import { getSourceLabel } from './source-labels.ts'
import { findSource } from './sources.ts'
import { SOURCE } from './visits.ts'

const from = (referrer: string, query = '') =>
  findSource(new URL(`https://club.example/fechas${query}`), referrer)

test('findSource prefers the source in the address to the referrer', () => {
  expect(from('https://www.google.com/', '?utm_source=newsletter&src=otra')).toBe('newsletter')
  expect(from('https://www.google.com/', '?src=instagram')).toBe('instagram')
  expect(from('', '?src=IG')).toBe('instagram')
  expect(from('', '?utm_source=Agenda_de+Buenos%20Aires!')).toBe('agenda-de-buenos-aires')
  expect(from('https://www.google.com/', '?src=&utm_source=')).toBe('google')
  for (const strange of ['--', 'ñ', '💥', ' ', '../..', '<b>', 'x'.repeat(5000), 'a-'.repeat(40)]) {
    const source = from('', `?src=${encodeURIComponent(strange)}`)
    expect([strange.slice(0, 9), source === null || SOURCE.test(source)]).toEqual([strange.slice(0, 9), true])
  }
})

test.each([
  ['https://l.instagram.com/', 'instagram'],
  ['https://m.facebook.com/', 'facebook'],
  ['https://www.google.com.ar/', 'google'],
  ['android-app://com.google.android.googlequicksearchbox/', 'google'],
  ['https://t.co/abc', 'x'],
  ['https://x.com/', 'x'],
  ['https://twitter.com/', 'x'],
  ['https://wa.me/', 'whatsapp'],
  ['https://youtu.be/', 'youtube'],
  ['https://www.tiktok.com/', 'tiktok'],
  ['https://ra.co/events/1', 'ra'],
  ['https://www.passline.com/', 'passline'],
  ['https://netflix.com/', 'otro-sitio'],
  ['https://instagram.mal.example/', 'otro-sitio'],
  ['https://blog.example/', 'otro-sitio'],
  ['https://club.example/history', null],
  ['', null],
  ['nada', null],
])('findSource derives from the referrer %s the source %s', (referrer, source) => {
  expect(from(referrer)).toBe(source)
})

test('getSourceLabel returns a label for each known source', () => {
  expect(getSourceLabel('ra')).toBe('Resident Advisor')
  expect(getSourceLabel('mi-campania')).toBe('mi-campania')
  expect(getSourceLabel('constructor')).toBe('constructor')
  expect(getSourceLabel(null)).toMatch(/Directo/)
})
