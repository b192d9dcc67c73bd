/**
 * `npm run structure`: prints the size of the code by folder, long functions, large folders, circular imports, and imports
 * that cross layers.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { chooseNode, printLine, root } from './runtime.mjs'

await ensureInstalled({ tools: true })
// Runs on the Node of the project, because Node 20 has no Map.groupBy.
const node = chooseNode()
if (node !== process.execPath)
  process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
// Vite is imported here, because ensureInstalled() may have installed it just now.
const { parseSync } = await import('vite')

const FOLDERS = ['club', 'features', 'ops', 'platform', 'test']
const SMALL_LINES = 40
const LONG_FUNCTION_LINES = 120
/** A folder with more product files than this is listed. Subfolders do not count. */
const LARGE_FOLDER_FILES = 20
/** At most this number of circular imports is listed. */
const MAX_LISTED = 20

const isCode = (file) => /\.tsx?$/.test(file)
const isTest = (file) => /^test\/|\.test\.tsx?$/.test(file)
const isProduct = (file) => isCode(file) && !isTest(file)
const isStyle = (file) => file.endsWith('.css')

/** Returns paths of all files in a folder, relative to the root, with slashes on every platform. */
const filesUnder = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : path
  })

const present = new Set(readdirSync(root))
const files = FOLDERS.filter((folder) => present.has(folder))
  .flatMap(filesUnder)
  .filter((file) => isCode(file) || isStyle(file))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const countLines = (file) => sources.get(file).split('\n').length - 1

// ── Functions ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the functions of a file with more than LONG_FUNCTION_LINES lines, as `{place, lines}`. */
function findLongFunctions(file) {
  const source = sources.get(file)
  const lineCount = (start, end) => source.slice(start, end).split('\n').length
  const found = []
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const lines = isFunction ? lineCount(node.start, node.end) : 0
    if (lines > LONG_FUNCTION_LINES) found.push({ place: `${file}:${lineCount(0, node.start)}`, lines })
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return found
}

// ── Imports ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the relative imports of a file, as `{from, to, isType}`. */
function findImports(from) {
  const source = sources.get(from)
  const { module } = parseSync(from, source)
  const statements = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      path: moduleRequest.value,
      // `import './x.ts'` has no entries, and is no type import, because it runs the module.
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .filter(({ moduleRequest }) => moduleRequest)
      .map(({ moduleRequest, isType }) => ({ path: moduleRequest.value, isType })),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      path: source.slice(start + 1, end - 1),
      isType: false,
    })),
  ]
  const merged = new Map()
  for (const { path, isType } of statements) {
    const to = posix.join(posix.dirname(from), path.replace(/\?.*$/, ''))
    if (path.startsWith('.') && isCode(to)) merged.set(to, (merged.get(to) ?? true) && isType)
  }
  return [...merged].map(([to, isType]) => ({ from, to, isType }))
}

const imports = files.filter(isProduct).flatMap(findImports)

/** Returns groups of files that import each other in a circle (Tarjan's strongly connected components). */
function findCircularImports(edges) {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const state = new Map()
  const stack = []
  const circles = []
  function visit(file) {
    const own = { index: state.size, low: state.size, isOpen: true }
    state.set(file, own)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      const other = state.get(to) ?? visit(to)
      if (other.isOpen) own.low = Math.min(own.low, other.low)
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(file))
      for (const each of circle) state.get(each).isOpen = false
      if (circle.length > 1) circles.push(circle.sort())
    }
    return own
  }
  for (const file of targets.keys()) if (!state.has(file)) visit(file)
  return circles
}

const getLayer = (file) => file.split('/')[0]
const getFeature = (file) => /^features\/([^/]+)\//.exec(file)?.[1]
/** True for a file of a feature that other features may import (docs/decisions/0044). */
const isOffered = (file) => /^features\/[^/]+\/(index(\.\w+)?\.ts$|shared\/|public\/exports\/)/.test(file)
const between = (sources, targets) => (from, to) =>
  sources.includes(getLayer(from)) && targets.includes(getLayer(to))

const CROSSINGS = {
  'platform → ops': between(['platform', 'club'], ['ops']),
  'platform → features': between(['platform'], ['features']),
  'feature → feature': (from, to) =>
    getFeature(from) && getFeature(to) && getFeature(from) !== getFeature(to),
  'feature → feature, past index, shared and exports': (from, to) =>
    getFeature(from) && getFeature(to) && getFeature(from) !== getFeature(to) && !isOffered(to),
}

// ── Output ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Prints a table. @param rows each row has a name and numbers */
function table(headings, rows) {
  const all = [headings, ...rows.map((row) => row.map(String))]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  for (const row of all)
    printLine(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
}

const sum = (list) => list.reduce((total, file) => total + countLines(file), 0)
const createRow = (name, list) => [
  name,
  ...[isProduct, isTest, isStyle].flatMap((kind) => [sum(list.filter(kind)), list.filter(kind).length]),
]
const twoLevels = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/')
const byFolder = (folderOf) => [...Map.groupBy(files, folderOf)].map(([name, list]) => createRow(name, list))
const rows = [...byFolder(getLayer), ...byFolder(twoLevels).filter(([name]) => name.includes('/'))]
rows.sort(([one], [other]) => (one < other ? -1 : 1))
table(['Folder', 'Lines', 'Files', 'Tests', 'Files', 'CSS', 'Files'], [...rows, createRow('All', files)])

const small = files.filter((file) => isProduct(file) && countLines(file) < SMALL_LINES)
printLine(`\nFiles of product code under ${SMALL_LINES} lines: ${small.length}`)
const casts = files.filter(isProduct).flatMap((file) => sources.get(file).match(/\bas unknown as\b/g) ?? [])
printLine(`Casts through unknown in product code: ${casts.length}`)
const long = files.filter(isProduct).flatMap(findLongFunctions)
printLine(`Functions over ${LONG_FUNCTION_LINES} lines: ${long.length}`)
for (const { place, lines } of long) printLine(`  ${place}  ${lines}`)
const large = [...Map.groupBy(files.filter(isProduct), posix.dirname)].filter(
  ([, list]) => list.length > LARGE_FOLDER_FILES,
)
printLine(`Folders with more than ${LARGE_FOLDER_FILES} product files: ${large.length}`)
for (const [folder, list] of large) printLine(`  ${folder}  ${list.length}`)
printLine(`Vite plugins of our own: ${files.filter((file) => file.endsWith('-plugin.ts')).length}`)
for (const [name, edges] of [
  ['Circular imports', imports.filter(({ isType }) => !isType)],
  ['Circular imports, types included', imports],
]) {
  const circles = findCircularImports(edges)
  printLine(`${name}: ${circles.length}`)
  for (const circle of circles.slice(0, MAX_LISTED)) printLine(`  ${circle.join('  ')}`)
}
printLine('')
const crossings = Object.entries(CROSSINGS).map(([name, crosses]) => [
  name,
  imports.filter(({ from, to }) => crosses(from, to)),
])
table(
  ['Imports across layers', 'Code', 'Types'],
  crossings.map(([name, found]) => [
    name,
    found.filter(({ isType }) => !isType).length,
    found.filter(({ isType }) => isType).length,
  ]),
)
for (const [, found] of crossings)
  for (const { from, to, isType } of found) printLine(`  ${from} → ${to}${isType ? ' (types)' : ''}`)
