/** Plays the film of the home page. It loads after the page, and never under reduced motion or Save-Data. */
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'
import { watchMotion } from '../../../../platform/site-layout/browser/motion-toggle.ts'
import { pageLoaded } from '../../../../platform/site-layout/browser/page-events.ts'
import { isDataSaverOn } from '../../../../platform/site-layout/browser/save-data.ts'

const makeVideo = (element: HTMLElement): HTMLVideoElement => {
  const video = document.createElement('video')
  video.className = 'film-moving'
  video.muted = true
  video.loop = true
  video.playsInline = true
  video.ariaHidden = 'true'
  video.tabIndex = -1
  for (const source of JSON.parse(element.dataset.sources ?? '[]')) {
    video.append(Object.assign(document.createElement('source'), source))
  }
  video.addEventListener('playing', () => video.toggleAttribute('data-playing', true))
  element.replaceChildren(video)
  return video
}

export const connectFilm: Connect = (element, signal) => {
  if (isDataSaverOn()) return
  let video: HTMLVideoElement | null = null
  let still = true
  let onScreen = false
  const update = () => {
    if (still || !onScreen) return video?.pause()
    video ??= makeVideo(element)
    // Browsers may refuse to play in a power saving mode. The first frame of the film stays then.
    video.play().catch(() => {})
  }
  const begin = () => {
    watchMotion((isStill) => {
      still = isStill
      update()
    }, signal)
    // A page from the back/forward cache was paused, so the film must start again.
    addEventListener('pageshow', update, { signal })
    // Pauses the film while it is off screen, because decoding drains the battery of a phone.
    const watch = new IntersectionObserver(([entry]) => {
      onScreen = entry?.isIntersecting ?? false
      update()
    })
    watch.observe(element.parentElement ?? element)
    signal.addEventListener('abort', () => {
      watch.disconnect()
      video?.pause()
      element.replaceChildren()
    })
  }
  pageLoaded.then(() => signal.aborted || begin())
}
