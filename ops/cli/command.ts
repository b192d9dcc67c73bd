/** How commands are declared, and how what was typed is read by that. Loads nothing: help and complaints come at once. */
import { parseArgs } from 'node:util'
import { EXIT, Failure, quoted, type Say } from './output.ts'

export interface Option {
  /** What its value is, in the help; null: it has none. */
  value: string | null
  says: string
  /** Another name of one of the others: understood, and not told of. */
  isOld?: boolean
}

export interface Argument {
  name: string
  isRequired: boolean
}

export interface Command {
  /** As it is typed, such as `users list`. */
  name: string
  says: string
  arguments: Argument[]
  options: Record<string, Option>
  /** What is typed after `./pulso`, and what it does. */
  examples: [typed: string, does: string][]
  more?: string
  /** @returns how it ends, as EXIT says; null: it goes on by itself */
  run(given: Given, say: Say): Promise<number | null>
}

/** What was typed, after the command's own name. */
export interface Given {
  arguments: string[]
  values: Record<string, string | undefined>
  flags: Set<string>
}

/** Longer than any path or address that means something. Characters. */
const ARGUMENT_MAX = 4096

export const JSON_OPTION = 'json'
export const HELP_OPTION = 'help'

/** For every command, beside its own. */
export const COMMON: Record<string, Option> = {
  [JSON_OPTION]: { value: null, says: 'Un documento JSON en la salida, y lo demás en la de errores' },
  [HELP_OPTION]: { value: null, says: 'Esta ayuda' },
}

/** Whether somebody asks for a flag, whatever else they typed. */
export const asksFor = (args: string[], flag: string): boolean => {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).some(
    (arg) => arg === `--${flag}` || (flag === HELP_OPTION && arg === '-h'),
  )
}

/** @throws Failure */
export async function read(command: Command, args: string[]): Promise<Given> {
  const long = args.find(({ length }) => length > ARGUMENT_MAX)
  if (long !== undefined)
    throw wrong(command, `Es demasiado largo (${ARGUMENT_MAX} caracteres como mucho): ${quoted(long)}`)
  const options = { ...command.options, ...COMMON }
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
  const given: Given = { arguments: [], values: {}, flags: new Set() }
  for (const token of tokens) {
    if (token.kind === 'positional') given.arguments.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option || rawName !== `--${name}`)
      throw wrong(
        command,
        `No hay una opción ${quoted(rawName)}.${await suggestion(
          rawName,
          told(options).map(([name]) => name),
          '--',
        )}`,
      )
    if (option.value === null) {
      if (inlineValue) throw wrong(command, `--${name} va sin valor.`)
      given.flags.add(name)
    } else {
      if (value === undefined || value === '' || (!inlineValue && value.startsWith('-')))
        throw wrong(command, `A --${name} le falta su valor: --${name} ${option.value}`)
      given.values[name] = value
    }
  }
  const missing = command.arguments.find(({ isRequired }, at) => isRequired && !given.arguments[at])
  if (missing) throw wrong(command, `Falta ${missing.name}.`)
  const extra = given.arguments[command.arguments.length]
  if (extra !== undefined) throw wrong(command, `Sobra ${quoted(extra)}.`)
  return given
}

/** Those that the help tells of. */
export const told = (options: Record<string, Option>): [string, Option][] =>
  Object.entries(options).filter(([, { isOld }]) => !isOld)

/** A line for the help and for complaints. */
export const usageOf = ({ name, arguments: args, options }: Command): string =>
  [
    `./pulso ${name}`,
    ...args.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)),
    ...told(options).map(([name, { value }]) => `[--${name}${value === null ? '' : ` ${value}`}]`),
  ].join(' ')

const wrong = (command: Command, what: string): Failure =>
  new Failure(`${what}\nAsí se usa: ${usageOf(command)}`, EXIT.usage)

/** Letters to write or to strike out before it counts as another word. */
const APART_MAX = 3

/** ' ¿Quisiste decir …?' for what is nearly one of the words; '' for anything else. */
export async function suggestion(typed: string, words: string[], prefix = ''): Promise<string> {
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
    .filter(({ one, apart }) => apart <= Math.min(APART_MAX, one.length - 1))
    .sort((a, b) => a.apart - b.apart)
  return nearest ? ` ¿Quisiste decir ${prefix}${nearest.one}?` : ''
}

/** The longest of our words is shorter. Characters. */
const SUGGESTED_MAX = 16
