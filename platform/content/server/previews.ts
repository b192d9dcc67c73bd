/** Links by which somebody without an account sees an item before visitors do. Making one is no edit: the history has no entry of it. */

import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { createToken, hashToken, TOKEN } from '../../auth/server/tokens.ts'
import type { Database } from '../../db/connect.ts'
import { lockAny } from '../../db/item-queries.ts'
import type { Tables } from '../../db/tables.ts'
import type { Env } from '../../process/env.ts'
import { PREVIEW_DAYS } from '../../shared/limits.ts'
import { PREVIEWS_PATH } from '../../shared/public-paths.ts'
import { isContent } from '../shared/audit-log.ts'
import type { PreviewLink } from '../shared/entity-parts.ts'
import type { AnyEntity, ResourceName } from '../shared/resources.ts'
import type { Content } from './content.ts'

/** What a link shows. */
export interface Preview {
  resource: ResourceName
  entity: AnyEntity
  /** ms since 1970 */
  expiresAt: number
}

export interface Previews {
  /** Ends the link that the item had. @returns the only telling of its address; a path where SITE_URL is not set */
  create(resource: ResourceName, id: string): Promise<Outcome<PreviewLink>>
  /** Ends the item's link, if it has one. */
  revoke(resource: ResourceName, id: string): Promise<Outcome<null>>
  /** null: no link has this token, or its time is over, or its item lies in the bin. */
  find(token: string): Promise<Preview | null>
  /** Deletes the links whose time is over. */
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
  /** @returns whether the item is there, and not in the bin */
  const change = (
    resource: ResourceName,
    id: string,
    work: (tx: Transaction<Tables>) => Promise<unknown>,
  ): Promise<boolean> =>
    database.write(async (tx) => {
      const row = await lockAny(tx, database.dialect, resource, id)
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
      // Whoever sends a long one shall not have it hashed.
      if (!TOKEN.test(token)) return null
      const row = await database.read
        .selectFrom('previews')
        .selectAll()
        .where('tokenHash', '=', hashToken(token))
        .where('expiresAt', '>', now())
        .executeTakeFirst()
      if (!row || !isContent(row.resource)) return null
      const { resource, itemId, expiresAt } = row
      const found = await content.one(resource, itemId, 'administrators')
      return found && { resource, entity: found.entity, expiresAt }
    },

    async tidy(at) {
      await database.write((tx) => tx.deleteFrom('previews').where('expiresAt', '<=', at).execute())
    },
  }
}
