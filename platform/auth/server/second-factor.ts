/**
 * The second factor: codes of an authenticator app, and recovery codes for a lost app. Each way to open a session needs it,
 * also one-time links. A user who has lost both needs a reset by another administrator. The last administrator needs
 * `./pulso users reset <e-mail> --2fa`, which takes a shell on the club's machine.
 */

import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { transact } from '../../db/connect.ts'
import { type Actor, type Operator, recordEntry } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { rules } from '../../http/rate-limit.ts'
import {
  composeSecondFactorOffMail,
  composeSecondFactorOnMail,
  composeSecondFactorResetMail,
} from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import { hashToken } from '../../process/tokens.ts'
import type { SecondFactorOffer, SecondFactorState } from '../shared/accounts.ts'
import type { AccountServices } from './account-changes.ts'
import { type Attempt, countTry, type Owner } from './credential-checks.ts'
import { acceptedStep, createSecret, keyUri, toBase32 } from './totp.ts'
import { clearSecondFactor, userEntry } from './users.ts'

/** Number of recovery codes that are created at once. Each works once. */
export const RECOVERY_CODES = 10

interface SecondFactorChange {
  currentPassword: string
  /** Code of the app, or a recovery code in the form that the schemas produce. */
  code: string
}

interface NewRecoveryCodes {
  recoveryCodes: string[]
}

export interface SecondFactor {
  state(userId: string): Promise<SecondFactorState>
  /** Creates a new secret. Sign-in needs no code until the user has confirmed it. */
  begin(owner: Owner, currentPassword: string): Promise<Outcome<SecondFactorOffer>>
  /** Turns the second factor on with a right code of the app, and ends the user's other sessions. */
  confirm(owner: Owner, code: string): Promise<Outcome<NewRecoveryCodes>>
  /** Creates new recovery codes. The old ones stop working. */
  renewCodes(owner: Owner, change: SecondFactorChange): Promise<Outcome<NewRecoveryCodes>>
  turnOff(owner: Owner, change: SecondFactorChange): Promise<Outcome<null>>
  /**
   * Turns the second factor of another user off, when app and codes are lost. Ends their sessions and sends them a mail.
   */
  reset(userId: string, by: Actor | Operator): Promise<Outcome<null>>
  /**
   * Opens a session after the right password or link: at once, or with a right code.
   * @param attempt counted by `guess`. Tries from unknown browsers also count per account
   * @param open runs in the transaction that uses up the code, so no code is lost when it fails
   */
  pass<T>(
    user: Row<'users'>,
    code: string,
    attempt: Attempt,
    open: (tx: Transaction<Tables>) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>>
}

type SecondFactorServices = Omit<AccountServices, 'env'> & { env: Pick<Env, 'require2fa'> }

export function createSecondFactor(services: SecondFactorServices): SecondFactor {
  const { database, users, credentialChecks, rateLimit, outbox, settings, env, now } = services
  return {
    async state(userId) {
      const user = await users.byId(userId)
      const { left } = await database.read
        .selectFrom('recoveryCodes')
        .select((row) => row.fn.countAll<number>().as('left'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      return { active: user?.totpAt != null, required: env.require2fa, recoveryCodes: Number(left) }
    },

    async begin(owner, currentPassword) {
      const { user } = owner
      const row = await users.byId(user.id)
      if (!row || row.totpAt !== null) return problem('second-factor-on')
      const known = await credentialChecks.checkOwnPassword(owner, row.passwordHash, currentPassword)
      if (!known.ok) return known
      const secret = createSecret()
      const { identity } = await settings.all()
      await database.write((tx) =>
        tx
          .updateTable('users')
          .set({ totpSecret: secret, totpStep: null })
          .where('id', '=', user.id)
          .where('totpAt', 'is', null)
          .execute(),
      )
      return success({ secret, uri: keyUri(secret, { issuer: identity.name, account: row.email }) })
    },

    confirm: (owner, code) => turnOn(services, owner, code),

    renewCodes: (owner, given) =>
      changeActive(services, owner, given, async (tx, row) => {
        const recoveryCodes = await writeCodes(tx, row.id)
        await recordEntry(tx, {
          ...userEntry(row, owner.user, now()),
          action: 'update',
          changes: { recoveryCodes: [null, 'nuevos'] },
        })
        return { recoveryCodes }
      }),

    async turnOff(owner, given) {
      const { identity } = await settings.all()
      return changeActive(services, owner, given, async (tx, row) => {
        await clearSecondFactor(tx, row.id)
        if (outbox.delivers) await outbox.enqueue(tx, composeSecondFactorOffMail(identity, row.email))
        await recordEntry(tx, {
          ...userEntry(row, owner.user, now()),
          action: 'update',
          changes: { secondFactor: ['sí', null] },
        })
        return null
      })
    },

    reset: (userId, by) => resetFor(services, userId, by),

    async pass(user, code, { device }, open) {
      if (user.totpAt === null) return transact(database, open)
      if (code === '') return problem('second-factor')
      const tooMany = device === null ? await countTry(rateLimit, rules['second-factor'], user.id) : null
      if (tooMany) return tooMany
      const outcome = await transact(database, async (tx) => {
        if (await consumeCode(services, tx, user.id, code)) return open(tx)
        return problem('second-factor', wrongCode.extras)
      })
      if (outcome.ok && device === null) await rateLimit.clear(rules['second-factor'], user.id)
      return outcome
    },
  }
}

const wrongCode = problem('wrong-code', {
  errors: [{ field: 'code', message: 'No es el código que esperábamos, o ya se usó.' }],
})

async function turnOn(
  { database, users, sessions, rateLimit, outbox, settings, now }: SecondFactorServices,
  { user, token }: Owner,
  code: string,
): Promise<Outcome<NewRecoveryCodes>> {
  const offered = await users.byId(user.id)
  if (!offered?.totpSecret) return problem('second-factor-off')
  if (offered.totpAt !== null) return problem('second-factor-on')
  const tooMany = await countTry(rateLimit, rules['second-factor'], user.id)
  if (tooMany) return tooMany
  const { identity } = await settings.all()
  const outcome = await transact(database, async (tx): Promise<Outcome<NewRecoveryCodes>> => {
    const row = await users.byId(user.id, tx)
    if (!row?.totpSecret) return problem('second-factor-off')
    if (row.totpAt !== null) return problem('second-factor-on')
    const step = acceptedStep(row.totpSecret, code, { now: now(), after: null })
    if (step === null) return wrongCode
    const on = await tx
      .updateTable('users')
      .set({ totpAt: now(), totpStep: step })
      .where('id', '=', user.id)
      .where('totpAt', 'is', null)
      .where('totpSecret', '=', row.totpSecret)
      .executeTakeFirst()
    if (on.numUpdatedRows !== 1n) return problem('second-factor-on')
    // The other sessions were opened without a code, so they end.
    await sessions.endAllOf(user.id, { ...(token && { except: token }), tx })
    if (outbox.delivers) await outbox.enqueue(tx, composeSecondFactorOnMail(identity, row.email))
    await recordEntry(tx, {
      ...userEntry(row, user, now()),
      action: 'update',
      changes: { secondFactor: [null, 'sí'] },
    })
    return success({ recoveryCodes: await writeCodes(tx, user.id) })
  })
  if (outcome.ok) await rateLimit.clear(rules['second-factor'], user.id)
  outbox.wake()
  return outcome
}

/** Changes an active second factor. Needs the password, and uses up a code. */
async function changeActive<T>(
  services: SecondFactorServices,
  owner: Owner,
  { currentPassword, code }: SecondFactorChange,
  work: (tx: Transaction<Tables>, user: Row<'users'>) => Promise<T>,
): Promise<Outcome<T>> {
  const { database, users, credentialChecks, rateLimit, outbox } = services
  const { user } = owner
  const row = await users.byId(user.id)
  if (!row?.totpAt) return problem('second-factor-off')
  const known = await credentialChecks.checkOwnPassword(owner, row.passwordHash, currentPassword)
  if (!known.ok) return known
  const tooMany = await countTry(rateLimit, rules['second-factor'], user.id)
  if (tooMany) return tooMany
  const outcome = await transact(database, async (tx): Promise<Outcome<T>> => {
    if (!(await consumeCode(services, tx, user.id, code))) return wrongCode
    return success(await work(tx, row))
  })
  if (outcome.ok) await rateLimit.clear(rules['second-factor'], user.id)
  outbox.wake()
  return outcome
}

async function resetFor(
  { database, users, sessions, rateLimit, outbox, settings, now }: SecondFactorServices,
  userId: string,
  by: Actor | Operator,
): Promise<Outcome<null>> {
  const { identity } = await settings.all()
  const outcome = await transact(database, async (tx): Promise<Outcome<null>> => {
    const row = await users.byId(userId, tx)
    if (!row) return problem('not-found')
    // Turning off the own second factor needs password and code. Otherwise a browser that was left open would be enough.
    if (row.id === by.id)
      return problem('not-yours', { detail: 'Tu propio segundo factor lo desactivás en tu cuenta.' })
    if (row.totpAt === null) return problem('second-factor-off')
    await clearSecondFactor(tx, userId)
    await sessions.endAllOf(userId, { tx })
    if (outbox.delivers)
      await outbox.enqueue(tx, composeSecondFactorResetMail(identity, row.email, by.id === null ? null : by))
    await recordEntry(tx, {
      ...userEntry(row, by, now()),
      action: 'reset',
      changes: { secondFactor: ['sí', null] },
    })
    return success(null)
  })
  if (outcome.ok) await rateLimit.clear(rules['second-factor'], userId)
  outbox.wake()
  return outcome
}

/** Uses up a code. @returns false when the code is wrong or was used before */
async function consumeCode(
  { users, now }: SecondFactorServices,
  tx: Kysely<Tables>,
  userId: string,
  code: string,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) {
    const used = await tx
      .deleteFrom('recoveryCodes')
      .where('userId', '=', userId)
      .where('codeHash', '=', hashToken(code))
      .executeTakeFirst()
    return used.numDeletedRows === 1n
  }
  const user = await users.byId(userId, tx)
  if (!user?.totpSecret || user.totpAt === null) return false
  const step = acceptedStep(user.totpSecret, code, { now: now(), after: user.totpStep })
  if (step === null) return false
  const taken = await tx
    .updateTable('users')
    .set({ totpStep: step })
    .where('id', '=', userId)
    // The condition makes sure that only one of two parallel requests with the same code succeeds.
    .where((is) => is.or([is('totpStep', 'is', null), is('totpStep', '<', step)]))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

async function writeCodes(tx: Kysely<Tables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashToken(code.replaceAll('-', '')) })))
    .execute()
  return codes
}

/** Creates 80 random bits, in readable groups. */
const createRecoveryCode = (): string =>
  (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) as string[]).join('-')
