/** How this process is: memory, processor, what it holds open, and how long its event loop lets others wait. */
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { counted, type Family, gauge } from './exposition.ts'

const LOOK_EVERY_MS = 20

export interface ProcessFigures {
  families(): Promise<Family[]>
}

/** Watches the event loop from now on, which wakes a process that sleeps: for when somebody reads the figures. */
export function createProcessFigures(): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS })
  delay.enable()
  return {
    async families() {
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const descriptors = await openDescriptors()
      const families = [
        counted('process_cpu_user_seconds_total', 'Processor time in our own code', user / 1e6),
        counted('process_cpu_system_seconds_total', 'Processor time in the kernel for us', system / 1e6),
        gauge(
          'process_start_time_seconds',
          'When it started, since 1970',
          Date.now() / 1000 - process.uptime(),
        ),
        gauge('process_resident_memory_bytes', 'Memory that it occupies', rss),
        gauge('nodejs_heap_total_bytes', 'Of that, the heap of JavaScript', heapTotal),
        gauge('nodejs_heap_used_bytes', 'Of the heap, what is in use', heapUsed),
        gauge('nodejs_external_memory_bytes', 'Buffers and the like, outside of the heap', external),
        gauge(
          'nodejs_active_resources',
          'What keeps it busy: sockets, timers, files',
          process.getActiveResourcesInfo().length,
        ),
        ...(descriptors === null
          ? []
          : [gauge('process_open_fds', 'Files and connections that it holds open', descriptors)]),
        ...lag(delay),
      ]
      delay.reset()
      return families
    },
  }
}

/** What the loop was late by since the last time somebody asked; the timer's own pace is no lag. */
function lag(delay: ReturnType<typeof monitorEventLoopDelay>): Family[] {
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - LOOK_EVERY_MS / 1000) : 0
  const of = (name: string, value: number) =>
    gauge(`nodejs_eventloop_lag_${name}_seconds`, 'How late the event loop was since the last reading', value)
  return [
    of('p50', seconds(delay.percentile(50))),
    of('p99', seconds(delay.percentile(99))),
    of('max', delay.count === 0 ? 0 : seconds(delay.max)),
  ]
}

/** null where the system does not tell (proc(5)). */
const openDescriptors = (): Promise<number | null> =>
  readdir('/proc/self/fd').then(
    (names) => names.length,
    () => null,
  )
