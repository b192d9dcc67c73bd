/** The lines of a pasted text after they were read. */

/**
 * `guest`: saved as it is. `check`: a proposal that needs a confirmation. `skip`: a line without a person, such as a heading.
 */
export type Verdict = 'guest' | 'check' | 'skip'

export interface Person {
  name: string
  /** People with the guest. */
  companions: number
}

export interface PastedLine extends Person {
  /** Number of the line in the text, from 1. */
  line: number
  /** The line as it came, at most LINE_MAX (chat-marks.ts) characters of it. */
  text: string
  verdict: Verdict
  /** Rest of the line, such as "pagó" or the number of a document. */
  note: string | null
  /** Why the line is not a guest yet, in Spanish. null for guests */
  reason: string | null
  /** The people of a line that names several. */
  split?: Person[]
}
