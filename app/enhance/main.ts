/**
 * All that a page does in the browser without React, and the one script of a public page. What few pages need comes by
 * import() when its element does. vite.config.ts bundles it; test/e2e/budget.spec.ts bounds it with all that it can load.
 */
import { clearNotices } from '../ui/notify.ts'
import { connectCarousel } from './carousel.ts'
import { enhanceDrawing } from './drawing.ts'
import { isBeforeEdit, tellEdit } from './edits.ts'
import { type Connect, defineElement } from './elements.ts'
import { connectFilm } from './film.ts'
import { connectLetters } from './letters.ts'
import { enhanceMenus } from './menus.ts'
import { onReturn, whenActive } from './moments.ts'
import { enhanceMotion } from './motion.ts'
import {
  CAROUSEL_TAG,
  CONTACT_FORM_TAG,
  FILM_TAG,
  HYDRATED_EVENT,
  LETTERS_TAG,
  MAP_TAG,
  PLAYER_TAG,
  SHARE_TAG,
} from './names.ts'
import { connectPlayer } from './player.ts'
import { writeRootState } from './root-state.ts'
import { connectShare } from './share.ts'
import { enhanceSignOut } from './sign-out.ts'
import { countVisits } from './visits.ts'

/** What only /contact needs, in one file. If it cannot be loaded, the form is posted as it is and the map stays a drawing. */
const contactPage = () => import('./contact-page.ts')

const later =
  (load: () => Promise<Connect>): Connect =>
  (element, signal) =>
    load().then((connect) => signal.aborted || connect(element, signal), console.error)

const writeRoot = () => {
  writeRootState()
  document.documentElement.toggleAttribute('data-enhanced', true)
}

writeRootState()
addEventListener('storage', writeRootState)
// React makes <html> anew where what it finds is not what it would have written.
document.addEventListener(HYDRATED_EVENT, writeRoot)
onReturn(() => {
  // What is shown depends on the hour, and that has passed; or somebody went from here to change it.
  const staleAt = document.querySelector<HTMLElement>('[data-stale-at]')?.dataset.staleAt
  if (Number(staleAt ?? Infinity) <= Date.now() || isBeforeEdit()) return location.reload()
  writeRootState()
  clearNotices()
})
enhanceMotion()
enhanceMenus()
enhanceSignOut()
enhanceDrawing()
countVisits()
defineElement(CAROUSEL_TAG, connectCarousel)
defineElement(FILM_TAG, connectFilm)
defineElement(LETTERS_TAG, connectLetters)
defineElement(PLAYER_TAG, connectPlayer)
defineElement(SHARE_TAG, connectShare)
defineElement(
  CONTACT_FORM_TAG,
  later(async () => (await contactPage()).connectContactForm),
)
defineElement(
  MAP_TAG,
  later(async () => (await contactPage()).connectMap),
)
writeRoot()
whenActive(tellEdit)
