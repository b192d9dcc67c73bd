/** Loads the version that another editor stored while the form was open, and merges it into the form. */
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { readUser } from '../../../../api/client/session.ts'
import type { ProblemDetails } from '../../../../api/shared/problems.ts'
import { newProblem, notifyProblem } from '../../../../forms/form-problem.tsx'
import type { ResourceName } from '../../../shared/resources.ts'
import { type ConflictChoice, findConflict } from '../../conflict/merge-edits.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import { flattenValues, getFieldValue, type ItemBody, matchesSentBody } from '../item-values.ts'
import { getStoredOrigin } from './editor-state.ts'
import type { OpenForm } from './open-form.ts'

const OTHERS = 'Otra persona guardó cambios mientras editabas. Mirá qué cambió y elegí.'

const OWN = 'Guardaste cambios desde otro lado mientras editabas acá. Mirá qué cambió y elegí.'

/**
 * Result of loading the stored version. `own`: this form stored it, but the answer was lost. `detail`: the message for the
 * form's bar.
 */
type StoredConflict = { problem: ProblemDetails } | { own: ItemVersion } | { detail: string }

/** Merges the other editor's changes into the form after a 412. @param sent the refused body. null for a film */
export async function findStoredConflict(
  { declaration, calls, form, loaded, timeZone, read, dispatch }: OpenForm,
  sent: ItemBody | null,
): Promise<StoredConflict> {
  if (loaded === null) throw new Error('a new item has no other editors')
  const answer = await calls.one(loaded.item._id)
  if (!answer.ok) return { problem: answer.problem }
  const other = { item: answer.value, etag: answer.etag }
  if (sent && matchesSentBody(declaration, sent, other.item)) return { own: other }
  const { etag } = getStoredOrigin(read())
  const isOwn = calls.create !== undefined && (await isAllOwn(declaration.name, other.item._id, etag))
  const before = getStoredOrigin(read())
  const conflict = findConflict(declaration, before, form.getValues(), other, timeZone, isOwn)
  const detail = isOwn ? OWN : OTHERS
  const problem = newProblem(detail, { fields: conflict.both.length })
  dispatch({ type: 'conflict-found', during: sent ? 'save' : 'film', problem, conflict })
  for (const [name, value] of Object.entries(flattenValues(conflict.values))) form.setValue(name, value)
  notifyProblem(problem, declaration.noticeMs)
  return { detail }
}

export function chooseSide({ form, read, dispatch }: OpenForm, name: string, choice: ConflictChoice): void {
  const { conflict } = read()
  if (!conflict) return
  form.setValue(name, getFieldValue(choice === 'mine' ? conflict.mine : conflict.now.base, name))
  dispatch({ type: 'chosen', name, choice })
}

/**
 * Largest number of audit log entries that are compared. When the API returns this many later entries, it may have left out
 * older ones.
 */
const HISTORY_LIMIT = 20

/** Returns the edit counter in the ETag of an item. NaN without such an ETag. */
const parseEditCounter = (etag: string | null): number =>
  Number(/^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1] ?? Number.NaN)

/**
 * True when the signed-in administrator made all writes to an item since a version, in another tab or on another device.
 * When this is uncertain, the writes count as another person's.
 * @param since the ETag of that version
 */
export async function isAllOwn(resource: ResourceName, id: string, since: string | null): Promise<boolean> {
  const user = readUser()
  const version = parseEditCounter(since)
  if (!user || Number.isNaN(version)) return false
  const answer = await adminApi.get('/history', { query: { resource, item: id, limit: HISTORY_LIMIT } })
  if (!answer.ok) return false
  const later = answer.value.filter((entry) => entry.version !== null && entry.version > version)
  return later.length > 0 && later.length < HISTORY_LIMIT && later.every(({ userId }) => userId === user._id)
}
