/** The card of a recording: the other site is asked for nothing before the click. */
import type { Connect } from './custom-elements.ts'

export const connectPlayer: Connect = (element, signal) => {
  const { player = '', frame = '' } = element.dataset
  element.querySelector('button')?.addEventListener(
    'click',
    () => {
      const iframe = document.createElement('iframe')
      iframe.className = 'player player-frame'
      iframe.dataset.player = player
      iframe.src = frame
      // YouTube plays for pages that say from which site they are, and previews tell nobody.
      iframe.referrerPolicy = 'strict-origin-when-cross-origin'
      iframe.title = `Reproductor de ${player}`
      iframe.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      element.replaceChildren(iframe)
    },
    { signal },
  )
}
