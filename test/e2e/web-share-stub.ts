/** Replaces the phone's share sheet, which a test cannot operate, by a stub that records the shared data. */
import type { Page } from './journey.ts'

interface SharedFile {
  name: string
  type: string
  bytes: Buffer
  text?: string
}

/** The bytes are in base64: as an array of numbers, Playwright takes seconds to read a picture. */
interface RecordedFile extends Omit<SharedFile, 'bytes'> {
  base64: string
}

/** Installs the stub. The call must precede the load of the page. Like Safari, the stub requires a tap in progress. */
export async function stubWebShare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: RecordedFile[] = []
    const encode = async (file: File): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
      reader.readAsDataURL(file)
      return promise
    }
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg'),
      share: async ({ files = [], text }: ShareData) => {
        if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError')
        for (const file of files)
          shared.push({ name: file.name, type: file.type, base64: await encode(file), ...(text && { text }) })
      },
    })
  })
}

/** Reads the shared files and texts, in order. */
export async function readSharedFiles(page: Page): Promise<SharedFile[]> {
  const files = await page.evaluate(() => (window as unknown as { shared: RecordedFile[] }).shared)
  return files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }))
}

/** Returns the number of shared files, without reading them. */
export const countSharedFiles = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shared: unknown[] }).shared.length)
