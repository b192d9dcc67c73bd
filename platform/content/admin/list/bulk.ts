/** Publishes or hides several items. Each item needs its own request, because it has its own edit counter. */

import type { Answer } from '../../../api/client/call.ts'
import { isUndoImpossible } from '../../../forms/undo.tsx'
import type { ResourceName } from '../../shared/resources.ts'
import { changeVersion, isAlready, publishItem, readVersion, unpublishItem } from '../item/changes.ts'
import { findPublishingRefusal } from '../item/copy-source.ts'
import type { ItemNames } from '../item/remove-items.tsx'

const changes = { publish: publishItem, unpublish: unpublishItem }

interface BulkResult {
  /** The changed items. Items that already had this state are neither here nor in `failed`. */
  done: ItemNames
  /** The items that could not be changed. `detail` is the reason of the first failure. */
  failed: ItemNames
  detail: string
  /** Undoes all changes that can still be undone. */
  undo(): Promise<Answer<unknown>>
}

/** Changes items one after another. @param onProgress receives the number of finished items */
export async function changeAll(
  resource: ResourceName,
  items: ItemNames,
  to: keyof typeof changes,
  onProgress: (count: number) => void,
): Promise<BulkResult> {
  const done = new Map<string, string>()
  const failed = new Map<string, string>()
  const undos = new Map<string, () => Promise<Answer<unknown>>>()
  let detail = ''
  let count = 0
  for (const [id, name] of items) {
    const read = await readVersion(resource, id)
    const isLeft = read.ok && isAlready[to](read.value.item)
    const refusal =
      read.ok && !isLeft && to === 'publish' ? await findPublishingRefusal(resource, read.value.item) : null
    if (refusal !== null) {
      failed.set(id, name)
      detail ||= refusal.reason
      onProgress(++count)
      continue
    }
    const answer = read.ok && !isLeft ? await changeVersion(resource, read.value, changes[to]) : read
    if (!answer.ok) {
      failed.set(id, name)
      detail ||= answer.problem.detail
    } else if ('undo' in answer.value) {
      done.set(id, name)
      undos.set(id, answer.value.undo)
    }
    onProgress(++count)
  }
  return {
    done,
    failed,
    detail,
    async undo() {
      let answer: Answer<unknown> = { ok: true, value: null, etag: null, total: 0 }
      const left: string[] = []
      for (const [id, undo] of undos) {
        const one = await undo()
        if (one.ok || isUndoImpossible(one.problem.status)) undos.delete(id)
        if (one.ok) continue
        left.push(done.get(id) ?? '')
        // Reports a failure that can be retried rather than one that cannot, such as a deleted item.
        if (answer.ok || isUndoImpossible(answer.problem.status)) answer = one
      }
      if (answer.ok) return answer
      return {
        ...answer,
        problem: { ...answer.problem, detail: `${joinNames(left)}: ${answer.problem.detail}` },
      }
    },
  }
}

const NAMES_SHOWN = 3

/** Lists names, such as '«Ana», «Bea» y 4 más'. */
export function joinNames(names: Iterable<string>): string {
  const all = [...names].map((name) => `«${name}»`)
  const rest = all.length - NAMES_SHOWN
  const shown = rest > 1 ? [...all.slice(0, NAMES_SHOWN), `${rest} más`] : all
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} y ${shown.at(-1)}` : (shown[0] ?? '')
}
