import { expect, it } from 'vitest'
import { afterSignIn, cameFrom, cameFromScreen } from './session.ts'

it.each([
  ['/admin/ourclub/news/updatenews/1?pagina=2#foto', '/admin/ourclub/news/updatenews/1?pagina=2#foto'],
  ['/admin', '/admin'],
  ['', '/admin'],
  ['/history', '/admin'],
  ['/administrador-falso', '/admin'],
  ['https://evil.example/admin/', '/admin'],
  ['//evil.example/admin/', '/admin'],
  ['/\\evil.example/admin/', '/admin'],
  ['/admin/../../history', '/admin'],
  ['javascript:alert(1)//admin/', '/admin'],
])('volver=%s leads to %s', (asked, path) => {
  expect(afterSignIn(new URLSearchParams({ volver: asked }))).toBe(path)
})

it.each([
  ['/', '/'],
  ['/history', '/history'],
  ['/news?page=2', '/news?page=2'],
  ['/artistas/%C3%B1and%C3%BA', '/artistas/%C3%B1and%C3%BA'],
  ['/administrador', '/administrador'],
])('a form opened from %s leads back there', (from, path) => {
  expect(cameFrom(new URLSearchParams({ desde: from }))).toBe(path)
})

it.each([
  '',
  'history',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example/',
  '/\\evil.example/',
  '\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '\u0000//evil.example/',
  '/.//evil.example/',
  '/a/..//evil.example/',
  '/%2e//evil.example/',
  '/admin',
  '/admin/trash',
  '/x/../admin/trash',
  `/${'x'.repeat(2_000)}`,
])('a form is led nowhere by desde=%j', (from) => {
  expect(cameFrom(new URLSearchParams({ desde: from }))).toBeNull()
})

it('a form without the key was opened in the back office', () => {
  expect(cameFrom(new URLSearchParams())).toBeNull()
})

it.each([
  [
    { from: '/admin/events/updateevents?page=2&state=draft' },
    '/admin/events/updateevents?page=2&state=draft',
  ],
  [{ from: '/admin' }, '/admin'],
  [{ from: '/history' }, null],
  [{ from: '/administrador' }, null],
  [{ from: '//evil.example/admin' }, null],
  [{ from: '/admin/../history' }, null],
  [{ from: 7 }, null],
  [{}, null],
  [null, null],
  ['/admin', null],
])('a form opened with the state %j leads to %s', (state, path) => {
  expect(cameFromScreen(state)).toBe(path)
})
