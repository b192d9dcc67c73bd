/** Replaces the phone's share sheet, which a test cannot operate, by a stub that records the shared data. */
import type { Page } from './journey.ts'

interface SharedFile {
  name: string
  type: string
  bytes: number[]
  text?: string
}

/** Installs the stub. The call must precede the load of the page. Like Safari, the stub requires a tap in progress. */
export async function stubWebShare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg'),
      share: async ({ files = [], text }: ShareData) => {
        if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError')
        for (const file of files) {
          const bytes = [...new Uint8Array(await file.arrayBuffer())]
          shared.push({ name: file.name, type: file.type, bytes, text })
        }
      },
    })
  })
}

/** Reads the shared files and texts, in order. */
export const readSharedFiles = (page: Page): Promise<SharedFile[]> =>
  page.evaluate(() => (window as unknown as { shared: SharedFile[] }).shared)
