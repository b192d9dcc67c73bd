/** Measures how long the main thread of a phone at the door works for each letter of a search. */
import { openPhone } from './phone.ts'
import { median } from './process-figures.ts'

/** Typed letter by letter and deleted again: beginnings of first and last names, a number, and a name that nobody has. */
const QUERIES = ['nan', 'ana g', 'hernan q', 'toledo', '199', 'xyz']
/** Time after a key in which its result is displayed. ms */
const SETTLED_MS = 150

export interface SearchTimes {
  /** Scripts, style and layout for one key. ms */
  median: number
  /** The time that 95 % of the keys need at most. ms */
  p95: number
  /** All transfers from the address of the door to the first name, with headers. kB */
  firstLoadKb: number
}

/** @returns null when no Chromium is installed */
export async function measureDoorSearch({
  url,
  pin,
}: {
  url: string
  pin: string
}): Promise<SearchTimes | null> {
  const phone = await openPhone()
  if (phone === null) return null
  try {
    const { page, readTimes, readTransfer } = phone
    await page.goto(url)
    await page.getByLabel('PIN de 6 números').fill(pin)
    await page.getByRole('button', { name: 'Abrir la puerta' }).click()
    await page.locator('.guest').first().waitFor()
    const firstLoadKb = readTransfer() / 1_000
    await page.getByLabel('Buscar nombre o código').focus()
    await phone.slowDown()
    const times: number[] = []
    async function measureKey(key: string): Promise<void> {
      const before = await readTimes()
      await page.keyboard.press(key)
      await page.waitForTimeout(SETTLED_MS)
      times.push((await readTimes()).own - before.own)
    }
    for (const query of QUERIES) {
      for (const letter of query) await measureKey(letter)
      for (const _ of query) await measureKey('Backspace')
    }
    const sorted = times.toSorted((a, b) => a - b)
    return { median: median(times), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] as number, firstLoadKb }
  } finally {
    await phone.close()
  }
}
