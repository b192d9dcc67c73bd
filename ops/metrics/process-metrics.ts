/** Registers metrics of this process: memory, processor time, open files, and the delay of its event loop. */
import { existsSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import { createObservedMetrics } from '../../platform/http/metrics/counters.ts'

/** Sampling interval of the event loop. ms */
const RESOLUTION_MS = 20
/** Folder with an entry for each open file or connection (proc(5)). It exists only on Linux. */
const DESCRIPTORS = '/proc/self/fd'

/**
 * Registers the metrics, and starts to measure the event loop. The timer of this measurement wakes an idle process, so the
 * function is called only when metrics are on.
 */
export function registerProcessMetrics(registry: Registry): void {
  const { counter, gauge } = createObservedMetrics(registry)
  counter(
    'process_cpu_user_seconds_total',
    'Processor time in user space',
    () => process.cpuUsage().user / 1e6,
  )
  counter(
    'process_cpu_system_seconds_total',
    'Processor time in the kernel',
    () => process.cpuUsage().system / 1e6,
  )
  gauge(
    'process_start_time_seconds',
    'Start time of the process, since 1970',
    () => Date.now() / 1000 - process.uptime(),
  )
  const memory = (name: string, help: string, part: keyof NodeJS.MemoryUsage) =>
    gauge(name, help, () => process.memoryUsage()[part])
  memory('process_resident_memory_bytes', 'Resident memory', 'rss')
  memory('nodejs_heap_total_bytes', 'Total size of the JavaScript heap', 'heapTotal')
  memory('nodejs_heap_used_bytes', 'Used part of the JavaScript heap', 'heapUsed')
  memory('nodejs_external_memory_bytes', 'Memory outside the heap, such as buffers', 'external')
  gauge(
    'nodejs_active_resources',
    'Active resources: sockets, timers, files',
    () => process.getActiveResourcesInfo().length,
  )
  if (existsSync(DESCRIPTORS))
    gauge('process_open_fds', 'Open files and connections', () => readdirSync(DESCRIPTORS).length)
  registerEventLoopLag(registry)
}

/** Registers the delay of the event loop since the last scrape. The interval of the measuring timer is subtracted. */
function registerEventLoopLag(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
  const gauge = (name: string, collect?: () => void) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: 'Delay of the event loop since the last scrape',
      registers: [registry],
      ...(collect && { collect }),
    })
  // prom-client collects the first gauge first. It sets all three from one measurement.
  const p50 = gauge('p50', () => {
    p50.set(seconds(delay.percentile(50)))
    p99.set(seconds(delay.percentile(99)))
    max.set(delay.count === 0 ? 0 : seconds(delay.max))
    delay.reset()
  })
  const p99 = gauge('p99')
  const max = gauge('max')
}
