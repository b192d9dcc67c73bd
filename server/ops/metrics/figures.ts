/** All that /api/metrics tells: of this process and its siblings, and of what they share. */
import type { Cache } from '../../cache/response-cache.ts'
import type { Env } from '../../env.ts'
import { isSameSecret } from '../../identity/tokens.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { studioBusy, studioJobs } from '../../media/worker/worker.ts'
import { counted, expose, type Family, gauge } from './exposition.ts'
import type { Metrics } from './metrics.ts'
import { createProcessFigures } from './process.ts'

export interface Figures {
  /** Whether this Authorization header (RFC 6750 §2.1) holds METRICS_TOKEN. */
  mayRead(authorization: string | null): boolean
  /** In Prometheus' text format. */
  read(): Promise<string>
}

interface FiguresOptions {
  env: Pick<Env, 'workers' | 'metricsToken'>
  build: string
  metrics: Metrics
  caches: Record<string, Cache | null>
  outbox: Outbox
  health(): Promise<{ report: Record<string, string> }>
  now: () => number
}

export async function createFigures(options: FiguresOptions): Promise<Figures> {
  const { env, build, metrics, caches, outbox, health, now } = options
  const ownProcess = createProcessFigures()
  const own = async (): Promise<Family[]> => [
    ...metrics.families(caches),
    ...(await ownProcess.families()),
    ...studio(),
    counted('outbox_delivered_total', 'Mails handed over', outbox.done.delivered),
    counted('outbox_failures_total', 'Deliveries that did not succeed', outbox.done.failed),
    counted('outbox_given_up_total', 'Mails that will not be tried again', outbox.done.givenUp),
  ]
  const everyones = env.workers > 1 ? (await import('./fleet.ts')).createFleet(own) : own

  async function shared(): Promise<Family[]> {
    const { report } = await health()
    const up = (part: string) => (report[part] === 'ok' ? 1 : 0)
    const families = [
      gauge('club_build_info', 'Which build this is', 1, { build, node: process.version }),
      gauge('club_up', 'Whether a part answers', up('database'), { part: 'database' }),
      gauge('club_up', 'Whether a part answers', up('media'), { part: 'media' }),
    ]
    if (report.database !== 'ok') return families
    const [{ pending, failed }, since] = await Promise.all([outbox.status(), outbox.waitsSince()])
    return [
      ...families,
      gauge('outbox_pending', 'Mails that wait', pending),
      gauge('outbox_failing', 'Of those, how many have failed at least once', failed),
      gauge(
        'outbox_oldest_seconds',
        'How long the oldest has waited',
        since === null ? 0 : Math.max(0, (now() - since) / 1000),
      ),
    ]
  }

  return {
    mayRead(authorization) {
      const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
      return env.metricsToken !== null && isSameSecret(given, env.metricsToken)
    },
    async read() {
      const [each, all] = await Promise.all([everyones(), shared()])
      return expose([...all, ...each])
    },
  }
}

function studio(): Family[] {
  const of = (name: 'done' | 'failed' | 'seconds', as: string, help: string) =>
    [...studioJobs].map(([job, counts]) => counted(as, help, counts[name], { job }))
  return [
    ...of('done', 'studio_jobs_total', 'Jobs on pictures that were done'),
    ...of('failed', 'studio_failures_total', 'Jobs on pictures that failed'),
    ...of('seconds', 'studio_seconds_total', 'Time between asking for them and having them'),
    gauge('studio_busy', 'Jobs on pictures that wait or are being done', studioBusy()),
  ]
}
