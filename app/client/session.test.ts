import { expect, it } from 'vitest'
import { afterSignIn } from './session.ts'

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
