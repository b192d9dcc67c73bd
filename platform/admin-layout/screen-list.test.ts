import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { screens } from './screen-list.ts'

const root = join(import.meta.dirname, '../..')

/** The same file names as in the import.meta.glob of screens.tsx, as a regular expression. */
const SCREEN_FILE = /^(features\/[^/]+\/admin|platform\/[^/]+\/admin(\/[^/]+)*)\/[^/]+\.screen\.tsx$/

describe('the screens of the back office', () => {
  it('are declared by the manifests', () => {
    expect(screens.length).toBeGreaterThan(20)
  })

  it.each([...new Set(screens.map(({ file }) => file))])(
    'have their file where Vite looks for screens: %s',
    (file) => {
      expect(file).toMatch(SCREEN_FILE)
      expect(existsSync(join(root, file))).toBe(true)
    },
  )

  it('have one screen per path', () => {
    const paths = screens.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  /** docs/requirements.md, "Addresses". `{id}` is the id of an item. */
  const specified = [
    '/admin',
    ...['', '/addevents', '/updateevents', '/updateevents/{id}', '/deleteevent'].map(
      (rest) => `/admin/events${rest}`,
    ),
    ...['', '/addusers', '/deleteusers'].map((rest) => `/admin/users${rest}`),
    '/admin/ourclub',
    ...['residents', 'agency', 'news'].flatMap((name) =>
      ['', `/add${name}`, `/update${name}`, `/update${name}/{id}`, `/delete${name}`].map(
        (rest) => `/admin/ourclub/${name}${rest}`,
      ),
    ),
  ]

  it('have each specified address', () => {
    const paths = screens.map(({ path }) => path.replace(/:\w+/, '{id}'))
    expect(specified.filter((path) => !paths.includes(path))).toEqual([])
  })
})
