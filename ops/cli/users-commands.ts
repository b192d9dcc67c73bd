/** `./pulso users …` manages administrators as the back office does. For operators with a shell on the machine. */

import type { ProblemOutcome } from '../../platform/api/shared/outcome.ts'
import { problems } from '../../platform/api/shared/problems.ts'
import { getEmailKey } from '../../platform/auth/server/users.ts'
import type { User } from '../../platform/auth/shared/accounts.ts'
import { invitationSchema } from '../../platform/auth/shared/accounts.ts'
import { formatEmail } from '../../platform/auth/shared/emails.ts'
import { linkFragment } from '../../platform/auth/shared/one-time-links.ts'
import { parse } from '../../platform/content/shared/content-schemas.ts'
import { readKnownAddress } from '../../platform/db/known-address.ts'
import { OPERATOR } from '../../platform/db/record-entry.ts'
import type { Env } from '../../platform/process/env.ts'
import { EMAIL_MAX } from '../../platform/shared/limits.ts'
import type { Club } from '../container.ts'
import type { ParsedArguments } from './command-line.ts'
import { formatTime } from './format.ts'
import { EXIT, escapeInvisible, Failure, type Output, quoteArgument } from './output.ts'
import { withClub } from './with-club.ts'

export const listUsers = (_: ParsedArguments, output: Output): Promise<number> =>
  withClub(async ({ accounts }) => {
    const users = await accounts.list()
    const rows = users.map((user) => [
      formatEmail(user.email),
      user.name ?? '',
      describeStatus(user),
      user.secondFactor ? 'con 2FA' : 'sin 2FA',
      describeLastSeen(user),
    ])
    const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
    for (const row of rows)
      output.line(
        row
          .map((cell, column) => escapeInvisible(cell).padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    if (users.length === 0)
      output.line('Todavía no hay nadie: ./pulso users reset da el enlace para empezar.')
    output.document({ users })
    return EXIT.good
  })

/**
 * Creates a sign-in link for a locked-out administrator. The link replaces the password. The command can also turn off the
 * second factor, because an operator with a shell can change the database anyway.
 */
export const resetUser = ({ arguments: [wanted], flags }: ParsedArguments, output: Output): Promise<number> =>
  withClub(async (club, env) => {
    const site = await findSiteAddress(club, env)
    const user = await findAdministrator(club, wanted, 'Decí de quién')
    if (user === null) {
      const url = `${site}/login${linkFragment('claim', await club.accounts.makeLink('claim'))}`
      output.line(
        'Todavía no hay quien administre. Con este enlace, por 24 horas y una sola vez, se crea el primer usuario, que administra el club:',
      )
      output.line(url)
      output.document({ email: null, url, secondFactor: false })
      return EXIT.good
    }
    const email = formatEmail(user.email)
    const token = await club.accounts.makeLink('sign-in', user.email)
    if (token === null) throw notFoundFailure(user.email)
    const resets = user.secondFactor && (flags.has('2fa') || flags.has('reset-2fa'))
    if (resets) {
      const done = await club.secondFactor.reset(user._id, OPERATOR)
      if (!done.ok) throw problemFailure(done)
      output.line(`El segundo factor de ${email} quedó desactivado, y sus sesiones terminaron.`)
    } else if (user.secondFactor) {
      output.line(
        `El enlace pide también el código del segundo factor. Si ${email} perdió la app y los códigos,`,
      )
      output.line('alguien más que administre lo puede desactivar en Usuarios, o este comando con --2fa.')
    }
    const url = `${site}/login${linkFragment('sign-in', token)}`
    output.line(`Enlace para que ${email} entre. Sirve una vez, por una hora:`)
    output.line(url)
    output.document({ email: user.email, url, secondFactor: user.secondFactor && !resets })
    return EXIT.good
  })

export const inviteUser = (
  { arguments: [typed = ''], values }: ParsedArguments,
  output: Output,
): Promise<number> => {
  const parsed = parse(invitationSchema, { name: typed })
  if (!parsed.ok)
    throw new Failure(`El nombre ${quoteArgument(typed)}: ${parsed.problem.errors[0]?.message}`, EXIT.usage)
  return withClub(async (club, env) => {
    const by = await findAdministrator(club, values.by, 'Decí en nombre de quién, con --by')
    if (by === null)
      throw new Failure('Todavía no hay quien administre: ./pulso users reset da el enlace para empezar.')
    const { name = null } = parsed.value
    const invitation = await club.invitations.create(name, { ...by, id: by._id }, OPERATOR)
    const url = new URL(invitation.url, await findSiteAddress(club, env)).href
    output.line(
      `Enlace para que ${name === null ? 'otra persona' : escapeInvisible(name)} cree su cuenta y administre. Sirve una vez, hasta el ${formatTime(invitation.expiresAt)}; la invita ${formatEmail(by.email)}:`,
    )
    output.line(url)
    output.document({ name, by: by.email, url, expiresAt: invitation.expiresAt })
    return EXIT.good
  })
}

export const disableUser = (parsed: ParsedArguments, output: Output): Promise<number> =>
  setStatus(parsed, output, 'pending', (email, changed) =>
    changed
      ? `${email} ya no administra, y sus sesiones terminaron. Vuelve con ./pulso users enable ${email}`
      : `${email} ya no administraba.`,
  )

export const enableUser = (parsed: ParsedArguments, output: Output): Promise<number> =>
  setStatus(parsed, output, 'active', (email, changed) =>
    changed ? `${email} administra desde ahora.` : `${email} ya administraba.`,
  )

const setStatus = (
  { arguments: [typed = ''] }: ParsedArguments,
  output: Output,
  status: User['status'],
  tell: (email: string, changed: boolean) => string,
): Promise<number> =>
  withClub(async ({ accounts }) => {
    const user = findByEmail(await accounts.list(), typed)
    if (!user) throw notFoundFailure(typed)
    const outcome = await accounts.setStatus(user._id, status, OPERATOR)
    if (!outcome.ok) throw problemFailure(outcome)
    const changed = user.status !== status
    output.line(tell(formatEmail(user.email), changed))
    output.document({ email: user.email, status: outcome.value.status, changed })
    return EXIT.good
  })

const findSiteAddress = async ({ database }: Club, env: Env): Promise<string> =>
  env.siteUrl ?? (await readKnownAddress(database)) ?? `http://${env.host}:${env.port}`

/** Finds the user with an e-mail address. @throws Failure for a text that is no address */
function findByEmail(users: User[], typed: string): User | undefined {
  if (typed.length > EMAIL_MAX || !typed.includes('@'))
    throw new Failure(`No es un e-mail: ${quoteArgument(typed)}`, EXIT.usage)
  return users.find(({ email }) => getEmailKey(email) === getEmailKey(typed))
}

/** Finds an active administrator. Without an argument, there must be only one. @returns null if there is none */
async function findAdministrator(
  { accounts }: Club,
  typed: string | undefined,
  ask: string,
): Promise<User | null> {
  const users = (await accounts.list()).filter(({ status }) => status === 'active')
  if (typed === undefined && users.length > 1)
    throw new Failure(
      `${ask}. Administran: ${users.map(({ email }) => formatEmail(email)).join(', ')}`,
      EXIT.usage,
    )
  const user = typed === undefined ? users[0] : findByEmail(users, typed)
  if (typed !== undefined && users.length > 0 && !user) throw notFoundFailure(typed)
  return user ?? null
}

const notFoundFailure = (typed: string) =>
  new Failure(`No administra nadie con el e-mail ${quoteArgument(typed)}.`)

const problemFailure = ({ problem, extras }: ProblemOutcome) =>
  new Failure(extras?.detail ?? problems[problem].detail)

/** Describes the status of a user. A pending user who has signed in before was disabled. */
const describeStatus = ({ status, lastSignInAt }: User): string =>
  status === 'active' ? 'administra' : lastSignInAt === null ? 'espera aprobación' : 'no puede entrar'

const describeLastSeen = ({ lastSeenAt }: User): string =>
  lastSeenAt === null ? 'nunca entró' : `última vez ${formatTime(lastSeenAt)}`
