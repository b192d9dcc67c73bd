/** Shows a notice on the public page to which a form returns after an edit. Also detects pages that are older than the edit. */
import { type Notice, notify } from '../../ui/notify.ts'

/**
 * Session storage key of the last edit in this tab. The stored value is an `Edit`. Its notice becomes null when it has been
 * shown.
 */
const EDIT_KEY = 'edit'

/** `at` is in ms since 1970. */
type Edit = [at: number, notice: Notice | null]

const storeEdit = (edit: Edit) => sessionStorage.setItem(EDIT_KEY, JSON.stringify(edit))

/**
 * Stores a notice for the next public page of this tab. Without session storage no notice is shown.
 * @param notice null when the form has already shown it
 */
export function saveEditNotice(notice: Notice | null): void {
  try {
    storeEdit([Date.now(), notice])
  } catch {}
}

const readEdit = (): Edit => JSON.parse(sessionStorage.getItem(EDIT_KEY) ?? '[0, null]')

export function showEditNotice(): void {
  try {
    const [at, notice] = readEdit()
    if (notice === null) return
    storeEdit([at, null])
    notify(notice)
  } catch {}
}

/** True when this page was loaded before the last edit. The back/forward cache may still show such a page. */
export function wasLoadedBeforeEdit(): boolean {
  try {
    return readEdit()[0] > performance.timeOrigin
  } catch {
    return false
  }
}
