/** Connects to the mail server, checks addresses, and explains failures of mail servers. */
import { toHeaderLine } from './shared/header-line.ts'

const SECOND_MS = 1000

/** A mail as nodemailer takes it. Addresses are objects, so that no text in them is parsed as a list. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  replyTo?: { name: string; address: string }[]
  subject: string
  text: string
  messageId: string
  date: Date
  headers: Record<string, string>
  signal: AbortSignal
}

export interface Transport {
  /** Sends a mail. @throws when no recipient was accepted */
  sendMail(mail: OutgoingMail): Promise<{ rejected: string[] }>
}

export function createSmtpTransport(url: string): Transport {
  const options = {
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    dnsTimeout: 10 * SECOND_MS,
    socketTimeout: 15 * SECOND_MS,
    // A text of a mail must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // nodemailer is loaded with the first mail, because most starts send none.
  let transporter: Promise<{ sendMail(mail: OutgoingMail): Promise<{ rejected: string[] }> }> | undefined
  return {
    async sendMail(mail) {
      transporter ??= import('nodemailer').then(({ default: nodemailer }) =>
        nodemailer.createTransport(options),
      )
      return (await transporter).sendMail(mail)
    },
  }
}

/**
 * Connects to the mail server and logs in. No mail is sent.
 * @param timeoutMs limit for each step. ms
 * @throws the error that prevents it. Its message may repeat the password
 */
export async function verifyMailServer(url: string, timeoutMs: number): Promise<void> {
  // nodemailer is loaded here, because the server imports this module and most starts send no mail.
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Parses MAIL_FROM. @returns `name` null when the club's name should be used */
export function parseSender(mailFrom: string): { name: string | null; address: string } {
  const named = /^(.+?)\s*<([^<>]+)>$/.exec(mailFrom.trim())
  return named
    ? { name: toHeaderLine(named[1] as string), address: named[2] as string }
    : { name: null, address: mailFrom.trim() }
}

export function requireBareAddress(address: string): void {
  if (!/^[^\s\p{Cc}@<>(),;:\\"[\]]+@[^\s\p{Cc}@<>(),;:\\"[\]]+$/u.test(address)) {
    throw new TypeError('A mail needs one bare address')
  }
}

/** Returns the password in every encoding in which a server may repeat it (RFC 4616, and AUTH LOGIN). */
export function listSmtpSecrets(smtpUrl: string | null): string[] {
  const url = smtpUrl === null ? null : URL.parse(smtpUrl)
  if (!url?.password) return []
  const [user, password] = [decodePart(url.username), decodePart(url.password)]
  const base64 = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  return [url.password, password, ...base64]
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Upper limit of a stored error text. Characters */
export const ERROR_MAX = 300

/** An error as nodemailer throws it. */
interface MailError extends Error {
  code?: string
  /** The SMTP command that the server refused. */
  command?: string
  responseCode?: number
  response?: string
}

/**
 * True when the recipient's mailbox will never accept mail: a 5yz reply to RCPT TO. An extended code about policy (RFC 3463
 * X.7.Z), such as "relay denied", does not count, because the club can fix its cause.
 */
export function isDeadAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0, response = '' }: MailError = error
  return command === 'RCPT TO' && responseCode >= 500 && !/^5\d\d[ -]5\.7\./.test(response)
}

/** Reasons for administrators. The words of the mail server follow each of them. */
const reasons: Record<string, string> = {
  ECONNECTION: 'No se pudo conectar con el servidor de correo',
  ESOCKET: 'No se pudo conectar con el servidor de correo',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo',
  EDNS: 'No se encontró el servidor de correo',
  ETLS: 'No se pudo abrir una conexión segura con el servidor de correo',
  EAUTH: 'El servidor de correo no aceptó el usuario o la contraseña',
  EENVELOPE: 'El servidor de correo no aceptó las direcciones',
  EMESSAGE: 'El servidor de correo no aceptó el mensaje',
}

/**
 * Describes a failure in one short line.
 * @param secrets texts that are removed from the line, because some servers repeat them
 */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  const { code = '', response }: Partial<MailError> = error instanceof Error ? error : {}
  const reason = reasons[code]
  return secrets
    .reduce(
      (text, secret) => text.replaceAll(secret, '…'),
      toHeaderLine(reason ? `${reason}: ${response ?? message}${cause}` : message + cause),
    )
    .slice(0, ERROR_MAX)
}
