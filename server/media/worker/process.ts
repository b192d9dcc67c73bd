/** The studio's process: does the jobs that its parent sends, and ends with it. */
import { writePrivately } from '../../ops/private-files.ts'
import { jobs } from './jobs.ts'

export interface Order {
  number: number
  name: keyof typeof jobs
  given: unknown[]
}

export type Delivery = { number: number; made: unknown } | { number: number; failed: string }

writePrivately()

process.on('message', async ({ number, name, given }: Order) => {
  const work = jobs[name] as (...given: unknown[]) => Promise<unknown>
  const delivery: Delivery = await work(...given).then(
    (made) => ({ number, made }),
    (error: unknown) => ({
      number,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  if (process.connected) process.send?.(delivery)
})

// Ctrl-C reaches every process of a terminal; our parent may still want to finish what it promised.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
