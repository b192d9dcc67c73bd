/** The documents agree with the code: files, commands, variables and routes that they name exist, and lists are complete. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../ops/cli/commands.ts'
import { getDeclaration, resourceNames } from '../platform/content/shared/resources.ts'
import { VARIABLES } from '../platform/process/env.ts'
import { settingsNames } from '../platform/settings/shared/settings-names.ts'
import { accessRows } from '../test/support/api-access-table.ts'

const root = join(import.meta.dirname, '..')
const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
const findMarkdown = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : []))

const documents = [...findMarkdown('.'), ...findMarkdown('docs'), ...findMarkdown('docs/decisions')]
const records = documents.filter((path) => path.startsWith(join('docs', 'decisions')))

const decisionRecords = records.filter((path) => basename(path) !== 'README.md')

const byFile = (a: { file: string }, b: { file: string }) => a.file.localeCompare(b.file)

/** The status of a decision record: the text between its title and its first section. */
const readStatus = (text: string): string => text.slice(text.indexOf('\n'), text.indexOf('\n## '))

/** A text in a document that starts with one of these folders counts as a path, which must exist. */
const FOLDERS = ['club', 'deploy', 'docs', 'features', 'ops', 'platform', 'scripts', 'test', 'tools']

const findCode = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string)

const sourceFiles = ['club', 'features', 'ops', 'platform', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

/** Paths in backticks, also within commands. Patterns such as `features/<name>/index.ts` name no file. */
const findPaths = (text: string): string[] =>
  findCode(text)
    .flatMap((code) => code.split(' '))
    .filter((code) => FOLDERS.includes(code.split('/')[0] ?? '') && /^[\w./@-]+\/[\w./@-]*$/.test(code))

/** Targets of links and pictures, without the anchor. */
const findLinks = (text: string): string[] =>
  [...text.matchAll(/(?:\]\(|src=")(?!https?:|#)([^)"#\s]+)/g)].map(([, target]) => target as string)

/** Code blocks whose first line is a comment with the path of the quoted file. Lines of such a block are lines of this file. */
const findQuotes = (text: string): { path: string; lines: string[] }[] =>
  [...text.matchAll(/^ *```tsx?\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm)].map(([, path = '', code = '']) => ({
    path,
    lines: code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))

/** Anchors of headings, as GitHub makes them. */
const findAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))

const firstColumn = (path: string): string[] =>
  tableRows(readText(path)).flatMap(([cell = '']) => findCode(cell))

const getEntries = (folder: string, isWanted: (name: string) => boolean): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && isWanted(entry.name) ? [entry.name] : [],
  )

describe('documents', () => {
  test.each(documents)('%s links to files that exist', (path) => {
    const missing = findLinks(readText(path)).filter(
      (target) => !existsSync(join(root, dirname(path), target)),
    )
    expect(missing).toEqual([])
  })

  test.each(documents)('%s links to headings that exist', (path) => {
    const targets = [...readText(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
    const missing = targets.filter(([, file = '', anchor = '']) => {
      const target = file === '' ? path : join(dirname(path), file)
      return target.endsWith('.md') && !findAnchors(readText(target)).includes(decodeURIComponent(anchor))
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  // A record keeps the paths of its time when another record supersedes it.
  test.each(documents.filter((path) => !/superseded/.test(readText(path))))(
    '%s names files that exist',
    (path) => {
      expect(findPaths(readText(path)).filter((named) => !existsSync(join(root, named)))).toEqual([])
    },
  )

  test.each(documents)('%s names scripts of package.json', (path) => {
    const { scripts } = JSON.parse(readText('package.json'))
    const named = [...readText(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test.each(documents)('%s quotes lines of the code', (path) => {
    for (const { path: quoted, lines } of findQuotes(readText(path))) {
      const source = readText(quoted)
      expect([quoted, lines.filter((line) => !source.includes(line))]).toEqual([quoted, []])
    }
    expect(findQuotes(readText('CONTRIBUTING.md')).length).toBeGreaterThan(5)
  })

  test.each(['CONTRIBUTING.md', 'README.md', 'docs/architecture.md'])(
    '%s names functions, types and fields that exist',
    (path) => {
      const code = sourceFiles.map((file) => readText(file)).join('\n')
      const names = findCode(readText(path)).filter((text) => /^[A-Za-z]+[a-z][A-Z]\w*$/.test(text))
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
    },
  )

  test('list each decision record in docs/decisions/README.md', () => {
    const listed = findLinks(readText('docs/decisions/README.md'))
    const missing = decisionRecords.filter((path) => !listed.includes(basename(path)))
    expect(missing).toEqual([])
  })

  test('list each decision record with exactly its own title', () => {
    const rows = tableRows(readText('docs/decisions/README.md')).flatMap(([, link = '']) =>
      [...link.matchAll(/\[(.+)\]\((.+\.md)\)/g)].map(([, title = '', file = '']) => ({ file, title })),
    )
    const titles = decisionRecords.map((path) => ({
      file: basename(path),
      title: /^# \d+\. (.+)$/m.exec(readText(path))?.[1],
    }))
    expect(rows.toSorted(byFile)).toEqual(titles.toSorted(byFile))
  })

  test.each(decisionRecords)('%s has the four sections of a record, in order', (path) => {
    const sections = [...readText(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(sections).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives'])
  })

  const supersededRecords = decisionRecords.filter((path) => /superseded/i.test(readStatus(readText(path))))
  test.each(supersededRecords)('%s names the record that supersedes it', (path) => {
    expect(readStatus(readText(path))).toMatch(/superseded (?:in part )?by \[\d+\]\(\d{4}-[\w-]+\.md\)/)
  })

  test('name in each record the successors that docs/decisions/README.md lists', () => {
    const missing = tableRows(readText('docs/decisions/README.md')).flatMap(([, link = '', status = '']) => {
      const [record] = findLinks(link)
      if (record === undefined) return []
      const named = findLinks(readStatus(readText(join('docs', 'decisions', record))))
      const isMarked = /superseded/.test(status)
      const successors = findLinks(status)
      if (isMarked && successors.length === 0) return [record]
      return isMarked ? successors.filter((successor) => !named.includes(successor)) : []
    })
    expect(missing).toEqual([])
  })

  test('number each decision record once', () => {
    const numbers = records.map((path) => path.slice('docs/decisions/'.length).slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })
})

describe('README.md', () => {
  test('has at most 150 lines', () => {
    expect(readText('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  test('describes each folder of the repository, of platform/ and of features/', () => {
    const listed = firstColumn('README.md')
    const ignored = [
      'node_modules',
      ...readText('.gitignore')
        .split('\n')
        .map((line) => line.replaceAll('/', '')),
    ]
    const isOurs = (name: string) => !name.startsWith('.') && !ignored.includes(name)
    const folders = [
      ...getEntries('.', isOurs).map((name) => `${name}/`),
      ...['features', 'platform'].flatMap((parent) =>
        getEntries(parent, isOurs).map((name) => `${parent}/${name}/`),
      ),
    ]
    expect(folders.filter((folder) => !listed.includes(folder))).toEqual([])
  })
})

describe('docs/configuration.md', () => {
  test('lists exactly the variables of the server', () => {
    const listed = firstColumn('docs/configuration.md')
    const ofBuckets = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    expect(listed.toSorted()).toEqual([...VARIABLES, ...ofBuckets].toSorted())
  })
})

describe('docs/commands.md', () => {
  const page = readText('docs/commands.md')

  test('names each script of package.json', () => {
    const { scripts } = JSON.parse(readText('package.json'))
    const named = [...page.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name)
    expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([])
  })

  test('names exactly the commands of ./pulso', () => {
    const named = firstColumn('docs/commands.md').flatMap((code) => /^\.\/pulso (.+)$/.exec(code)?.[1] ?? [])
    expect(named.toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  })
})

describe('docs/requirements.md', () => {
  test('lists exactly the fields of each resource, required and optional', () => {
    const [, table = ''] = /^## Content$(.+?)^\| Rows /ms.exec(readText('docs/requirements.md')) ?? []
    /** Returns the field names of a cell, without notes in parentheses. English versions share the name `en`. */
    const readNames = (cell = ''): string[] =>
      (cell.replace(/\(.*?\)/g, '').match(/\w+/g) ?? []).filter((name) => name !== 'en').toSorted()
    const rows = tableRows(table).slice(1)
    const listed = rows.flatMap(([names, required, optional]) =>
      readNames(names).map((name) => [name, readNames(required), readNames(optional)] as const),
    )
    const declared = resourceNames.map((resource) => {
      const fields = Object.entries(getDeclaration(resource).fields).filter(([name]) => !name.includes('.'))
      const listNames = (isOptional: boolean) =>
        fields.flatMap(([name, { optional = false }]) => (optional === isOptional ? [name] : [])).toSorted()
      return [resource, listNames(false), listNames(true)] as const
    })
    expect(listed.toSorted()).toEqual(declared.toSorted())
  })
})

describe('docs/api.md', () => {
  test('names each resource', () => {
    const [line = ''] = /^Resources are .+$/m.exec(readText('docs/api.md')) ?? []
    expect(findCode(line).toSorted()).toEqual(resourceNames.toSorted())
  })

  const WHO = { anyone: 'anyone', administrator: 'administrators', token: 'holders of `METRICS_TOKEN`' }

  const isOneOf = (names: readonly string[], name = '') => names.includes(name)
  /** Names of resources and settings groups replaced by a parameter. */
  const generalPath = (path: string): string => {
    const [, first, second, ...rest] = path.split('/')
    if (path.startsWith('/news/title/') || /^\/events\/\{id\}\/(?:lists|guests|door)/.test(path)) return path
    if (isOneOf(resourceNames, first))
      return ['', '{resource}', second, ...rest].filter((part) => part !== undefined).join('/')
    if (first === 'order') return '/order/{resource}'
    if (first === 'site' && isOneOf(settingsNames, second)) return ['', 'site', '{group}', ...rest].join('/')
    return path
  }

  test('lists exactly the routes of the API and who may call them', () => {
    const listed = tableRows(readText('docs/api.md')).flatMap(([calls = '', who = '']) =>
      findCode(calls).map((call) => `${call} ${who.trim()}`),
    )
    const routes = accessRows.map(
      ({ method, path, who }) => `${method} /${generalPath(path).replace(/^\//, '')} ${WHO[who]}`,
    )
    expect(listed.toSorted()).toEqual([...new Set(routes)].toSorted())
  })
})
