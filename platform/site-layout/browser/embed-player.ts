/** Replaces the card of a recording with the player of another site. No request is sent to that site before the click. */
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
      // YouTube requires a referrer. It is set here, because preview pages send none by default.
      iframe.referrerPolicy = 'strict-origin-when-cross-origin'
      iframe.title = `Reproductor de ${player}`
      iframe.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      element.replaceChildren(iframe)
    },
    { signal },
  )
}
