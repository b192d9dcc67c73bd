import { expect, it } from 'vitest'
import { afterSignIn, readPublicOrigin, readScreenOrigin } from './session.ts'

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
])('afterSignIn returns for volver=%s the path %s', (asked, path) => {
  expect(afterSignIn(new URLSearchParams({ volver: asked }))).toBe(path)
})

it.each([
  ['/', '/'],
  ['/history', '/history'],
  ['/news?page=2', '/news?page=2'],
  ['/artistas/%C3%B1and%C3%BA', '/artistas/%C3%B1and%C3%BA'],
  ['/administrador', '/administrador'],
  ['/history#lead', '/history#lead'],
])('cameFrom returns the page %s', (from, path) => {
  expect(readPublicOrigin(new URLSearchParams({ desde: from }))).toBe(path)
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
])('cameFrom rejects desde=%j', (from) => {
  expect(readPublicOrigin(new URLSearchParams({ desde: from }))).toBeNull()
})

it('cameFrom returns null without the key', () => {
  expect(readPublicOrigin(new URLSearchParams())).toBeNull()
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
])('cameFromScreen returns for the state %j the path %s', (state, path) => {
  expect(readScreenOrigin(state)).toBe(path)
})
