/** Writes the help from the declared commands. */
import { COMMON_OPTIONS, type Command, formatUsage, type Option, visibleOptions } from './command-line.ts'

const formatTable = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, says]) => `  ${name.padEnd(width)}${says}`)
}

const toOptionRows = (options: Record<string, Option>): [string, string][] =>
  visibleOptions(options).map(([name, { value, description }]) => [
    `--${name}${value === null ? '' : ` ${value}`}`,
    description,
  ])

/** Lists the commands. @param group lists only those of a group such as `users`; null lists all */
export function formatCommandList(commands: Command[], group: string | null): string {
  const some = commands.filter(({ name }) => group === null || name.startsWith(`${group} `))
  return [
    `Así se usa: ./pulso ${group === null ? '' : `${group} `}comando [opciones]`,
    '',
    ...formatTable(
      some.map(({ name, arguments: args, summary }) => [
        [name, ...args.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`))].join(' '),
        summary,
      ]),
    ),
    '',
    ...formatTable([
      ...(group === null ? ([['--version', 'Qué versión es esta']] as [string, string][]) : []),
      ...toOptionRows(COMMON_OPTIONS),
    ]),
    '',
    'La ayuda de un comando, con ejemplos: ./pulso backup --help',
    ...(group === null ? ['', ...EXIT_HELP] : []),
  ].join('\n')
}

export function formatCommandHelp(command: Command): string {
  const { summary, options, examples, notes } = command
  return [
    `${summary}.`,
    '',
    `Así se usa: ${formatUsage(command)}`,
    '',
    ...formatTable(toOptionRows({ ...options, ...COMMON_OPTIONS })),
    ...(notes === undefined ? [] : ['', notes]),
    '',
    'Por ejemplo:',
    ...formatTable(examples.map(([typed, does]) => [`./pulso ${typed}`, does])),
  ].join('\n')
}

const EXIT_HELP = [
  'Termina con 0 si está bien, 1 si algo no anduvo o hay algo que arreglar, 2 si el comando está mal',
  'escrito, 3 si todavía no hay un club y 4 si la base de datos es de otra versión del programa.',
]
