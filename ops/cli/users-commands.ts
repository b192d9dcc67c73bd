/** `./pulso users …`: manages administrators, as the back office does, for operators with a shell on the machine. */

import type { ProblemOutcome } from '../../platform/api/shared/outcome.ts'
import { problems } from '../../platform/api/shared/problems.ts'
import { emailKeyOf } from '../../platform/auth/server/users.ts'
import type { User } from '../../platform/auth/shared/accounts.ts'
import { shownEmail } from '../../platform/auth/shared/emails.ts'
import { linkFragment } from '../../platform/auth/shared/one-time-links.ts'
import { OPERATOR } from '../../platform/content/server/history/audit-log.ts'
import { invitationSchema, parse } from '../../platform/content/shared/content-schemas.ts'
import type { Env } from '../../platform/process/env.ts'
import { knownAddress } from '../../platform/process/known-address.ts'
import { EMAIL_MAX } from '../../platform/shared/limits.ts'
import type { Club } from '../container.ts'
import type { Given } from './command-line.ts'
import { wallClock } from './format.ts'
import { EXIT, Failure, quoted, type Say, shown } from './output.ts'
import { withClub } from './with-club.ts'

export const list = (_: Given, say: Say): Promise<number> =>
  withClub(async ({ accounts }) => {
    const users = await accounts.list()
    const rows = users.map((user) => [
      shownEmail(user.email),
      user.name ?? '',
      stateOf(user),
      user.secondFactor ? 'con 2FA' : 'sin 2FA',
      lastSeen(user),
    ])
    const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
    for (const row of rows)
      say.line(
        row
          .map((cell, column) => shown(cell).padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    if (users.length === 0) say.line('Todavía no hay nadie: ./pulso users reset da el enlace para empezar.')
    say.document({ users })
    return EXIT.good
  })

/**
 * Creates a sign-in link for an administrator who is locked out. It replaces the password. This command can also
 * turn off the second factor, because an operator with a shell can change the database anyway.
 */
export const reset = ({ arguments: [wanted], flags }: Given, say: Say): Promise<number> =>
  withClub(async (club, env) => {
    const site = await addressOf(club, env)
    const user = await administrator(club, wanted, 'Decí de quién')
    if (user === null) {
      const url = `${site}/login${linkFragment('claim', await club.accounts.makeLink('claim'))}`
      say.line(
        'Todavía no hay quien administre. Con este enlace, por 24 horas y una sola vez, se crea el primer usuario, que administra el club:',
      )
      say.line(url)
      say.document({ email: null, url, secondFactor: false })
      return EXIT.good
    }
    const email = shownEmail(user.email)
    const token = await club.accounts.makeLink('sign-in', user.email)
    if (token === null) throw nobody(user.email)
    const resets = user.secondFactor && (flags.has('2fa') || flags.has('reset-2fa'))
    if (resets) {
      const done = await club.secondFactor.reset(user._id, OPERATOR)
      if (!done.ok) throw refused(done)
      say.line(`El segundo factor de ${email} quedó desactivado, y sus sesiones terminaron.`)
    } else if (user.secondFactor) {
      say.line(
        `El enlace pide también el código del segundo factor. Si ${email} perdió la app y los códigos,`,
      )
      say.line('alguien más que administre lo puede desactivar en Usuarios, o este comando con --2fa.')
    }
    const url = `${site}/login${linkFragment('sign-in', token)}`
    say.line(`Enlace para que ${email} entre. Sirve una vez, por una hora:`)
    say.line(url)
    say.document({ email: user.email, url, secondFactor: user.secondFactor && !resets })
    return EXIT.good
  })

export const invite = ({ arguments: [typed = ''], values }: Given, say: Say): Promise<number> => {
  const given = parse(invitationSchema, { name: typed })
  if (!given.ok)
    throw new Failure(`El nombre ${quoted(typed)}: ${given.problem.errors[0]?.message}`, EXIT.usage)
  return withClub(async (club, env) => {
    const by = await administrator(club, values.by, 'Decí en nombre de quién, con --by')
    if (by === null)
      throw new Failure('Todavía no hay quien administre: ./pulso users reset da el enlace para empezar.')
    const { name = null } = given.value
    const made = await club.invitations.make(name, { ...by, id: by._id }, OPERATOR)
    const url = new URL(made.url, await addressOf(club, env)).href
    say.line(
      `Enlace para que ${name === null ? 'otra persona' : shown(name)} cree su cuenta y administre. Sirve una vez, hasta el ${wallClock(made.expiresAt)}; la invita ${shownEmail(by.email)}:`,
    )
    say.line(url)
    say.document({ name, by: by.email, url, expiresAt: made.expiresAt })
    return EXIT.good
  })
}

export const disable = (given: Given, say: Say): Promise<number> =>
  setStatus(given, say, 'pending', (email, changed) =>
    changed
      ? `${email} ya no administra, y sus sesiones terminaron. Vuelve con ./pulso users enable ${email}`
      : `${email} ya no administraba.`,
  )

export const enable = (given: Given, say: Say): Promise<number> =>
  setStatus(given, say, 'active', (email, changed) =>
    changed ? `${email} administra desde ahora.` : `${email} ya administraba.`,
  )

const setStatus = (
  { arguments: [typed = ''] }: Given,
  say: Say,
  status: User['status'],
  tell: (email: string, changed: boolean) => string,
): Promise<number> =>
  withClub(async ({ accounts }) => {
    const user = named(await accounts.list(), typed)
    if (!user) throw nobody(typed)
    const outcome = await accounts.setStatus(user._id, status, OPERATOR)
    if (!outcome.ok) throw refused(outcome)
    const changed = user.status !== status
    say.line(tell(shownEmail(user.email), changed))
    say.document({ email: user.email, status: outcome.value.status, changed })
    return EXIT.good
  })

const addressOf = async ({ database }: Club, env: Env): Promise<string> =>
  env.siteUrl ?? (await knownAddress(database)) ?? `http://${env.host}:${env.port}`

/** @throws Failure for a text that is no e-mail address */
function named(users: User[], typed: string): User | undefined {
  if (typed.length > EMAIL_MAX || !typed.includes('@'))
    throw new Failure(`No es un e-mail: ${quoted(typed)}`, EXIT.usage)
  return users.find(({ email }) => emailKeyOf(email) === emailKeyOf(typed))
}

/** Finds an active administrator. Without an argument it is the only one. @returns null if there is none */
async function administrator(
  { accounts }: Club,
  typed: string | undefined,
  ask: string,
): Promise<User | null> {
  const users = (await accounts.list()).filter(({ status }) => status === 'active')
  if (typed === undefined && users.length > 1)
    throw new Failure(
      `${ask}. Administran: ${users.map(({ email }) => shownEmail(email)).join(', ')}`,
      EXIT.usage,
    )
  const user = typed === undefined ? users[0] : named(users, typed)
  if (typed !== undefined && users.length > 0 && !user) throw nobody(typed)
  return user ?? null
}

const nobody = (typed: string) => new Failure(`No administra nadie con el e-mail ${quoted(typed)}.`)

const refused = ({ problem, extras }: ProblemOutcome) =>
  new Failure(extras?.detail ?? problems[problem].detail)

/** A pending user with an earlier sign-in was disabled. */
const stateOf = ({ status, lastSignInAt }: User): string =>
  status === 'active' ? 'administra' : lastSignInAt === null ? 'espera aprobación' : 'no puede entrar'

const lastSeen = ({ lastSeenAt }: User): string =>
  lastSeenAt === null ? 'nunca entró' : `última vez ${wallClock(lastSeenAt)}`
