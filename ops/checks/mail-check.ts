/** Checks the mail server, and the mails that wait for it. */
import { verifyMailServer } from '../../platform/mail/smtp.ts'
import { explainKnownError } from '../../platform/process/explain-error.ts'
import { formatCount, formatTimeAgo } from '../cli/format.ts'
import {
  assessAccess,
  CHECK_DATABASE,
  measureAccess,
  NOT_APPLICABLE,
  toFindingState,
  toIsoString,
  type WarningCheck,
  withStatusTimeout,
} from './check-declaration.ts'
import { type Access, judgeMail } from './thresholds.ts'

export const mail: WarningCheck<'mail'> = {
  doctor: [
    {
      part: 'correo',
      mend: () => 'Revisá el servidor y el puerto de SMTP_URL.',
      async *run({ env, waitMs, good, bad, warning }) {
        if (env.smtpUrl === null) {
          yield warning('Sin SMTP_URL no sale ningún correo; los mensajes se leen en /admin/messages.')
          return
        }
        try {
          await verifyMailServer(env.smtpUrl, waitMs)
          yield good('El servidor de correo nos deja entrar.')
        } catch (error) {
          const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
          // The server's message must not be printed, because some servers repeat the password in it.
          const known = explainKnownError(error, 'SMTP_URL')
          const reason = known?.reason ?? `no nos atiende (${[code, responseCode].filter(Boolean).join(' ')})`
          yield bad(
            `No se puede usar el servidor de correo: ${reason}.`,
            `${known?.fix ?? 'Revisá SMTP_URL.'}${CONNECTING.includes(code) ? ' Muchos proveedores cierran el puerto 25: probá 587.' : ''}`,
          )
        }
      },
    },
  ],
  doctorInDatabase: {
    part: 'correo',
    mend: () => CHECK_DATABASE,
    async *run({ env, database, now, warning, good }) {
      const waiting = await database.read
        .selectFrom('outbox')
        .select(['createdAt', 'attempts', 'lastError'])
        .where('deliveredAt', 'is', null)
        .orderBy('createdAt')
        .limit(1000)
        .execute()
      const late = waiting.filter(({ createdAt }) => judgeMail(createdAt, { now: now() }) !== 'ok')
      if (waiting.length === 0) yield good('No hay correos esperando.')
      else if (late.length > 0 && env.smtpUrl !== null)
        yield warning(
          `${formatCount(late.length, 'correo espera', 'correos esperan')} hace más de una hora.${late[0]?.lastError ? ` El último error: ${late[0].lastError}` : ''}`,
          'Salen solos cuando el servidor de correo los acepte.',
        )
      else yield good(`${formatCount(waiting.length, 'correo por salir', 'correos por salir')}.`)
    },
  },
  status: {
    name: 'mail',
    title: 'correo',
    async read({ env: { smtpUrl }, database, now }) {
      if (database === null) return null
      const row = await withStatusTimeout(
        database.read
          .selectFrom('outbox')
          .select((of) => [of.fn.countAll<number>().as('waiting'), of.fn.min('createdAt').as('since')])
          .where('deliveredAt', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      const waiting = Number(row.waiting)
      const since = row.since === null ? null : Number(row.since)
      const queue =
        since === null
          ? 'nada por salir'
          : `${formatCount(waiting, 'por salir', 'por salir')}, lo más viejo de ${formatTimeAgo(since, now)}`
      return {
        says: smtpUrl === null ? 'sin SMTP_URL no sale ninguno' : queue,
        state: smtpUrl === null ? 'warning' : toFindingState(judgeMail(since, { now })),
        facts: { delivers: smtpUrl !== null, waiting, since: toIsoString(since) },
      }
    },
  },
  warning: {
    measure: async ({ outbox }) =>
      outbox.delivers ? ((await outbox.waitsSince('failing')) ?? 'none') : null,
    assess(since, { now }) {
      if (since === null) return NOT_APPLICABLE
      const measured = since === 'none' ? null : since
      return { state: judgeMail(measured, { now }), measured }
    },
    mail: null,
  },
}

/** Time limit of each step of a background login. A login has about five steps. ms */
const LOGIN_STEP_MS = 10_000
/** Time limit of a background login. A server that answers byte by byte could otherwise hold up the other checks. ms */
const LOGIN_MAX_MS = 45_000

/** Checks whether the mail server accepts a login. No mail is sent. */
export const smtp: WarningCheck<'smtp'> = {
  warning: {
    measure: async ({ env: { smtpUrl } }) =>
      smtpUrl === null
        ? null
        : measureAccess(LOGIN_MAX_MS, verifyMailServer(smtpUrl, LOGIN_STEP_MS), judgeLoginError),
    // Mail is not lost: it waits.
    assess: assessAccess('warning'),
    mail: null,
  },
}

/** A code 4yz is temporary (RFC 5321 §4.2.1). */
function judgeLoginError(error: unknown): Access {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EAUTH' && Math.floor(responseCode / 100) !== 4 ? 'refused' : 'unreachable'
}

/** Error codes of nodemailer before the server's greeting. */
const CONNECTING = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT']
