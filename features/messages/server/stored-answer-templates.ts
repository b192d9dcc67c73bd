/** The templates of answers, stored as one setting. A save that is based on an older version is refused. */

import { type Outcome, type Precondition, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { readSetting, replaceSetting } from '../../../platform/db/settings.ts'
import { shippedTemplates } from '../shared/answer-templates.ts'
import type { Template, Templates } from '../shared/messages.ts'

/** The templates, with the number of times they were saved. */
export type VersionedTemplates = Templates & { version: number }

export interface AnswerTemplates {
  read(): Promise<VersionedTemplates>
  change(templates: Template[], precondition: Precondition): Promise<Outcome<VersionedTemplates>>
}

const KEY = 'messages.templates'

const parsed = (stored: string | null): VersionedTemplates =>
  stored === null
    ? { version: 0, templates: [...shippedTemplates] }
    : (JSON.parse(stored) as VersionedTemplates)

export function createAnswerTemplates({ database }: { database: Database }): AnswerTemplates {
  return {
    read: async () => parsed(await readSetting(database.read, KEY)),

    change: (templates, precondition) =>
      database.write(async (tx) => {
        const before = await readSetting(tx, KEY)
        const { version } = parsed(before)
        const refusal = precondition(version)
        if (refusal) return refusal
        const next = { version: version + 1, templates }
        return (await replaceSetting(tx, KEY, before, JSON.stringify(next)))
          ? success(next)
          : problem('edited-meanwhile')
      }),
  }
}
