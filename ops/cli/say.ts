/** What a command tells: people in lines on standard output, programs in one JSON document there and people beside it. */

export interface Say {
  /** For people. With --json on standard error, which leaves standard output to the document. */
  line(text: string): void
  /** For programs: once a command, and only with --json. */
  document(value: unknown): void
}

/** What terminals obey or eyes do not see: control, format and bidirectional characters, and line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const byNumber = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Text of others in a line of ours: a name with an escape sequence in it moves no cursor and colours nothing. */
export const shown = (text: string): string => text.replace(UNSEEN, byNumber)

const SHOWN_MAX = 60

/** What somebody typed, for telling it back. */
export const quoted = (typed: string): string =>
  `«${shown(typed.length > SHOWN_MAX ? `${typed.slice(0, SHOWN_MAX)}…` : typed)}»`

/** Our own line breaks stay. */
const safe = (text: string): string => text.split('\n').map(shown).join('\n')

export function createSay(isForPrograms: boolean): Say {
  return {
    line: (text) => void (isForPrograms ? process.stderr : process.stdout).write(`${safe(text)}\n`),
    document(value) {
      if (!isForPrograms) return
      // The same characters as above, which JSON lets through from U+007F on.
      const text = JSON.stringify(value, null, 2).replace(/[^\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, inJson)
      process.stdout.write(`${text}\n`)
    },
  }
}

/** In UTF-16, as JSON counts. */
const inJson = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')

/** Why something went wrong: always on standard error. */
export const complain = (text: string): void => void process.stderr.write(`${safe(text)}\n`)
