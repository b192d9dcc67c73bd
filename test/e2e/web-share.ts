/** A phone's own sheet for sharing, which no test can tap: what it would be given. */
import type { Page } from '@playwright/test'

interface Handed {
  name: string
  type: string
  bytes: number[]
  text?: string
}

/** Before the page is opened. A tap has to be under way, as in Safari. */
export async function stubWebShare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg'),
      share: async ({ files = [], text }: ShareData) => {
        if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError')
        const [file] = files
        const bytes = file ? [...new Uint8Array(await file.arrayBuffer())] : []
        shared.push({ name: file?.name, type: file?.type, bytes, text })
      },
    })
  })
}

/** What the page handed on, in its order. */
export const handedOn = (page: Page): Promise<Handed[]> =>
  page.evaluate(() => (window as unknown as { shared: Handed[] }).shared)
