/**
 * The script of public pages. React screens load it too. Features add their custom elements in index.browser.ts, and import rarely
 * used code with import(). test/e2e/budget.spec.ts limits the size of this script and of everything that it loads.
 */

import { elements, startScripts } from '../../features/index.browser.ts'
import { writeRootState } from '../api/client/root-state.ts'
import { connectCarousel } from '../site-layout/browser/carousel.ts'
import { defineElement } from '../site-layout/browser/custom-elements.ts'
import { enhanceRendering } from '../site-layout/browser/deferred-rendering.ts'
import { showEditNotice, wasLoadedBeforeEdit } from '../site-layout/browser/edit-notice.ts'
import { connectPlayer } from '../site-layout/browser/embed-player.ts'
import { connectLetters } from '../site-layout/browser/letter-reveal.ts'
import { enhanceMenus } from '../site-layout/browser/menus.ts'
import { enhanceMotion } from '../site-layout/browser/motion-toggle.ts'
import { onReturn, whenActive } from '../site-layout/browser/page-events.ts'
import { isDataSaverOn } from '../site-layout/browser/save-data.ts'
import { connectShare } from '../site-layout/browser/share-page.ts'
import { enhanceSignOut } from '../site-layout/browser/sign-out.ts'
import { CAROUSEL_TAG, HYDRATED_EVENT, LETTERS_TAG, PLAYER_TAG, SHARE_TAG } from '../ui/element-names.ts'
import { clearNotices } from '../ui/notify.ts'

const writeRoot = () => {
  writeRootState()
  document.documentElement.toggleAttribute('data-enhanced', true)
}

writeRootState()
addEventListener('storage', writeRootState)
// Hydration can remove attributes of <html> that React did not render, so they are written again.
document.addEventListener(HYDRATED_EVENT, writeRoot)
/** True when the content of the page depended on a time that has passed, or when it was loaded before the last edit. */
const isOutdated = () => {
  const staleAt = document.querySelector<HTMLElement>('[data-stale-at]')?.dataset.staleAt
  return Number(staleAt ?? Infinity) <= Date.now() || wasLoadedBeforeEdit()
}
document.addEventListener('prerenderingchange', (event) => {
  if (!isOutdated()) return
  // Later listeners do not run, because the reloaded page counts the visit.
  event.stopImmediatePropagation()
  location.reload()
})
onReturn(() => {
  if (isOutdated()) return location.reload()
  writeRootState()
  clearNotices()
})
// Browsers load no pages ahead once the rules are removed.
if (isDataSaverOn()) document.querySelector('script[type=speculationrules]')?.remove()
enhanceMotion()
enhanceMenus()
enhanceSignOut()
enhanceRendering()
for (const start of startScripts) start()
defineElement(CAROUSEL_TAG, connectCarousel)
defineElement(LETTERS_TAG, connectLetters)
defineElement(SHARE_TAG, connectShare)
defineElement(PLAYER_TAG, connectPlayer)
for (const [tag, connect] of Object.entries(elements)) defineElement(tag, connect)
writeRoot()
whenActive(() => {
  showEditNotice()
  // Only administrators load the pencils beside texts, so the script is not part of this bundle.
  const url = document.querySelector<HTMLElement>('[data-user] .edit-link')?.dataset.pencils
  if (url) void import(/* @vite-ignore */ url)
})
