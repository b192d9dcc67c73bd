/** After an edit, a form leaves a notice for the public page that led to it. Copies of pages loaded before the edit are stale. */
import { type Notice, notify } from '../../ui/notify.ts'

/** Session storage key of the last edit in this tab: `[ms since 1970, notice, or null when it was shown]`. */
const EDIT_KEY = 'edit'

type Edit = [at: number, notice: Notice | null]

const storeEdit = (edit: Edit) => sessionStorage.setItem(EDIT_KEY, JSON.stringify(edit))

/**
 * Stores a notice for the next public page of this tab. Without session storage no notice is shown.
 * @param notice null when the form has shown it already
 */
export function saveEditNotice(notice: Notice | null): void {
  try {
    storeEdit([Date.now(), notice])
  } catch {}
}

const readEdit = (): Edit => JSON.parse(sessionStorage.getItem(EDIT_KEY) ?? '[0, null]')

/** Shows the stored notice once. */
export function showEditNotice(): void {
  try {
    const [at, notice] = readEdit()
    if (notice === null) return
    storeEdit([at, null])
    notify(notice)
  } catch {}
}

/** True when this page, shown again from the back/forward cache, was loaded before the last edit. */
export function wasLoadedBeforeEdit(): boolean {
  try {
    return readEdit()[0] > performance.timeOrigin
  } catch {
    return false
  }
}
