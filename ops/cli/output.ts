/**
 * The output of a command, and the status it ends with. People read lines on standard output. With --json, programs read one
 * JSON document there, and people the lines on standard error.
 */

export interface Output {
  /** For people. */
  line(text: string): void
  /** For programs, with --json. Called once for each command. */
  document(value: unknown): void
}

/** Invisible characters, and those that control terminals: control, format, bidirectional, line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escapeCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Escapes foreign text for a terminal, so that an escape sequence in a name has no effect. */
export const escapeInvisible = (text: string): string => text.replace(INVISIBLE, escapeCodePoint)

const QUOTED_MAX = 60

/** Quotes an argument in a message. */
export const quoteArgument = (typed: string): string =>
  `«${escapeInvisible(typed.length > QUOTED_MAX ? `${typed.slice(0, QUOTED_MAX)}…` : typed)}»`

/** Keeps line breaks, which only our own texts contain. */
const escapeLines = (text: string): string => text.split('\n').map(escapeInvisible).join('\n')

export function createOutput(isForPrograms: boolean): Output {
  return {
    line: (text) => void (isForPrograms ? process.stderr : process.stdout).write(`${escapeLines(text)}\n`),
    document(value) {
      if (!isForPrograms) return
      // The same characters as in INVISIBLE: JSON does not escape them from U+007F on.
      const text = JSON.stringify(value, null, 2).replace(
        /[^\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]/gu,
        escapeJsonUnits,
      )
      process.stdout.write(`${text}\n`)
    },
  }
}

/** The JSON escape of each UTF-16 unit. */
const escapeJsonUnits = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')

/** Prints an error, always on standard error. */
export const printError = (text: string): void => void process.stderr.write(`${escapeLines(text)}\n`)

/** The exit status of a command, for programs. --help and docs/operations.md list them. */
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

/** Why a command failed. The message is fit to show. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exit: number

  constructor(message: string, exit: number = EXIT.failed) {
    super(message)
    this.exit = exit
  }
}
