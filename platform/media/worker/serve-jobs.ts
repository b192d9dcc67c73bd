/** The child's side of a worker (worker.ts). It runs the jobs that the parent sends, and exits when the parent does. */

import { sendToParent } from '../../process/child-processes.ts'
import { restrictNewFiles } from '../../process/private-files.ts'

export interface JobRequest {
  number: number
  name: string
  given: unknown[]
}

export type JobResult = { number: number; made: unknown } | { number: number; failed: string }

/** Arguments and result must support structured clone, because they are sent between processes. */
export type Job = (...given: never[]) => Promise<unknown>

export function serveJobs(jobs: Record<string, Job>): void {
  restrictNewFiles()

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

  // Ctrl-C in a terminal reaches each process. The child ignores it, because the parent may still wait for jobs.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
}
