/**
 * The script of public pages, which has no React. React screens load it too. It sets attributes of <html>, handles the buttons for motion and
 * sign-out, and decides when React takes over the islands. Features add functions in index.browser.ts. test/e2e/budget.spec.ts
 * limits its size.
 */

import { startScripts } from '../../features/index.browser.ts'
import { writeRootState } from '../api/client/root-state.ts'
import { enhanceRendering } from '../site-layout/browser/deferred-rendering.ts'
import { showEditNotice, wasLoadedBeforeEdit } from '../site-layout/browser/edit-notice.ts'
import { enhanceIslands } from '../site-layout/browser/hydrate-islands.ts'
import { loadFonts } from '../site-layout/browser/load-fonts.ts'
import { enhanceMotion } from '../site-layout/browser/motion-toggle.ts'
import { onReturn, settled, whenActive } from '../site-layout/browser/page-events.ts'
import { isDataSaverOn } from '../site-layout/browser/save-data.ts'
import { enhanceSignOut } from '../site-layout/browser/sign-out.ts'
import { HYDRATED_EVENT } from '../ui/element-names.ts'
import { clearNotices } from '../ui/notify.ts'

writeRootState()
addEventListener('storage', writeRootState)
// Hydration can remove attributes of <html> that React did not render, so they are written again.
document.addEventListener(HYDRATED_EVENT, writeRootState)
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
enhanceSignOut()
enhanceRendering()
enhanceIslands(() => import('./islands-entry.tsx'), loadFonts())
for (const start of startScripts) start()
// Browsers request a linked manifest and its icon at once. Nothing of the first screen needs them.
const manifest = document.querySelector<HTMLScriptElement>('[data-manifest]')?.dataset.manifest
if (manifest)
  void settled().then(() =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: manifest })),
  )
whenActive(() => {
  showEditNotice()
  // Only administrators load the pencils beside texts, so the script is not part of this bundle.
  const url = document.querySelector<HTMLElement>('[data-user] .edit-link')?.dataset.pencils
  if (url) void import(/* @vite-ignore */ url)
})
