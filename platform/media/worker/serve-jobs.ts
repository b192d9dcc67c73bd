/** The process of a worker (./worker.ts): does the jobs that its parent sends, and ends with it. */
import { writePrivately } from '../../process/private-files.ts'
import { sendToParent } from '../../process/send-to-parent.ts'

export interface JobRequest {
  number: number
  name: string
  given: unknown[]
}

export type JobResult = { number: number; made: unknown } | { number: number; failed: string }

/** What it is given and makes can be sent from one process to another (structured clone). */
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

  // Ctrl-C reaches every process of a terminal; our parent may still want to finish what it promised.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
}
