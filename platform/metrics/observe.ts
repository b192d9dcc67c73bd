/** Metrics whose values something else keeps: they are read at each scrape. */
import { Counter, Gauge, type Registry } from 'prom-client'

/** One value, or one for each set of labels. */
type Values = number | Iterable<readonly [labels: Record<string, string>, value: number]>

export function observe(registry: Registry) {
  const registers = [registry]
  const settings = (name: string, help: string, read: () => Values, labelNames: string[]) => ({
    name,
    help,
    labelNames,
    registers,
    collect(this: Counter | Gauge) {
      const values = read()
      this.reset()
      for (const [labels, value] of typeof values === 'number' ? [[{}, values] as const] : values)
        this.inc(labels, value)
    },
  })
  return {
    counter: (name: string, help: string, read: () => Values, labelNames: string[] = []) =>
      new Counter(settings(name, help, read, labelNames)),
    gauge: (name: string, help: string, read: () => Values, labelNames: string[] = []) =>
      new Gauge(settings(name, help, read, labelNames)),
  }
}
