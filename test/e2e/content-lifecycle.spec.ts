/** Life cycle of each resource: create, edit with a blank field, replace the picture, delete and restore. */

import { getDeclaration, resourceNames } from '../../platform/content/shared/resources.ts'
import { runId } from './back-office-helpers.ts'
import { testContentLifecycle } from './content-lifecycle.ts'
import { test } from './journey.ts'

for (const [index, viewport] of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].entries()) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    // On a desktop one resource is enough, because all forms share their code.
    for (const resource of viewport.width === 390 ? resourceNames : (['agency'] as const)) {
      const declaration = getDeclaration(resource)
      const tag = viewport.width === 390 ? [] : ['@main']
      test(`creates, edits, deletes and restores ${declaration.words.many}`, { tag }, async ({ page }) => {
        await testContentLifecycle(
          page,
          declaration,
          `vida${runId}${viewport.width}`,
          `2039-11-0${index + 1}`,
        )
      })
    }
  })
}
