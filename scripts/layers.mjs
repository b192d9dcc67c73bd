/**
 * The layers of the code: reads their order from docs/architecture.md, and finds imports that break it. `npm run structure`
 * prints the result, and `npm run check` fails on it.
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './runtime.mjs'

/**
 * Imports of types that run up, each with its reason. A type costs nothing at run time, but a reader has to know both files.
 * At most 5.
 */
export const ALLOWED_UP = {
  'platform/api/client/api.ts → platform/api/server/route.ts':
    'The typed client reads parameters and answers out of the type of a route.',
  'platform/api/client/api.ts → platform/app/table.ts':
    'The typed client has the types of every route, and the table of routes is above everything.',
}

/**
 * Screens are data in features/index.admin.ts, which the server reads too, so they are imported by their path
 * (docs/decisions/0043).
 */
const isDeclaredScreen = (from, to) => from === 'platform/app/screens.tsx' && /\.screen\.tsx$/.test(to)

/** Files of the platform that read a list of features (docs/decisions/0044). */
const LIST_READERS = {
  'platform/api/shared/problems.ts': ['features/index.problems.ts'],
  'platform/content/shared/resources.ts': ['features/index.ts', 'features/manifest.ts'],
  'platform/settings/shared/all-settings.ts': ['features/index.settings.ts'],
  'platform/seo/site-pages.ts': ['features/index.server.ts'],
  'platform/app/routes.ts': ['features/index.pages.ts'],
  'platform/admin-layout/screen-list.ts': ['features/index.admin.ts'],
  'platform/admin-layout/feature-parts.ts': ['features/index.parts.ts', 'features/parts-manifest.ts'],
  'platform/site-layout/header.tsx': ['features/index.menu.ts'],
  'platform/site-layout/footer.tsx': ['features/index.menu.ts'],
  'platform/seo/seo.ts': ['features/index.menu.ts'],
  'platform/app/screens.tsx': ['features/index.frame.css'],
  'platform/app/public-entry.ts': ['features/index.browser.ts'],
  'platform/app/islands-entry.tsx': ['features/index.islands.ts'],
  'platform/api/client/api.ts': ['features/index.server.ts'],
}

/**
 * Reads the table below the heading `## Layers`.
 * @returns the groups from low to high, each with its layers from low to high. A layer is a path below platform/
 */
export function readLayers(markdown = readFileSync(join(root, 'docs/architecture.md'), 'utf8')) {
  const section = /^## Layers\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown)?.[1] ?? ''
  const groups = [...section.matchAll(/^\| (Base|Server|React|Top) \|.*\| (.*) \|$/gm)].map(
    ([, group, cell]) => ({
      group,
      layers: [...cell.matchAll(/`([\w/-]+)`/g)].map(([, layer]) => layer),
    }),
  )
  if (groups.length !== 4)
    throw new Error('docs/architecture.md has no table of four groups below "## Layers"')
  return groups
}

/** @returns a function from a file to its place, `{group, layer, rank}`. undefined for a file outside of all layers */
export function createPlaces(groups) {
  const places = groups
    .flatMap(({ group, layers }) => layers.map((layer) => ({ group, layer })))
    .map((place, rank) => ({ ...place, rank }))
  const longestFirst = places.toSorted((one, other) => other.layer.length - one.layer.length)
  return (file) => longestFirst.find(({ layer }) => file.startsWith(`platform/${layer}/`))
}

const globToPattern = (glob) =>
  new RegExp(
    `^${glob
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\{([^}]*)\}/g, (_, list) => `(${list.replaceAll(',', '|')})`)
      .replace(/\*\*\/|\*\*|\*/g, (star) => ({ '**/': '(.*/)?', '**': '.*' })[star] ?? '[^/]*')}$`,
  )

/**
 * Finds the imports of a file: static and dynamic ones, re-exports, types by `import('…')`, `declare module`, and the files
 * that `import.meta.glob` matches.
 * @param parse Vite's `parseSync` @param files all files, for globs
 * @returns `{from, to, isType}` for each imported file
 */
export function findImports(from, source, parse, files) {
  const { module } = parse(from, source)
  const found = new Map()
  const add = (path, isType) => {
    const plain = path.replace(/\?.*$/, '')
    const to = plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(from), plain)
    if (/^[./]/.test(plain)) found.set(to, (found.get(to) ?? true) && isType)
  }
  // `import './x.ts'` has no entries, and is no import of a type, because it runs the module.
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType)
  for (const { moduleRequest } of module.dynamicImports)
    add(source.slice(moduleRequest.start + 1, moduleRequest.end - 1), false)
  // Types by `import('…')` are no entries of the module. Dynamic imports match too, and stay values.
  for (const [, path] of source.matchAll(/\bimport\('([^']+)'\)/g)) add(path, true)
  for (const [, path] of source.matchAll(/^declare module '(\.[^']+)'/gm)) add(path, true)
  for (const [, inside] of source.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(([\s\S]*?)\)/g))
    for (const [, glob] of inside.matchAll(/'([/.][^']+)'/g)) {
      const pattern = globToPattern(
        glob.startsWith('/') ? glob.slice(1) : posix.join(posix.dirname(from), glob),
      )
      for (const file of files) if (pattern.test(file)) add(`/${file}`, false)
    }
  return [...found].map(([to, isType]) => ({ from, to, isType }))
}

/** @returns the folder of features/ in which a file lies; undefined for other files */
export const featureOf = (file) => /^features\/([^/]+)\//.exec(file)?.[1]
const isOffered = (file) =>
  /^features\/[^/]+\/(index(\.\w+)?\.ts$|shared\/|(public|admin)\/exports\/)/.test(file)

/** Where the code of a feature runs. null for the door, which has files of both sides, and for the lists of features. */
function sideOf(file) {
  const path = file.replace(/^features\/[^/]+\//, '')
  if (/^(shared\/|index\.((settings|problems)\.)?ts$)/.test(path)) return 'Base'
  if (/^(server\/|index\.server\.ts$)/.test(path)) return 'Server'
  if (/^(admin\/|public\/|index\.(admin|parts|menu|pages|browser|islands)\.ts$)/.test(path)) return 'React'
  return null
}

/** Groups of the platform, and sides of other features, that the code of a feature may import. Types of `app` are allowed. */
const VISIBLE = { Base: ['Base'], Server: ['Base', 'Server'], React: ['Base', 'React'] }

/**
 * Finds imports that break the order.
 * @param imports as `findImports` returns them
 * @returns sentences, one for each broken rule
 */
export function findBrokenLayers(imports, placeOf, allowedUp = ALLOWED_UP) {
  const unused = new Set(Object.keys(allowedUp))
  const broken = imports.flatMap((each) => {
    const name = `${each.from} → ${each.to}`
    const reason = each.from.startsWith('platform/')
      ? judgePlatform(each, placeOf)
      : judgeOther(each, placeOf)
    if (reason === null) return []
    if (each.isType && unused.delete(name)) return []
    return [`${name}${each.isType ? ' (types)' : ''}: ${reason}`]
  })
  return [
    ...broken,
    ...[...unused].map((name) => `${name}: allowed in scripts/layers.mjs, but nobody imports it`),
  ]
}

function judgePlatform({ from, to }, placeOf) {
  if (to.startsWith('club/')) return null
  if (LIST_READERS[from]?.includes(to) || isDeclaredScreen(from, to)) return null
  if (!to.startsWith('platform/'))
    return 'platform/ imports only platform/, club/ and, in files that layers.mjs names, a list of features'
  const [own, other] = [placeOf(from), placeOf(to)]
  if (!own || !other) return `${own ? to : from} has no layer in docs/architecture.md`
  if (other.rank > own.rank) return `${own.layer} lies below ${other.layer}`
  if (own.group === 'React' && other.group === 'Server') return 'React reaches the server over the API'
  return null
}

function judgeOther({ from, to, isType }, placeOf) {
  if (from.startsWith('ops/')) return null
  if (to.startsWith('ops/')) return 'only ops/ imports ops/'
  if (from.startsWith('club/')) return to.startsWith('features/') ? 'club/ imports no feature' : null
  const [feature, other] = [featureOf(from), featureOf(to)]
  if (feature && other && feature !== other && !isOffered(to))
    return 'a feature imports from another one only its index files, its shared/ and its exports/'
  const side = sideOf(from)
  if (!feature || side === null) return null
  const place = placeOf(to)
  const group = place?.group ?? (other ? sideOf(to) : null)
  if (group === null || (group === 'Top' && isType) || VISIBLE[side].includes(group)) return null
  return `code of ${side} imports no code of ${group}`
}
