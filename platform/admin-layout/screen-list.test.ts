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
})
