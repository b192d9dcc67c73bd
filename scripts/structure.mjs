/**
 * `npm run structure`: prints the size of the code by folder and by layer, long functions, large folders, circular imports, and
 * imports that break the layers. `--check` prints only the last, and fails when there are some.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { ALLOWED_UP, createPlaces, featureOf, findBrokenLayers, findImports, readLayers } from './layers.mjs'
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
const isTest = (file) => /^test\/|^features\/[^/]+\/(e2e|test)\/|\.test\.tsx?$/.test(file)
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

const isModule = (file) => isCode(file) || isStyle(file)
const imports = files
  .filter(isProduct)
  .flatMap((from) => findImports(from, sources.get(from), parseSync, files))
  .filter(({ to }) => isModule(to))
const groups = readLayers()
const placeOf = createPlaces(groups)
const broken = findBrokenLayers(imports, placeOf)

if (process.argv.includes('--check')) {
  for (const line of broken) printLine(line)
  process.exit(broken.length === 0 ? 0 : 1)
}

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

const getPart = (file) => file.split('/')[0]
const isBetweenFeatures = ({ from, to }) =>
  featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to)

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
const rows = [...byFolder(getPart), ...byFolder(twoLevels).filter(([name]) => name.includes('/'))]
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
const layerRows = groups.flatMap(({ group, layers }) =>
  layers.map((layer) =>
    createRow(
      `${group}  ${layer}`,
      files.filter((file) => placeOf(file)?.layer === layer),
    ),
  ),
)
table(['Layer of platform/', 'Lines', 'Files', 'Tests', 'Files', 'CSS', 'Files'], layerRows)

printLine(`\nImports that break the layers: ${broken.length}`)
for (const line of broken) printLine(`  ${line}`)
printLine(`Types that may run up: ${Object.keys(ALLOWED_UP).length}`)
for (const [name, reason] of Object.entries(ALLOWED_UP)) printLine(`  ${name}: ${reason}`)
const between = imports.filter(isBetweenFeatures)
printLine(`Imports between features: ${between.length}`)
for (const { from, to, isType } of between) printLine(`  ${from} → ${to}${isType ? ' (types)' : ''}`)
