/** The child process of a worker (worker.ts). It runs the parent's jobs and ends with the parent. */

import { sendToParent } from '../../process/child-processes.ts'
import { writePrivately } from '../../process/private-files.ts'

export interface JobRequest {
  number: number
  name: string
  given: unknown[]
}

export type JobResult = { number: number; made: unknown } | { number: number; failed: string }

/** Arguments and result must support structured clone. */
export type Job = (...given: never[]) => Promise<unknown>

export function serveJobs(jobs: Record<string, Job>): void {
  writePrivately()

  process.on('message', async ({ number, name, given }: JobRequest) => {
    const work = jobs[name] as (...given: unknown[]) => Promise<unknown>
    const result: JobResult = await work(...given).then(
      (made) => ({ number, made }),
      (error: unknown) => ({
        number,
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    sendToParent(result)
  })

  // Ctrl-C reaches each process of a terminal, but the parent may still wait for jobs.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
}
