/** Lets pages read through the functions that the API calls, and notes what a page depends on. */
import type { ServerReader } from '../contract/reader.ts'
import type { EntityOf, ResourceName } from '../contract/resources.ts'
import type { Notes } from './cache.ts'
import type { Content } from './content.ts'
import type { Mailbox } from './mailbox.ts'

interface Sources {
  content: Content
  mailbox: Pick<Mailbox, 'settings'>
}

export function createReader({ content, mailbox }: Sources, { sees, expiresIn }: Notes): ServerReader {
  return {
    async list<R extends ResourceName>(resource: R, query = {}) {
      const { items, total } = await sees(resource, () => content.list(resource, query))
      return { items: items as unknown as EntityOf<R>[], total }
    },
    async one<R extends ResourceName>(resource: R, id: string) {
      const found = await sees(resource, () => content.one(resource, id))
      return found && (found.entity as unknown as EntityOf<R>)
    },
    async newsByTitle(title) {
      const found = await sees('news', () => content.newsByTitle(title))
      return found && (found.entity as unknown as EntityOf<'news'>)
    },
    async messagesKeptMonths() {
      return (await sees('settings', () => mailbox.settings())).keptMonths
    },
    expiresIn,
  }
}
