import { expect, test } from 'vitest'
import { publicPages } from '../../features/index.pages.ts'
import { sitePages } from '../../features/index.server.ts'
import { findLocalizedPath } from '../shared/languages.ts'

const getPath = (path: string): string => `/${path}`.replace(/:\w+/g, 'x')

test('findLocalizedPath returns an English path for exactly the pages with an English version', () => {
  const inEnglish = publicPages.filter((page) => page.inEnglish).map(({ path }) => path)
  // The embedded page is left out, because only other sites link to it.
  const linked = publicPages.filter(
    ({ isBare, path }) => !isBare && findLocalizedPath('en', getPath(path)) !== null,
  )
  expect(linked.map(({ path }) => path)).toEqual(inEnglish)
})

test('every listed page has a route', () => {
  const paths = new Set(publicPages.map(({ path }) => `/${path}`))
  const listed = sitePages.filter(({ listing }) => listing).map(({ path }) => path)
  expect(listed.filter((path) => !paths.has(path))).toEqual([])
})
