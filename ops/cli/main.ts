/** `./pulso`: the command of the operator. Each command loads its own code, so that help and errors appear at once. */
import { asksFor, type Command, HELP_OPTION, JSON_OPTION, read, suggestion } from './command-line.ts'
import { commands } from './commands.ts'
import { helpOf, helpOfAll } from './help.ts'
import { complain, createSay, EXIT, Failure, quoted } from './output.ts'

// A reader such as `head` may close the pipe. The command still does the rest of its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

async function run(typed: string[]): Promise<number | null> {
  // Other programs call it `help backup`.
  const args = typed[0] === 'help' ? [...typed.slice(1), `--${HELP_OPTION}`] : typed
  const say = createSay(asksFor(args, JSON_OPTION))
  try {
    const [first = 'start'] = args
    if (first.startsWith('-')) return await withoutCommand(args)
    const command = find(args)
    if (!command) return await notThere(args)
    if (asksFor(args, HELP_OPTION)) return print(helpOf(command))
    const rest = args.slice(command.name.split(' ').length)
    return await command.run(await read(command, rest), say)
  } catch (error) {
    const { message, exit } = await tellable(error)
    complain(message)
    say.document({ error: message })
    return exit
  }
}

const find = (args: string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, at) => word === (args[at] ?? 'start')))

async function withoutCommand(args: string[]): Promise<number> {
  if (asksFor(args, HELP_OPTION)) return print(helpOfAll(commands, null))
  if (args[0] === '--version' || args[0] === '-v')
    return (await import('./print-version.ts')).printVersion(args)
  const near = await suggestion(args[0] as string, [HELP_OPTION, 'version'], '--')
  throw new Failure(`No hay una opción ${quoted(args[0] as string)}.${near}\n${SEE}`, EXIT.usage)
}

const SEE = 'Qué hay: ./pulso --help'

async function notThere(args: string[]): Promise<number> {
  const [first = '', second = ''] = args
  const group = commands.some(({ name }) => name.startsWith(`${first} `)) ? first : null
  if (group !== null && asksFor(args, HELP_OPTION)) return print(helpOfAll(commands, group))
  if (group !== null && (second === '' || second.startsWith('-')))
    throw new Failure(`Falta qué hacer.\n${helpOfAll(commands, group)}`, EXIT.usage)
  const typed = group === null ? first : `${group} ${second}`
  // The name of a group is also suggested.
  const words = commands.map(({ name }) => (group === null ? (name.split(' ')[0] as string) : name))
  const near = await suggestion(typed, [...new Set(words)], './pulso ')
  throw new Failure(`No hay un comando ${quoted(typed)}.${near}\n${SEE}`, EXIT.usage)
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return EXIT.good
}

/** One clear line for a known reason, and a stack trace for a bug of ours. */
async function tellable(error: unknown): Promise<{ message: string; exit: number }> {
  if (error instanceof Failure) return error
  const { failureOf } = await import('./describe-failure.ts')
  return failureOf(error)
}

/** Time for the output to reach its reader. ms */
const LINGER_MS = 50

const exit = await run(process.argv.slice(2))
if (exit !== null) {
  process.exitCode = exit
  // Pending work without a result, such as a request without an answer, must not keep the process alive.
  setTimeout(() => process.exit(), LINGER_MS).unref()
}
