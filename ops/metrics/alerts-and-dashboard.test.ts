/**
 * Tests that the shipped Prometheus alerts and the Grafana dashboard use existing metrics, and that promtool accepts them.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveInCheckout } from '../../platform/process/paths.ts'
import { openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { parseSamples } from '../../test/support/prometheus-samples.ts'
import { commands } from '../cli/commands.ts'

const run = promisify(execFile)

const TOKEN = 'una-clave-para-las-cifras'
const ALERTS = resolveInCheckout('deploy/prometheus/alerts.yml')
const DASHBOARD = resolveInCheckout('deploy/grafana/club.json')

/** Metrics that Prometheus itself creates for a target. */
const PROMETHEUS_METRICS = ['up']

/** Keywords of PromQL that the pattern below would take for metrics. */
const PROMQL_KEYWORDS = ['by', 'without', 'or', 'and', 'unless', 'bool']

/** Names of metrics in an expression, without functions, labels and numbers. */
function findMetrics(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|without)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !PROMQL_KEYWORDS.includes(name))
}

/** Labels whose values an expression filters. */
const findLabels = (expression: string): string[] =>
  [...expression.matchAll(/(\w+)=~?"/g)].map(([, label]) => label as string)

async function readPanelQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

async function readExpressions(): Promise<string[]> {
  const alerts = [...(await readFile(ALERTS, 'utf8')).matchAll(/^ +expr: (.+)$/gm)]
  return [...alerts.map(([, text]) => text as string), ...(await readPanelQueries())]
}

describe('alerts and dashboard', () => {
  let place: TestDatabase
  let club: TestClub
  let samples: Map<string, number>
  beforeAll(async () => {
    place = await createDatabase()
    club = await openTestClub(place, { env: { METRICS_TOKEN: TOKEN } })
    const { now } = club.clock
    await club.warnings.check({
      backup: async () => now - 3_600_000,
      certificate: async () => now + 86_400_000,
      clock: async () => -2_000,
      disk: async () => [{ free: 1e9, total: 100e9 }],
    })
    await club.send('GET', '/')
    const answer = await club.send('GET', '/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })
    samples = parseSamples(await answer.text())
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  const getName = (sample: string) => sample.replace(/\{.*/, '')

  test('use only metrics of the club', async () => {
    const known = new Set([...samples.keys()].map(getName))
    // This counter appears only after its first refusal.
    for (const name of [...PROMETHEUS_METRICS, 'throttle_refusals_total']) known.add(name)
    const asked = (await readExpressions()).flatMap(findMetrics)
    expect(asked.length).toBeGreaterThan(25)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  })

  test('filter only by labels that these metrics have', async () => {
    const labels = new Set([...samples.keys()].flatMap((sample) => findLabels(sample)))
    const asked = (await readExpressions()).flatMap(findLabels)
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((label) => label !== 'job' && !labels.has(label))).toEqual([])
  })

  test('can use the values of the background checks', () => {
    const { now } = club.clock
    expect(samples.get('club_warning{condition="certificate"}')).toBe(1)
    expect(samples.get('club_warning{condition="backup"}')).toBe(0)
    expect(samples.get('backup_age_seconds')).toBeCloseTo(3600, -1)
    expect(samples.get('certificate_expires_timestamp_seconds')).toBeCloseTo(now / 1000 + 86_400, 0)
    expect(samples.get('clock_offset_seconds')).toBe(-2)
    expect(samples.get('club_looked_timestamp_seconds')).toBeCloseTo(now / 1000, 0)
    expect(samples.get('visits_week')).toBe(0)
    // This value is read from the machine, and is independent of the last check.
    const free = samples.get('disk_free_ratio{of="data"}')
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThanOrEqual(1)
  })
})

describe('the commands that alerts and dashboard name', () => {
  /** Programs of Debian and of the proxies, with the options that the texts use. */
  const OTHER_PROGRAMS = /^(timedatectl (status|set-ntp true)|certbot renew|journalctl -u caddy)$/
  let texts: string
  beforeAll(async () => {
    texts = (await Promise.all([ALERTS, DASHBOARD].map((file) => readFile(file, 'utf8'))))
      .join('\n')
      .replaceAll(/^#.*/gm, '')
  })

  test('need neither npm nor a checkout', () => {
    expect(texts.match(/\b(npm|npx|node) .*/g)).toBeNull()
  })

  test('are commands of ./pulso, as `club pulso`, which a release has', async () => {
    const named = [...texts.matchAll(/(club )?pulso ([a-z]+(?: (?:list|join|restore|confirm))?)/g)]
    expect(named.length).toBeGreaterThan(3)
    const known = commands.map(({ name }) => name)
    for (const [text, club, name] of named) {
      expect([text, club]).toEqual([text, 'club '])
      expect(known).toContain(name)
    }
    expect(await readFile(resolveInCheckout('deploy/club.sh'), 'utf8')).toMatch(/^\tpulso\)|^pulso\)/m)
  })

  test('name units of deploy/', () => {
    const named = [...texts.matchAll(/(?:systemctl|journalctl) [a-z-]+ '*([\w@*-]+)/g)]
    expect(named.length).toBeGreaterThan(3)
    for (const [text, unit] of named)
      if (!OTHER_PROGRAMS.test(text)) expect([text, unit]).toEqual([text, 'club@*'])
  })
})

test('the dashboard fits a screen without overlapping panels', async () => {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as {
    panels: { title: string; gridPos: { x: number; y: number; w: number; h: number } }[]
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  // Grafana has 24 columns. A row takes 38 px with its gap, and a screen of 900 px leaves 700 px for panels.
  for (const {
    gridPos: { x, y, w, h },
  } of panels)
    expect([x + w <= 24, y + h <= 18]).toEqual([true, true])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

// promtool is part of Debian's package prometheus. Without it these tests are skipped.
describe.skipIf(!hasPromtool)('promtool', () => {
  const folder = fileURLToPath(new URL('.', ALERTS))
  test.each([
    [['check', 'rules', 'alerts.yml'], /17 rules found/],
    [['test', 'rules', 'alerts.test.yml'], /SUCCESS/],
    [['check', 'config', '--syntax-only', 'scrape.yml'], /SUCCESS/],
  ])('%j', async (args, says) => {
    const { stdout, stderr } = await run('promtool', args, { cwd: folder })
    expect(stdout + stderr).toMatch(says)
  })

  test('accepts the queries of the dashboard', async () => {
    const rules = (await readPanelQueries()).map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'club'),
    }))
    const place = join(await mkdtemp(join(tmpdir(), 'panels-')), 'rules.json')
    // The file may contain JSON, because JSON is valid YAML.
    await writeFile(place, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { stdout } = await run('promtool', ['check', 'rules', place])
    expect(stdout).toContain(`${rules.length} rules found`)
    await rm(dirname(place), { recursive: true })
  })
})

test('every alert has a test that fires it and one that does not', async () => {
  const names = [...(await readFile(ALERTS, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tests = await readFile(resolveInCheckout('deploy/prometheus/alerts.test.yml'), 'utf8')
  const cases = [...tests.matchAll(/- alertname: (\w+)\n +eval_time: \w+\n( +exp_alerts:)?/g)]
  for (const name of names)
    expect([name, new Set(cases.filter(([, of]) => of === name).map(([, , fires]) => !fires)).size]).toEqual([
      name,
      2,
    ])
})
