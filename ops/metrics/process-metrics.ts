/** How this process is: memory, processor, what it holds open, and how long its event loop lets others wait. */
import { existsSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import { observe } from '../../platform/metrics/counters.ts'

/** How often the event loop is looked at. ms */
const RESOLUTION_MS = 20
/** Each entry is a file or a connection (proc(5)); other systems have no such folder. */
const DESCRIPTORS = '/proc/self/fd'

/** Watches the event loop from now on, which wakes a process that sleeps. */
export function registerProcessMetrics(registry: Registry): void {
  const { counter, gauge } = observe(registry)
  counter(
    'process_cpu_user_seconds_total',
    'Processor time in our own code',
    () => process.cpuUsage().user / 1e6,
  )
  counter(
    'process_cpu_system_seconds_total',
    'Processor time in the kernel for us',
    () => process.cpuUsage().system / 1e6,
  )
  gauge(
    'process_start_time_seconds',
    'When it started, since 1970',
    () => Date.now() / 1000 - process.uptime(),
  )
  const memory = (name: string, help: string, part: keyof NodeJS.MemoryUsage) =>
    gauge(name, help, () => process.memoryUsage()[part])
  memory('process_resident_memory_bytes', 'Memory that it occupies', 'rss')
  memory('nodejs_heap_total_bytes', 'Of that, the heap of JavaScript', 'heapTotal')
  memory('nodejs_heap_used_bytes', 'Of the heap, what is in use', 'heapUsed')
  memory('nodejs_external_memory_bytes', 'Buffers and the like, outside of the heap', 'external')
  gauge(
    'nodejs_active_resources',
    'What keeps it busy: sockets, timers, files',
    () => process.getActiveResourcesInfo().length,
  )
  if (existsSync(DESCRIPTORS))
    gauge(
      'process_open_fds',
      'Files and connections that it holds open',
      () => readdirSync(DESCRIPTORS).length,
    )
  registerEventLoopLag(registry)
}

/** The delay of the event loop since the last scrape, without the interval of the timer itself. */
function registerEventLoopLag(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
  const gauge = (name: string, collect?: () => void) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: 'How late the event loop was since the last reading',
      registers: [registry],
      ...(collect && { collect }),
    })
  // The first of the three is collected first, and sets all of one moment.
  const p50 = gauge('p50', () => {
    p50.set(seconds(delay.percentile(50)))
    p99.set(seconds(delay.percentile(99)))
    max.set(delay.count === 0 ? 0 : seconds(delay.max))
    delay.reset()
  })
  const p99 = gauge('p99')
  const max = gauge('max')
}
