/** How a command ends, for whoever runs it from a program: told by --help and docs/operations.md. */
export const EXIT = {
  good: 0,
  /** Something does not work, or there is something to mend. */
  failed: 1,
  /** A command or an option that there is not. */
  usage: 2,
  noClub: 3,
  /** The database is older or newer than this program. */
  otherVersion: 4,
} as const

/** Why a command did not do what it was asked; the message is fit to show. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exit: number

  constructor(message: string, exit: number = EXIT.failed) {
    super(message)
    this.exit = exit
  }
}
