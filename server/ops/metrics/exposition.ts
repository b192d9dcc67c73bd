/** Figures as Prometheus reads them: its text format, version 0.0.4. */

export type Labels = Record<string, string>

interface Sample {
  /** After the family's name: of a histogram `_bucket`, `_sum` and `_count`. */
  suffix?: string
  labels: Labels
  value: number
}

/** Figures of one name. Plain data: processes hand them to each other. */
export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Families of the same name become one, as the format wants it. */
export function expose(families: Family[]): string {
  const named = Map.groupBy(families, ({ name }) => name)
  return [...named]
    .map(([name, same]) => {
      const { help, type } = same[0] as Family
      const lines = same.flatMap(({ samples }) =>
        samples.map(
          ({ suffix = '', labels, value }) => `${name}${suffix}${pairs(labels)} ${figure(value)}\n`,
        ),
      )
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

function pairs(labels: Labels): string {
  const entries = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  )
  return entries.length === 0 ? '' : `{${entries.join(',')}}`
}

const figure = (value: number): string => {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

/** A figure of this very moment. */
export const gauge = (name: string, help: string, value: number, labels: Labels = {}): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ labels, value }],
})

export const counted = (name: string, help: string, value: number, labels: Labels = {}): Family => ({
  ...gauge(name, help, value, labels),
  type: 'counter',
})

/** The same families, each sample with these labels too. */
export const labelled = (families: Family[], labels: Labels): Family[] =>
  families.map((family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, ...labels } })),
  }))

/** What only grows. Whoever counts often keeps the series and adds to its value. */
export interface Series {
  value: number
}

export interface Counter {
  of(labels: Labels): Series
  family(): Family
}

export function createCounter(name: string, help: string): Counter {
  const all = new Map<string, Series & { labels: Labels }>()
  return {
    of(labels) {
      const key = Object.values(labels).join('\0')
      let series = all.get(key)
      if (!series) {
        series = { labels, value: 0 }
        all.set(key, series)
      }
      return series
    },
    family: () => ({
      name,
      help,
      type: 'counter',
      samples: [...all.values()].filter(({ value }) => value > 0),
    }),
  }
}

export interface Histogram {
  observe(labels: Labels, value: number): void
  family(): Family
}

/** @param bounds upper ones, ascending */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  interface Spread {
    labels: Labels
    /** Of each bound, and of what is above all of them; not yet added up. */
    counts: number[]
    sum: number
  }
  const all = new Map<string, Spread>()

  function* samplesOf({ labels, counts, sum }: Spread): Generator<Sample> {
    let total = 0
    for (const [index, bound] of [...bounds, Number.POSITIVE_INFINITY].entries()) {
      total += counts[index] ?? 0
      yield { suffix: '_bucket', labels: { ...labels, le: figure(bound) }, value: total }
    }
    yield { suffix: '_sum', labels, value: sum }
    yield { suffix: '_count', labels, value: total }
  }

  return {
    observe(labels, value) {
      const key = Object.values(labels).join('\0')
      let spread = all.get(key)
      if (!spread) {
        spread = { labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
        all.set(key, spread)
      }
      const bound = bounds.findIndex((each) => value <= each)
      const index = bound < 0 ? bounds.length : bound
      spread.counts[index] = (spread.counts[index] as number) + 1
      spread.sum += value
    },
    family: () => ({
      name,
      help,
      type: 'histogram',
      samples: [...all.values()].flatMap((spread) => [...samplesOf(spread)]),
    }),
  }
}
