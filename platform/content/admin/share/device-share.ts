/** The share sheet of the device. */

/** Returns the data that this browser can share. null when the browser cannot share files. */
export function getShareData(files: File[], text: string | null): ShareData | null {
  if (!('canShare' in navigator)) return null
  const all = text === null ? { files } : { files, text }
  return [all, { files }].find((data) => navigator.canShare(data)) ?? null
}

/** Opens the share sheet of the device. @returns a message about the failure, or an empty text */
export const openShareSheet = (data: ShareData): Promise<string> =>
  navigator.share(data).then(
    () => '',
    // An AbortError means that the administrator closed the share sheet, so there is no message.
    (error: unknown) =>
      error instanceof DOMException && error.name === 'AbortError'
        ? ''
        : 'El teléfono no la aceptó. Descargala y compartila desde ahí.',
  )
