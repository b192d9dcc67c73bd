/** What a form that a page led to leaves for that page: the notice, and that what was loaded before it is no longer true. */
import { type Notice, notify } from '../../ui/notify.ts'

/** Session storage key: `[when, ms since 1970, what to say or null: it was said]` of the last edit in this tab. */
const EDIT_KEY = 'edit'

type Edit = [at: number, notice: Notice | null]

const leave = (edit: Edit) => sessionStorage.setItem(EDIT_KEY, JSON.stringify(edit))

/**
 * The next page of the site that this tab loads says it. Where the browser keeps nothing, nothing is said.
 * @param notice null: it was said where it was done
 */
export function saveEditNotice(notice: Notice | null): void {
  try {
    leave([Date.now(), notice])
  } catch {}
}

const read = (): Edit => JSON.parse(sessionStorage.getItem(EDIT_KEY) ?? '[0, null]')

/** Says what was left to say, once. */
export function showEditNotice(): void {
  try {
    const [at, notice] = read()
    if (notice === null) return
    leave([at, null])
    notify(notice)
  } catch {}
}

/** Whether this page, which the browser shows again as it was left, was loaded before the last edit. */
export function wasLoadedBeforeEdit(): boolean {
  try {
    return read()[0] > performance.timeOrigin
  } catch {
    return false
  }
}
