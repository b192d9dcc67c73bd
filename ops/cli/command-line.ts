/**
 * Types of command declarations, and the parser of arguments. It imports little, so that help and errors appear at once.
 */
import { parseArgs } from 'node:util'
import { EXIT, Failure, type Output, quoteArgument } from './output.ts'

export interface Option {
  /** Name of the option's value in the help. null for a flag */
  value: string | null
  description: string
  /** True for an old name of another option. It is accepted, but not in the help. */
  isOld?: boolean
}

export interface Argument {
  name: string
  isRequired: boolean
}

export interface Command {
  /** Words of the command, such as `users list`. */
  name: string
  summary: string
  arguments: Argument[]
  options: Record<string, Option>
  /** Text after `./pulso`, and what the command then does. */
  examples: [typed: string, does: string][]
  notes?: string
  /** Runs the command. @returns the exit status, as in EXIT. null for the server, which keeps running */
  run(parsed: ParsedArguments, output: Output): Promise<number | null>
}

/** The arguments after the name of the command. */
export interface ParsedArguments {
  arguments: string[]
  values: Record<string, string | undefined>
  flags: Set<string>
}

/** Limit of an argument. It is longer than any useful path or address. Characters */
const ARGUMENT_MAX = 4096

export const JSON_OPTION = 'json'
export const HELP_OPTION = 'help'

/** Options that every command accepts. */
export const COMMON_OPTIONS: Record<string, Option> = {
  [JSON_OPTION]: { value: null, description: 'Un documento JSON en la salida, y lo demás en la de errores' },
  [HELP_OPTION]: { value: null, description: 'Esta ayuda' },
}

/** True if the arguments contain a flag. Other arguments may be invalid. */
export const hasFlag = (args: string[], flag: string): boolean => {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).some(
    (arg) => arg === `--${flag}` || (flag === HELP_OPTION && arg === '-h'),
  )
}

/** Parses the arguments of a command. @throws Failure */
export async function parseArguments(command: Command, args: string[]): Promise<ParsedArguments> {
  const long = args.find(({ length }) => length > ARGUMENT_MAX)
  if (long !== undefined)
    throw usageError(
      command,
      `Es demasiado largo (${ARGUMENT_MAX} caracteres como mucho): ${quoteArgument(long)}`,
    )
  const options = { ...command.options, ...COMMON_OPTIONS }
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value === null ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const parsed: ParsedArguments = { arguments: [], values: {}, flags: new Set() }
  for (const token of tokens) {
    if (token.kind === 'positional') parsed.arguments.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option || rawName !== `--${name}`)
      throw usageError(
        command,
        `No hay una opción ${quoteArgument(rawName)}.${await suggestCorrection(
          rawName,
          visibleOptions(options).map(([name]) => name),
          '--',
        )}`,
      )
    if (option.value === null) {
      if (inlineValue) throw usageError(command, `--${name} va sin valor.`)
      parsed.flags.add(name)
    } else {
      if (value === undefined || value === '' || (!inlineValue && value.startsWith('-')))
        throw usageError(command, `A --${name} le falta su valor: --${name} ${option.value}`)
      parsed.values[name] = value
    }
  }
  const missing = command.arguments.find(({ isRequired }, at) => isRequired && !parsed.arguments[at])
  if (missing) throw usageError(command, `Falta ${missing.name}.`)
  const extra = parsed.arguments[command.arguments.length]
  if (extra !== undefined) throw usageError(command, `Sobra ${quoteArgument(extra)}.`)
  return parsed
}

/** Returns the options that the help shows. */
export const visibleOptions = (options: Record<string, Option>): [string, Option][] =>
  Object.entries(options).filter(([, { isOld }]) => !isOld)

/** Returns the usage line for the help and for errors. */
export const formatUsage = ({ name, arguments: args, options }: Command): string =>
  [
    `./pulso ${name}`,
    ...args.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)),
    ...visibleOptions(options).map(([name, { value }]) => `[--${name}${value === null ? '' : ` ${value}`}]`),
  ].join(' ')

const usageError = (command: Command, what: string): Failure =>
  new Failure(`${what}\nAsí se usa: ${formatUsage(command)}`, EXIT.usage)

/** Number of added or removed letters up to which a word counts as a typing error. */
const DISTANCE_MAX = 3

/** Returns ' ¿Quisiste decir …?' for a typing error in one of the words, otherwise ''. */
export async function suggestCorrection(typed: string, words: string[], prefix = ''): Promise<string> {
  const word = typed.replace(/^-+/, '').toLowerCase()
  if (word.length > 2 * SUGGESTED_MAX) return ''
  const { diffChars } = await import('diff')
  const apart = (one: string): number =>
    diffChars(word, one).reduce(
      (sum, { added, removed, value }) => sum + (added || removed ? value.length : 0),
      0,
    )
  const [nearest] = words
    .map((one) => ({ one, apart: one.startsWith(word) && word.length > 1 ? 1 : apart(one) }))
    .filter(({ one, apart }) => apart <= Math.min(DISTANCE_MAX, one.length - 1))
    .sort((a, b) => a.apart - b.apart)
  return nearest ? ` ¿Quisiste decir ${prefix}${nearest.one}?` : ''
}

/** Limit of a word for which a correction is sought. It is longer than all names of commands and options. Characters */
const SUGGESTED_MAX = 16
