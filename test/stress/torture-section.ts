/** What every section of `npm run torture` is: something that is done to the club so many times, and what came of it. */

/** 'short' is what `npm run test:all` has time for; 'long' is what the issue on faults asks for. */
export type Scale = 'short' | 'long'

/** One line of the table. */
export interface Tally {
  what: string
  /** How often it was done. */
  done: number
  /** How often the club did not stand it: lost writes, answers of 500 and above, requests of others that failed. */
  bad: number
  /** What else there is to count, in a few words. */
  notes?: string
}

export type Section = (scale: Scale) => Promise<Tally[]>
