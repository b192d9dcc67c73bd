/** A hand that counts its gestures on a phone. */
import { createSmallPicture, toImageFile } from './back-office-helpers.ts'
import type { Locator, Page } from './journey.ts'

/** Taps in the native picker of files: open, choose. */
const FILE_TAPS = 2
/** Taps in the native picker of days: open, choose, accept. */
const DAY_TAPS = 3

export interface Hand {
  tap(place: Locator): Promise<void>
  /** Taps a field and replaces its content. */
  write(field: Locator, words: string): Promise<void>
  /** Types into the field that has the focus already. */
  type(words: string): Promise<void>
  /** Picks a day in the native picker. */
  pick(field: Locator, day: string): Promise<void>
  choose(input: Locator, colour: string): Promise<void>
  attach(input: Locator, file: ReturnType<typeof toImageFile>): Promise<void>
  /** The gestures until now. Keys do not count, and the tap into a field is part of the field. */
  readonly counts: { taps: number; fields: number }
}

export function createHand(page: Page): Hand {
  const counts = { taps: 0, fields: 0 }
  return {
    counts,
    tap(place) {
      counts.taps++
      return place.tap()
    },
    async write(field, words) {
      counts.fields++
      await field.tap()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(words)
    },
    async type(words) {
      counts.fields++
      await page.keyboard.type(words)
    },
    async pick(field, day) {
      counts.taps += DAY_TAPS
      await field.fill(day)
    },
    async choose(input, colour) {
      counts.taps += FILE_TAPS
      await input.setInputFiles(toImageFile(await createSmallPicture(colour)))
    },
    async attach(input, file) {
      counts.taps += FILE_TAPS
      await input.setInputFiles(file)
    },
  }
}
