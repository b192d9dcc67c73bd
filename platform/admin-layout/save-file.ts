/** By then a browser has it on its disk. */
const SAVED_MS = 60_000

/** Hands a file to the browser, to keep under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS)
}
