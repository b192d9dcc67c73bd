/**
 * The second factor: codes of an authenticator app, and recovery codes for whoever lost it. Every way to
 * open a session asks for it, links included. Who has neither is let in again by another administrator, who resets it,
 * or, with nobody else left, by `./pulso users reset <e-mail> --2fa`, which takes a shell on the club's machine.
 */
import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { type Actor, type HistoryEntry, type Operator, record } from '../../content/server/audit-log.ts'
import type { Database } from '../../db/connect.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { secondFactorOffMail, secondFactorOnMail, secondFactorResetMail } from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import type { SiteWords } from '../../settings/server/site.ts'
import { RECOVERY_CODES, type SecondFactorOffer, type SecondFactorState } from '../shared/accounts.ts'
import { type Attempt, type CredentialChecks, limit, type Owner } from './credential-checks.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Sessions } from './sessions.ts'
import { hashToken } from './tokens.ts'
import { acceptedStep, createSecret, keyUri, toBase32 } from './totp.ts'
import { clearSecondFactor, labelOf, type Users } from './users.ts'

interface Change {
  currentPassword: string
  /** Of the app, or for recovery; as the schemas tidy it. */
  code: string
}

export interface SecondFactor {
  state(userId: string): Promise<SecondFactorState>
  /** Offers a new secret; nothing is asked for at sign-in before it was confirmed. */
  begin(owner: Owner, currentPassword: string): Promise<Outcome<SecondFactorOffer>>
  /** The app shows the right code, so from now on one is asked for. Ends one's other sessions. */
  confirm(owner: Owner, code: string): Promise<Outcome<{ recoveryCodes: string[] }>>
  /** New recovery codes; those before work no longer. */
  renewCodes(owner: Owner, change: Change): Promise<Outcome<{ recoveryCodes: string[] }>>
  turnOff(owner: Owner, change: Change): Promise<Outcome<null>>
  /** Lets in somebody who lost app and codes: their sessions end, and they are told. */
  reset(userId: string, by: Actor | Operator): Promise<Outcome<null>>
  /**
   * Opens a session for somebody whose password, or link, was right: at once, or with a right code.
   * @param attempt whose tries `guess` counts: strangers together count by the account besides
   * @param open runs in the transaction that takes the code, so that a code is never used up for nothing
   */
  pass<T>(
    user: Row<'users'>,
    code: string,
    attempt: Attempt,
    open: (tx: Transaction<Tables>) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>>
}

interface SecondFactorOptions {
  database: Database
  users: Users
  sessions: Sessions
  credentialChecks: CredentialChecks
  rateLimit: RateLimit
  outbox: Outbox
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'require2fa'>
  now: () => number
}

/** 80 random bits, in groups that the eye can follow. */
const createRecoveryCode = (): string =>
  (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) as string[]).join('-')

export function createSecondFactor({
  database,
  users,
  sessions,
  credentialChecks,
  rateLimit,
  outbox,
  site,
  env,
  now,
}: SecondFactorOptions): SecondFactor {
  const wrongCode = problem('wrong-code', {
    errors: [{ field: 'code', message: 'No es el código que esperábamos, o ya se usó.' }],
  })

  const entry = (user: Actor, by: Actor | Operator) =>
    ({
      at: now(),
      by,
      resource: 'users',
      itemId: user.id,
      label: labelOf(user),
    }) satisfies Partial<HistoryEntry>

  /** Uses a code up. @returns whether it was right and had not been used */
  async function takeCode(tx: Kysely<Tables>, userId: string, code: string): Promise<boolean> {
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
      // Of two at once with the same code, one comes too late.
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

  /** A change of a second factor that is on: with the password, and a code that is used up by it. */
  async function change<T>(
    owner: Owner,
    { currentPassword, code }: Change,
    work: (tx: Transaction<Tables>, user: Row<'users'>) => Promise<T>,
  ): Promise<Outcome<T>> {
    const { user } = owner
    const row = await users.byId(user.id)
    if (!row?.totpAt) return problem('second-factor-off')
    const known = await credentialChecks.checkOwnPassword(owner, row.passwordHash, currentPassword)
    if (!known.ok) return known
    const tooMany = await limit(rateLimit, 'second-factor', user.id)
    if (tooMany) return tooMany
    const outcome = await transact(database, async (tx): Promise<Outcome<T>> => {
      if (!(await takeCode(tx, user.id, code))) return wrongCode
      return success(await work(tx, row))
    })
    if (outcome.ok) await rateLimit.clear('second-factor', user.id)
    outbox.wake()
    return outcome
  }

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
      const { identity } = await site.all()
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

    async confirm({ user, token }, code) {
      const offered = await users.byId(user.id)
      if (!offered?.totpSecret) return problem('second-factor-off')
      if (offered.totpAt !== null) return problem('second-factor-on')
      const tooMany = await limit(rateLimit, 'second-factor', user.id)
      if (tooMany) return tooMany
      const { identity } = await site.all()
      const outcome = await transact(database, async (tx): Promise<Outcome<{ recoveryCodes: string[] }>> => {
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
        // They were opened without a code.
        await sessions.endAllOf(user.id, { ...(token && { except: token }), tx })
        if (outbox.delivers) await outbox.enqueue(tx, secondFactorOnMail(identity, row.email))
        await record(tx, { ...entry(row, user), action: 'update', changes: { secondFactor: [null, 'sí'] } })
        return success({ recoveryCodes: await writeCodes(tx, user.id) })
      })
      if (outcome.ok) await rateLimit.clear('second-factor', user.id)
      outbox.wake()
      return outcome
    },

    renewCodes: (owner, given) =>
      change(owner, given, async (tx, row) => {
        const recoveryCodes = await writeCodes(tx, row.id)
        const changes = { recoveryCodes: [null, 'nuevos'] as [null, string] }
        await record(tx, { ...entry(row, owner.user), action: 'update', changes })
        return { recoveryCodes }
      }),

    async turnOff(owner, given) {
      const { identity } = await site.all()
      return change(owner, given, async (tx, row) => {
        await clearSecondFactor(tx, row.id)
        if (outbox.delivers) await outbox.enqueue(tx, secondFactorOffMail(identity, row.email))
        const changes = { secondFactor: ['sí', null] as [string, null] }
        await record(tx, { ...entry(row, owner.user), action: 'update', changes })
        return null
      })
    },

    async reset(userId, by) {
      const { identity } = await site.all()
      const outcome = await transact(database, async (tx): Promise<Outcome<null>> => {
        const row = await users.byId(userId, tx)
        if (!row) return problem('not-found')
        // One's own is turned off with the password and a code, also by who found an open browser.
        if (row.id === by.id)
          return problem('not-yours', { detail: 'Tu propio segundo factor lo desactivás en tu cuenta.' })
        if (row.totpAt === null) return problem('second-factor-off')
        await clearSecondFactor(tx, userId)
        await sessions.endAllOf(userId, { tx })
        if (outbox.delivers)
          await outbox.enqueue(tx, secondFactorResetMail(identity, row.email, by.id === null ? null : by))
        await record(tx, { ...entry(row, by), action: 'reset', changes: { secondFactor: ['sí', null] } })
        return success(null)
      })
      if (outcome.ok) await rateLimit.clear('second-factor', userId)
      outbox.wake()
      return outcome
    },

    async pass(user, code, { device }, open) {
      if (user.totpAt === null) return transact(database, open)
      if (code === '') return problem('second-factor')
      const tooMany = device === null ? await limit(rateLimit, 'second-factor', user.id) : null
      if (tooMany) return tooMany
      const outcome = await transact(database, async (tx) => {
        if (await takeCode(tx, user.id, code)) return open(tx)
        return problem('second-factor', wrongCode.extras)
      })
      if (outcome.ok && device === null) await rateLimit.clear('second-factor', user.id)
      return outcome
    },
  }
}
