/**
 * Writes the output of a command. Lines for people go to standard output. With --json, a JSON document for programs goes
 * there, and the lines go to standard error. Also lists the exit statuses.
 */

export interface Output {
  /** Prints a line for people. */
  line(text: string): void
  /** Prints a document for programs, with --json. Called once for each command. */
  document(value: unknown): void
}

/**
 * Matches invisible characters and those that control terminals: control, format and bidirectional characters, line
 * separators.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escapeCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Escapes foreign text, so that an escape sequence in a name has no effect on the terminal. */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, escapeCodePoint)

const QUOTED_MAX = 60

/** Quotes an argument in a message. */
export const quoteArgument = (typed: string): string =>
  `«${escapeInvisible(typed.length > QUOTED_MAX ? `${typed.slice(0, QUOTED_MAX)}…` : typed)}»`

/** Escapes each line. Line breaks stay, because only texts of the program contain them. */
const escapeLines = (text: string): string => text.split('\n').map(escapeInvisible).join('\n')

export function createOutput(isForPrograms: boolean): Output {
  return {
    line: (text) => void (isForPrograms ? process.stderr : process.stdout).write(`${escapeLines(text)}\n`),
    document(value) {
      if (!isForPrograms) return
      // Escapes the same characters as INVISIBLE, because JSON does not escape those from U+007F on.
      const text = JSON.stringify(value, null, 2).replace(
        /[^\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]/gu,
        escapeJsonUnits,
      )
      process.stdout.write(`${text}\n`)
    },
  }
}

/** Returns the JSON escape of each UTF-16 code unit. */
const escapeJsonUnits = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')

/** Prints an error to standard error. */
export const printError = (text: string): void => void process.stderr.write(`${escapeLines(text)}\n`)

/** Exit statuses of commands, for programs. --help and docs/operations.md list them. */
export const EXIT = {
  good: 0,
  /** A part does not work, or needs a fix. */
  failed: 1,
  /** The command or an option is unknown. */
  usage: 2,
  noClub: 3,
  /** The database is older or newer than this program. */
  otherVersion: 4,
} as const

/** The reason why a command failed. The operator sees the message. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exit: number

  constructor(message: string, exit: number = EXIT.failed) {
    super(message)
    this.exit = exit
  }
}
