/** The layers that `npm run check` enforces: each import that breaks them is named. */
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { ALLOWED_UP, createPlaces, findBrokenLayers, findImports, readLayers } from './layers.mjs'

const GROUPS = readLayers(`
## Layers

| Group | Runs in | Layers |
|---|---|---|
| Base | both | \`shared\` \`content/shared\` |
| Server | Node | \`db\` \`content/server\` |
| React | browser | \`ui\` \`content/admin\` |
| Top | each | \`app\`: all |

## Another heading
| Base | both | \`wrong\` |
`)
const placeOf = createPlaces(GROUPS)

/** Judges the imports of one file with this source. */
const judge = (from, source, { files = [], allowed = {} } = {}) =>
  findBrokenLayers(findImports(from, source, parseSync, files), placeOf, allowed)

describe('an import is refused', () => {
  test.each([
    ['a value from a later layer', 'platform/db/a.ts', `import { x } from '../content/server/x.ts'`],
    ['a re-export', 'platform/db/a.ts', `export { x } from '../content/server/x.ts'`],
    ['a side effect', 'platform/db/a.ts', `import '../content/server/x.ts'`],
    ['a dynamic import', 'platform/db/a.ts', `const x = () => import('../content/server/x.ts')`],
    ['a type', 'platform/db/a.ts', `import type { X } from '../content/server/x.ts'`],
    ['a type by import()', 'platform/db/a.ts', `let x: import('../content/server/x.ts').X`],
    [
      'an extended module',
      'platform/db/a.ts',
      `declare module '../content/server/x.ts' {\n  interface X {}\n}`,
    ],
    ['a style of a later layer', 'platform/ui/a.tsx', `import '../content/admin/x.css'`],
    ['a value beside a type', 'platform/db/a.ts', `import { type X, y } from '../content/server/x.ts'`],
    ['server code in React', 'platform/ui/a.tsx', `import type { X } from '../db/x.ts'`],
    ['a feature in the platform', 'platform/app/a.ts', `import { x } from '../../features/news/shared/x.ts'`],
    ['ops/ in the platform', 'platform/app/a.ts', `import { x } from '../../ops/x.ts'`],
    ['ops/ in a feature', 'features/news/server/a.ts', `import { x } from '../../../ops/x.ts'`],
    ['a feature in club/', 'club/a.ts', `import { x } from '../features/news/shared/x.ts'`],
    ['a file without a layer', 'platform/db/a.ts', `import { x } from '../other/x.ts'`],
    [
      'the inside of another feature',
      'features/news/server/a.ts',
      `import { x } from '../../nights/server/x.ts'`,
    ],
    ['server code in shared code', 'features/news/shared/a.ts', `import { x } from '../server/x.ts'`],
    ['a component in server code', 'features/news/server/a.ts', `import { x } from '../public/x.tsx'`],
    ['server code on a page', 'features/news/public/a.tsx', `import { x } from '../../../platform/db/x.ts'`],
    [
      'the application on a page',
      'features/news/public/a.tsx',
      `import { x } from '../../../platform/app/x.ts'`,
    ],
  ])('%s', (_, from, source) => {
    expect(judge(from, source)).toHaveLength(1)
  })

  test('each file that a glob matches', () => {
    const files = [
      'features/news/admin/a.note.tsx',
      'features/news/admin/b.tsx',
      'features/nights/admin/c.note.tsx',
    ]
    const source = `const notes = import.meta.glob('/features/*/admin/*.note.tsx')`
    expect(judge('platform/content/admin/a.ts', source, { files })).toHaveLength(2)
  })

  test('an exception that nobody needs', () => {
    expect(
      judge('platform/db/a.ts', '', { allowed: { 'platform/db/a.ts → platform/app/x.ts': 'why' } }),
    ).toEqual([expect.stringContaining('nobody imports it')])
  })

  test('a value, although its type may run up', () => {
    const allowed = { 'platform/db/a.ts → platform/app/x.ts': 'why' }
    const source = `import { x } from '../app/x.ts'`
    expect(judge('platform/db/a.ts', source, { allowed })).toHaveLength(2)
  })
})

test.each([
  ['a lower layer', 'platform/content/server/a.ts', `import { x } from '../../db/x.ts'`],
  ['the own layer', 'platform/db/a.ts', `import { x } from './deeper/x.ts'`],
  ['Base in React', 'platform/ui/a.tsx', `import { x } from '../content/shared/x.ts'`],
  ['club/', 'platform/db/a.ts', `import { x } from '../../club/x.ts'`],
  ['a package', 'platform/db/a.ts', `import { x } from 'kysely'`],
  ['the list of features', 'platform/app/routes.ts', `import { x } from '../../features/index.pages.ts'`],
  ['what a feature offers', 'features/news/server/a.ts', `import { x } from '../../nights/index.server.ts'`],
  [
    'a type of the application',
    'features/news/server/a.ts',
    `import type { X } from '../../../platform/app/x.ts'`,
  ],
  ['everything in ops/', 'ops/a.ts', `import { x } from '../features/news/server/x.ts'`],
])('an import is accepted: %s', (_, from, source) => {
  expect(judge(from, source)).toEqual([])
})

test('a named type may run up', () => {
  const allowed = { 'platform/db/a.ts → platform/app/x.ts': 'why' }
  expect(judge('platform/db/a.ts', `import type { X } from '../app/x.ts'`, { allowed })).toEqual([])
})

test('a table without the four groups is an error', () => {
  expect(() => readLayers('## Layers\n| Base | both | `shared` |\n')).toThrow('four groups')
})

test('the document has an order, and few types run up', () => {
  expect(readLayers().map(({ group }) => group)).toEqual(['Base', 'Server', 'React', 'Top'])
  expect(Object.keys(ALLOWED_UP).length).toBeLessThanOrEqual(5)
})
