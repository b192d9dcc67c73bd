/**
 * Turns an error of the system, the network, a database, a bucket or a mail server into one Spanish line for the operator.
 * The lines contain no secret. A server's message is shown only if that server never repeats the data it received.
 */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { StorageFull, StoreUnavailable } from './storage-errors.ts'

export interface Explanation {
  /** The cause, without a full stop. It follows a colon, so it starts with a lower-case letter. */
  reason: string
  /** What the operator should do, in one or two sentences. null when no fix is known. */
  fix: string | null
}

/** @param where the variable, folder or address that the operator has to change */
type Explain = (error: ErrorFields, where: string) => Explanation

/** The fields that distinguish errors of Node, node-postgres, node:sqlite, the AWS SDK and nodemailer. */
interface ErrorFields {
  name?: unknown
  message?: unknown
  code?: unknown
  originalCode?: unknown
  responseCode?: unknown
  errcode?: unknown
  path?: unknown
  address?: unknown
  port?: unknown
  hostname?: unknown
  $metadata?: { httpStatusCode?: number }
}

/**
 * Explains any error. For an unknown error, the reason is the first line of its message, and there is no fix.
 * @param where the setting that the operator has to change, such as `MEDIA_URL`
 */
export function explainError(error: unknown, where = 'la dirección'): Explanation {
  return (
    explainKnownError(error, where) ?? {
      reason: firstLine(error instanceof Error ? error.message || error.name : String(error)).replace(
        /\.$/,
        '',
      ),
      fix: null,
    }
  )
}

/** Explains a known error. @returns null for an unknown error, which is most likely a bug of the club's software */
export function explainKnownError(error: unknown, where = 'la dirección'): Explanation | null {
  if (typeof error !== 'object' || error === null) return null
  const { cause } = error as { cause?: unknown }
  // Some errors wrap another error that has the reason, such as the TypeError of fetch().
  const isWrapper =
    error instanceof StoreUnavailable || error instanceof StorageFull || error instanceof TypeError
  if (isWrapper && cause !== undefined) return explainKnownError(cause, where)
  // A host name with several addresses fails with one error per address. The first one is explained.
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainKnownError(error.errors[0], where)
  const fields = error as ErrorFields
  return (
    explainBucket(fields, where) ??
    explainSqlite(fields, where) ??
    CODES[pickErrorCode(fields)]?.(fields, where) ??
    explainTls(fields, where) ??
    explainTimeout(fields, where)
  )
}

/** `reason. fix`, as one line. */
export const formatExplanation = ({ reason, fix }: Explanation): string =>
  fix === null ? `${reason}.` : `${reason}. ${fix}`

/**
 * Explains an error of a file or a database in a folder. SQLite reports neither a full disk nor a read-only one: on both it
 * fails to create its shared memory. This function therefore also checks the free space, and whether the folder is writable.
 */
export async function explainFolderError(error: unknown, folder: string): Promise<Explanation> {
  const code = primarySqliteCode(error as ErrorFields | null)
  if (code === SQLITE_IOERR && (await isFull(folder))) return explainFullDisk({ path: folder }, folder)
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN) {
    const refusal: unknown = await access(folder, constants.W_OK).then(
      () => null,
      (reason) => reason,
    )
    if (refusal !== null) return explainError(refusal, folder)
  }
  return explainError(error, folder)
}

/** Below this free space SQLite cannot create its shared memory and its first pages. Bytes */
const FULL_BELOW = 1024 * 1024

async function isFull(folder: string): Promise<boolean> {
  const space = await statfs(folder).catch(() => null)
  return space !== null && space.bavail * space.bsize < FULL_BELOW
}

/** Upper limit of a quoted error message. Characters */
const LINE_MAX = 400

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, LINE_MAX) ?? ''

/** Returns the error code. nodemailer replaces the system's code with its own and keeps the first one in `originalCode`. */
const pickErrorCode = ({ code, originalCode }: ErrorFields): string => String(originalCode ?? code ?? '')

/**
 * Returns the path that the operator can look at. Names of temporary files and folders start with a dot, and they may never
 * have existed, so their folder is returned.
 */
function findPath({ path }: ErrorFields): string | null {
  if (typeof path !== 'string') return null
  return basename(path).startsWith('.') ? dirname(path) : path
}

/** Returns the place of the error, such as ' en /srv/data' or ' en 127.0.0.1:5432', or ''. */
function describePlace(error: ErrorFields): string {
  const { address, port, hostname } = error
  const path = findPath(error)
  if (path !== null) return ` en ${path}`
  if (typeof address === 'string') return ` en ${address}${port === undefined ? '' : `:${port}`}`
  return typeof hostname === 'string' ? ` en ${hostname}` : ''
}

const CHECK_ADDRESS = (where: string) => `Revisá el servidor y el puerto de ${where}, y que ande.`

const explainFullDisk: Explain = (error) => ({
  reason: `el disco está lleno${describePlace(error)} (ENOSPC)`,
  fix: 'Hacé lugar en ese disco y repetí.',
})

const explainMissingPermission: Explain = (error, where) => ({
  reason: `no hay permiso${describePlace(error)} (${error.code})`,
  fix: `Revisá que ${findPath(error) ?? where} sea del usuario del club.`,
})

const explainDamagedDisk: Explain = (error) => ({
  reason: `el disco falla${describePlace(error)} (${error.code})`,
  fix: 'Mirá dmesg, y hacé una copia en otro disco.',
})

const explainNoAnswer: Explain = (error, where) => ({
  reason: `no contestó a tiempo${describePlace(error)} (${pickErrorCode(error) || error.name})`,
  fix: `Revisá el servidor y el puerto de ${where}, y el cortafuegos.`,
})

const explainLostConnection: Explain = (error, where) => ({
  reason: `se cortó la conexión${describePlace(error)} (${pickErrorCode(error)})`,
  fix: `Repetí; si sigue, revisá el servidor de ${where} y su registro.`,
})

const explainUnreachable: Explain = (error, where) => ({
  reason: `no hay camino hasta el servidor${describePlace(error)} (${pickErrorCode(error)})`,
  fix: `Revisá la red de esta máquina y la dirección de ${where}.`,
})

/** Explains a code with a constant text. @param code printed after the reason, so that operators can search for it */
const createFixedExplanation =
  (reason: string, fix: (where: string) => string): Explain =>
  (error, where) => ({ reason: `${reason} (${pickErrorCode(error)})`, fix: fix(where) })

/** Explanations by code: errors of the system (errno(3)), its resolver, node-postgres (SQLSTATE) and nodemailer. */
const CODES: Record<string, Explain> = {
  ENOSPC: explainFullDisk,
  EDQUOT: createFixedExplanation(
    'se terminó la cuota de disco',
    () => 'Hacé lugar o pedí más cuota, y repetí.',
  ),
  EROFS: (error) => ({
    reason: `el disco está montado solo para leer${describePlace(error)} (EROFS)`,
    fix: 'Mirá dmesg: un disco que falla se monta así. Si el disco anda, la unidad de systemd no permite esa carpeta: club restart la agrega.',
  }),
  EACCES: explainMissingPermission,
  EPERM: explainMissingPermission,
  ENOENT: (error, where) => ({
    reason: `no existe ${typeof error.path === 'string' ? error.path : where} (ENOENT)`,
    fix: 'Revisá el nombre, y que el disco esté montado.',
  }),
  ENOTDIR: (error, where) => ({
    reason: `hay un archivo donde va una carpeta${describePlace(error)} (ENOTDIR)`,
    fix: `Revisá ${where}.`,
  }),
  EISDIR: (error, where) => ({
    reason: `hay una carpeta donde va un archivo${describePlace(error)} (EISDIR)`,
    fix: `Revisá ${where}.`,
  }),
  EIO: explainDamagedDisk,
  ENODEV: explainDamagedDisk,
  ENXIO: explainDamagedDisk,
  ESTALE: explainDamagedDisk,
  EMFILE: createFixedExplanation(
    'hay demasiados archivos abiertos',
    () => 'Subí LimitNOFILE (ulimit -n) y reiniciá el club.',
  ),
  ENFILE: createFixedExplanation(
    'la máquina tiene demasiados archivos abiertos',
    () => 'Cerrá otros programas.',
  ),
  ENOMEM: createFixedExplanation('no hay memoria', () => 'Cerrá otros programas, o agregá memoria.'),

  ECONNREFUSED: (error, where) => ({
    reason: `ahí no escucha nadie${describePlace(error)} (ECONNREFUSED)`,
    fix: CHECK_ADDRESS(where),
  }),
  ENOTFOUND: (error, where) => ({
    reason: `ese nombre no existe${describePlace(error)} (ENOTFOUND)`,
    fix: `Revisá cómo está escrito el servidor en ${where}.`,
  }),
  EAI_AGAIN: createFixedExplanation(
    'el DNS no contesta',
    () => 'Revisá la red y el DNS de esta máquina (/etc/resolv.conf).',
  ),
  ETIMEDOUT: explainNoAnswer,
  ESOCKETTIMEDOUT: explainNoAnswer,
  UND_ERR_CONNECT_TIMEOUT: explainNoAnswer,
  UND_ERR_HEADERS_TIMEOUT: explainNoAnswer,
  ECONNRESET: explainLostConnection,
  EPIPE: explainLostConnection,
  ECONNABORTED: explainLostConnection,
  ECONNECTION: explainLostConnection,
  UND_ERR_SOCKET: explainLostConnection,
  EHOSTUNREACH: explainUnreachable,
  ENETUNREACH: explainUnreachable,
  EADDRNOTAVAIL: explainUnreachable,

  '28P01': createFixedExplanation(
    'la base no acepta ese usuario o esa contraseña',
    (where) => `Revisá el usuario y la contraseña de ${where} (los símbolos van codificados: @ es %40).`,
  ),
  '28000': createFixedExplanation(
    'la base no deja entrar a ese usuario desde acá',
    (where) => `Revisá el usuario de ${where}, y pg_hba.conf en el servidor.`,
  ),
  '3D000': createFixedExplanation(
    'esa base de datos no existe',
    (where) => `Creala con createdb, o corregí su nombre en ${where}.`,
  ),
  '42501': createFixedExplanation(
    'ese usuario no tiene permiso en la base',
    () => 'Hacelo dueño: ALTER DATABASE … OWNER TO …',
  ),
  '25006': createFixedExplanation(
    'la base es una réplica y no se puede escribir',
    (where) => `Poné en ${where} el servidor principal.`,
  ),
  '53100': createFixedExplanation(
    'el disco de PostgreSQL está lleno',
    () => 'Hacé lugar en su disco y repetí.',
  ),
  '53300': createFixedExplanation(
    'PostgreSQL no tiene más conexiones',
    () => 'Cerrá otros programas que la usen, o subí max_connections.',
  ),
  '55P03': createFixedExplanation(
    'otro programa traba una tabla',
    () => 'Mirá pg_stat_activity y pg_locks, y terminá ese programa.',
  ),
  '57014': createFixedExplanation(
    'una consulta tardó demasiado',
    () => 'Mirá si PostgreSQL está sobrecargado o si otro programa traba una tabla.',
  ),
  '57P01': createFixedExplanation('PostgreSQL se está deteniendo', () => 'Esperá a que vuelva y repetí.'),
  '57P02': createFixedExplanation('PostgreSQL se reinició', () => 'Esperá a que vuelva y repetí.'),
  '57P03': createFixedExplanation(
    'PostgreSQL todavía está arrancando',
    () => 'Esperá unos segundos y repetí.',
  ),

  EAUTH: (error, where) => ({
    reason: `no acepta el usuario o la contraseña (${formatMailCodes(error)})`,
    fix: `Revisá el usuario y la contraseña de ${where} (los símbolos van codificados: @ es %40).`,
  }),
  EDNS: createFixedExplanation(
    'no se encuentra ese nombre',
    (where) => `Revisá el nombre del servidor en ${where}.`,
  ),
  ETLS: (error, where) => ({
    reason: `no se pudo cifrar la conexión con STARTTLS (${formatMailCodes(error)})`,
    fix: `Probá en ${where} smtps:// con el puerto 465.`,
  }),
  EPROTOCOL: (error, where) => ({
    reason: `ahí no contesta un servidor de correo que nos atienda (${formatMailCodes(error)})`,
    fix: `Revisá el servidor y el puerto de ${where}: smtps:// es el 465, smtp:// el 587.`,
  }),
}

/**
 * Quotes only the codes of a mail server's error. Its message is omitted, because some servers repeat the refused password.
 */
const formatMailCodes = ({ code, responseCode }: ErrorFields): string =>
  [code, responseCode].filter(Boolean).join(' ')

type KnownExplanation = readonly [reason: string, fix: (where: string) => string]

/**
 * TLS errors: codes of RFC 5280 under their names in Node, and OpenSSL's codes for a peer without TLS. The first match
 * counts.
 */
const TLS: readonly [pattern: RegExp, ...KnownExplanation][] = [
  [
    /ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH|HPE_INVALID|wrong version number/,
    'de un lado se habla con TLS y del otro sin TLS',
    (where) => `Revisá en ${where} si va con https o sin https (smtps:// es el puerto 465, smtp:// el 587).`,
  ],
  [
    /CERT_HAS_EXPIRED|certificate has expired/,
    'su certificado venció',
    () => 'Renovalo, y revisá la hora de esta máquina.',
  ],
  [/CERT_NOT_YET_VALID/, 'su certificado todavía no vale', () => 'Revisá la hora de esta máquina.'],
  [
    /ALTNAME_INVALID|does not match certificate/,
    'su certificado es de otro nombre',
    (where) => `Poné en ${where} el nombre que figura en el certificado.`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|self[- ]signed certificate|unable to (get|verify)/,
    'no se puede confiar en su certificado',
    () => 'Si es de una autoridad tuya, poné su archivo en NODE_EXTRA_CA_CERTS.',
  ],
  [/server does not support SSL/, 'el servidor no usa TLS', (where) => `Sacá sslmode de ${where}.`],
]

function explainTls(error: ErrorFields, where: string): Explanation | null {
  const code = pickErrorCode(error)
  const found = TLS.find(([pattern]) => pattern.test(`${code} ${String(error.message ?? '')}`))
  if (!found) return null
  const [, reason, fix] = found
  return { reason: `${reason}${code === '' ? '' : ` (${code})`}`, fix: fix(where) }
}

/** Explains time-outs of AbortSignal.timeout(), node-postgres and the AWS SDK, which have no error code. */
function explainTimeout(error: ErrorFields, where: string): Explanation | null {
  const isTimeout =
    error.name === 'TimeoutError' ||
    /timeout exceeded when trying to connect|Query read timeout|due to connection timeout/.test(
      String(error.message ?? ''),
    )
  if (isTimeout)
    return {
      reason: 'no contestó a tiempo',
      fix: `Revisá el servidor y el puerto de ${where}, y el cortafuegos.`,
    }
  if (/^(Connection terminated|socket hang up)/.test(String(error.message ?? '')))
    return explainLostConnection({ ...error, code: 'ECONNRESET' }, where)
  return null
}

const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CANTOPEN = 14

/** Returns SQLite's primary result code (sqlite.org/rescode.html). null for other errors. */
function primarySqliteCode(error: ErrorFields | null): number | null {
  return typeof error?.errcode === 'number' ? error.errcode & 0xff : null
}

const BUSY: KnownExplanation = ['otro programa la tiene tomada', () => 'Esperá un momento y repetí.']
const DAMAGED: KnownExplanation = [
  'está dañada',
  () => 'Detené el club y volvé a la última copia sana: ./pulso restore archivo --replace',
]

const SQLITE_CODES: Record<number, KnownExplanation> = {
  5: BUSY,
  6: BUSY,
  [SQLITE_READONLY]: [
    'no se puede escribir en ella',
    (where) => `Revisá que ${where} sea del usuario del club, y que su disco no esté montado solo para leer.`,
  ],
  [SQLITE_IOERR]: ['el disco no la deja leer o escribir', () => 'Mirá df -h y dmesg.'],
  11: DAMAGED,
  13: ['el disco está lleno', () => 'Hacé lugar en ese disco y repetí.'],
  [SQLITE_CANTOPEN]: [
    'no se puede abrir',
    (where) => `Revisá que ${where} exista y sea del usuario del club.`,
  ],
  26: DAMAGED,
}

function explainSqlite(error: ErrorFields, where: string): Explanation | null {
  const known = SQLITE_CODES[primarySqliteCode(error) ?? 0]
  return known ? { reason: `${known[0]} (SQLite ${error.errcode})`, fix: known[1](where) } : null
}

const KEYS = 'AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY'

/** Explanations by error code of S3-compatible stores (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const BUCKET_NAMES: Record<string, KnownExplanation> = {
  CredentialsProviderError: ['faltan las claves del balde', () => `Poné ${KEYS}.`],
  InvalidAccessKeyId: ['el balde no conoce esa clave', () => `Revisá ${KEYS}.`],
  SignatureDoesNotMatch: ['la clave secreta del balde no es esa', () => `Revisá ${KEYS}.`],
  ExpiredToken: ['la clave del balde venció', () => `Renová ${KEYS}.`],
  RequestTimeTooSkewed: [
    'el reloj de esta máquina está mal, y el balde no la deja entrar',
    () => 'Ponelo en hora: timedatectl set-ntp true',
  ],
  AccessDenied: [
    'la clave no tiene permiso en ese balde',
    () => `Dale permiso a la clave, o revisá ${KEYS}.`,
  ],
  LostObject: [
    'el balde dice que guarda, y lo guardado no está',
    (where) => `Revisá ${where}, y el registro y el disco de ese servidor.`,
  ],
  NoSuchBucket: ['ese balde no existe', (where) => `Crealo, o corregí su nombre en ${where}.`],
  PermanentRedirect: ['el balde está en otra región', (where) => `Poné region=… en ${where}.`],
  AuthorizationHeaderMalformed: ['el balde está en otra región', (where) => `Poné region=… en ${where}.`],
}

const BUCKET_STATUSES: Record<number, keyof typeof BUCKET_NAMES> = {
  301: 'PermanentRedirect',
  401: 'InvalidAccessKeyId',
  403: 'AccessDenied',
  404: 'NoSuchBucket',
}

function explainBucket(error: ErrorFields, where: string): Explanation | null {
  const name = String(error.name ?? '')
  const status = error.$metadata?.httpStatusCode
  if (status !== undefined && (status === 507 || /Full|Quota|InsufficientStorage/.test(name)))
    return { reason: `el balde está lleno (${name})`, fix: 'Hacé lugar en él, o ampliá su cuota.' }
  const known = BUCKET_NAMES[name] ?? (status && BUCKET_NAMES[BUCKET_STATUSES[status] ?? ''])
  if (known) {
    const [reason, fix] = known
    return { reason: `${reason} (${[name, status].filter(Boolean).join(' ')})`, fix: fix(where) }
  }
  if (status === undefined) return null
  if (status >= 500)
    return { reason: `el servidor del balde falla (${name} ${status})`, fix: 'Repetí en un rato.' }
  return {
    reason: `el balde contestó otra cosa (${name} ${status})`,
    fix: `Revisá endpoint= en ${where}: tiene que ser un servidor de S3.`,
  }
}
