/** A section of `npm run torture`: repeats one kind of fault and counts the results. */

/** 'short' fits into `npm run test:all`. 'long' has the required number of repetitions. */
export type Scale = 'short' | 'long'

/** One line of the table. */
export interface Tally {
  what: string
  /** Number of repetitions. */
  done: number
  /** Number of failures: lost writes, answers of 500 and above, failed requests of other visitors. */
  bad: number
  /** Other counts, in a few words. */
  notes?: string
}

export type Section = (scale: Scale) => Promise<Tally[]>
