/** Changes an account: name, e-mail address, password and status. */
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Changes } from '../../content/shared/audit-log.ts'
import { type Database, isUniqueViolation, transact } from '../../db/connect.ts'
import { type Actor, type Operator, recordEntry } from '../../db/record-entry.ts'
import type { Row } from '../../db/tables.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { Outbox } from '../../mail/outbox.ts'
import {
  composeApprovalMail,
  composeEmailChangedMail,
  composePasswordChangedMail,
} from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import type { SettingsService } from '../../settings/server/settings-service.ts'
import type { UserStatus } from '../shared/accounts.ts'
import { type CredentialChecks, commonPasswordProblem, type Owner } from './credential-checks.ts'
import type { Devices } from './devices.ts'
import { canMailLinks, type Links, revokeGrantsBy } from './links.ts'
import { hashPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import { emailTaken, getEmailKey, type Users, userEntry } from './users.ts'

export interface AccountServices {
  database: Database
  users: Users
  links: Links
  sessions: Sessions
  devices: Devices
  credentialChecks: CredentialChecks
  rateLimit: RateLimit
  outbox: Outbox
  settings: Pick<SettingsService, 'all'>
  env: Pick<Env, 'registration' | 'siteUrl'>
  now: () => number
}

/**
 * Changes that the API accepts: the name of any account, e-mail and password of the own account, the status of other
 * accounts.
 */
export interface UserChange {
  /** null clears the name. */
  name?: string | null | undefined
  email?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
  status?: UserStatus | undefined
}

const nameChange = (user: Row<'users'>, name: UserChange['name']): Changes =>
  name === undefined || name === user.name ? {} : { name: [user.name, name] }

/** Changes e-mail, password and name of the caller's own account. The caller proves the current password. */
export async function changeCredentials(
  { database, users, links, sessions, devices, credentialChecks, outbox, settings, now }: AccountServices,
  user: Row<'users'>,
  { name, email, password, currentPassword = '' }: UserChange,
  owner: Owner & Pick<Caller, 'cookie'>,
): Promise<Outcome<Row<'users'>>> {
  const { token } = owner
  const common = password === undefined ? null : commonPasswordProblem(password)
  if (common) return common
  const known = await credentialChecks.checkOwnPassword(owner, user.passwordHash, currentPassword)
  if (!known.ok) return known
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const { identity } = await settings.all()
  const isMoving = email !== undefined && getEmailKey(email) !== user.emailKey
  const changes: Changes = {
    ...nameChange(user, name),
    ...(email !== undefined && email !== user.email && { email: [user.email, email] }),
    ...(password !== undefined && { password: [null, 'otra'] }),
  }
  try {
    const changed = await database.write(async (tx) => {
      const row = await users.update(tx, user.id, {
        updatedAt: now(),
        ...(name !== undefined && { name }),
        ...(passwordHash !== null && { passwordHash }),
        ...(email !== undefined && { email, emailKey: getEmailKey(email) }),
        ...(isMoving && { confirmedAt: null }),
      })
      await sessions.endAllOf(user.id, { ...(token && { except: token }), tx })
      await devices.forgetAllOf(user.id, { except: owner, tx })
      // These links end. After a change of e-mail, they are in a mailbox that no longer belongs to the account. After a
      // change of password, they could undo the change.
      await links.end(tx, user.id, isMoving ? ['confirm', 'reset', 'sign-in'] : ['reset', 'sign-in'])
      await revokeGrantsBy(tx, user.id, now())
      if (outbox.delivers && isMoving)
        await outbox.enqueue(tx, composeEmailChangedMail(identity, user.email, email))
      if (outbox.delivers && password !== undefined)
        await outbox.enqueue(tx, composePasswordChangedMail(identity, row.email))
      await recordEntry(tx, { ...userEntry(row, row, now()), action: 'update', changes })
      return row
    })
    outbox.wake()
    return success(changed)
  } catch (error) {
    if (isUniqueViolation(error)) return emailTaken()
    throw error
  }
}

/** Changes the name of an account, or the status of another account. Needs no password. */
export async function changeNameOrStatus(
  { database, users, links, sessions, outbox, settings, env, now }: AccountServices,
  id: string,
  { name, status: wanted }: Pick<UserChange, 'name' | 'status'>,
  by: Actor | Operator,
): Promise<Outcome<Row<'users'>>> {
  const { identity } = await settings.all()
  const outcome = await transact(database, async (tx): Promise<Outcome<Row<'users'>>> => {
    const active = await users.activeIds(tx)
    const user = await users.byId(id, tx)
    if (!user) return problem('not-found')
    const status = wanted === user.status ? undefined : wanted
    const changes: Changes = {
      ...nameChange(user, name),
      ...(status !== undefined && { status: [user.status, status] }),
    }
    if (Object.keys(changes).length === 0) return success(user)
    if (status === 'pending' && isLast(active, id)) return problem('last-administrator')
    // An address that can be confirmed by mail has to be confirmed before approval. An operator on the machine needs no
    // confirmation.
    if (status === 'active' && canMailLinks({ outbox, env }) && user.confirmedAt === null && by.id !== null)
      return problem('email-unconfirmed')
    const changed = await users.update(tx, id, {
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status }),
      // `isOpenRegistration` compares `updatedAt`. A new name alone is no decision on the registration, so `updatedAt`
      // stays.
      ...((status !== undefined || user.status === 'active') && { updatedAt: now() }),
    })
    if (status === 'pending') {
      await sessions.endAllOf(id, { tx })
      await revokeGrantsBy(tx, id, now())
    }
    // Ends older links. A confirmation would replace the approved password, and other links would work again after a
    // suspended account is approved anew.
    if (status !== undefined) await links.end(tx, id, ['confirm', 'reset', 'sign-in'])
    if (status === 'active' && outbox.delivers)
      await outbox.enqueue(tx, composeApprovalMail(identity, user.email, env.siteUrl))
    await recordEntry(tx, {
      ...userEntry(changed, by.id === id ? changed : by, now()),
      action: status === 'active' ? 'approve' : 'update',
      changes,
    })
    return success(changed)
  })
  outbox.wake()
  return outcome
}

/** True when the account is the only active administrator. @param active ids of all active administrators */
export const isLast = (active: string[], id: string): boolean => active.length === 1 && active[0] === id
