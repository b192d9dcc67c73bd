/** Types of the sections of `npm run stress`. A section repeats one kind of fault and counts the results. */

/** `short` runs in `npm run test:all`. `long` has the full number of repetitions, for `npm run stress`. */
export type Scale = 'short' | 'long'

/** One line of the table that test/stress/run.ts prints. */
export interface Tally {
  what: string
  done: number
  /** Number of failures: lost writes, answers of 500 and above, failed requests of other visitors. */
  bad: number
  /** Other counts, as a short text. */
  notes?: string
}

export type Section = (scale: Scale) => Promise<Tally[]>
