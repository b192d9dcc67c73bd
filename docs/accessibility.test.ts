/**
 * accessibility.md is written from accessibility.yaml, the rules of axe and the tags of journeys. A journey that shows the claim
 * about WCAG 2.1.1 for the public site and the door has the tag @wcag-2.1.1-site-door. ATAG concerns only the back office, so
 * its tags name no part. Rules of axe are no evidence by themselves, because each covers only a part of its criterion: journeys
 * that run axe on every page or state have the tags of the criteria that these rules show.
 * `npx vitest run docs/accessibility.test.ts -u` writes the page again.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { AXE_TAGS } from '../test/support/axe-tags.ts'

interface Component {
  name: 'web' | 'authoring-tool' | 'software'
  adherence: { level: string; notes?: string }
  /** Why a person, and no journey, judges the claim. */
  review?: string
}

interface Criterion {
  num: string
  handle: string
  components: Component[]
}

interface Report {
  report_date: string
  evaluation_methods_used: string
  chapters: Record<string, { criteria: Criterion[] }>
}

/** The title of a journey and its `tag` option, as the formatter writes them. */
const TAGGED_JOURNEY = /(?<=\btest\(\s*)['`]([^\n]+)['`],\s*\{\s*tag: (\[[^\]]*\])/g

const root = join(import.meta.dirname, '..')
const report = parse(readFileSync(join(root, 'docs/accessibility.yaml'), 'utf8')) as Report
const criteria = Object.values(report.chapters).flatMap((chapter) => chapter.criteria)

/** Names of the components in the page and in tags. */
const PARTS: Record<Component['name'], { name: string; tag: string }> = {
  web: { name: 'Public site', tag: 'site' },
  'authoring-tool': { name: 'Back office', tag: 'office' },
  software: { name: 'Door', tag: 'door' },
}
const OFFICE = PARTS['authoring-tool'].tag

const LEVELS: Record<string, string> = {
  supports: 'Supports',
  'partially-supports': '**Supports in part**',
  'does-not-support': '**Does not support**',
  'not-applicable': 'Not applicable',
}

const CHAPTERS: Record<string, string> = {
  success_criteria_level_a: 'WCAG 2.2, level A',
  success_criteria_level_aa: 'WCAG 2.2, level AA',
  atag_part_b_level_a: 'ATAG 2.0 part B, level A',
  atag_part_b_level_aa: 'ATAG 2.0 part B, level AA',
}

/** Number of axe rules by criterion. axe writes 1.4.10 as wcag1410. */
const axeRules = Map.groupBy(
  axe.getRules(AXE_TAGS).flatMap(({ tags }) => tags.filter((tag) => /^wcag\d{3,}$/.test(tag))),
  (tag) => tag.replace(/^wcag(\d)(\d)(\d+)$/, '$1.$2.$3'),
)

interface Evidence {
  num: string
  /** Tag of a part. */
  part: string
  journey: string
}

function findEvidence(): Evidence[] {
  return globSync(['test/e2e/*.spec.ts', 'features/*/e2e/*.spec.ts'], { cwd: root })
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(TAGGED_JOURNEY)].flatMap(
        ([, title = '', tags = '']) =>
          [...tags.matchAll(/@(?:wcag-([\d.]+)-([\w-]+)|atag-([\w.]+))/g)].flatMap(
            ([, wcag, parts = OFFICE, atag]) =>
              parts.split('-').map((part) => ({
                num: wcag ?? atag ?? '',
                part,
                journey: `\`${file}\`: ${title.replaceAll(/\$\{[^}]*\}/g, '…')}`,
              })),
          ),
      ),
    )
}

const evidence = findEvidence()
const findJourneys = (num: string, name?: Component['name']) =>
  evidence.filter((one) => one.num === num && (name === undefined || one.part === PARTS[name].tag))

const isClaim = ({ adherence }: Component) => /^(partially-)?supports$/.test(adherence.level)

/** 'axe (3), site 2, office 1, door: review'. */
function describeEvidence({ num, components }: Criterion): string {
  const rules = axeRules.get(num)?.length ?? 0
  return (
    [
      ...(rules ? [`axe (${rules})`] : []),
      ...components
        .filter(isClaim)
        .map(
          ({ name, review }) => `${PARTS[name].tag} ${review ? 'review' : findJourneys(num, name).length}`,
        ),
    ].join(', ') || '–'
  )
}

function describeComponent({ components }: Criterion, name: Component['name']): string {
  const adherence = components.find((component) => component.name === name)?.adherence
  if (!adherence) return '–'
  return [LEVELS[adherence.level], adherence.notes?.trim()].filter(Boolean).join('. ')
}

function writeTable(chapter: string, rows: Criterion[]): string[] {
  const columns = rows[0]?.components.map(({ name }) => name) ?? []
  return [
    `## ${CHAPTERS[chapter]}`,
    '',
    `| Criterion | ${columns.map((name) => PARTS[name].name).join(' | ')} | Checked by |`,
    `|---|${columns.map(() => '---|').join('')}---|`,
    ...rows.map((row) => {
      const cells = columns.map((name) => describeComponent(row, name))
      return `| ${row.num} ${row.handle} | ${cells.join(' | ')} | ${describeEvidence(row)} |`
    }),
    '',
  ]
}

function writePage(): string {
  const counts = Object.entries(
    Object.groupBy(
      criteria.flatMap(({ components }) => components.map(({ adherence }) => adherence.level)),
      (level) => level,
    ),
  ).map(([level, all = []]) => `| ${LEVELS[level]} | ${all.length} |`)
  const reviewed = criteria.flatMap(({ num, handle, components }) =>
    components.flatMap(({ name, review }) =>
      review ? [`| ${num} ${handle} | ${PARTS[name].name} | ${review.trim()} |`] : [],
    ),
  )
  return [
    '# Accessibility: conformance to WCAG 2.2 AA and ATAG 2.0 part B',
    '',
    `Evaluated on ${report.report_date}. ${report.evaluation_methods_used.trim()}`,
    '',
    'This page is generated by [accessibility.test.ts](accessibility.test.ts) from [accessibility.yaml](accessibility.yaml), which has the structure of',
    '[OpenACR](https://github.com/GSA/openacr). The test fails for a claim ("supports", in full or in part) without evidence. **site 2, office 1, door review** in',
    'the last column: two journeys show the claim about the public site, one that about the back office, and a person judges that about the door. The last',
    'section names the journeys. **axe (3)**: three rules of axe also concern the criterion. They run on every page and screen and in the states of the door, but',
    'show only a part of a criterion, so they are evidence only as a tagged journey.',
    '',
    '| Level | Criteria, counted for each part |',
    '|---|---|',
    ...counts,
    '',
    ...Object.entries(report.chapters).flatMap(([chapter, { criteria: rows }]) => writeTable(chapter, rows)),
    '## Judged by a person',
    '',
    '| Criterion | Part | Why no journey shows it |',
    '|---|---|---|',
    ...reviewed,
    '',
    '## Journeys by criterion',
    '',
    ...criteria.flatMap(({ num, handle }) => {
      const parts = Map.groupBy(findJourneys(num), ({ journey }) => journey)
      if (parts.size === 0) return []
      const lines = [...parts].map(
        ([journey, all]) => `- ${journey} (${all.map(({ part }) => part).join(', ')})`,
      )
      return [`**${num} ${handle}**`, '', ...lines, '']
    }),
  ].join('\n')
}

describe('the accessibility report', () => {
  test('has each criterion once, with a known level for each part', () => {
    const numbers = criteria.map(({ num }) => num)
    expect(new Set(numbers).size).toBe(numbers.length)
    // WCAG 2.2 has 31 criteria of level A and 24 of level AA. ATAG 2.0 part B has 21 and 7.
    expect(Object.values(report.chapters).map((chapter) => chapter.criteria.length)).toEqual([31, 24, 21, 7])
    for (const { num, components } of criteria) {
      expect(components.map(({ name }) => name)).toEqual(
        num.startsWith('B.') ? ['authoring-tool'] : ['web', 'authoring-tool', 'software'],
      )
      expect(components.filter(({ adherence }) => !(adherence.level in LEVELS))).toEqual([])
    }
  })

  test('explains everything that does not hold in full', () => {
    const unexplained = criteria.filter(({ components }) =>
      components.some(({ adherence }) => /partially|does-not/.test(adherence.level) && !adherence.notes),
    )
    expect(unexplained).toEqual([])
  })

  test('has a journey for each claim, or a reason why a person judges it', () => {
    const unshown = criteria.flatMap(({ num, components }) =>
      components
        .filter(
          (component) =>
            isClaim(component) &&
            (component.review !== undefined) === findJourneys(num, component.name).length > 0,
        )
        .map(({ name }) => `${num} ${name}`),
    )
    expect(unshown).toEqual([])
  })

  test('knows criterion and part of each tag of a journey', () => {
    const claims = criteria.flatMap(({ num, components }) =>
      components.filter(isClaim).map(({ name }) => `${num} ${PARTS[name].tag}`),
    )
    const tags = evidence.map(({ num, part }) => `${num} ${part}`)
    expect(tags.filter((tag) => !claims.includes(tag))).toEqual([])
  })

  test('is the page that the report, axe and the journeys give', async () => {
    await expect(writePage()).toMatchFileSnapshot('accessibility.md')
  })
})
