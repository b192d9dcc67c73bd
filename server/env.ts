/** The environment: every variable the club can be run with (decisions §2), read once, at the start. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { registrationSchema } from '../contract/content/schemas.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../contract/limits.ts'
import { isWebAddress } from '../contract/web-address.ts'
import { isBucketUrl, parseBucketUrl } from './media/bucket-url.ts'
import { writePrivately } from './ops/private-files.ts'

export const VARIABLES = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'MEDIA_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_TO',
  'SITE_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'DEMO',
  'REGISTRATION',
  'REQUIRE_2FA',
  'WORKERS',
  'TRUST_PROXY',
  'METRICS_TOKEN',
  'LOG_LEVEL',
  'VITE_API_BASE',
  'CORS_ORIGINS',
  'BACKUP_TO',
  'BACKUP_KEY',
] as const

export type Variable = (typeof VARIABLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const REGISTRATIONS = ['approval', 'closed', 'open'] as const

export interface Env {
  /** 0 picks a free one. */
  port: number
  /** An address or a name that resolves to one of this machine's. */
  host: string
  /** Absolute path. */
  dataDir: string
  /** `postgres://…`; null is SQLite in `dataDir`. */
  databaseUrl: string | null
  /** Absolute path of the folder that holds the pictures, or `s3://…` (bucket-url.ts). */
  mediaUrl: string
  /** null: no mail is sent, messages are only kept. */
  smtpUrl: string | null
  /** `address` or `Name <address>`. */
  mailFrom: string
  /** null: every active administrator. */
  mailTo: string[] | null
  /** Public origin, without a slash at its end; null: pages use relative links and no mail with a link is sent. */
  siteUrl: string | null
  /** The first administrator, created when there is none: both or neither. */
  adminEmail: string | null
  adminPassword: string | null
  /** Whether an empty database is filled with the demo club. */
  demo: boolean
  registration: (typeof REGISTRATIONS)[number]
  /** Whether an administrator without a second factor may do nothing but set one up. */
  require2fa: boolean
  /** Processes that serve. */
  workers: number
  /** How many proxies stand in front, or their addresses and CIDR ranges; 0 trusts nobody's X-Forwarded-For. */
  trustProxy: number | string[]
  metricsToken: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** Path or absolute URL, without a slash at its end; the pages were built with the same one. */
  apiBase: string
  /** Origins that may call the API from another site. */
  corsOrigins: string[]
  /** Where the daily backup goes besides: the absolute path of a folder, or `s3://…`; null: nowhere. */
  backupTo: string | null
  /** Absolute path of the file with the key that it is encrypted with; null only where `backupTo` is no bucket. */
  backupKey: string | null
}

/** One or more variables are wrong. The message has one Spanish line for each and holds no secret. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** What one variable turns into, or why it cannot: the text after its name. */
type Reading<T> = { value: T } | { wrong: string }

/** Shown back to the person, who typed it: never used for what may hold a password. */
const received = (text: string): string =>
  `(recibí ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)})`

const wholeNumber =
  (min: number, max: number) =>
  (text: string): Reading<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? { value: Number(text) }
      : { wrong: `tiene que ser un número entre ${min} y ${max} ${received(text)}` }

const oneOf =
  <const T extends readonly string[]>(options: T) =>
  (text: string): Reading<T[number]> =>
    options.includes(text)
      ? { value: text }
      : { wrong: `tiene que ser ${alternatives(options)} ${received(text)}` }

const alternatives = (options: readonly string[]): string =>
  `${options.slice(0, -1).join(', ')} o ${options.at(-1)}`

const zeroOrOne = (text: string): Reading<boolean> =>
  text === '0' || text === '1' ? { value: text === '1' } : { wrong: `tiene que ser 0 o 1 ${received(text)}` }

/** A host to listen on. Brackets belong to URLs, not here. */
const listenHost = (text: string): Reading<string> =>
  isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
    ? { value: text }
    : { wrong: `tiene que ser una dirección IP o el nombre de esta máquina ${received(text)}` }

/** A URL with one of these schemes and a host. What it holds is secret. */
const secretUrl =
  (schemes: string[], example: string) =>
  (text: string): Reading<string> => {
    const url = URL.parse(text)
    return url !== null &&
      schemes.includes(url.protocol) &&
      (url.hostname !== '' || url.searchParams.has('host'))
      ? { value: text }
      : {
          wrong: `tiene que ser una URL como ${example}, con los símbolos de la contraseña codificados (@ es %40)`,
        }
  }

const originOf = (text: string): string | null => {
  if (!isWebAddress(text)) return null
  const url = new URL(text)
  return url.href === `${url.origin}/` ? url.origin : null
}

const siteOrigin = (text: string): Reading<string> => {
  const origin = originOf(text)
  return origin !== null
    ? { value: origin }
    : {
        wrong: `tiene que ser el origen público del sitio, como https://club.example, sin camino ${received(text)}`,
      }
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const origins = (text: string): Reading<string[]> => {
  const found = list(text).map(originOf)
  return found.every((origin) => origin !== null)
    ? { value: found }
    : {
        wrong: `tiene que ser una lista de orígenes separados por comas, como https://club.example ${received(text)}`,
      }
}

const apiBase = (text: string): Reading<string> => {
  const isWebUrl = isWebAddress(text) && !/[?#]/.test(text)
  return isWebUrl || /^(\/[\w.~-]+)+\/*$/.test(text)
    ? { value: text.replace(/\/+$/, '') }
    : { wrong: `tiene que ser un camino como /api o una URL como https://api.club.example ${received(text)}` }
}

/** One address by the contract's rule, as it stands: what the rule would have to clean first is refused. */
const isMailbox = (text: string): boolean => registrationSchema.shape.email.safeParse(text).data === text

const mailbox = (text: string): Reading<string> =>
  isMailbox(text) ? { value: text } : { wrong: `tiene que ser un e-mail ${received(text)}` }

const mailboxes = (text: string): Reading<string[]> => {
  const addresses = list(text)
  return addresses.length > 0 && addresses.every(isMailbox)
    ? { value: addresses }
    : { wrong: `tiene que ser uno o más e-mails separados por comas ${received(text)}` }
}

/** RFC 5322 §3.4, as far as a sender needs it: an address, with or without a name before it. */
const sender = (text: string): Reading<string> => {
  const named = /^[^<>"\p{Cc}]+<([^<>]+)>$/u.exec(text)
  return isMailbox(named?.[1] ?? text)
    ? { value: text }
    : { wrong: `tiene que ser un e-mail, solo o como Nombre <hola@club.example> ${received(text)}` }
}

const password = (text: string): Reading<string> =>
  text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX
    ? { value: text }
    : { wrong: `tiene que tener entre ${PASSWORD_MIN} y ${PASSWORD_MAX} caracteres` }

const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const proxies = (text: string): Reading<number | string[]> => {
  if (/^\d{1,2}$/.test(text)) return { value: Number(text) }
  const addresses = list(text)
  return addresses.length > 0 && addresses.every(isAddressRange)
    ? { value: addresses }
    : {
        wrong: `tiene que ser cuántos proxies hay delante, o sus direcciones separadas por comas ${received(text)}`,
      }
}

/** It travels in an Authorization header (RFC 6750 §2.1). */
const token = (text: string): Reading<string> =>
  /^[\w.~+/-]+=*$/.test(text)
    ? { value: text }
    : { wrong: 'tiene que estar hecho de letras, números y -._~+/, sin espacios' }

/** A folder, or a bucket. Whoever put keys into the URL does not get them shown back. */
const mediaPlace = (text: string): Reading<string> => {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return { value: resolve(text) }
  return parseBucketUrl(text) !== null
    ? { value: text }
    : {
        wrong:
          'tiene que ser una carpeta o una URL como s3://balde?endpoint=https://s3.servidor.example&region=us-east-1; las claves van en AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY',
      }
}

/**
 * Parses the variables. An empty one counts as unset; others that we do not know are not looked at.
 * @throws {EnvError} naming every variable that is wrong
 */
export function readEnv(env: Record<string, string | undefined>): Env {
  const wrongs: string[] = []

  const read = <T, D>(name: Variable, reading: (text: string) => Reading<T>, fallback: D): T | D => {
    const text = env[name]?.trim() ?? ''
    // White space is part of a password, but a password of nothing else is none.
    const result =
      text === '' ? { value: fallback } : reading(name === 'ADMIN_PASSWORD' ? (env[name] ?? '') : text)
    if ('value' in result) return result.value
    wrongs.push(`${name}: ${result.wrong}`)
    return fallback
  }

  const dataDir = read('DATA_DIR', (text) => ({ value: resolve(text) }), resolve('data'))
  const siteUrl = read('SITE_URL', siteOrigin, null)
  const parsed: Env = {
    port: read('PORT', wholeNumber(0, 65_535), 3000),
    host: read('HOST', listenHost, '127.0.0.1'),
    dataDir,
    databaseUrl: read(
      'DATABASE_URL',
      secretUrl(['postgres:', 'postgresql:'], 'postgres://usuario:contraseña@servidor:5432/base'),
      null,
    ),
    mediaUrl: read('MEDIA_URL', mediaPlace, join(dataDir, 'media')),
    smtpUrl: read('SMTP_URL', secretUrl(['smtp:', 'smtps:'], 'smtp://usuario:contraseña@servidor:587'), null),
    mailFrom: read(
      'MAIL_FROM',
      sender,
      `no-reply@${siteUrl === null ? 'localhost' : new URL(siteUrl).hostname}`,
    ),
    mailTo: read('MAIL_TO', mailboxes, null),
    siteUrl,
    adminEmail: read('ADMIN_EMAIL', mailbox, null),
    adminPassword: read('ADMIN_PASSWORD', password, null),
    demo: read('DEMO', zeroOrOne, true),
    registration: read('REGISTRATION', oneOf(REGISTRATIONS), 'approval'),
    require2fa: read('REQUIRE_2FA', zeroOrOne, false),
    workers: read('WORKERS', wholeNumber(1, 64), 1),
    trustProxy: read('TRUST_PROXY', proxies, 0),
    metricsToken: read('METRICS_TOKEN', token, null),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
    apiBase: read('VITE_API_BASE', apiBase, '/api'),
    corsOrigins: read('CORS_ORIGINS', origins, []),
    backupTo: read('BACKUP_TO', mediaPlace, null),
    backupKey: read('BACKUP_KEY', (text) => ({ value: resolve(text) }), null),
  }

  const isGiven = (name: Variable) => (env[name]?.trim() ?? '') !== ''
  if (isGiven('ADMIN_EMAIL') && !isGiven('ADMIN_PASSWORD'))
    wrongs.push('ADMIN_PASSWORD: falta; va junto con ADMIN_EMAIL')
  if (isGiven('ADMIN_PASSWORD') && !isGiven('ADMIN_EMAIL'))
    wrongs.push('ADMIN_EMAIL: falta; va junto con ADMIN_PASSWORD')

  if (parsed.backupTo !== null && isBucketUrl(parsed.backupTo) && parsed.backupKey === null)
    wrongs.push(
      'BACKUP_KEY: falta; lo que va a un balde va cifrado. Una clave: openssl rand -base64 32 > archivo',
    )

  if (wrongs.length > 0) throw new EnvError(wrongs.join('\n'))
  return parsed
}

/**
 * The environment of this process. A wrong one ends it with status 1 after telling which variable and why. Every program
 * of ours begins with this, and from here on writes for its owner alone.
 */
export function requireEnv(): Env {
  writePrivately()
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

// Run as a program it only checks: `npm start` does so before it spends half a minute on a build.
if (import.meta.main) requireEnv()
