/** Script of exports/direction-links.tsx: opens the map application of the phone, and copies the address. */
import type { Connect } from '../../../../platform/site-layout/browser/custom-elements.ts'

/** Returns the data attribute that has the map link for this system. null for other systems */
export const chooseMapAttribute = (userAgent: string): 'android' | 'apple' | null => {
  if (/android/i.test(userAgent)) return 'android'
  // Browsers on an iPad send the user agent of a Macintosh.
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
