/** `./pulso`, the operator's command. Each subcommand loads its own code, so help and errors appear at once. */
import {
  type Command,
  HELP_OPTION,
  hasFlag,
  JSON_OPTION,
  parseArguments,
  suggestCorrection,
} from './command-line.ts'
import { commands } from './commands.ts'
import { formatCommandHelp, formatCommandList } from './help.ts'
import { createOutput, EXIT, Failure, printError, quoteArgument } from './output.ts'

// A reader such as `head` may close the pipe. The command still does the rest of its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

async function run(typed: string[]): Promise<number | null> {
  // `./pulso help backup` is accepted for `./pulso backup --help`, because other programs have such a command.
  const args = typed[0] === 'help' ? [...typed.slice(1), `--${HELP_OPTION}`] : typed
  const output = createOutput(hasFlag(args, JSON_OPTION))
  try {
    const [first = 'start'] = args
    if (first.startsWith('-')) return await runOption(args)
    const command = findCommand(args)
    if (!command) return await runUnknownCommand(args)
    if (hasFlag(args, HELP_OPTION)) return print(formatCommandHelp(command))
    const rest = args.slice(command.name.split(' ').length)
    return await command.run(await parseArguments(command, rest), output)
  } catch (error) {
    const { message, exit } = await describeError(error)
    printError(message)
    output.document({ error: message })
    return exit
  }
}

const findCommand = (args: string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, at) => word === (args[at] ?? 'start')))

async function runOption(args: string[]): Promise<number> {
  if (hasFlag(args, HELP_OPTION)) return print(formatCommandList(commands, null))
  if (args[0] === '--version' || args[0] === '-v')
    return (await import('./print-version.ts')).printVersion(args)
  const near = await suggestCorrection(args[0] as string, [HELP_OPTION, 'version'], '--')
  throw new Failure(`No hay una opción ${quoteArgument(args[0] as string)}.${near}\n${SEE_HELP}`, EXIT.usage)
}

const SEE_HELP = 'Qué hay: ./pulso --help'

async function runUnknownCommand(args: string[]): Promise<number> {
  const [first = '', second = ''] = args
  const group = commands.some(({ name }) => name.startsWith(`${first} `)) ? first : null
  if (group !== null && hasFlag(args, HELP_OPTION)) return print(formatCommandList(commands, group))
  if (group !== null && (second === '' || second.startsWith('-')))
    throw new Failure(`Falta qué hacer.\n${formatCommandList(commands, group)}`, EXIT.usage)
  const typed = group === null ? first : `${group} ${second}`
  // The name of a group can also be suggested.
  const words = commands.map(({ name }) => (group === null ? (name.split(' ')[0] as string) : name))
  const near = await suggestCorrection(typed, [...new Set(words)], './pulso ')
  throw new Failure(`No hay un comando ${quoteArgument(typed)}.${near}\n${SEE_HELP}`, EXIT.usage)
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return EXIT.good
}

/** Returns one line for a known cause, otherwise a stack trace. */
async function describeError(error: unknown): Promise<{ message: string; exit: number }> {
  if (error instanceof Failure) return error
  const { describeFailure } = await import('./describe-failure.ts')
  return describeFailure(error)
}

/** Time in which the output reaches its reader. ms */
const OUTPUT_FLUSH_MS = 50

const exit = await run(process.argv.slice(2))
if (exit !== null) {
  process.exitCode = exit
  // Pending work whose result is not needed, such as a request without an answer, must not keep the process alive.
  setTimeout(() => process.exit(), OUTPUT_FLUSH_MS).unref()
}
