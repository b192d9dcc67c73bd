/** Reads the environment variables of the club, once at the start. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from '../shared/limits.ts'
import { emailSchema } from '../shared/person-schemas.ts'
import { isWebAddress } from '../shared/web-address.ts'
import { parseBucketUrl } from './bucket-url.ts'
import { restrictNewFiles } from './private-files.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const REGISTRATIONS = ['approval', 'closed', 'open'] as const

export interface Env {
  /** Port to listen on. 0 lets the system choose a free one. */
  port: number
  /** Address to listen on, or a name that resolves to an address of this machine. */
  host: string
  /** Absolute path of the data folder. */
  dataDir: string
  /** `postgres://…`. null: SQLite in `dataDir`. */
  databaseUrl: string | null
  /** Absolute path of the folder with the media files, or `s3://…` (bucket-url.ts). */
  mediaUrl: string
  /** URL of the mail server. null: no mail is sent, and messages are only stored. */
  smtpUrl: string | null
  /** Sender of all mail: `address` or `Name <address>`. */
  mailFrom: string
  /** Recipients of mail to the club. null: every active administrator. */
  mailTo: string[] | null
  /** Public origin, without a slash at its end. null: pages use relative links, and no mail with a link is sent. */
  siteUrl: string | null
  /**
   * E-mail of the first administrator, who is created when there is none. Set together with the password, or not at all.
   */
  adminEmail: string | null
  adminPassword: string | null
  /** True: an empty database is filled with the demo club. */
  demo: boolean
  registration: (typeof REGISTRATIONS)[number]
  /** True: an administrator without a second factor can only set up one. */
  require2fa: boolean
  /** Number of processes that answer requests. */
  workers: number
  /** Number of trusted proxies, or their addresses and CIDR ranges. 0 ignores X-Forwarded-For. */
  trustProxy: number | string[]
  metricsToken: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /**
   * Path or absolute URL of the API, without a slash at its end. It must equal the value at the build, because the pages
   * contain it.
   */
  apiBase: string
  /** Origins that may call the API from another site. */
  corsOrigins: string[]
  /** Second place of the daily backup: the absolute path of a folder, or `s3://…`. null: none */
  backupTo: string | null
  /** Absolute path of the file with the encryption key of `backupTo`. null is allowed only when `backupTo` is no bucket. */
  backupKey: string | null
}

/** Thrown when variables are invalid. The message has a Spanish line for each and contains no secret. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** Quotes the received value for the error message. Not for values that may contain a password. */
const quoteReceived = (input: unknown): string => {
  const text = String(input)
  return `(recibí ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)})`
}

/** Describes the expected and the received value. */
const describeExpected = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `tiene que ser ${what} ${quoteReceived(input)}`,
})

const textMatching = (
  isRight: (text: string) => boolean,
  wrong: string | ReturnType<typeof describeExpected>,
) => z.string().refine(isRight, wrong)

const wholeNumber = (min: number, max: number) =>
  textMatching(
    (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
    describeExpected(`un número entre ${min} y ${max}`),
  ).transform(Number)

const oneOf = <const T extends readonly string[]>(options: T) =>
  z.enum(options, describeExpected(`${options.slice(0, -1).join(', ')} o ${options.at(-1)}`))

const zeroOrOne = () => oneOf(['0', '1']).transform((text) => text === '1')

/** Accepts a host to listen on. Brackets around an IPv6 address belong to URLs, so they are refused here. */
const listenHost = () =>
  textMatching(
    (text) => isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
    describeExpected('una dirección IP o el nombre de esta máquina'),
  )

/**
 * Accepts a URL with one of these schemes and a host. The error message omits the URL, because it may contain a password.
 */
const secretUrl = (schemes: string[], example: string) =>
  textMatching((text) => {
    const url = URL.parse(text)
    return (
      url !== null && schemes.includes(url.protocol) && (url.hostname !== '' || url.searchParams.has('host'))
    )
  }, `tiene que ser una URL como ${example}, con los símbolos de la contraseña codificados (@ es %40)`)

const isOrigin = (text: string): boolean => {
  if (!isWebAddress(text)) return false
  const url = new URL(text)
  return url.href === `${url.origin}/`
}

const getOrigin = (text: string): string => new URL(text).origin

const siteOrigin = () =>
  textMatching(
    isOrigin,
    describeExpected('el origen público del sitio, como https://club.example, sin camino'),
  ).transform(getOrigin)

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const origins = () =>
  textMatching(
    (text) => splitList(text).every(isOrigin),
    describeExpected('una lista de orígenes separados por comas, como https://club.example'),
  ).transform((text) => splitList(text).map(getOrigin))

const apiBase = () =>
  textMatching(
    (text) => (isWebAddress(text) && !/[?#]/.test(text)) || /^(\/[\w.~-]+)+\/*$/.test(text),
    describeExpected('un camino como /api o una URL como https://api.club.example'),
  ).transform((text) => text.replace(/\/+$/, ''))

/** True for a text that is exactly one valid address. */
const isMailbox = (text: string): boolean => emailSchema().safeParse(text).data === text

const mailbox = () => textMatching(isMailbox, describeExpected('un e-mail'))

const mailboxes = () =>
  textMatching(
    (text) => splitList(text).length > 0 && splitList(text).every(isMailbox),
    describeExpected('uno o más e-mails separados por comas'),
  ).transform(splitList)

/** Accepts an address, with or without a name before it: the part of RFC 5322 §3.4 that a sender needs. */
const sender = () =>
  textMatching(
    (text) => isMailbox(/^[^<>"\p{Cc}]+<([^<>]+)>$/u.exec(text)?.[1] ?? text),
    describeExpected('un e-mail, solo o como Nombre <hola@club.example>'),
  )

const password = () => {
  const wrong = `tiene que tener entre ${PASSWORD_MIN} y ${PASSWORD_MAX} caracteres`
  return textMatching((text) => text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX, wrong)
}

const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const isCount = (text: string): boolean => /^\d{1,2}$/.test(text)

const proxies = () =>
  textMatching(
    (text) => isCount(text) || (splitList(text).length > 0 && splitList(text).every(isAddressRange)),
    describeExpected('cuántos proxies hay delante, o sus direcciones separadas por comas'),
  ).transform((text) => (isCount(text) ? Number(text) : splitList(text)))

/** Accepts the characters of a token in an Authorization header (RFC 6750 §2.1). */
const token = () =>
  z.string().regex(/^[\w.~+/-]+=*$/, 'tiene que estar hecho de letras, números y -._~+/, sin espacios')

const path = () => z.string().transform((text) => resolve(text))

const isFolder = (text: string): boolean => !/^[a-z][a-z0-9+.-]+:/i.test(text)

/** Accepts a folder or a bucket. The error message omits the URL, because it may contain keys. */
const folderOrBucket = () =>
  textMatching(
    (text) => isFolder(text) || parseBucketUrl(text) !== null,
    'tiene que ser una carpeta o una URL como s3://balde?endpoint=https://s3.servidor.example&region=us-east-1; las claves van en AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY',
  ).transform((text) => (isFolder(text) ? resolve(text) : text))

/** Checks rules between variables even if single variables are invalid, so that one message lists all errors. */
const always = { when: () => true }

const environment = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: listenHost().default('127.0.0.1'),
    DATA_DIR: path().default(() => resolve('data')),
    DATABASE_URL: secretUrl(
      ['postgres:', 'postgresql:'],
      'postgres://usuario:contraseña@servidor:5432/base',
    ).optional(),
    MEDIA_URL: folderOrBucket().optional(),
    SMTP_URL: secretUrl(['smtp:', 'smtps:'], 'smtp://usuario:contraseña@servidor:587').optional(),
    MAIL_FROM: sender().optional(),
    MAIL_TO: mailboxes().optional(),
    SITE_URL: siteOrigin().optional(),
    ADMIN_EMAIL: mailbox().optional(),
    ADMIN_PASSWORD: password().optional(),
    DEMO: zeroOrOne().default(true),
    REGISTRATION: oneOf(REGISTRATIONS).default('approval'),
    REQUIRE_2FA: zeroOrOne().default(false),
    WORKERS: wholeNumber(1, 64).default(1),
    TRUST_PROXY: proxies().default(0),
    METRICS_TOKEN: token().optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
    VITE_API_BASE: apiBase().default('/api'),
    CORS_ORIGINS: origins().default(() => []),
    BACKUP_TO: folderOrBucket().optional(),
    BACKUP_KEY: path().optional(),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_EMAIL || ADMIN_PASSWORD, {
    path: ['ADMIN_PASSWORD'],
    error: 'falta; va junto con ADMIN_EMAIL',
    ...always,
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_PASSWORD || ADMIN_EMAIL, {
    path: ['ADMIN_EMAIL'],
    error: 'falta; va junto con ADMIN_PASSWORD',
    ...always,
  })
  .refine(({ BACKUP_TO = '', BACKUP_KEY }) => parseBucketUrl(BACKUP_TO) === null || BACKUP_KEY, {
    path: ['BACKUP_KEY'],
    error: 'falta; lo que va a un balde va cifrado. Una clave: openssl rand -base64 32 > archivo',
    ...always,
  })

export type Variable = keyof typeof environment.shape
export const VARIABLES = Object.keys(environment.shape) as Variable[]

/** Shorter names, such as HOST, are like names of other programs. Characters */
const SLIP_NAME_MIN = 6

/**
 * Finds names that are probably a slip for a variable of the club, such as SMTP_ULR.
 * @returns the found name and the name that was probably meant
 */
export function findSlips(env: Record<string, string | undefined>): { name: string; meant: Variable }[] {
  return Object.keys(env).flatMap((name) => {
    if ((VARIABLES as string[]).includes(name)) return []
    const meant = VARIABLES.find((each) => each.length >= SLIP_NAME_MIN && isSlip(plain(name), plain(each)))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toUpperCase()

/** True when the names differ by at most one letter, or by two exchanged neighbours. */
function isSlip(name: string, meant: string): boolean {
  const shortest = Math.min(name.length, meant.length)
  let start = 0
  while (start < shortest && name[start] === meant[start]) start++
  let end = 0
  while (end < shortest - start && name.at(-1 - end) === meant.at(-1 - end)) end++
  const [one, other] = [name, meant].map((each) => each.slice(start, each.length - end)) as [string, string]
  if (one.length <= 1 && other.length <= 1) return true
  return one.length === 2 && other === `${one[1]}${one[0]}`
}

/**
 * Parses the variables. An empty variable counts as unset. Unknown variables are ignored: see `findSlips`.
 * @throws {EnvError} naming every invalid variable
 */
export function readEnv(env: Record<string, string | undefined>): Env {
  const given = VARIABLES.flatMap((name) => {
    const text = env[name]?.trim() ?? ''
    // Spaces are part of a password. A password that consists only of spaces counts as unset.
    return text === '' ? [] : [[name, name === 'ADMIN_PASSWORD' ? env[name] : text]]
  })
  const { data, error } = environment.safeParse(Object.fromEntries(given))
  if (error)
    throw new EnvError(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
  const { SITE_URL: siteUrl = null, DATA_DIR: dataDir } = data
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    databaseUrl: data.DATABASE_URL ?? null,
    mediaUrl: data.MEDIA_URL ?? join(dataDir, 'media'),
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? `no-reply@${siteUrl === null ? 'localhost' : new URL(siteUrl).hostname}`,
    mailTo: data.MAIL_TO ?? null,
    siteUrl,
    adminEmail: data.ADMIN_EMAIL ?? null,
    adminPassword: data.ADMIN_PASSWORD ?? null,
    demo: data.DEMO,
    registration: data.REGISTRATION,
    require2fa: data.REQUIRE_2FA,
    workers: data.WORKERS,
    trustProxy: data.TRUST_PROXY,
    metricsToken: data.METRICS_TOKEN ?? null,
    logLevel: data.LOG_LEVEL,
    apiBase: data.VITE_API_BASE,
    corsOrigins: data.CORS_ORIGINS,
    backupTo: data.BACKUP_TO ?? null,
    backupKey: data.BACKUP_KEY ?? null,
  }
}

/**
 * Reads the environment of this process. Every program of the club calls it first, because it also makes new files readable
 * only by their owner.
 * @throws {EnvError}
 */
export function readOwnEnv(): Env {
  restrictNewFiles()
  return readEnv(process.env)
}

/**
 * Reads the environment as `readOwnEnv` does. An invalid variable ends the process with status 1, after a message with the
 * variable and the reason.
 */
export function requireEnv(): Env {
  try {
    return readOwnEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

// Run as a program, this file only checks the variables. `npm start` does so before a build that takes half a minute.
if (import.meta.main) requireEnv()
