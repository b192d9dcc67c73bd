import { spoken } from './spoken.ts'

/**
 * Hands a page of the site to the phone's own sharing sheet; where there is none, its address to the clipboard.
 * @returns what there is to say of it; '' where the sheet says it
 */
export async function sharePage(title: string, path: string): Promise<string> {
  const url = location.origin + path
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return ''
    }
    await (navigator as Navigator).clipboard.writeText(url)
    return spoken('Enlace copiado', 'Link copied')
  } catch (error) {
    // Closing the sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    return spoken(`No pudimos copiarlo. El enlace es ${url}`, `We could not copy it. The link is ${url}`)
  }
}
