/**
 * Preview links show a hidden item to people without an account. Creating one is no edit, so the audit log has no entry.
 */

import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import { lockAnyRow } from '../../db/item-queries.ts'
import type { Tables } from '../../db/tables.ts'
import type { Env } from '../../process/env.ts'
import { createToken, hashToken, TOKEN } from '../../process/tokens.ts'
import { PREVIEW_DAYS } from '../../shared/limits.ts'
import { PREVIEWS_PATH } from '../../shared/public-paths.ts'
import type { PreviewLink } from '../shared/entity-parts.ts'
import type { AnyEntity, ResourceName } from '../shared/resources.ts'
import { isResource } from '../shared/resources.ts'
import type { Content } from './content.ts'

/** The item that a link shows. */
export interface Preview {
  resource: ResourceName
  entity: AnyEntity
  /** Time at which the link expires. ms since 1970 */
  expiresAt: number
}

export interface Previews {
  /**
   * Creates a link for an item and revokes the earlier one.
   * @returns the address of the link. Only the hash of its token is stored, so it cannot be read again. Without SITE_URL it
   * is a path
   */
  create(resource: ResourceName, id: string): Promise<Outcome<PreviewLink>>
  /** Revokes the link of an item. */
  revoke(resource: ResourceName, id: string): Promise<Outcome<null>>
  /** Finds the item of a token. null for an unknown or expired token, and for an item in the trash */
  find(token: string): Promise<Preview | null>
  /** Deletes expired links. */
  tidy(at: number): Promise<void>
}

interface PreviewsOptions {
  database: Database
  content: Pick<Content, 'one'>
  env: Pick<Env, 'siteUrl'>
  now: () => number
}

const PREVIEW_MS = PREVIEW_DAYS * 86_400_000

export function createPreviews({ database, content, env, now }: PreviewsOptions): Previews {
  /** Changes the link of an item. @returns false when the item does not exist or is in the trash */
  const change = (
    resource: ResourceName,
    id: string,
    work: (tx: Transaction<Tables>) => Promise<unknown>,
  ): Promise<boolean> =>
    database.write(async (tx) => {
      const row = await lockAnyRow(tx, database.dialect, resource, id)
      if (row?.deletedAt !== null) return false
      await work(tx)
      return true
    })

  return {
    async create(resource, id) {
      const token = createToken()
      const createdAt = now()
      const expiresAt = createdAt + PREVIEW_MS
      const link = { tokenHash: hashToken(token), resource, itemId: id, createdAt, expiresAt }
      const isThere = await change(resource, id, (tx) =>
        tx
          .insertInto('previews')
          .values(link)
          .onConflict((conflict) => conflict.columns(['resource', 'itemId']).doUpdateSet(link))
          .execute(),
      )
      if (!isThere) return problem('not-found')
      return success({
        url: (env.siteUrl ?? '') + PREVIEWS_PATH + token,
        expiresAt: new Date(expiresAt).toISOString(),
      })
    },

    async revoke(resource, id) {
      const isThere = await change(resource, id, (tx) =>
        tx.deleteFrom('previews').where('resource', '=', resource).where('itemId', '=', id).execute(),
      )
      return isThere ? success(null) : problem('not-found')
    },

    async find(token) {
      // Other strings are refused before hashing, because they may be long.
      if (!TOKEN.test(token)) return null
      const row = await database.read
        .selectFrom('previews')
        .selectAll()
        .where('tokenHash', '=', hashToken(token))
        .where('expiresAt', '>', now())
        .executeTakeFirst()
      if (!row || !isResource(row.resource)) return null
      const { resource, itemId, expiresAt } = row
      const found = await content.one(resource, itemId, 'administrators')
      return found && { resource, entity: found.entity, expiresAt }
    },

    async tidy(at) {
      await database.write((tx) => tx.deleteFrom('previews').where('expiresAt', '<=', at).execute())
    },
  }
}
