import { adminApi } from '../../../admin-layout/admin-api.ts'
import { readUser } from '../../../auth/client/session.ts'
import type { ResourceName } from '../../shared/resources.ts'

/** More writes than this while a form was open are not looked at. */
const LOOKED_AT = 20

/** The edit counter that an administrator's ETag is. */
const versionIn = (etag: string | null): number =>
  Number(/^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1] ?? Number.NaN)

/**
 * Whether whoever is signed in here wrote all that was written to an item since a version of it, in another tab or on another
 * device. What is not certain is somebody else's.
 * @param since the ETag of that version
 */
export async function isAllOwn(resource: ResourceName, id: string, since: string | null): Promise<boolean> {
  const user = readUser()
  const version = versionIn(since)
  if (!user || Number.isNaN(version)) return false
  const answer = await adminApi.get('/history', { query: { resource, item: id, limit: LOOKED_AT } })
  if (!answer.ok) return false
  const later = answer.value.filter((entry) => entry.version !== null && entry.version > version)
  return later.length > 0 && later.length < LOOKED_AT && later.every(({ userId }) => userId === user._id)
}
