/** Each kind of content, from its menu on: made, edited with a blank, its picture replaced, deleted and taken back. */
import { test } from '@playwright/test'
import { declarationOf, resourceNames } from '../../platform/content/shared/resources.ts'
import { run } from './back-office-helpers.ts'
import { liveThrough } from './content-lifecycle.ts'

for (const [index, viewport] of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].entries()) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    // Their forms come from one and the same code: in a wide window one stands for all.
    for (const resource of viewport.width === 390 ? resourceNames : (['agency'] as const)) {
      const declaration = declarationOf(resource)
      const tag = viewport.width === 390 ? [] : ['@main']
      test(`${declaration.words.many}: made, edited, deleted and taken back`, { tag }, async ({ page }) => {
        await liveThrough(page, declaration, `vida${run}${viewport.width}`, `2039-11-0${index + 1}`)
      })
    }
  })
}
