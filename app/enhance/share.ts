/** Hands the page's address to the phone's own sharing sheet; where there is none, to the clipboard. */
import type { Connect } from './elements.ts'

async function share(title: string): Promise<string> {
  const url = location.origin + location.pathname
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return ''
    }
    await (navigator as Navigator).clipboard.writeText(url)
    return 'Enlace copiado'
  } catch (error) {
    // Closing the sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    return `No pudimos copiarlo. El enlace es ${url}`
  }
}

export const connectShare: Connect = (element, signal) => {
  const status = element.querySelector('[role=status]')
  element.querySelector('button')?.addEventListener(
    'click',
    async () => {
      const said = await share(element.dataset.title ?? '')
      if (status) status.textContent = said
    },
    { signal },
  )
}
