/** Opens the map application of the phone, and copies the address (exports/direction-links.tsx). */
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'

/** Returns the attribute with the link for this system. Desktop computers without an Apple system have none. */
export const chooseMapAttribute = (userAgent: string): 'android' | 'apple' | null => {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad presents itself as a Macintosh.
  return /iPhone|iPad|Macintosh/.test(userAgent) ? 'apple' : null
}

export const connectDirections: Connect = (element, signal) => {
  const system = chooseMapAttribute(navigator.userAgent)
  const map = element.querySelector<HTMLAnchorElement>('[data-apple]')
  if (map && system) {
    map.href = map.dataset[system] ?? map.href
    // An application opens beside the browser, so a new tab would stay empty.
    if (system === 'android') map.removeAttribute('target')
  }
  const button = element.querySelector('button')
  const status = element.querySelector('[role=status]')
  button?.addEventListener(
    'click',
    async () => {
      const { address = '', done = '', failed = '' } = button.dataset
      // Without https, or with a refused permission, there is no clipboard. The address is then shown.
      const isCopied = await navigator.clipboard?.writeText(address).then(
        () => true,
        () => false,
      )
      if (status) status.textContent = isCopied ? done : failed
    },
    { signal },
  )
}
