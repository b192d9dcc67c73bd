/** The help, made from the commands. */
import { COMMON, type Command, type Option, told, usageOf } from './command-line.ts'

const table = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, says]) => `  ${name.padEnd(width)}${says}`)
}

const optionRows = (options: Record<string, Option>): [string, string][] =>
  told(options).map(([name, { value, says }]) => [`--${name}${value === null ? '' : ` ${value}`}`, says])

/** Of all of them, or of those of one group such as `users`. */
export function helpOfAll(commands: Command[], group: string | null): string {
  const some = commands.filter(({ name }) => group === null || name.startsWith(`${group} `))
  return [
    `Así se usa: ./pulso ${group === null ? '' : `${group} `}comando [opciones]`,
    '',
    ...table(
      some.map(({ name, arguments: args, says }) => [
        [name, ...args.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`))].join(' '),
        says,
      ]),
    ),
    '',
    ...table([
      ...(group === null ? ([['--version', 'Qué versión es esta']] as [string, string][]) : []),
      ...optionRows(COMMON),
    ]),
    '',
    'La ayuda de un comando, con ejemplos: ./pulso backup --help',
    ...(group === null ? ['', ...EXITS] : []),
  ].join('\n')
}

export function helpOf(command: Command): string {
  const { says, options, examples, more } = command
  return [
    `${says}.`,
    '',
    `Así se usa: ${usageOf(command)}`,
    '',
    ...table(optionRows({ ...options, ...COMMON })),
    ...(more === undefined ? [] : ['', more]),
    '',
    'Por ejemplo:',
    ...table(examples.map(([typed, does]) => [`./pulso ${typed}`, does])),
  ].join('\n')
}

const EXITS = [
  'Termina con 0 si está bien, 1 si algo no anduvo o hay algo que arreglar, 2 si el comando está mal',
  'escrito, 3 si todavía no hay un club y 4 si la base de datos es de otra versión del programa.',
]
