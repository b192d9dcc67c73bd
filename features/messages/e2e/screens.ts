import { runId } from '../../../test/e2e/back-office-helpers.ts'
import { postTo } from '../../../test/e2e/club-api.ts'
import type { Page } from '../../../test/e2e/journey.ts'
import { messagePath } from '../shared/message-paths.ts'

export const settingsPages = ['/contact']

/** Returns the screen of a new message. */
export async function findScreens(page: Page): Promise<string[]> {
  const { _id } = await postTo(page, '/api/mail/sendMail', {
    person: `Visita ${runId}`,
    from: 'ana@visita.example',
    body: 'Mirá https://sala.example/a',
  })
  return [messagePath(_id)]
}
