import { chooseLanguage } from './choose-language.ts'

/**
 * Opens the share sheet of the system for a page. If there is none, copies the address instead.
 * @returns the message for the user, or '' when the share sheet was used
 */
export async function sharePage(title: string, path: string): Promise<string> {
  const url = location.origin + path
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return ''
    }
    await (navigator as Navigator).clipboard.writeText(url)
    return chooseLanguage('Enlace copiado', 'Link copied')
  } catch (error) {
    // The user has closed the share sheet, which is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    return chooseLanguage(
      `No pudimos copiarlo. El enlace es ${url}`,
      `We could not copy it. The link is ${url}`,
    )
  }
}
